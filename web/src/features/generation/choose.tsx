import { Field } from "@/ui/field";
import { Select } from "@/ui/select";

interface ChooseProps<Value extends string> {
  label: string;
  options: readonly { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
  className?: string;
}

/** A labelled choice of a few options. */
export function Choose<Value extends string>({
  label,
  options,
  value,
  onChange,
  className,
}: ChooseProps<Value>) {
  return (
    <Field label={label} {...(className && { className })}>
      {(control) => (
        <Select
          {...control}
          options={options}
          value={value}
          onChange={(event) => onChange(event.target.value as Value)}
        />
      )}
    </Field>
  );
}
