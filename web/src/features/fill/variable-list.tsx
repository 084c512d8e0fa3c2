import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Settings2 } from "lucide-react";
import type { EditorDocument, VariableUse } from "@/core";
import { Button } from "@/ui/button";
import { IconButton } from "@/ui/icon-button";
import { Popover } from "@/ui/popover";
import { toast } from "@/ui/toast";
import type { Values } from "./values";
import { VariableField } from "./variable-field";
import { VariableSettings } from "./variable-settings";

interface VariableListProps {
  document: EditorDocument;
  variables: readonly VariableUse[];
  /** Those of them that only an older version has. */
  older?: readonly VariableUse[];
  values: Values;
  onValues: (values: Values) => void;
  readOnly: boolean;
}

/** The form of a prompt's variables, with what is declared about each. */
export function VariableList({
  document,
  variables,
  older = [],
  values,
  onValues,
  readOnly,
}: VariableListProps) {
  const isFilled = variables.some(({ name }) => name in values);
  return (
    <fieldset className="flex flex-col gap-4">
      <legend className="mb-3 flex w-full items-center justify-between gap-2">
        <span className="font-bold">
          <Trans>Variables</Trans>
        </span>
        <Button size="sm" variant="ghost" disabled={!isFilled} onClick={() => onValues({})}>
          <Trans>Clear values</Trans>
        </Button>
      </legend>
      {variables.map((variable) => {
        const { name, places, is_included } = variable;
        const isOlder = older.includes(variable);
        const similar_to = isOlder ? null : variable.similar_to;
        return (
          <div key={name} data-variable={name} className="relative">
            <VariableField
              // A control of another kind begins anew.
              key={variable.kind}
              variable={variable}
              value={values[name]}
              onChange={(value) => onValues({ ...values, [name]: value })}
            />
            {!readOnly && !is_included && !isOlder && (
              <span className="absolute -top-1.5 right-0">
                <Popover
                  label={t`Settings of ${name}`}
                  align="end"
                  trigger={
                    <IconButton size="sm" label={t`Settings of ${name}`}>
                      <Settings2 aria-hidden="true" />
                    </IconButton>
                  }
                >
                  <VariableSettings document={document} variable={variable} variables={variables} />
                </Popover>
              </span>
            )}
            {isOlder && (
              <p className="mt-1 text-sm text-muted">
                <Trans>Used by an older version.</Trans>
              </p>
            )}
            {places.length === 0 && (
              <p className="mt-1 text-sm text-muted">
                {is_included ? t`Used by an included prompt.` : t`Not used in the text.`}
              </p>
            )}
            {similar_to && (
              <p className="mt-1 flex flex-wrap items-center gap-x-2 text-sm text-brass">
                <Trans>Did you mean “{similar_to}”?</Trans>
                {!readOnly && (
                  <Button
                    size="sm"
                    variant="ghost"
                    onClick={() => {
                      if (document.renameVariable(name, similar_to)) return;
                      toast.error(
                        t`The template uses ${name} where it may mean something else. Change it in the text.`,
                      );
                    }}
                  >
                    <Trans>Rename it</Trans>
                  </Button>
                )}
              </p>
            )}
          </div>
        );
      })}
    </fieldset>
  );
}

/** Moves the focus to the field of a variable, or to the first field. */
export function focusVariable(within: HTMLElement | null, name: string | undefined): void {
  const fields = [...(within?.querySelectorAll<HTMLElement>("[data-variable]") ?? [])];
  const field = fields.find(({ dataset }) => dataset.variable === name) ?? fields[0];
  field?.querySelector<HTMLElement>("input, textarea, select")?.focus();
}
