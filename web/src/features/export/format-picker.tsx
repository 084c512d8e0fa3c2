import {
  Braces,
  CodeXml,
  FileCode2,
  FileText,
  Hash,
  type LucideIcon,
  ScrollText,
  Terminal,
} from "lucide-react";
import { type ExportFormat, words } from "@/core/lists";

const looks: Record<ExportFormat, { icon: LucideIcon; hint: string }> = {
  "plain-text": { icon: FileText, hint: "To paste anywhere" },
  markdown: { icon: Hash, hint: "A document to read and edit" },
  yaml: { icon: ScrollText, hint: "All data, easy to read" },
  html: { icon: CodeXml, hint: "A page to view and print" },
  xml: { icon: FileCode2, hint: "All data, for XML tools" },
  json: { icon: Braces, hint: "All data, for programs" },
  prompty: { icon: Terminal, hint: "For the Prompty runtimes" },
};

interface FormatPickerProps {
  value: ExportFormat;
  onChange: (format: ExportFormat) => void;
}

export function FormatPicker({ value, onChange }: FormatPickerProps) {
  return (
    <fieldset className="flex min-w-0 flex-col gap-1">
      <legend className="sr-only">Format</legend>
      {words.export_formats.map((choice) => {
        const { icon: Icon, hint } = looks[choice.value];
        return (
          <label
            key={choice.value}
            className="flex cursor-pointer items-center gap-3 rounded-control border border-transparent px-2.5 py-1.5 hover:bg-well has-checked:border-accent has-checked:bg-accent-wash has-focus-visible:outline-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name="export-format"
              className="sr-only"
              checked={choice.value === value}
              onChange={() => onChange(choice.value)}
            />
            <Icon aria-hidden="true" className="size-4 shrink-0 text-muted" />
            <span className="min-w-0">
              <span className="block leading-tight font-semibold">{choice.label}</span>
              <span className="block text-sm leading-snug text-muted">{hint}</span>
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}
