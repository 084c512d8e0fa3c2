import { t } from "@lingui/core/macro";
import { FileOutput, GitCompareArrows, Layers, Puzzle, Sparkles, Users } from "lucide-react";
import { cn } from "@/ui/cn";

const capabilities = [
  {
    icon: Layers,
    title: t`Written in parts`,
    text: t`Segments, sections, modules or blocks: every part has its place, moves by drag or keyboard, and is compared on its own.`,
  },
  {
    icon: GitCompareArrows,
    title: t`Versioned like code`,
    text: t`Major.Minor.Patch numbers, changelogs, side-by-side comparison and a restore that never loses what it replaces.`,
  },
  {
    icon: FileOutput,
    title: t`Seven formats, exactly`,
    text: t`Plain text to paste anywhere. Markdown, YAML, HTML, XML, JSON and prompty import back to the same prompt, character for character.`,
  },
  {
    icon: Puzzle,
    title: t`A library of components`,
    text: t`Modules, wrappers, templates and assets that you write once and use in every prompt that needs them.`,
  },
  {
    icon: Sparkles,
    title: t`AI that drafts for you`,
    text: t`Describe what you need and get an optimized, structured prompt, saved and open in the editor. With Pro and Max.`,
  },
  {
    icon: Users,
    title: t`A community to build on`,
    text: t`Find what is trending, like it, clone it and make it yours. Private prompts are visible only to you.`,
  },
];

export function Capabilities({ className }: { className?: string }) {
  return (
    <ul className={cn("tray sm:grid-cols-2 lg:grid-cols-3", className)}>
      {capabilities.map(({ icon: Icon, title, text }) => (
        <li key={title} className="p-6 lg:p-7">
          <Icon aria-hidden="true" className="size-6 text-accent" strokeWidth={1.75} />
          <h3 className="mt-4 text-lg font-bold">{title}</h3>
          <p className="mt-1.5 text-muted">{text}</p>
        </li>
      ))}
    </ul>
  );
}
