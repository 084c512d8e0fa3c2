// Inputs for the details of a record, one for each entry of a list of fields.
import { BoundedField } from "./bounded-field";
import { Checkbox } from "./checkbox";
import { Field } from "./field";
import { Textarea } from "./input";
import { Select } from "./select";
import { TagsInput } from "./tags-input";

interface Labelled<Name> {
  name: Name;
  label: string;
  hint?: string;
}

export type DetailField<Name extends string = string> = Labelled<Name> &
  (
    | { kind: "line"; maxChars: number }
    | { kind: "text" | "tags" | "switch" }
    | { kind: "choice"; options: readonly { value: string; label: string }[] }
  );

interface DetailFieldsProps<Values extends object> {
  fields: readonly DetailField<keyof Values & string>[];
  values: Values;
  onChange: (change: Partial<Values>) => void;
  /** Parses tags separated by commas. */
  parseTags: (text: string) => string[];
  /** Attributes of every text control. */
  control?: Record<string, string>;
}

export function DetailFields<Values extends object>({ fields, ...shared }: DetailFieldsProps<Values>) {
  return fields.map((field) => <DetailInput key={field.name} field={field} {...shared} />);
}

interface DetailInputProps<Values extends object> extends Omit<DetailFieldsProps<Values>, "fields"> {
  field: DetailField<keyof Values & string>;
}

function DetailInput<Values extends object>(props: DetailInputProps<Values>) {
  const { field, values, onChange, parseTags, control: attributes } = props;
  const value: unknown = values[field.name];
  const set = (next: unknown) => onChange({ [field.name]: next } as Partial<Values>);
  switch (field.kind) {
    case "line":
      return (
        <BoundedField
          {...attributes}
          label={field.label}
          required
          value={value as string}
          limit={field.maxChars}
          onText={set}
        />
      );
    case "text":
      return (
        <Field label={field.label} hint={field.hint}>
          {(control) => (
            <Textarea
              {...control}
              {...attributes}
              value={value as string}
              onChange={(event) => set(event.target.value)}
            />
          )}
        </Field>
      );
    case "choice":
      return (
        <Field label={field.label} hint={field.hint}>
          {(control) => (
            <Select
              {...control}
              options={field.options}
              value={value as string}
              onChange={(event) => set(event.target.value)}
            />
          )}
        </Field>
      );
    case "tags":
      return (
        <Field label={field.label} hint={field.hint}>
          {(control) => (
            <TagsInput control={control} tags={value as string[]} onChange={set} parse={parseTags} />
          )}
        </Field>
      );
    case "switch":
      return (
        <Checkbox
          label={field.label}
          hint={field.hint}
          checked={value as boolean}
          onChange={(event) => set(event.target.checked)}
        />
      );
  }
}
