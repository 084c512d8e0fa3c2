// The form for the content of a component, field by field for its type.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Plus, Trash2 } from "lucide-react";
import { useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import type { Component, ComponentContent, JsonValue } from "@/core";
import type { ComponentDocument } from "@/core/component-document";
import { type ContentField, contentFields } from "@/core/component-fields";
import { Button } from "@/ui/button";
import { Checkbox } from "@/ui/checkbox";
import { Field, type FieldControl } from "@/ui/field";
import { IconButton } from "@/ui/icon-button";
import { Input, Textarea } from "@/ui/input";
import { Select } from "@/ui/select";
import type { InvalidJsonDrafts } from "../state/invalid-json-drafts";
import { bindTextarea } from "../text/bind-textarea";
import { useJsonText } from "../use-json-text";
import { ofTheRecord } from "../use-shortcuts";
import { bindComponentText } from "./component-text-binding";

interface ContentEditorProps {
  document: ComponentDocument;
  invalidJson: InvalidJsonDrafts;
}

export function ContentEditor({ document, invalidJson }: ContentEditorProps) {
  const { type } = useSyncExternalStore(document.subscribe, document.record);
  return (
    <div className="space-y-4">
      {contentFields[type].map((field) => (
        <ContentInput key={field.key} field={field} document={document} invalidJson={invalidJson} />
      ))}
    </div>
  );
}

interface ContentInputProps extends ContentEditorProps {
  field: ContentField;
}

function ContentInput({ field, document, invalidJson }: ContentInputProps) {
  const { content } = useSyncExternalStore(document.subscribe, document.record);
  const value = content[field.key];
  const set = (next: unknown) => document.editContent({ [field.key]: next } as Partial<ComponentContent>);
  switch (field.kind) {
    case "text":
      return (
        <TextInput
          label={field.label}
          document={document}
          get={(component) => (component.content[field.key] as string | undefined) ?? ""}
          set={set}
          className="min-h-60"
        />
      );
    case "line":
      return (
        <Field label={field.label}>
          {(control) => (
            <Input
              {...control}
              {...ofTheRecord}
              value={(value as string | undefined) ?? ""}
              onChange={(event) => set(event.target.value)}
            />
          )}
        </Field>
      );
    case "choice":
      return (
        <Field label={field.label}>
          {(control) => (
            <Select
              {...control}
              options={field.options}
              value={(value as string | undefined) ?? field.standard}
              onChange={(event) => set(event.target.value)}
            />
          )}
        </Field>
      );
    case "json":
      return (
        <JsonInput
          field={field}
          read={() => document.record().content[field.key] as JsonValue}
          invalidJson={invalidJson}
          set={set}
        />
      );
    case "sections":
      return <Sections document={document} />;
    case "variables":
      return <Variables document={document} />;
  }
}

interface TextInputProps {
  label: string;
  document: ComponentDocument;
  get: (component: Component) => string;
  set: (text: string) => void;
  className?: string;
}

/** A text area whose caret stays between the same characters when undo or a merge changes the text. */
function TextInput({ label, document, className, ...access }: TextInputProps) {
  const latest = useRef(access);
  latest.current = access;
  const binding = useMemo(
    () =>
      bindComponentText(
        document,
        (component) => latest.current.get(component),
        (text) => latest.current.set(text),
      ),
    [document],
  );
  return (
    <Field label={label}>
      {(control) => <BoundTextarea control={control} binding={binding} className={className} />}
    </Field>
  );
}

interface BoundTextareaProps {
  control: FieldControl;
  binding: ReturnType<typeof bindComponentText>;
  className: string | undefined;
}

function BoundTextarea({ control, binding, className }: BoundTextareaProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => (area.current ? bindTextarea(area.current, binding) : undefined), [binding]);
  return <Textarea {...control} {...ofTheRecord} ref={area} className={`font-mono ${className ?? ""}`} />;
}

interface JsonInputProps {
  field: ContentField;
  read: () => JsonValue;
  invalidJson: InvalidJsonDrafts;
  set: (value: JsonValue) => void;
}

function JsonInput({ field, read, invalidJson, set }: JsonInputProps) {
  const { text, error, type } = useJsonText(invalidJson, field.key, read, set);
  return (
    <Field
      label={t`${field.label} (JSON)`}
      error={error && t`${error}. It is not saved, but kept in this browser.`}
    >
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

const sectionsOf = ({ content }: Component) => content.templateStructure?.sections ?? [];

function Sections({ document }: { document: ComponentDocument }) {
  const component = useSyncExternalStore(document.subscribe, document.record);
  const sections = sectionsOf(component);
  const setSections = (next: typeof sections) =>
    document.editContent({
      templateStructure: { ...document.record().content.templateStructure, sections: next },
    });
  const setSection = (index: number, part: Partial<(typeof sections)[number]>) => {
    const now = sectionsOf(document.record());
    const section = now[index];
    if (section) setSections(now.with(index, { ...section, ...part }));
  };
  const [added, setAdded] = useState<number | null>(null);
  return (
    <>
      <h3 className="font-bold">
        <Trans>Sections</Trans>
      </h3>
      {sections.map((section, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: sections have no id; they are only changed in place or at the end.
        <div key={index} className="space-y-3 rounded-control border p-4">
          <div className="flex items-end gap-2">
            <Field label={t`Title of section ${index + 1}`} className="flex-1">
              {(control) => (
                <Input
                  {...control}
                  {...ofTheRecord}
                  autoFocus={index === added}
                  value={section.title}
                  onChange={(event) => setSection(index, { title: event.target.value })}
                />
              )}
            </Field>
            <IconButton
              label={t`Remove section ${index + 1}`}
              onClick={() => setSections(sections.toSpliced(index, 1))}
            >
              <Trash2 aria-hidden="true" />
            </IconButton>
          </div>
          <TextInput
            label={t`Text of section ${index + 1}`}
            document={document}
            get={(component) => sectionsOf(component)[index]?.content ?? ""}
            set={(content) => setSection(index, { content })}
          />
        </div>
      ))}
      <Button
        onClick={() => {
          setAdded(sections.length);
          setSections([...sections, { title: "", content: "" }]);
        }}
      >
        <Plus aria-hidden="true" /> <Trans>Add section</Trans>
      </Button>
    </>
  );
}

function Variables({ document }: { document: ComponentDocument }) {
  const { content } = useSyncExternalStore(document.subscribe, document.record);
  const variables = content.templateVariables ?? [];
  const setVariables = (templateVariables: typeof variables) => document.editContent({ templateVariables });
  const setVariable = (index: number, part: Partial<(typeof variables)[number]>) => {
    const variable = variables[index];
    if (variable) setVariables(variables.with(index, { ...variable, ...part }));
  };
  const [added, setAdded] = useState<number | null>(null);
  return (
    <>
      <h3 className="pt-2 font-bold">
        <Trans>Variables</Trans>
      </h3>
      {variables.map((variable, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: variables have no id; they are only changed in place or at the end.
        <div key={index} className="flex flex-wrap items-end gap-3">
          <Field label={t`Name of variable ${index + 1}`} className="min-w-40 flex-1">
            {(control) => (
              <Input
                {...control}
                {...ofTheRecord}
                autoFocus={index === added}
                value={variable.name}
                onChange={(event) => setVariable(index, { name: event.target.value })}
              />
            )}
          </Field>
          <Field label={t`Type of variable ${index + 1}`} className="min-w-32 flex-1">
            {(control) => (
              <Input
                {...control}
                {...ofTheRecord}
                value={variable.type}
                onChange={(event) => setVariable(index, { type: event.target.value })}
              />
            )}
          </Field>
          <Checkbox
            className="pb-2"
            label={t`Required`}
            checked={variable.required}
            onChange={(event) => setVariable(index, { required: event.target.checked })}
          />
          <IconButton
            label={t`Remove variable ${index + 1}`}
            onClick={() => setVariables(variables.toSpliced(index, 1))}
          >
            <Trash2 aria-hidden="true" />
          </IconButton>
        </div>
      ))}
      <Button
        onClick={() => {
          setAdded(variables.length);
          setVariables([...variables, { name: "", type: "text", required: false }]);
        }}
      >
        <Plus aria-hidden="true" /> <Trans>Add variable</Trans>
      </Button>
    </>
  );
}
