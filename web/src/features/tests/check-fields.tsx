// One check of a test being edited.
import { t } from "@lingui/core/macro";
import { X } from "lucide-react";
import type { Check, CheckKind, CheckTarget } from "@/core";
import { words } from "@/core/lists";
import { Checkbox } from "@/ui/checkbox";
import { Field } from "@/ui/field";
import { IconButton } from "@/ui/icon-button";
import { Input, Textarea } from "@/ui/input";
import { Select } from "@/ui/select";

/** A check with its value as it is typed. */
export interface TypedCheck extends Omit<Check, "value"> {
  key: string;
  text: string;
  /** Its last valid form, which stays stored while another one is typed. */
  valid?: Check;
}

interface CheckFieldsProps {
  check: TypedCheck;
  /** Its number, from 1. */
  number: number;
  error: string | undefined;
  readOnly: boolean;
  autoFocus: boolean;
  onChange: (check: TypedCheck) => void;
  onRemove: () => void;
}

const hints: Partial<Record<CheckKind, string>> = {
  forbidden_words: t`Separated by commas. Whole words, in any case.`,
  regex: t`Finds a part of the text, as \\d+ euros. (?i) at the start ignores case.`,
  json_schema: 'As {"type": "object", "required": ["name"]}',
  judge: t`A question about the answer, as “Is it polite?”`,
};

const takesCase = (kind: CheckKind) => kind === "contains" || kind === "not_contains" || kind === "equals";

export function CheckFields({
  check,
  number,
  error,
  readOnly,
  autoFocus,
  onChange,
  onRemove,
}: CheckFieldsProps) {
  const { kind, text, on = "answer", ignore_case = false } = check;
  const isNumber = kind === "max_characters" || kind === "max_tokens";
  return (
    <fieldset
      aria-label={t`Check ${number}`}
      disabled={readOnly}
      className="flex flex-col gap-2 rounded-control border bg-surface p-2.5"
    >
      <div className="flex items-start gap-1.5">
        <div className="grid min-w-0 flex-1 gap-2 @md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
          <Select
            aria-label={t`Text of check ${number}`}
            value={on}
            onChange={({ target }) => onChange({ ...check, on: target.value as CheckTarget })}
            options={words.check_targets}
          />
          <Select
            autoFocus={autoFocus}
            aria-label={t`Kind of check ${number}`}
            value={kind}
            onChange={({ target }) => onChange({ ...check, kind: target.value as CheckKind })}
            options={words.check_kinds}
          />
        </div>
        {!readOnly && (
          <IconButton label={t`Remove check ${number}`} onClick={onRemove}>
            <X aria-hidden="true" />
          </IconButton>
        )}
      </div>
      <Field label={t`Value of check ${number}`} hideLabel hint={hints[kind]} error={error}>
        {(control) =>
          isNumber ? (
            <Input
              {...control}
              inputMode="numeric"
              placeholder="500"
              value={text}
              onChange={({ target }) => onChange({ ...check, text: target.value })}
            />
          ) : (
            <Textarea
              {...control}
              rows={kind === "json_schema" ? 4 : 1}
              className={
                kind === "json_schema" || kind === "regex"
                  ? "field-sizing-content min-h-9.5 py-1.5 font-mono text-sm"
                  : "field-sizing-content min-h-9.5 py-1.5"
              }
              value={text}
              onChange={({ target }) => onChange({ ...check, text: target.value })}
            />
          )
        }
      </Field>
      {takesCase(kind) && (
        <Checkbox
          label={t`Ignore upper and lower case`}
          checked={ignore_case}
          onChange={({ target }) => onChange({ ...check, ignore_case: target.checked })}
        />
      )}
    </fieldset>
  );
}
