// Renders the difference of two texts, side by side or unified, with the changed words marked. The difference is
// computed elsewhere.
import { t } from "@lingui/core/macro";
import { Plural, Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { cn } from "./cn";

export interface DiffSpan {
  text: string;
  changed?: boolean;
}

type Kind = "same" | "added" | "removed" | "modified" | "gap";

export interface DiffSide {
  line: number;
  spans: readonly DiffSpan[];
}

export interface DiffRow {
  kind: Kind;
  old: DiffSide | null;
  new: DiffSide | null;
  line_end_differs?: boolean;
  hidden: number;
}

export interface DiffLine {
  kind: Kind;
  old_line: number | null;
  new_line: number | null;
  spans: readonly DiffSpan[];
  hidden: number;
}

/** A list whose items may be created lazily. */
interface Drawable<T> {
  map(draw: (item: T, index: number) => ReactNode): ReactNode[];
}

interface DiffViewProps {
  label: string;
  /** The same difference in both layouts, of which one is rendered. */
  rows: Drawable<DiffRow>;
  lines: Drawable<DiffLine>;
  layout: "side by side" | "unified";
  names?: { old: string; new: string };
  /** The approximate number of remaining rows. */
  left: number;
  onMore: () => void;
}

export function DiffView({
  label,
  rows,
  lines,
  layout,
  names = { old: t`Before`, new: t`After` },
  left,
  onMore,
}: DiffViewProps) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by key.
      tabIndex={0}
      className="overflow-x-auto rounded-control border bg-surface font-mono text-[0.8125rem] leading-relaxed"
    >
      {layout === "unified" ? (
        <table className="w-full border-collapse">
          <caption className="sr-only">{label}</caption>
          <tbody>
            {lines.map((line, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines are identified by position.
              <UnifiedRow key={index} line={line} />
            ))}
          </tbody>
        </table>
      ) : (
        <table className="w-full table-fixed border-collapse">
          <caption className="sr-only">{label}</caption>
          {/* The header cells span two columns each, so the widths are set here. */}
          <colgroup>
            <col className="w-11" />
            <col />
            <col className="w-11" />
            <col />
          </colgroup>
          <thead>
            <tr className="border-b bg-ground text-left font-sans text-sm text-muted">
              <th scope="col" colSpan={2} className="px-3 py-1 font-medium">
                {names.old}
              </th>
              <th scope="col" colSpan={2} className="border-l px-3 py-1 font-medium">
                {names.new}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows are identified by position.
              <SideBySideRow key={index} row={row} />
            ))}
          </tbody>
        </table>
      )}
      {left > 0 && (
        <button
          type="button"
          onClick={onMore}
          className="w-full border-t px-3 py-1.5 text-center font-sans text-sm text-accent hover:bg-well"
        >
          <Trans>Show more lines (about {left} to go)</Trans>
        </button>
      )}
    </section>
  );
}

const washes = { added: "bg-success-wash", removed: "bg-danger-wash" };
const marks = { added: "bg-success/25", removed: "bg-danger/25" };

function UnifiedRow({ line }: { line: DiffLine }) {
  if (line.kind === "gap") return <GapRow hidden={line.hidden} columns={3} />;
  const tone = line.kind === "added" || line.kind === "removed" ? line.kind : null;
  return (
    <tr className={cn(tone && washes[tone])}>
      <LineNumber line={line.old_line} />
      <LineNumber line={line.new_line} />
      <TextCell spans={line.spans} tone={tone} />
    </tr>
  );
}

function SideBySideRow({ row }: { row: DiffRow }) {
  if (row.kind === "gap") return <GapRow hidden={row.hidden} columns={4} />;
  const differs = row.kind !== "same";
  return (
    <tr>
      <SideCells side={row.old} tone={differs ? "removed" : null} />
      <SideCells
        side={row.new}
        tone={differs ? "added" : null}
        border
        note={row.line_end_differs ? t`line end differs` : null}
      />
    </tr>
  );
}

interface SideCellsProps {
  side: DiffSide | null;
  tone: "added" | "removed" | null;
  border?: boolean;
  note?: string | null;
}

function SideCells({ side, tone, border, note }: SideCellsProps) {
  if (!side) return <td colSpan={2} className={cn("bg-well", border && "border-l")} />;
  return (
    <>
      <LineNumber line={side.line} className={cn(tone && washes[tone], border && "border-l")} />
      <TextCell spans={side.spans} tone={tone} wash>
        {note && <span className="ml-2 font-sans text-xs text-muted">({note})</span>}
      </TextCell>
    </>
  );
}

interface TextCellProps {
  spans: readonly DiffSpan[];
  tone: "added" | "removed" | null;
  wash?: boolean;
  children?: ReactNode;
}

function TextCell({ spans, tone, wash, children }: TextCellProps) {
  const isWhole = spans.every((span) => span.changed);
  const Mark = tone === "removed" ? "del" : "ins";
  return (
    <td
      className={cn(
        "py-px pr-3 pl-1 align-top whitespace-pre-wrap wrap-anywhere",
        wash && tone && washes[tone],
      )}
    >
      <span aria-hidden="true" className="inline-block w-4 text-center text-muted select-none">
        {tone === "added" ? "+" : tone === "removed" ? "−" : " "}
      </span>
      {tone && <span className="sr-only">{tone === "added" ? t`Added: ` : t`Removed: `}</span>}
      {spans.map((span, index) =>
        span.changed && tone && !isWhole ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: spans are identified by position.
          <Mark key={index} className={cn("rounded-[0.2rem] no-underline", marks[tone])}>
            {span.text}
          </Mark>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: spans are identified by position.
          <span key={index}>{span.text}</span>
        ),
      )}
      {children}
    </td>
  );
}

function LineNumber({ line, className }: { line: number | null; className?: string }) {
  return (
    <td className={cn("w-11 py-px pr-2 text-right align-top text-muted tabular-nums select-none", className)}>
      {line}
    </td>
  );
}

function GapRow({ hidden, columns }: { hidden: number; columns: number }) {
  return (
    <tr>
      <td colSpan={columns} className="border-y bg-ground px-3 py-1 text-center font-sans text-sm text-muted">
        <Plural value={hidden} one="# unchanged line" other="# unchanged lines" />
      </td>
    </tr>
  );
}
