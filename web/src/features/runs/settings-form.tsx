// The settings of a prompt: which model answers, and how. They are part of the prompt and saved with it.
import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Maximize2, Minimize2 } from "lucide-react";
import { useState } from "react";
import { messageOf } from "@/api/client";
import { checkSettings, type EditorDocument, type JsonValue } from "@/core";
import { Button } from "@/ui/button";
import { CodeEditor } from "@/ui/code-editor/code-editor";
import { Field, type FieldControl } from "@/ui/field";
import { IconButton } from "@/ui/icon-button";
import { Input, Textarea } from "@/ui/input";
import { responseSchema, settingsSchema, toolsSchema } from "./setting-schemas";

type Stored = Record<string, JsonValue>;

interface SettingsFormProps {
  document: EditorDocument;
  readOnly: boolean;
  /** Names of models to choose from; others can be typed. */
  models: readonly string[];
}

export function SettingsForm({ document, readOnly, models }: SettingsFormProps) {
  const [asJson, setAsJson] = useState(false);
  const stored = storedIn(document);
  const [isOpen, setIsOpen] = useState(false);
  const set = (change: Stored | null) => {
    const next = change && Object.fromEntries(Object.entries(change).filter(([, value]) => value !== null));
    const isEmpty = !next || Object.keys(next).length === 0;
    document.apply({ op: "set_settings", settings: isEmpty ? null : next });
  };
  const field = (key: string) => ({
    value: stored[key] ?? null,
    readOnly,
    check: (value: JsonValue) => checked({ [key]: value }, stored),
    stands: checked({ [key]: stored[key] ?? null }, null),
    onCommit: (value: JsonValue) => set({ ...stored, [key]: value }),
  });
  return (
    <details open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="w-fit cursor-pointer rounded-control font-bold">
        <Trans>Settings</Trans> <span className="font-normal text-muted">{summaryOf(stored)}</span>
      </summary>
      <fieldset aria-label={t`Settings`} disabled={readOnly} className="mt-3 flex flex-col gap-3">
        <div className="flex items-center justify-between gap-2">
          <p className="text-sm text-muted">
            <Trans>Saved with the prompt, version by version.</Trans>
          </p>
          <Button size="sm" variant="ghost" aria-pressed={asJson} onClick={() => setAsJson(!asJson)}>
            {asJson ? t`Edit as a form` : t`Edit as JSON`}
          </Button>
        </div>
        {asJson ? (
          <SettingField
            key="all"
            label={t`Settings as JSON`}
            schema={settingsSchema}
            value={Object.keys(stored).length > 0 ? stored : null}
            readOnly={readOnly}
            check={(value) => checked(value, stored)}
            stands={checked(stored, null)}
            onCommit={(value) => set(value as Stored | null)}
          />
        ) : (
          <>
            <SettingField label={t`Model`} list={models} {...field("model")} />
            <div className="grid grid-cols-2 gap-3">
              <SettingField label={t`Temperature`} hint={t`0 to 2`} isNumber {...field("temperature")} />
              <SettingField
                label={t`Most tokens`}
                hint={t`4096 without it`}
                isNumber
                {...field("max_tokens")}
              />
            </div>
            <SettingField
              label={t`Token budget`}
              hint={t`Warns when the prompt has more tokens.`}
              isNumber
              {...field("token_budget")}
            />
            <SettingField
              label={t`Response schema`}
              hint={t`A JSON Schema that the answer must match.`}
              schema={responseSchema}
              {...field("response_schema")}
            />
            <SettingField
              label={t`Tools`}
              hint={t`A JSON list of name, description and parameters. Calls are shown, not made.`}
              schema={toolsSchema}
              {...field("tools")}
            />
          </>
        )}
      </fieldset>
    </details>
  );
}

/** What is set, in one line. */
function summaryOf(stored: Stored): string {
  const { model, temperature, max_tokens, token_budget, response_schema, tools } = stored;
  return [
    model,
    temperature != null && t`temperature ${String(temperature)}`,
    max_tokens != null && t`${String(max_tokens)} tokens`,
    token_budget != null && t`a budget of ${String(token_budget)}`,
    response_schema != null && t`schema`,
    Array.isArray(tools) && plural(tools.length, { one: "# tool", other: "# tools" }),
  ]
    .filter(Boolean)
    .join(", ");
}

function storedIn(document: EditorDocument): Stored {
  const stored = document.settings();
  return typeof stored === "object" && stored !== null && !Array.isArray(stored) ? (stored as Stored) : {};
}

/** Why a value that replaces another is not valid; null if it is. */
function checked(settings: JsonValue, stood: JsonValue): string | null {
  try {
    checkSettings(settings, stood);
    return null;
  } catch (error) {
    return messageOf(error);
  }
}

interface SettingFieldProps {
  label: string;
  hint?: string;
  value: JsonValue;
  readOnly: boolean;
  /** The schema of a value that is written as JSON. */
  schema?: object;
  isNumber?: boolean;
  list?: readonly string[];
  check: (value: JsonValue) => string | null;
  /** Why no run can use the value that is stored, as that of an imported file. */
  stands: string | null;
  onCommit: (value: JsonValue) => void;
}

/** A field that takes over what is typed as soon as it is valid. What is not valid stays in the field. */
function SettingField(props: SettingFieldProps) {
  const { label, hint, value, readOnly, schema, isNumber = false, list, check, stands, onCommit } = props;
  const isJson = schema !== undefined;
  const [large, setLarge] = useState(false);
  const text = textOf(value, isJson);
  const [typed, setTyped] = useState<{ over: string; text: string } | null>(null);
  const isTyped = typed !== null && typed.over === text;
  const error = isTyped ? read(typed.text, { isJson, isNumber, check }).error : undefined;
  const type = (next: string) => {
    const { value: parsed, error } = read(next, { isJson, isNumber, check });
    if (error === undefined) onCommit(parsed);
    // What is typed stays as it is typed, although the stored value is written in another way.
    setTyped({ over: error === undefined ? textOf(parsed, isJson) : text, text: next });
  };
  const shared = (control: FieldControl) => ({
    ...control,
    readOnly,
    value: isTyped ? typed.text : text,
    spellCheck: false,
  });
  const listId = `models-${label}`;
  return (
    <Field
      label={label}
      hint={hint}
      error={error ? t`${error}. The last valid value is kept.` : (stands ?? undefined)}
    >
      {(control) =>
        isJson ? (
          <div className="relative">
            {large ? (
              <CodeEditor
                label={label}
                language="json"
                schema={schema}
                value={isTyped ? typed.text : text}
                readOnly={readOnly}
                caret={0}
                onChange={(_, read) => type(read())}
                className="h-64 rounded-control border border-line-strong/60"
              />
            ) : (
              <Textarea
                {...shared(control)}
                className="field-sizing-content max-h-72 min-h-16 pr-10 font-mono text-sm"
                onChange={({ target }) => type(target.value)}
              />
            )}
            <IconButton
              size="sm"
              label={large ? t`Close the large editor of ${label}` : t`Open ${label} in the large editor`}
              aria-pressed={large}
              onClick={() => setLarge(!large)}
              className="absolute top-1 right-1 max-sm:hidden"
            >
              {large ? <Minimize2 aria-hidden="true" /> : <Maximize2 aria-hidden="true" />}
            </IconButton>
          </div>
        ) : (
          <>
            <Input
              {...shared(control)}
              inputMode={isNumber ? "decimal" : undefined}
              list={list && listId}
              onChange={({ target }) => type(target.value)}
            />
            {list && (
              <datalist id={listId}>
                {list.map((name) => (
                  <option key={name} value={name} />
                ))}
              </datalist>
            )}
          </>
        )
      }
    </Field>
  );
}

function textOf(value: JsonValue, isJson: boolean): string {
  if (value === null) return "";
  return isJson ? JSON.stringify(value, null, 2) : String(value);
}

interface Reading {
  isJson: boolean;
  isNumber: boolean;
  check: (value: JsonValue) => string | null;
}

/** What a text stands for: nothing, JSON, a number or a text. */
function read(text: string, { isJson, isNumber, check }: Reading): { value: JsonValue; error?: string } {
  if (text.trim() === "") return { value: null };
  let value: JsonValue = text;
  if (isJson || isNumber) {
    try {
      value = JSON.parse(text.replace(/^\s*\./, "0."));
    } catch {
      if (isJson) return { value: null, error: t`This is not valid JSON yet` };
    }
  }
  const error = check(value);
  return error === null ? { value } : { value, error };
}
