import { t } from "@lingui/core/macro";
import type { ReactNode } from "react";
import { cn } from "@/ui/cn";

const architectures: { name: string; parts: string; text: string; drawing: ReactNode }[] = [
  {
    name: t`Standard`,
    parts: t`segments`,
    text: t`Simple segments, one after the other: system, user, assistant, context, instruction.`,
    drawing: (
      <>
        <rect x="8" y="8" width="144" height="16" />
        <rect x="8" y="32" width="144" height="24" className="fill-accent-wash" />
        <rect x="8" y="64" width="144" height="24" />
      </>
    ),
  },
  {
    name: t`Structured`,
    parts: t`sections`,
    text: t`Titled sections in a hierarchy, for prompts that read like a document.`,
    drawing: (
      <>
        <path d="M8 12h60" />
        <rect x="20" y="20" width="132" height="14" className="fill-accent-wash" />
        <path d="M8 48h84" />
        <rect x="20" y="56" width="132" height="14" />
        <rect x="20" y="76" width="132" height="12" />
      </>
    ),
  },
  {
    name: t`Modulized`,
    parts: t`modules`,
    text: t`Reusable modules, each with processing wrappers and its own configuration.`,
    drawing: (
      <>
        <rect x="8" y="8" width="68" height="80" />
        <rect x="84" y="8" width="68" height="36" />
        <rect x="84" y="52" width="68" height="36" />
        <rect x="16" y="16" width="52" height="64" className="fill-accent-wash" />
        <rect x="92" y="16" width="24" height="8" className="fill-brass-wash stroke-brass" />
        <rect x="120" y="16" width="24" height="8" className="fill-brass-wash stroke-brass" />
        <rect x="92" y="60" width="34" height="8" className="fill-brass-wash stroke-brass" />
      </>
    ),
  },
  {
    name: t`Advanced`,
    parts: t`blocks`,
    text: t`Blocks that hold modules and assets, and the dependencies between them.`,
    drawing: (
      <>
        <rect x="8" y="8" width="60" height="80" />
        <rect x="92" y="8" width="60" height="80" />
        <rect x="16" y="16" width="44" height="26" className="fill-accent-wash" />
        <rect x="16" y="50" width="44" height="30" />
        <rect x="100" y="16" width="44" height="38" className="fill-accent-wash" />
        <rect x="100" y="62" width="18" height="18" className="fill-brass-wash stroke-brass" />
        <rect x="126" y="62" width="18" height="18" className="fill-brass-wash stroke-brass" />
        <path d="M68 30h24m-6-5 6 5-6 5" />
      </>
    ),
  },
];

/** The four prompt structures, each drawn as a case with its compartments. */
export function Architectures({ className }: { className?: string }) {
  return (
    <ul className={cn("tray sm:grid-cols-2 lg:grid-cols-4", className)}>
      {architectures.map(({ name, parts, text, drawing }) => (
        <li key={name} className="p-6">
          <svg
            viewBox="0 0 160 96"
            aria-hidden="true"
            className="w-full max-w-56 fill-well stroke-line-strong [&_path]:fill-none"
            strokeWidth="1.5"
            strokeLinejoin="round"
          >
            {drawing}
          </svg>
          <h3 className="mt-5 flex items-baseline justify-between gap-2 text-lg font-bold">
            {name} <span className="font-mono text-sm font-normal text-muted">{parts}</span>
          </h3>
          <p className="mt-1.5 text-muted">{text}</p>
        </li>
      ))}
    </ul>
  );
}
