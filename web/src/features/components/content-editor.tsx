import { Plus, Trash2 } from "lucide-react";
import type { ComponentContent } from "@/api/generated/types.gen";
import { type ComponentAssetType, type ComponentType, type WrapperType, words } from "@/core/lists";
import { Button } from "@/ui/button";
import { Checkbox } from "@/ui/checkbox";
import { Field } from "@/ui/field";
import { IconButton } from "@/ui/icon-button";
import { Input, Textarea } from "@/ui/input";
import { Select } from "@/ui/select";
import { JsonBox } from "./json-box";

interface ContentEditorProps {
  type: ComponentType;
  content: ComponentContent;
  onChange: (change: Partial<ComponentContent>) => void;
  /** What is typed into the field for JSON while it is not valid. */
  unread: string | null;
  onUnread: (text: string | null) => void;
}

/** What a component says, by its type. */
export function ContentEditor(props: ContentEditorProps) {
  const Editor = editors[props.type];
  return (
    <div className="space-y-4">
      <Editor {...props} />
    </div>
  );
}

const editors = {
  module: ModuleEditor,
  wrapper: WrapperEditor,
  template: TemplateEditor,
  asset: AssetEditor,
};

function ModuleEditor({ content, onChange, unread, onUnread }: ContentEditorProps) {
  return (
    <>
      <Field label="Module content">
        {(control) => (
          <Textarea
            {...control}
            className="min-h-60 font-mono"
            value={content.moduleContent ?? ""}
            onChange={(event) => onChange({ moduleContent: event.target.value })}
          />
        )}
      </Field>
      <JsonBox
        label="Module configuration (JSON)"
        value={content.moduleConfig}
        onChange={(moduleConfig) => onChange({ moduleConfig })}
        unread={unread}
        onUnread={onUnread}
      />
    </>
  );
}

function WrapperEditor({ content, onChange, unread, onUnread }: ContentEditorProps) {
  return (
    <>
      <Field label="Wrapper type">
        {(control) => (
          <Select
            {...control}
            options={words.component_wrapper_types}
            value={content.wrapperType ?? "custom"}
            onChange={(event) => onChange({ wrapperType: event.target.value as WrapperType })}
          />
        )}
      </Field>
      <Field label="Wrapper logic">
        {(control) => (
          <Textarea
            {...control}
            className="min-h-60 font-mono"
            value={content.wrapperLogic ?? ""}
            onChange={(event) => onChange({ wrapperLogic: event.target.value })}
          />
        )}
      </Field>
      <JsonBox
        label="Wrapper configuration (JSON)"
        value={content.wrapperConfig}
        onChange={(wrapperConfig) => onChange({ wrapperConfig })}
        unread={unread}
        onUnread={onUnread}
      />
    </>
  );
}

function TemplateEditor({ content, onChange }: ContentEditorProps) {
  const sections = content.templateStructure?.sections ?? [];
  const variables = content.templateVariables ?? [];
  const setSections = (next: typeof sections) =>
    onChange({ templateStructure: { ...content.templateStructure, sections: next } });
  const setVariables = (next: typeof variables) => onChange({ templateVariables: next });
  return (
    <>
      <h3 className="font-bold">Sections</h3>
      {sections.map((section, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: sections have no id; they are only changed in place or at the end.
        <div key={index} className="space-y-3 rounded-control border p-4">
          <div className="flex items-end gap-2">
            <Field label={`Title of section ${index + 1}`} className="flex-1">
              {(control) => (
                <Input
                  {...control}
                  value={section.title}
                  onChange={(event) =>
                    setSections(sections.with(index, { ...section, title: event.target.value }))
                  }
                />
              )}
            </Field>
            <IconButton
              label={`Remove section ${index + 1}`}
              onClick={() => setSections(sections.toSpliced(index, 1))}
            >
              <Trash2 aria-hidden="true" />
            </IconButton>
          </div>
          <Field label={`Text of section ${index + 1}`}>
            {(control) => (
              <Textarea
                {...control}
                className="font-mono"
                value={section.content}
                onChange={(event) =>
                  setSections(sections.with(index, { ...section, content: event.target.value }))
                }
              />
            )}
          </Field>
        </div>
      ))}
      <Button onClick={() => setSections([...sections, { title: "", content: "" }])}>
        <Plus aria-hidden="true" /> Add section
      </Button>
      <h3 className="pt-2 font-bold">Variables</h3>
      {variables.map((variable, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: variables have no id; they are only changed in place or at the end.
        <div key={index} className="flex flex-wrap items-end gap-3">
          <Field label={`Name of variable ${index + 1}`} className="min-w-40 flex-1">
            {(control) => (
              <Input
                {...control}
                value={variable.name}
                onChange={(event) =>
                  setVariables(variables.with(index, { ...variable, name: event.target.value }))
                }
              />
            )}
          </Field>
          <Field label={`Type of variable ${index + 1}`} className="min-w-32 flex-1">
            {(control) => (
              <Input
                {...control}
                value={variable.type}
                onChange={(event) =>
                  setVariables(variables.with(index, { ...variable, type: event.target.value }))
                }
              />
            )}
          </Field>
          <Checkbox
            className="pb-2"
            label="Required"
            checked={variable.required}
            onChange={(event) =>
              setVariables(variables.with(index, { ...variable, required: event.target.checked }))
            }
          />
          <IconButton
            label={`Remove variable ${index + 1}`}
            onClick={() => setVariables(variables.toSpliced(index, 1))}
          >
            <Trash2 aria-hidden="true" />
          </IconButton>
        </div>
      ))}
      <Button onClick={() => setVariables([...variables, { name: "", type: "text", required: false }])}>
        <Plus aria-hidden="true" /> Add variable
      </Button>
    </>
  );
}

function AssetEditor({ content, onChange, unread, onUnread }: ContentEditorProps) {
  return (
    <>
      <Field label="Asset type">
        {(control) => (
          <Select
            {...control}
            options={words.component_asset_types}
            value={content.assetType ?? "prompt"}
            onChange={(event) => onChange({ assetType: event.target.value as ComponentAssetType })}
          />
        )}
      </Field>
      <Field label="Reference">
        {(control) => (
          <Input
            {...control}
            value={content.assetReference ?? ""}
            onChange={(event) => onChange({ assetReference: event.target.value })}
          />
        )}
      </Field>
      <JsonBox
        label="Metadata (JSON)"
        value={content.assetMetadata}
        onChange={(assetMetadata) => onChange({ assetMetadata })}
        unread={unread}
        onUnread={onUnread}
      />
    </>
  );
}
