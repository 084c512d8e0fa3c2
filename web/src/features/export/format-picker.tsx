import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import {
  Braces,
  CodeXml,
  FileCode2,
  FileText,
  Hash,
  History,
  type LucideIcon,
  ScrollText,
  Terminal,
  Wrench,
} from "lucide-react";
import { type ExportFormat, words } from "@/core/lists";
import type { Target } from "./target";

const looks: Record<ExportFormat, { icon: LucideIcon; hint: string }> = {
  "plain-text": { icon: FileText, hint: t`To paste anywhere` },
  markdown: { icon: Hash, hint: t`A document to read and edit` },
  yaml: { icon: ScrollText, hint: t`All data, easy to read` },
  html: { icon: CodeXml, hint: t`A page to fill in, copy and print` },
  xml: { icon: FileCode2, hint: t`All data, for XML tools` },
  json: { icon: Braces, hint: t`All data, for programs` },
  prompty: { icon: Terminal, hint: t`For the Prompty runtimes` },
};

interface FormatPickerProps {
  value: Target;
  onChange: (target: Target) => void;
  /** What the original file is; it is offered only with this. */
  original?: string | null;
}

export function FormatPicker({ value, onChange, original }: FormatPickerProps) {
  const choose = (target: Target) => ({ isChosen: value === target, onChoose: () => onChange(target) });
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <fieldset className="flex min-w-0 flex-col gap-1">
        <legend className="sr-only">
          <Trans>Format</Trans>
        </legend>
        {original && (
          <Choice icon={History} label={t`Original file`} hint={original} {...choose("original")} />
        )}
        {words.export_formats.map((choice) => (
          <Choice
            key={choice.value}
            icon={looks[choice.value].icon}
            label={choice.label}
            hint={looks[choice.value].hint}
            {...choose(choice.value)}
          />
        ))}
      </fieldset>
      <fieldset className="flex min-w-0 flex-col gap-1">
        <legend className="mb-1 text-sm font-semibold text-muted">
          <Trans>For other tools</Trans>
        </legend>
        {words.tool_formats.map((choice) => (
          <Choice
            key={choice.value}
            icon={Wrench}
            label={choice.label}
            hint={choice.ending}
            {...choose(choice.value)}
          />
        ))}
      </fieldset>
    </div>
  );
}

interface ChoiceProps {
  icon: LucideIcon;
  label: string;
  hint: string;
  isChosen: boolean;
  onChoose: () => void;
}

function Choice({ icon: Icon, label, hint, isChosen, onChoose }: ChoiceProps) {
  return (
    <label className="relative flex cursor-pointer items-center gap-3 rounded-control border border-transparent px-2.5 py-1.5 hover:bg-well has-checked:border-accent has-checked:bg-accent-wash has-focus-visible:outline-2 has-focus-visible:outline-accent">
      <input type="radio" name="export-format" className="sr-only" checked={isChosen} onChange={onChoose} />
      <Icon aria-hidden="true" className="size-4 shrink-0 text-muted" />
      <span className="min-w-0">
        <span className="block leading-tight font-semibold">{label}</span>
        <span className="block text-sm leading-snug text-muted">{hint}</span>
      </span>
    </label>
  );
}
