// One column: the model and the version, and what it answered.
import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { BookmarkPlus, X } from "lucide-react";
import { useSyncExternalStore } from "react";
import { isStatus, messageOf } from "@/api/client";
import type { RunSummary } from "@/api/generated/types.gen";
import { type Format, useFormat } from "@/lib/format";
import { ownKeysHash } from "@/lib/own-keys";
import { Alert } from "@/ui/alert";
import { buttonClass } from "@/ui/button";
import { CopyButton } from "@/ui/copy-button";
import { IconButton } from "@/ui/icon-button";
import { Select } from "@/ui/select";
import { Spinner } from "@/ui/spinner";
import { type AnswerState, answerOf } from "./answer";
import { AnswerText } from "./answer-text";
import type { Column } from "./columns";
import { useSaveAsExample } from "./queries";
import { ToolCalls } from "./tool-calls";
import type { ModelChoice, Quote } from "./use-runs";

interface ColumnViewProps {
  promptId: string | null;
  /** The title of the prompt. */
  title: string;
  column: Column;
  /** Its number, from 1. */
  number: number;
  models: readonly ModelChoice[];
  versions: readonly string[];
  /** What it costs and what the model gets, before the run. */
  quote: Quote;
  /** The most tokens that the prompt should have. */
  budget: number | null;
  onChange: (column: Column) => void;
  /** Undefined for the only column. */
  onRemove: (() => void) | undefined;
}

const keyOf = ({ provider, model }: Omit<ModelChoice, "label">) => `${provider} ${model}`;

export function ColumnView(props: ColumnViewProps) {
  const { promptId, title, column, number, models, versions, quote, budget, onChange, onRemove } = props;
  const answer = answerOf(promptId, column.id);
  const state = useSyncExternalStore(answer.subscribe, answer.state);
  const input = answer.input();
  const save = useSaveAsExample(title);
  const format = useFormat();
  const isOffered = models.some((choice) => keyOf(choice) === keyOf(column));
  const choices = isOffered ? models : [{ ...column, label: t`not available` }, ...models];
  const name = t`Answer ${number}: ${column.model}`;
  return (
    <article
      aria-label={name}
      className="@container flex min-w-0 flex-col gap-3 rounded-tray border bg-ground p-3"
    >
      <div className="flex items-start gap-1.5">
        <div className="grid min-w-0 flex-1 gap-1.5 @sm:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <Select
            aria-label={t`Model ${number}`}
            value={keyOf(column)}
            onChange={({ target }) => {
              const chosen = choices.find((choice) => keyOf(choice) === target.value);
              if (chosen) onChange({ ...column, provider: chosen.provider, model: chosen.model });
            }}
            options={choices.map((choice) => ({
              value: keyOf(choice),
              label: `${choice.model} · ${choice.label}`,
            }))}
          />
          <Select
            aria-label={t`Version ${number}`}
            value={column.version ?? ""}
            onChange={({ target }) => onChange({ ...column, version: target.value || null })}
            options={[
              { value: "", label: t`Current text` },
              ...versions.map((version) => ({ value: version, label: version })),
            ]}
          />
        </div>
        {onRemove && (
          <IconButton label={t`Remove column ${number}`} onClick={onRemove}>
            <X aria-hidden="true" />
          </IconButton>
        )}
      </div>
      {state.status !== "idle" && <AnswerText answer={answer} label={name} />}
      {state.status === "done" && <ToolCalls calls={state.run.tool_calls} />}
      {state.status === "done" && state.run.message && <Alert tone="warning">{state.run.message}</Alert>}
      {state.status === "failed" && <Failure error={state.error} />}
      <div className="mt-auto flex min-h-8 flex-wrap items-center justify-end gap-x-2 gap-y-1">
        <p className="min-w-48 flex-1 text-sm text-muted tabular-nums" aria-live="polite">
          <Figures state={state} hasText={answer.text() !== ""} quote={quote} format={format} />
          {budget !== null && quote.tokens !== null && quote.tokens > budget && (
            <span className="block text-brass">
              {t`About ${format.number(quote.tokens)} tokens, over the budget of ${format.number(budget)}.`}
            </span>
          )}
        </p>
        {state.status === "done" && state.run.output && (
          <span className="flex items-center gap-1">
            {input !== null && (
              <IconButton
                size="sm"
                label={t`Save answer ${number} as an example`}
                disabled={save.isPending}
                onClick={() => save.mutate({ input, output: state.run.output })}
              >
                <BookmarkPlus aria-hidden="true" />
              </IconButton>
            )}
            <CopyButton size="sm" variant="ghost" text={state.run.output} />
          </span>
        )}
      </div>
    </article>
  );
}

function Failure({ error }: { error: unknown }) {
  const isBroke = isStatus(error, 402);
  return (
    <Alert
      title={t`The run failed`}
      action={
        isBroke && (
          <>
            <Link to="/settings" search={{ tab: "billing" }} className={buttonClass({ size: "sm" })}>
              <Trans>Get credits</Trans>
            </Link>
            <Link to="/settings" hash={ownKeysHash} className={buttonClass({ size: "sm" })}>
              <Trans>Use your own key</Trans>
            </Link>
          </>
        )
      }
    >
      {messageOf(error)}
    </Alert>
  );
}

interface FiguresProps {
  state: AnswerState;
  /** Whether a part of the answer has arrived. */
  hasText: boolean;
  quote: Quote;
  format: Format;
}

/** A part of an answer may have been stored and charged without word of it. */
const maybeCharged = t`What had arrived may be charged. It is under Earlier runs then.`;

function Figures({ state, hasText, quote, format }: FiguresProps) {
  switch (state.status) {
    case "running":
      return state.firstTokenMs === null ? (
        <span className="inline-flex items-center gap-2">
          <Spinner className="size-4 text-accent" /> <Trans>Waiting for the first word</Trans>
        </span>
      ) : (
        t`First word after ${seconds(state.firstTokenMs, format)}`
      );
    case "reconnecting":
      return (
        <span className="inline-flex items-center gap-2">
          <Spinner className="size-4 text-accent" />{" "}
          <Trans>The connection broke. Waiting for the end of the run</Trans>
        </span>
      );
    case "stopping":
      return t`Stopped`;
    case "stopped":
      return hasText ? t`Stopped. ${maybeCharged}` : t`Stopped before the first word. Nothing was charged.`;
    case "done":
      return figuresOf(state.run, format);
    case "failed":
      // Whether the run went on is not known if the connection broke for good.
      return hasText && isStatus(state.error, 0) ? maybeCharged : t`Nothing was charged.`;
    case "idle":
      return quoted(quote);
  }
}

function quoted({ price, tokens }: Quote): string {
  const parts = [
    price !== null && credits(price),
    tokens !== null && plural(tokens, { one: "about # token to read", other: "about # tokens to read" }),
  ];
  return parts.filter(Boolean).join(" · ");
}

/** What a run took, in one line. */
export function figuresOf(run: RunSummary, format: Format): string {
  const tokens = run.input_tokens + run.output_tokens;
  return [
    run.status === "stopped" && t`Stopped`,
    run.first_token_ms != null && t`First word after ${seconds(run.first_token_ms, format)}`,
    t`${seconds(run.total_ms, format)} in all`,
    tokens > 0 && t`${format.number(run.input_tokens)} + ${format.number(run.output_tokens)} tokens`,
    run.own_key ? t`Your key` : credits(run.total_cost),
  ]
    .filter(Boolean)
    .join(" · ");
}

export const credits = (price: number): string => plural(price, { one: "# credit", other: "# credits" });

const seconds = (ms: number, format: Format): string => `${format.number(ms / 1000, ms < 100 ? 2 : 1)} s`;
