import { useState } from "react";
import { messageOf } from "@/api/client";
import { type JsonValue, parseConfig } from "@/core";
import { Field } from "@/ui/field";
import { Textarea } from "@/ui/input";

interface JsonBoxProps {
  label: string;
  value: unknown;
  onChange: (value: JsonValue) => void;
  /** What was typed last, if that is not valid. */
  unread: string | null;
  /** Told what is typed while it is not valid, and null when it is. */
  onUnread: (text: string | null) => void;
}

/** JSON as text. What is typed counts only while it is valid; until then the field says where it is not. */
export function JsonBox({ label, value, onChange, unread, onUnread }: JsonBoxProps) {
  const [text, setText] = useState(() => unread ?? JSON.stringify(value ?? {}, null, 2));
  const [error, setError] = useState(() => (unread === null ? undefined : problemOf(unread)));
  const type = (typed: string) => {
    setText(typed);
    try {
      onChange(parseConfig(typed));
      setError(undefined);
      onUnread(null);
    } catch (invalid) {
      setError(messageOf(invalid));
      onUnread(typed);
    }
  };
  return (
    <Field label={label} error={error && `${error}. It is not saved, but kept in this browser.`}>
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

function problemOf(text: string): string | undefined {
  try {
    parseConfig(text);
  } catch (invalid) {
    return messageOf(invalid);
  }
}
