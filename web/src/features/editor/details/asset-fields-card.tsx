// The fields specific to this type of asset, rendered from the core's definitions.

import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import type { FieldDefinition, JsonValue } from "@/core";
import { assetFields } from "@/core";
import { translated } from "@/i18n";
import { SectionCard } from "@/ui/card";
import { Checkbox } from "@/ui/checkbox";
import { Field, type FieldControl } from "@/ui/field";
import { Input, Textarea } from "@/ui/input";
import { Select } from "@/ui/select";
import { useEditor, useSnapshot } from "../context";

interface AssetFieldsCardProps {
  label: string;
  /** An incomplete asset can be saved; once saved, its missing fields are named. */
  isSaved: boolean;
}

export function AssetFieldsCard({ label, isSaved }: AssetFieldsCardProps) {
  const { document: prompt, readOnly } = useEditor();
  const details = useSnapshot((document) => document.details());
  const fields = assetFields(details.prompt_type);
  const { missing } = useSnapshot((document) => document.filling());
  if (fields.length === 0) return null;
  return (
    <SectionCard title={t`${label} Fields`}>
      <div className="grid gap-4 md:grid-cols-2">
        {fields.map((field) => (
          <AssetField
            key={field.field_name}
            field={field}
            value={details.asset_fields?.[field.field_name] ?? null}
            isMissing={isSaved && !readOnly && missing.includes(field.field_name)}
            disabled={readOnly}
            onChange={(value) => prompt.apply({ op: "set_asset_field", name: field.field_name, value })}
          />
        ))}
      </div>
    </SectionCard>
  );
}

interface AssetFieldProps {
  field: FieldDefinition;
  value: JsonValue;
  isMissing: boolean;
  disabled: boolean;
  onChange: (value: JsonValue) => void;
}

const inputTypes = { text: "text", url: "url", email: "email", number: "number", date: "date" } as const;

function AssetField({ field, value, isMissing, disabled, onChange }: AssetFieldProps) {
  const { field_type: type, is_required: required } = field;
  const label = translated(field.field_label);
  const hint = translated(field.field_description);
  if (type === "boolean") {
    return (
      <Checkbox
        className="self-end pb-2"
        label={label}
        hint={hint || undefined}
        checked={value === true}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
      />
    );
  }
  const text = typeof value === "string" || typeof value === "number" ? String(value) : "";
  const control = (attributes: FieldControl) => {
    switch (type) {
      case "textarea":
        return (
          <Textarea
            {...attributes}
            value={text}
            readOnly={disabled}
            rows={3}
            className="field-sizing-content max-h-80"
            onChange={(event) => onChange(event.target.value)}
          />
        );
      case "select":
        return (
          <Select
            {...attributes}
            value={text}
            disabled={disabled}
            options={[
              { value: "", label: t`Choose…` },
              ...(field.field_options ?? []).map((option) => ({ value: option, label: translated(option) })),
            ]}
            onChange={(event) => onChange(event.target.value || null)}
          />
        );
      case "multiselect":
        return (
          <Choices
            label={label}
            {...attributes}
            options={field.field_options ?? []}
            value={value}
            disabled={disabled}
            onChange={onChange}
          />
        );
      default:
        return (
          <Input
            {...attributes}
            type={inputTypes[type]}
            value={text}
            readOnly={disabled}
            onChange={(event) => onChange(event.target.value)}
          />
        );
    }
  };
  return (
    <Field
      label={label}
      hint={isMissing ? <StillEmpty>{hint}</StillEmpty> : hint || undefined}
      required={required}
      className={type === "textarea" ? "md:col-span-2" : undefined}
    >
      {control}
    </Field>
  );
}

function StillEmpty({ children }: { children: ReactNode }) {
  return (
    <>
      <span className="font-semibold text-brass">
        <Trans>Not filled in yet.</Trans>
      </span>{" "}
      {children}
    </>
  );
}

interface ChoicesProps extends FieldControl {
  label: string;
  options: readonly string[];
  value: JsonValue;
  disabled: boolean;
  onChange: (value: JsonValue) => void;
}

function Choices({ id, label, options, value, disabled, onChange, ...described }: ChoicesProps) {
  const chosen = Array.isArray(value) ? value : [];
  return (
    <fieldset id={id} aria-label={label} className="flex flex-wrap gap-x-5 gap-y-2" {...described}>
      {options.map((option) => (
        <Checkbox
          key={option}
          label={translated(option)}
          checked={chosen.includes(option)}
          disabled={disabled}
          onChange={(event) =>
            onChange(event.target.checked ? [...chosen, option] : chosen.filter((other) => other !== option))
          }
        />
      ))}
    </fieldset>
  );
}
