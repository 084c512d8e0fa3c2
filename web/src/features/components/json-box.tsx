import { useState } from "react";
import { messageOf } from "@/api/client";
import { type JsonValue, parseConfig } from "@/core";
import { Field } from "@/ui/field";
import { Textarea } from "@/ui/input";

interface JsonBoxProps {
  label: string;
  value: unknown;
  onChange: (value: JsonValue) => void;
}

/** JSON as text. What is typed counts only while it is valid; until then the field says where it is not. */
export function JsonBox({ label, value, onChange }: JsonBoxProps) {
  const [text, setText] = useState(() => JSON.stringify(value ?? {}, null, 2));
  const [error, setError] = useState<string>();
  const type = (typed: string) => {
    setText(typed);
    try {
      onChange(parseConfig(typed));
      setError(undefined);
    } catch (invalid) {
      setError(messageOf(invalid));
    }
  };
  return (
    <Field label={label} error={error}>
      {(control) => (
        <Textarea
          {...control}
          spellCheck={false}
          className="min-h-32 font-mono text-sm"
          value={text}
          onChange={(event) => type(event.target.value)}
        />
      )}
    </Field>
  );
}
