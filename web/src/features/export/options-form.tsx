import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { ExportOptions } from "@/core";
import { Checkbox } from "@/ui/checkbox";
import { Field } from "@/ui/field";
import { Select } from "@/ui/select";

interface OptionsFormProps {
  options: ExportOptions;
  onChange: (options: ExportOptions) => void;
}

export function OptionsForm({ options, onChange }: OptionsFormProps) {
  const { formatting } = options;
  const format = (change: Partial<ExportOptions["formatting"]>) =>
    onChange({ ...options, formatting: { ...formatting, ...change } });
  const hasNoFormatting = options.format === "json";
  return (
    <div className="flex flex-col gap-4">
      <Checkbox
        label={t`Include metadata`}
        hint={t`Category, tags, language and the other details`}
        checked={options.include_metadata}
        onChange={(event) => onChange({ ...options, include_metadata: event.target.checked })}
      />
      <Checkbox
        label={t`Include version info`}
        checked={options.include_version_info}
        onChange={(event) => onChange({ ...options, include_version_info: event.target.checked })}
      />
      {hasNoFormatting ? (
        <p className="text-sm text-muted">
          <Trans>JSON has no formatting options.</Trans>
        </p>
      ) : (
        <>
          <Field label={t`Indentation`}>
            {(control) => (
              <Select
                {...control}
                value={String(formatting.indentation)}
                options={[2, 4, 8].map((spaces) => ({ value: String(spaces), label: t`${spaces} spaces` }))}
                onChange={(event) => format({ indentation: Number(event.target.value) as 2 | 4 | 8 })}
              />
            )}
          </Field>
          <Checkbox
            label={t`Line breaks`}
            hint={t`Blank lines between the parts`}
            checked={formatting.line_breaks}
            onChange={(event) => format({ line_breaks: event.target.checked })}
          />
          <Checkbox
            label={t`Comments`}
            hint={t`Add explanatory comments where the format supports them`}
            checked={formatting.comments}
            onChange={(event) => format({ comments: event.target.checked })}
          />
        </>
      )}
    </div>
  );
}
