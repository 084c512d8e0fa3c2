import { t } from "@lingui/core/macro";
import { useState } from "react";
import type { VariableUse } from "@/core";
import { Field, type FieldControl } from "@/ui/field";
import { Input, Textarea } from "@/ui/input";
import { Select } from "@/ui/select";

interface VariableFieldProps {
  variable: VariableUse;
  value: unknown;
  onChange: (value: unknown) => void;
}

/** The control for the value of a variable, by its kind. */
export function VariableField({ variable, value, onChange }: VariableFieldProps) {
  const { name, schema, is_required } = variable;
  const [error, setError] = useState<string>();
  const description = text(schema.description);
  return (
    <Field label={name} required={is_required} hint={description || undefined} error={error}>
      {(control) => (
        <Control
          control={control}
          variable={variable}
          value={value}
          onChange={(next) => {
            setError(undefined);
            onChange(next);
          }}
          onError={setError}
        />
      )}
    </Field>
  );
}

interface ControlProps extends VariableFieldProps {
  control: FieldControl;
  onError: (error: string) => void;
}

function Control({ control, variable: { kind, schema }, value, onChange, onError }: ControlProps) {
  const placeholder = text(schema.default) || examplesOf(schema)[0] || "";
  switch (kind) {
    case "number":
      return (
        <Input
          {...control}
          type="number"
          step="any"
          placeholder={placeholder}
          value={text(value)}
          onChange={({ target }) => {
            const number = target.valueAsNumber;
            if (target.value === "") onChange(undefined);
            else if (hasInexact(target.value)) onError(inexact);
            else if (schema.type === "integer" && !Number.isInteger(number)) onError(t`Whole numbers only.`);
            else onChange(number);
          }}
        />
      );
    case "yes_no":
      return (
        <Select
          {...control}
          value={text(value)}
          onChange={({ target }) => onChange(target.value === "" ? undefined : target.value === "true")}
          options={[
            {
              value: "",
              label: placeholder ? t`Default: ${placeholder === "true" ? t`Yes` : t`No`}` : t`Not set`,
            },
            { value: "true", label: t`Yes` },
            { value: "false", label: t`No` },
          ]}
        />
      );
    case "choice": {
      const choices = Array.isArray(schema.enum) ? schema.enum : [];
      return (
        <Select
          {...control}
          value={value === undefined ? "" : keyOf(chosen(choices, value))}
          onChange={({ target }) => onChange(target.value === "" ? undefined : JSON.parse(target.value))}
          options={[
            { value: "", label: placeholder ? t`Default: ${placeholder}` : t`Not set` },
            ...choices.map((choice) => ({ value: keyOf(choice), label: choiceLabel(choices, choice) })),
          ]}
        />
      );
    }
    case "date":
      return (
        <Input
          {...control}
          type="date"
          value={text(value)}
          onChange={({ target }) => onChange(target.value)}
        />
      );
    case "json":
    case "messages":
      return <JsonControl control={control} value={value} onChange={onChange} onError={onError} />;
    case "text":
    case "long_text":
      // A text pasted into a single line would lose its line breaks, so every text may have several.
      return (
        <Textarea
          {...control}
          className={
            kind === "text" ? "field-sizing-content min-h-9.5 py-1.5" : "field-sizing-content min-h-24"
          }
          rows={kind === "text" ? 1 : 4}
          placeholder={placeholder}
          value={text(value)}
          onChange={({ target }) => onChange(target.value)}
        />
      );
  }
}

function JsonControl({
  control,
  value,
  onChange,
  onError,
}: Pick<ControlProps, "control" | "value" | "onChange" | "onError">) {
  const [typed, setTyped] = useState(() => (value === undefined ? "" : JSON.stringify(value, null, 2)));
  return (
    <Textarea
      {...control}
      className="field-sizing-content min-h-24 font-mono text-sm"
      value={typed}
      onChange={({ target }) => {
        setTyped(target.value);
        if (target.value.trim() === "") return onChange(undefined);
        if (hasInexact(target.value)) return onError(inexact);
        try {
          onChange(JSON.parse(target.value));
        } catch {
          onError(t`This is not valid JSON yet. The last valid value is used.`);
        }
      }}
    />
  );
}

const inexact = t`A number this long is not kept exactly. Write it as a text, in quotes or in a text variable.`;

/** Whether a JSON text has an integer that JavaScript would round. */
function hasInexact(json: string): boolean {
  const integers = json.replace(/"(?:[^"\\]|\\.)*"/g, "").match(/(?<![\w.])-?\d+(?![\w.])/g) ?? [];
  return integers.some((integer) => !Number.isSafeInteger(Number(integer)));
}

function text(value: unknown): string {
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Tells values apart that read alike, such as 1 and "1". */
const keyOf = (choice: unknown): string => JSON.stringify(choice) ?? "";

/** The choice that a value is. One that was kept as a text is the choice that reads alike. */
function chosen(choices: unknown[], value: unknown): unknown {
  const same = (choice: unknown) => keyOf(choice) === keyOf(value);
  return choices.find(same) ?? choices.find((choice) => text(choice) === text(value));
}

function choiceLabel(choices: unknown[], choice: unknown): string {
  const label = text(choice);
  if (label === "") return t`Empty`;
  return choices.filter((other) => text(other) === label).length > 1 ? keyOf(choice) : label;
}

/** The choices of a schema as texts. */
export function choicesOf(schema: VariableUse["schema"]): string[] {
  return Array.isArray(schema.enum) ? schema.enum.map(text) : [];
}

/** The examples of a schema as texts. */
export function examplesOf(schema: VariableUse["schema"]): string[] {
  return Array.isArray(schema.examples) ? schema.examples.map(text) : [];
}
