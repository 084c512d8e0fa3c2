import { type ComponentCategory, parseTags, words } from "@/core/lists";
import { Checkbox } from "@/ui/checkbox";
import { Field } from "@/ui/field";
import { Input, Textarea } from "@/ui/input";
import { Select } from "@/ui/select";
import { TagsInput } from "@/ui/tags-input";

export interface ComponentFields {
  title: string;
  description: string;
  category: ComponentCategory;
  tags: string[];
  is_public: boolean;
}

interface DetailsFieldsProps {
  fields: ComponentFields;
  onChange: (change: Partial<ComponentFields>) => void;
}

/** What every component has, whatever its type. */
export function DetailsFields({ fields, onChange }: DetailsFieldsProps) {
  return (
    <>
      <Field label="Title" required>
        {(control) => (
          <Input
            {...control}
            value={fields.title}
            onChange={(event) => onChange({ title: event.target.value })}
          />
        )}
      </Field>
      <Field label="Description">
        {(control) => (
          <Textarea
            {...control}
            value={fields.description}
            onChange={(event) => onChange({ description: event.target.value })}
          />
        )}
      </Field>
      <Field label="Category">
        {(control) => (
          <Select
            {...control}
            options={words.component_categories}
            value={fields.category}
            onChange={(event) => onChange({ category: event.target.value as ComponentCategory })}
          />
        )}
      </Field>
      <Field label="Tags" hint="Enter adds a tag.">
        {(control) => (
          <TagsInput
            control={control}
            tags={fields.tags}
            onAdd={(text) => onChange({ tags: parseTags([...fields.tags, text].join(",")) })}
            onRemove={(tag) => onChange({ tags: fields.tags.filter((one) => one !== tag) })}
          />
        )}
      </Field>
      <Checkbox
        label="Make Public"
        hint="Others find it in the library and can use it."
        checked={fields.is_public}
        onChange={(event) => onChange({ is_public: event.target.checked })}
      />
    </>
  );
}
