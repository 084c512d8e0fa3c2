// The result of reading one file before anything is stored: its format, its prompts to choose from, and its
// diagnostics.
import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Check, CircleAlert } from "lucide-react";
import { useState } from "react";
import { messageOf } from "@/api/client";
import { type Diagnostic, type ImportedPrompt, labelOf, messages, words } from "@/core/lists";
import { Badge } from "@/ui/badge";
import { Button } from "@/ui/button";
import { Checkbox } from "@/ui/checkbox";
import { cn } from "@/ui/cn";
import type { Known } from "./known";
import { PromptText } from "./prompt-text";
import type { FileReport } from "./read-files";
import { keyOf, type Outcome } from "./use-import";

interface FileReportViewProps {
  report: FileReport;
  chosen: ReadonlySet<string>;
  known: ReadonlyMap<string, Known>;
  outcomes: ReadonlyMap<string, Outcome>;
  disabled: boolean;
  /** The number of prompts listed. */
  shown: number;
  onShow: () => void;
  onChoose: (keys: readonly string[], wanted: boolean) => void;
  onOpen: (prompt: { id: string; prompt_type: string }) => void;
}

export function FileReportView({
  report,
  chosen,
  known,
  outcomes,
  disabled,
  shown,
  onShow,
  onChoose,
  onOpen,
}: FileReportViewProps) {
  const { imported, error } = report;
  const prompts = imported?.prompts ?? [];
  const keys = prompts.map((_, index) => keyOf(report, index));
  const chosenHere = keys.filter((key) => chosen.has(key)).length;
  const name = report.name || t`Pasted text`;
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b bg-ground px-3 py-2 last:border-b-0">
        <span className="min-w-0 font-semibold wrap-anywhere">{name}</span>
        {imported && prompts.length > 0 && (
          <Badge tone="accent">{labelOf(words.import_formats, imported.format)}</Badge>
        )}
        <span className="text-sm text-muted">
          {prompts.length === 0
            ? messages.no_prompts_found
            : prompts.length === 1
              ? "1 prompt"
              : t`${prompts.length} prompts`}
        </span>
        {prompts.length > 1 && !disabled && (
          <Button
            variant="link"
            size="sm"
            className="ml-auto"
            onClick={() => onChoose(keys, chosenHere < keys.length)}
          >
            {chosenHere < keys.length ? t`Choose all` : t`Choose none`}
          </Button>
        )}
      </div>
      {error && <p className="px-3 py-2 text-danger">{messageOf(error)}</p>}
      {imported && <Notes list={imported.diagnostics} className="border-b px-3 py-2 last:border-b-0" />}
      {prompts.length > 0 && (
        <ul aria-label={t`Prompts in ${name}`} className="divide-y">
          {prompts.slice(0, shown).map((prompt, index) => {
            const key = keyOf(report, index);
            return (
              <PromptRow
                key={key}
                found={prompt}
                isChosen={chosen.has(key)}
                known={known.get(key)}
                outcome={outcomes.get(key)}
                disabled={disabled}
                onChoose={(wanted) => onChoose([key], wanted)}
                onOpen={onOpen}
              />
            );
          })}
        </ul>
      )}
      {shown < prompts.length && (
        <Button variant="ghost" size="sm" className="m-1.5" onClick={onShow}>
          <Trans>Show more ({prompts.length - shown} to go)</Trans>
        </Button>
      )}
    </>
  );
}

interface PromptRowProps {
  found: ImportedPrompt;
  isChosen: boolean;
  /** The user's own prompt that it repeats. */
  known: Known | undefined;
  outcome: Outcome | undefined;
  disabled: boolean;
  onChoose: (wanted: boolean) => void;
  onOpen: (prompt: { id: string; prompt_type: string }) => void;
}

function PromptRow({ found, isChosen, known, outcome, disabled, onChoose, onOpen }: PromptRowProps) {
  const { prompt, diagnostics } = found;
  const [isShown, setIsShown] = useState(false);
  return (
    <li className="px-3 py-2 [contain-intrinsic-size:auto_4.5rem] [content-visibility:auto]">
      <div className="flex items-start gap-3">
        <Checkbox
          className="min-w-0 flex-1"
          disabled={disabled}
          checked={isChosen}
          onChange={(event) => onChoose(event.target.checked)}
          label={<span className="font-medium wrap-anywhere">{prompt.title}</span>}
          hint={
            <span className="line-clamp-2">
              {[
                labelOf(words.prompt_types, prompt.prompt_type),
                labelOf(words.structure_types, prompt.structure_type),
                prompt.description.slice(0, 500),
              ]
                .filter(Boolean)
                .join(" · ")}
            </span>
          }
        />
        {outcome?.state === "stored" && (
          <span className="flex shrink-0 items-center gap-2 text-sm text-success">
            <Check aria-hidden="true" className="size-4" />{" "}
            <Trans>
              Stored
              <Button size="sm" aria-label={t`Open ${prompt.title}`} onClick={() => onOpen(outcome.prompt)}>
                Open
              </Button>
            </Trans>
          </span>
        )}
      </div>
      {outcome?.state === "failed" && (
        <p className="mt-1 ml-7 flex items-start gap-1.5 text-sm font-medium text-danger">
          <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" /> {messageOf(outcome.error)}
        </p>
      )}
      {known && outcome === undefined && (
        <p className="mt-1 ml-7 text-sm text-brass">
          {known.isSame ? t`You have this prompt already.` : t`You have another prompt with this title.`}{" "}
          <Button variant="link" size="sm" onClick={() => onOpen(known)}>
            <Trans>Open yours</Trans>
          </Button>
        </p>
      )}
      <Notes list={diagnostics} className="mt-1 ml-7" />
      <Button
        variant="link"
        size="sm"
        className="mt-1 ml-7"
        aria-expanded={isShown}
        onClick={() => setIsShown(!isShown)}
      >
        {isShown ? t`Hide text` : t`Show text`}
      </Button>
      {isShown && <PromptText prompt={prompt} />}
    </li>
  );
}

/** The number of diagnostics, named by their common severity. */
function countOf(list: readonly Diagnostic[]): string {
  const [first, ...others] = list.map(({ severity }) => severity);
  const count = list.length;
  switch (others.every((other) => other === first) ? first : "info") {
    case "error":
      return plural(count, { one: "# problem", other: "# problems" });
    case "warning":
      return plural(count, { one: "# warning", other: "# warnings" });
    default:
      return plural(count, { one: "# note", other: "# notes" });
  }
}

const tones = { info: "text-muted", warning: "text-brass", error: "text-danger" };

function Notes({ list, className }: { list: readonly Diagnostic[]; className?: string }) {
  if (list.length === 0) return null;
  const worst = list.some(({ severity }) => severity === "error")
    ? "error"
    : list.some(({ severity }) => severity === "warning")
      ? "warning"
      : "info";
  return (
    <details className={cn("text-sm", className)} open={worst === "error"}>
      <summary className={cn("w-fit cursor-pointer rounded-control", tones[worst])}>{countOf(list)}</summary>
      <ul className="mt-1 flex flex-col gap-1">
        {list.map((note) => (
          <li key={`${note.code} ${note.place} ${note.message}`} className="wrap-anywhere">
            <span className={tones[note.severity]}>{note.message}.</span>{" "}
            {note.place && <span className="font-mono text-xs text-muted">{note.place}</span>}{" "}
            {note.hint && <span className="text-muted">{note.hint}.</span>}
          </li>
        ))}
      </ul>
    </details>
  );
}
