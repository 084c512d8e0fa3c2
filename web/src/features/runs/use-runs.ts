// Running the columns of the panel: the models to choose from, the prices, start and stop.
import { t } from "@lingui/core/macro";
import { useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { messageOf } from "@/api/client";
import type { ProviderOffer, StoredPrompt } from "@/api/generated/types.gen";
import { useUser } from "@/api/session";
import type { EditorDocument, Prompt, Provider } from "@/core";
import { labelOf, words } from "@/core/lists";
import { activeOwnKey } from "@/lib/own-keys";
import { toast } from "@/ui/toast";
import { answerOf } from "./answer";
import { type Column, storeColumns } from "./columns";

export type Values = Readonly<Record<string, unknown>>;
export type Includes = Readonly<Record<string, Prompt>>;

export interface ModelChoice {
  provider: Provider;
  model: string;
  /** The name of what answers. */
  label: string;
}

/** The models that can answer, the one that the prompt names first. A key of one's own runs any model. */
export function useModels(
  document: EditorDocument,
  revision: number,
  offers: readonly ProviderOffer[],
  own: ReadonlySet<Provider>,
): readonly ModelChoice[] {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the revision stands for the text of the document.
  return useMemo(() => {
    const available = offers.filter(({ provider, is_configured }) => is_configured || own.has(provider));
    const nameOf = (provider: Provider, isOllama: boolean) =>
      isOllama ? t`Ollama` : labelOf(words.providers, provider);
    const listed = available.flatMap(({ provider, models, is_ollama }) =>
      models.map((model) => ({ provider, model, label: nameOf(provider, is_ollama) })),
    );
    const named = namedModel(document);
    if (!named) return listed;
    const known = listed.find(({ model }) => model === named);
    const mine = available.find(({ provider }) => own.has(provider));
    const label = mine && labelOf(words.providers, mine.provider);
    const first = known ?? (mine && label && { provider: mine.provider, model: named, label });
    return first ? [first, ...listed.filter((choice) => choice !== known)] : listed;
  }, [document, revision, offers, own]);
}

function namedModel(document: EditorDocument): string | null {
  const settings = document.settings();
  const named =
    typeof settings === "object" && settings !== null && !Array.isArray(settings) && settings.model;
  return typeof named === "string" && named !== "" ? named : null;
}

/** A text that can be run, with the prompts that it includes. */
export interface VersionText {
  document: EditorDocument;
  includes: Includes;
}

/** What a column costs and what its model gets; nulls while its text is not loaded. */
export interface Quote {
  price: number | null;
  /** Estimated. */
  tokens: number | null;
}

const unknown: Quote = { price: null, tokens: null };

/** The quote of each column for its text, or why one of them cannot be run. */
export function useQuotes(
  document: EditorDocument,
  revision: number,
  values: Values,
  includes: Includes,
  texts: ReadonlyMap<string, VersionText>,
  columns: readonly Column[],
): { quotes: readonly Quote[]; problem: string | null } {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the revision stands for the text of the document.
  return useMemo(() => {
    let at = 0;
    try {
      const quotes: Quote[] = [];
      for (; at < columns.length; at++) {
        const { provider, model, version } = columns[at] as Column;
        const text = version === null ? { document, includes } : texts.get(version);
        const size = text?.document.runSize(values, text.includes);
        const quote = size && {
          price: text?.document.runPrice(provider, model, size.characters) ?? null,
          tokens: size.tokens,
        };
        quotes.push(quote ?? unknown);
      }
      return { quotes, problem: null };
    } catch (error) {
      const version = columns[at]?.version;
      const problem = messageOf(error);
      return { quotes: [], problem: version ? t`Version ${version}: ${problem}` : problem };
    }
  }, [document, revision, values, includes, texts, columns]);
}

/** Whether one of the columns is being answered. */
export function useIsRunning(promptId: string | null, columns: readonly Column[]): boolean {
  return useSyncExternalStore(
    (listener) => {
      const ends = columns.map(({ id }) => answerOf(promptId, id).subscribe(listener));
      return () => {
        for (const end of ends) end();
      };
    },
    () =>
      columns.some(({ id }) => ["running", "reconnecting"].includes(answerOf(promptId, id).state().status)),
  );
}

interface RunningProps {
  document: EditorDocument;
  includes: Includes;
  promptId: string | null;
  readOnly: boolean;
  /** Saves the prompt and returns it, or null if saving failed. */
  flush: () => Promise<StoredPrompt | null>;
  values: Values;
  columns: readonly Column[];
  problem: string | null;
  onEnded: () => void;
}

/** Runs every column, and stops them. The saved text runs, so the prompt is saved first. */
export function useRunning(props: RunningProps) {
  const { document, includes, promptId, readOnly, flush, values, columns, problem, onEnded } = props;
  const user = useUser();
  const [isSaving, setIsSaving] = useState(false);
  const run = async () => {
    setIsSaving(true);
    const saved = await flush().finally(() => setIsSaving(false));
    if (!saved) return;
    if (promptId === null) storeColumns(user.id, saved.id, columns);
    const input = document.renderedCopy(values, includes, "text");
    for (const { id, provider, model, version } of columns) {
      const request = { version, values: { ...values }, provider, model };
      const ownKey = activeOwnKey(user.id, provider);
      // The text that another version renders to is known to the server only.
      void answerOf(saved.id, id)
        .run(saved.id, request, ownKey, version ? null : input)
        .then(onEnded);
    }
  };
  const start = () => {
    if (readOnly || isSaving) return;
    if (problem) toast.error(t`The prompt cannot be run yet`, { description: problem });
    else void run();
  };
  const stop = () => {
    for (const { id } of columns) answerOf(promptId, id).stop();
  };
  return { start, stop, isSaving };
}

/** The last request to run that was answered, by document: a panel that is laid out anew does not run again. */
const answered = new WeakMap<EditorDocument, number>();

/** Runs once for each request from outside the panel. */
export function useAsked(document: EditorDocument, asked: number, isReady: boolean, start: () => void): void {
  useEffect(() => {
    if (!isReady || asked === (answered.get(document) ?? 0)) return;
    answered.set(document, asked);
    start();
  });
}

/** Escape stops what runs, wherever the focus is. It closes nothing then. */
export function useEscape(isRunning: boolean, stop: () => void): void {
  useEffect(() => {
    if (!isRunning) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.isComposing) return;
      event.preventDefault();
      event.stopPropagation();
      stop();
    };
    window.addEventListener("keydown", onKeyDown, true);
    return () => window.removeEventListener("keydown", onKeyDown, true);
  });
}
