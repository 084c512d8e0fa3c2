import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useTags } from "@/api/tags";
import { parseTags, words } from "@/core";
import { Field } from "@/ui/field";
import { Input } from "@/ui/input";
import { Segmented } from "@/ui/segmented";
import { type Option, Select } from "@/ui/select";
import { TagsInput } from "@/ui/tags-input";
import type { SmartFilter } from "./queries";

interface FilterFieldsProps {
  filter: SmartFilter;
  onChange: (part: Partial<SmartFilter>) => void;
}

/** The filter of a smart collection: the Explorer's filters, and more. */
export default function FilterFields({ filter, onChange }: FilterFieldsProps) {
  const assets = filter.kind === "asset";
  const tags = filter.tags ?? [];
  const suggestions = useTags().tags.map(({ tag }) => tag);
  return (
    <fieldset className="space-y-4 rounded-control border px-4 pt-1 pb-4">
      <legend className="px-1 text-sm font-semibold">
        <Trans>Filled with</Trans>
      </legend>
      <div className="flex flex-wrap gap-2">
        <Segmented
          label={t`Kind`}
          value={filter.kind}
          // A change of kind resets the conditions that only one kind has.
          onChange={(kind) => onChange({ kind, structure_type: null, prompt_type: null })}
          options={[
            { value: "prompt", label: t`Prompts` },
            { value: "asset", label: t`Assets` },
            { value: "all", label: t`Both` },
          ]}
        />
        <Segmented
          label={t`Whose`}
          value={filter.owner}
          onChange={(owner) => onChange({ owner })}
          options={[
            { value: "me", label: t`Mine` },
            { value: "all", label: t`Mine and public ones` },
          ]}
        />
      </div>
      <Field label={t`Words`} hint={t`All words must appear in the title, description or content.`}>
        {(control) => (
          <Input
            {...control}
            value={filter.search ?? ""}
            onChange={(event) => onChange({ search: event.target.value })}
          />
        )}
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Choice
          label={t`Category`}
          any={t`All categories`}
          options={words.categories}
          value={filter.category}
          onChange={(category) => onChange({ category })}
        />
        {assets ? (
          <Choice
            label={t`Asset type`}
            any={t`All types`}
            options={words.prompt_types.filter(({ value }) => value !== "prompt")}
            value={filter.prompt_type}
            onChange={(prompt_type) => onChange({ prompt_type })}
          />
        ) : (
          <Choice
            label={t`Structure`}
            any={t`All structures`}
            options={words.structure_types}
            value={filter.structure_type}
            onChange={(structure_type) => onChange({ structure_type })}
          />
        )}
        <Choice
          label={t`Complexity`}
          any={t`Any complexity`}
          options={words.complexities}
          value={filter.complexity}
          onChange={(complexity) => onChange({ complexity })}
        />
        <Choice
          label={t`Visibility`}
          any={t`Public and private`}
          options={visibilities}
          value={filter.is_public == null ? null : filter.is_public ? "public" : "private"}
          onChange={(word) => onChange({ is_public: word === null ? null : word === "public" })}
        />
      </div>
      <Field label={t`Tags`} hint={t`Matches any of these tags. Press Enter to add a tag.`}>
        {(control) => (
          <TagsInput
            control={control}
            tags={tags}
            onChange={(tags) => onChange({ tags })}
            parse={parseTags}
            suggestions={suggestions}
          />
        )}
      </Field>
    </fieldset>
  );
}

const visibilities = [
  { value: "public", label: t`Public` },
  { value: "private", label: t`Private` },
] as const;

interface ChoiceProps<Value extends string> {
  label: string;
  /** The label of the option without a condition. */
  any: string;
  options: readonly (Option & { value: Value })[];
  value: Value | null | undefined;
  onChange: (value: Value | null) => void;
}

function Choice<Value extends string>({ label, any, options, value, onChange }: ChoiceProps<Value>) {
  return (
    <Field label={label}>
      {(control) => (
        <Select
          {...control}
          options={[{ value: "", label: any }, ...options]}
          value={value ?? ""}
          onChange={(event) =>
            onChange(options.find((option) => option.value === event.target.value)?.value ?? null)
          }
        />
      )}
    </Field>
  );
}
