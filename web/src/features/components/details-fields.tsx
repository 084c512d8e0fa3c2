import { type ComponentCategory, onOneLine, parseTags, titleChars, words } from "@/core";
import { BoundedField } from "@/ui/bounded-field";
import { Checkbox } from "@/ui/checkbox";
import { Field } from "@/ui/field";
import { Textarea } from "@/ui/input";
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
      <BoundedField
        label="Title"
        required
        value={fields.title}
        limit={titleChars}
        onText={(title) => onChange({ title: onOneLine(title) })}
      />
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
            onChange={(tags) => onChange({ tags })}
            parse={parseTags}
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
