import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { type EditorDocument, type JsonValue, type VariableUse, variableSchema } from "@/core";
import { words } from "@/core/lists";
import { Button } from "@/ui/button";
import { Checkbox } from "@/ui/checkbox";
import { Field } from "@/ui/field";
import { Input, Textarea } from "@/ui/input";
import { Select } from "@/ui/select";
import { choicesOf, examplesOf } from "./variable-field";

interface VariableSettingsProps {
  document: EditorDocument;
  variable: VariableUse;
  /** All variables of the prompt. */
  variables: readonly VariableUse[];
}

/** What is declared about a variable: its name, kind, default, description, example and whether it is required. */
export function VariableSettings({ document, variable, variables }: VariableSettingsProps) {
  const { name, kind, schema, is_required, places } = variable;
  const [newName, setNewName] = useState(name);
  const [renameError, setRenameError] = useState<string>();
  /** The name of another variable that this one is to become. */
  const [joined, setJoined] = useState<string>();
  const rename = () => {
    const to = newName.trim();
    if (joined !== to && variables.some((other) => other.name === to)) {
      setJoined(to);
      setRenameError(t`There is a variable ${to} already. Rename again to make one of both.`);
    } else if (!document.renameVariable(name, to)) {
      setRenameError(
        /^[\p{L}\p{N}_.-]+$/u.test(to)
          ? t`The template uses ${name} where it may mean something else. Change it in the text.`
          : t`A name has letters, digits, _, - and dots, and no spaces.`,
      );
    }
  };
  const declare = (change: Record<string, unknown>) =>
    declareVariable(document, name, { ...(hasType(schema) ? schema : variableSchema(kind)), ...change });
  const shown = (value: unknown) =>
    typeof value === "string" ? value : value == null ? "" : JSON.stringify(value);
  return (
    <div className="flex flex-col gap-3">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          rename();
        }}
      >
        <Field label={t`Name`} error={renameError}>
          {(control) => (
            <div className="flex gap-2">
              <Input
                {...control}
                value={newName}
                onChange={({ target }) => {
                  setRenameError(undefined);
                  setNewName(target.value);
                }}
              />
              <Button type="submit" disabled={newName.trim() === name || newName.trim() === ""}>
                <Trans>Rename</Trans>
              </Button>
            </div>
          )}
        </Field>
      </form>
      <Field label={t`Kind`}>
        {(control) => (
          <Select
            {...control}
            value={kind}
            onChange={({ target }) => {
              const chosen = words.variable_kinds.find(({ value }) => value === target.value);
              if (!chosen) return;
              const { type: _, format: __, enum: ___, default: ____, ...rest } = schema;
              declareVariable(document, name, { ...variableSchema(chosen.value), ...rest });
            }}
            options={words.variable_kinds}
          />
        )}
      </Field>
      {kind === "choice" && (
        <Field label={t`Choices`} hint={t`One per line.`}>
          {(control) => (
            <Textarea
              {...control}
              defaultValue={choicesOf(schema).join("\n")}
              onBlur={({ target }) => declare({ enum: linesOf(target.value) })}
            />
          )}
        </Field>
      )}
      <LineField
        label={t`Description`}
        value={shown(schema.description)}
        onCommit={(description) => declare({ description: description || undefined })}
      />
      <LineField
        label={t`Default`}
        value={shown(schema.default)}
        onCommit={(typed) => declare({ default: defaultOf(kind, typed) })}
      />
      <LineField
        label={t`Example`}
        value={examplesOf(schema)[0] ?? ""}
        onCommit={(example) => declare({ examples: example ? [example] : undefined })}
      />
      <Checkbox
        label={t`Required`}
        checked={is_required}
        onChange={({ target }) => requireVariable(document, name, target.checked)}
      />
      {places.length === 0 && (
        <Button variant="danger" onClick={() => declareVariable(document, name, null)}>
          <Trans>Remove variable</Trans>
        </Button>
      )}
    </div>
  );
}

interface LineFieldProps {
  label: string;
  value: string;
  onCommit: (value: string) => void;
}

/** A line of text that is taken over when the field is left or Enter is pressed. */
function LineField({ label, value, onCommit }: LineFieldProps) {
  const commit = (typed: string) => typed !== value && onCommit(typed);
  return (
    <Field label={label}>
      {(control) => (
        <Input
          {...control}
          key={value}
          defaultValue={value}
          onBlur={({ target }) => commit(target.value)}
          onKeyDown={(event) => event.key === "Enter" && commit(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}

function hasType(schema: VariableUse["schema"]): boolean {
  return "type" in schema || "enum" in schema;
}

function linesOf(text: string): string[] {
  return text.split("\n").flatMap((line) => line.trim() || []);
}

/** A typed default as a value of the kind; a text that is none of it is kept as text. */
function defaultOf(kind: VariableUse["kind"], typed: string): unknown {
  if (typed === "") return undefined;
  if (kind === "text" || kind === "long_text" || kind === "choice" || kind === "date") return typed;
  try {
    return JSON.parse(typed);
  } catch {
    return typed;
  }
}

interface Declared {
  type: "object";
  properties: Record<string, JsonValue>;
  required?: string[];
}

/** The declared variables, as the document stores them. */
function declaredIn(document: EditorDocument): Declared {
  const { variables } = document.record().content as { variables?: Partial<Declared> };
  return { ...variables, type: "object", properties: { ...variables?.properties } };
}

/** Declares a variable with a schema; null removes the declaration. */
function declareVariable(
  document: EditorDocument,
  name: string,
  schema: Record<string, unknown> | null,
): void {
  const declared = declaredIn(document);
  if (schema) declared.properties[name] = JSON.parse(JSON.stringify(schema));
  else {
    delete declared.properties[name];
    declared.required = (declared.required ?? []).filter((one) => one !== name);
  }
  store(document, declared);
}

function requireVariable(document: EditorDocument, name: string, isRequired: boolean): void {
  const declared = declaredIn(document);
  declared.properties[name] ??= variableSchema("text");
  declared.required = (declared.required ?? []).filter((one) => one !== name);
  if (isRequired) declared.required.push(name);
  store(document, declared);
}

function store(document: EditorDocument, declared: Declared): void {
  if (declared.required?.length === 0) delete declared.required;
  const isEmpty = Object.keys(declared.properties).length === 0;
  document.apply({ op: "set_variables", schema: isEmpty ? null : { ...declared } });
}
