// The models and versions that tests run on.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Plus, X } from "lucide-react";
import { Button } from "@/ui/button";
import { IconButton } from "@/ui/icon-button";
import { Select } from "@/ui/select";
import type { TestColumn } from "./results";

export interface ModelChoice {
  provider: TestColumn["provider"];
  model: string;
  label: string;
}

interface ColumnChoiceProps {
  columns: readonly TestColumn[];
  models: readonly ModelChoice[];
  versions: readonly string[];
  onChange: (columns: readonly TestColumn[]) => void;
  /** Undefined if no more columns fit. */
  onAdd: (() => void) | undefined;
}

const keyOf = ({ provider, model }: Pick<TestColumn, "provider" | "model">) => `${provider} ${model}`;

export function ColumnChoice({ columns, models, versions, onChange, onAdd }: ColumnChoiceProps) {
  return (
    <fieldset aria-label={t`Models and versions`} className="flex flex-col gap-2">
      {columns.map((column, at) => {
        const isOffered = models.some((choice) => keyOf(choice) === keyOf(column));
        const choices = isOffered ? models : [{ ...column, label: t`not available` }, ...models];
        return (
          <div key={column.id} className="flex items-center gap-1.5">
            <div className="grid min-w-0 flex-1 grid-cols-[minmax(0,3fr)_minmax(0,2fr)] gap-1.5">
              <Select
                aria-label={t`Model ${at + 1}`}
                value={keyOf(column)}
                onChange={({ target }) => {
                  const chosen = choices.find((choice) => keyOf(choice) === target.value);
                  if (!chosen) return;
                  onChange(columns.with(at, { ...column, provider: chosen.provider, model: chosen.model }));
                }}
                options={choices.map((choice) => ({
                  value: keyOf(choice),
                  label: `${choice.model} · ${choice.label}`,
                }))}
              />
              <Select
                aria-label={t`Version ${at + 1}`}
                value={column.version ?? ""}
                onChange={({ target }) =>
                  onChange(columns.with(at, { ...column, version: target.value || null }))
                }
                options={[
                  { value: "", label: t`Current text` },
                  ...versions.map((version) => ({ value: version, label: version })),
                ]}
              />
            </div>
            {columns.length > 1 && (
              <IconButton
                label={t`Remove model ${at + 1}`}
                onClick={() => onChange(columns.toSpliced(at, 1))}
              >
                <X aria-hidden="true" />
              </IconButton>
            )}
          </div>
        );
      })}
      {onAdd && (
        <Button size="sm" variant="ghost" className="self-start" onClick={onAdd}>
          <Plus aria-hidden="true" /> <Trans>Another model or version</Trans>
        </Button>
      )}
    </fieldset>
  );
}
