// The state of an import, from the first file to the last stored prompt: read, review, store, undo. It outlives the
// page, so that a user may open a stored prompt and come back.
import { t } from "@lingui/core/macro";
import { useQueryClient } from "@tanstack/react-query";
import { create } from "zustand";
import { isStatus, messageOf } from "@/api/client";
import { changePrompts, createPrompt, deleteCollection } from "@/api/generated/sdk.gen";
import type { StoredPrompt } from "@/api/generated/types.gen";
import { refresh } from "@/api/infinite";
import { newId, type Prompt, validatePrompt } from "@/core";
import { usePreferences } from "@/lib/preferences";
import { toast } from "@/ui/toast";
import { addToCollection, Folders, folderOf } from "./folders";
import type { GivenFile } from "./given-files";
import { inFrames } from "./in-frames";
import { type Known, OwnPrompts } from "./known";
import { type FileReport, readFiles } from "./read-files";

/** The browser has six connections to a server. */
const MAX_PARALLEL_REQUESTS = 4;
/** The maximum number of prompts in one request of the API. */
const PROMPTS_PER_REQUEST = 100;

/** The outcome of storing one prompt. */
export type Outcome = { state: "stored"; prompt: StoredPrompt } | { state: "failed"; error: Error };

/** Where the prompts go. */
export interface Target {
  collection: { id: string; title: string } | null;
  /** Whether folders become collections. */
  withFolders: boolean;
  /** Added to those of each prompt. */
  tags: string[];
}

export interface ImportState {
  /** The user whose import it is. */
  user: string | null;
  reports: FileReport[];
  /** Files waiting to be read. */
  unread: number;
  /** Prompts waiting to be compared with those of the user. */
  uncompared: number;
  /** Keys of the prompts to store. */
  chosen: ReadonlySet<string>;
  /** The user's own prompts that the read ones repeat. */
  known: ReadonlyMap<string, Known>;
  target: Target;
  outcomes: ReadonlyMap<string, Outcome>;
  /** Collections created for folders. */
  collections: string[];
  phase: "choose" | "storing" | "done" | "undoing" | "undone";
}

const start: Omit<ImportState, "user"> = {
  reports: [],
  unread: 0,
  uncompared: 0,
  chosen: new Set(),
  known: new Map(),
  target: { collection: null, withFolders: true, tags: [] },
  outcomes: new Map(),
  collections: [],
  phase: "choose",
};

const useStore = create<ImportState>(() => ({ ...start, user: null }));

/** What belongs to the import under way but is not shown. */
class Run {
  readonly reading = new AbortController();
  /** Ends storing after the requests in flight. */
  storing = new AbortController();
  readonly own = new OwnPrompts();
  /** The prompts that the user chose or left out; nothing else changes that. */
  readonly decided = new Set<string>();
  /** The prefix of idempotency keys: a retry after a lost response does not store a prompt twice. */
  readonly name = newId();
}

let run = new Run();

/** The key of the n-th prompt of a file. */
export function keyOf(report: FileReport, index: number): string {
  return `${report.id}/${index}`;
}

interface Found {
  key: string;
  prompt: Prompt;
  folder: string;
}

function promptsOf(report: FileReport): Found[] {
  const folder = folderOf(report.name);
  return (report.imported?.prompts ?? []).map(({ prompt }, index) => ({
    key: keyOf(report, index),
    prompt,
    folder,
  }));
}

/** Ends the import and forgets it. */
export function resetImport(user: string | null = useStore.getState().user): void {
  run.reading.abort();
  run.storing.abort();
  run = new Run();
  useStore.setState({ ...start, user });
}

/** Reads files and returns true; refuses while storing, since the selection must not change then. */
export function readIntoImport(files: readonly GivenFile[], user: string): boolean {
  const { phase, user: before } = useStore.getState();
  if (before !== user || phase === "done" || phase === "undone") resetImport(user);
  else if (phase !== "choose") return false;
  const { setState } = useStore;
  const mine = run;
  const { signal } = mine.reading;
  const more = (files: number) => setState(({ unread }) => ({ unread: unread + files }));
  more(files.length);
  const reports = inFrames<FileReport>((some) => {
    if (signal.aborted) return;
    const found = some.flatMap(promptsOf);
    setState((now) => ({
      reports: [...now.reports, ...some],
      unread: now.unread - some.length,
      uncompared: now.uncompared + found.length,
      chosen: new Set([...now.chosen, ...found.map(({ key }) => key)]),
    }));
    void recognise(found, mine);
  });
  void readFiles(files, reports.add, more, signal).then(reports.flush);
  return true;
}

/** Marks the prompts that the user has already. Those with the same text are not chosen. */
async function recognise(found: readonly Found[], { own, decided, reading }: Run): Promise<void> {
  const marks = inFrames<[string, Known | null]>((some) => {
    if (reading.signal.aborted) return;
    const known = some.flatMap(([key, known]): [string, Known][] => (known ? [[key, known]] : []));
    const left = new Set(known.flatMap(([key, { isSame }]) => (isSame && !decided.has(key) ? [key] : [])));
    useStore.setState((now) => ({
      uncompared: now.uncompared - some.length,
      chosen: new Set([...now.chosen].filter((key) => !left.has(key))),
      known: new Map([...now.known, ...known]),
    }));
  });
  const waiting = found.values();
  const next = async () => {
    for (const { key, prompt } of waiting) {
      if (reading.signal.aborted) return;
      // Without an answer nothing is known, and everything can be imported all the same.
      marks.add([key, await own.find(prompt).catch(() => null)]);
    }
  };
  await Promise.all(Array.from({ length: MAX_PARALLEL_REQUESTS }, next));
}

export function useImport() {
  const queryClient = useQueryClient();
  const [{ default_prompt_privacy }] = usePreferences();
  const state = useStore();
  const { setState, getState } = useStore;

  const choose = (keys: readonly string[], wanted: boolean) =>
    setState((now) => {
      const chosen = new Set(now.chosen);
      for (const key of keys) {
        run.decided.add(key);
        if (wanted) chosen.add(key);
        else chosen.delete(key);
      }
      return { chosen };
    });

  const setTarget = (target: Partial<Target>) =>
    setState((now) => ({ target: { ...now.target, ...target } }));

  /** Stores the chosen prompts that are not stored yet, and returns those stored now. */
  const store = async (): Promise<StoredPrompt[]> => {
    const { reports, chosen, outcomes: before, target } = getState();
    const mine = run;
    mine.storing = new AbortController();
    const { signal } = mine.storing;
    const isOver = () => run !== mine;
    const stored: { prompt: StoredPrompt; folder: string }[] = [];
    setState({ phase: "storing" });
    const outcomes = inFrames<[string, Outcome]>((some) => {
      if (!isOver()) setState((now) => ({ outcomes: new Map([...now.outcomes, ...some]) }));
    });
    const waiting = reports
      .flatMap(promptsOf)
      .filter(({ key }) => chosen.has(key) && before.get(key)?.state !== "stored")
      .values();
    const storeNext = async () => {
      for (const { key, prompt, folder } of waiting) {
        if (signal.aborted) return;
        const tags = [...prompt.tags, ...target.tags];
        const body = { ...prompt, tags, is_public: default_prompt_privacy };
        const outcome = await storeOne(body, `${mine.name}/${key}`);
        if (outcome.state === "stored") stored.push({ prompt: outcome.prompt, folder });
        outcomes.add([key, outcome]);
      }
    };
    await Promise.all(Array.from({ length: MAX_PARALLEL_REQUESTS }, storeNext));
    outcomes.flush();
    void refreshLists();
    // Another account may have signed in since.
    if (isOver()) return [];
    const folders = new Folders(target.collection?.id ?? null);
    try {
      await file(stored, folders, target.withFolders);
    } catch (error) {
      toast.error(t`The prompts were imported, but not all were added to their collections`, {
        description: messageOf(error),
      });
    }
    if (isOver()) return [];
    setState((now) => ({ phase: "done", collections: [...now.collections, ...folders.created] }));
    void refreshLists();
    return stored.map(({ prompt }) => prompt);
  };

  /** Ends storing; what is stored stays, and can be undone. */
  const stop = () => run.storing.abort();

  /** Puts what was stored into the trash, with the collections that were created for it. */
  const undo = async () => {
    const { outcomes, collections } = getState();
    const ids = [...outcomes.values()].flatMap((one) => (one.state === "stored" ? [one.prompt.id] : []));
    setState({ phase: "undoing" });
    try {
      for (let from = 0; from < ids.length; from += PROMPTS_PER_REQUEST)
        await deletePrompts(ids.slice(from, from + PROMPTS_PER_REQUEST));
      for (const id of collections.toReversed())
        await deleteCollection({ path: { id }, throwOnError: true }).catch(ignoreMissing);
      setState({ phase: "undone" });
    } catch (error) {
      setState({ phase: "done" });
      toast.error(t`The import could not be undone`, { description: messageOf(error) });
    }
    void refreshLists();
  };

  const refreshLists = () =>
    refresh(
      queryClient,
      "listPrompts",
      "listTrash",
      "listCollections",
      "getCollection",
      "listCollectionItems",
    );

  return { state, choose, setTarget, store, stop, undo };
}

/** Deletes prompts. Those that are deleted already need nothing. */
async function deletePrompts(ids: readonly string[]): Promise<void> {
  const body = (prompt_ids: string[]) => ({ action: "delete" as const, prompt_ids });
  try {
    await changePrompts({ body: body([...ids]), throwOnError: true });
  } catch (error) {
    // The server refuses them all for one that is missing.
    if (!isStatus(error, 404)) throw error;
    for (const id of ids) await changePrompts({ body: body([id]), throwOnError: true }).catch(ignoreMissing);
  }
}

function ignoreMissing(error: unknown): void {
  if (!isStatus(error, 404)) throw error;
}

/** Adds stored prompts to their collections. */
async function file(
  stored: readonly { prompt: StoredPrompt; folder: string }[],
  folders: Folders,
  withFolders: boolean,
): Promise<void> {
  const groups = new Map<string, string[]>();
  for (const { prompt, folder } of stored) {
    const name = withFolders ? folder : "";
    groups.set(name, [...(groups.get(name) ?? []), prompt.id]);
  }
  for (const [folder, prompts] of groups) {
    const collection = await folders.collectionOf(folder);
    if (collection !== null) await addToCollection(collection, prompts);
  }
}

async function storeOne(prompt: Prompt, idempotencyKey: string): Promise<Outcome> {
  const [problem] = validatePrompt(prompt);
  if (problem) return { state: "failed", error: new Error(problem.message) };
  try {
    const { data } = await createPrompt({
      body: prompt,
      headers: { "Idempotency-Key": idempotencyKey },
      throwOnError: true,
    });
    return { state: "stored", prompt: data };
  } catch (error) {
    return { state: "failed", error: error instanceof Error ? error : new Error(String(error)) };
  }
}
