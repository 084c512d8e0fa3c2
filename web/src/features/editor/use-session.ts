// Opens the prompt that the URL names, keeps it open while the URL goes on naming it, and closes it afterwards.
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { isStatus } from "@/api/client";
import { getComponentOptions } from "@/api/generated/@tanstack/react-query.gen";
import { useComponent as countUse } from "@/api/generated/sdk.gen";
import type { StoredComponent } from "@/api/generated/types.gen";
import { refresh } from "@/api/infinite";
import { useUser } from "@/api/session";
import { newPrompt, type Prompt, type PromptType, structureBegunBy, words } from "@/core";
import { readPreferences } from "@/lib/preferences";
import { acquirePresence } from "@/lib/tab-presence";
import { newDraftsKey, promptQuery, promptStore, rememberPrompt } from "./queries";
import { type Draft, findAbandonedDraft, findNewDraft, setAside, takeOver } from "./state/drafts";
import { EditorSession } from "./state/editor-session";
import type { Remote } from "./state/remote";
import { beginWith } from "./structures/of-component";

/** What is to be open: a prompt that is saved, or a new one, perhaps with a draft that was left or a component to begin with. */
export type Target =
  | { kind: "saved"; id: string }
  | { kind: "new"; type: PromptType; draft: string | undefined; component: string | undefined };

export type Opened =
  | { state: "opening" }
  | { state: "open"; session: EditorSession; isOwn: boolean }
  | { state: "failed"; error: unknown };

const opening: Opened = { state: "opening" };

export function useSession(target: Target | null, onCreated: (remote: Remote) => void): Opened {
  const queryClient = useQueryClient();
  const user = useUser();
  const [opened, setOpened] = useState<Opened>(opening);
  const current = useRef<{ session: EditorSession; userId: string } | null>(null);
  const closing = useRef(Promise.resolve());
  // The newest callback is called; a new one is no reason to open the prompt again.
  const created = useRef(onCreated);
  created.current = onCreated;
  const key =
    target &&
    JSON.stringify(target.kind === "saved" ? target.id : [target.type, target.draft, target.component]);
  const latest = useRef(target);
  latest.current = target;

  const leave = useCallback(
    (session: EditorSession) => {
      // A program that failed may fail once more here, which is no reason to open nothing any more.
      closing.current = session.close().catch(() => undefined);
      // What was written there and never saved waits from now on for whoever goes on with it.
      void closing.current.then(() => queryClient.invalidateQueries({ queryKey: newDraftsKey }));
    },
    [queryClient],
  );
  const close = useCallback(() => {
    if (current.current) leave(current.current.session);
    current.current = null;
  }, [leave]);

  useEffect(() => {
    const wanted = key === null ? null : latest.current;
    // What is open got its name and now stands in the URL: a new prompt that of its draft, a saved one its id.
    const open = current.current?.userId === user.id ? current.current.session : null;
    if (wanted && open && (wanted.kind === "saved" ? open.promptId : open.draftId) === nameOf(wanted)) return;
    const leaving = new AbortController();
    setOpened(opening);
    close();
    if (!wanted) return;
    const tell = (remote: Remote) => created.current(remote);
    // What was open may be what is wanted again: first it leaves its draft.
    const ready = closing.current.then(() => openSession(wanted, user.id, queryClient, leaving.signal, tell));
    ready.then(
      ({ session, isOwn }) => {
        if (leaving.signal.aborted) return leave(session);
        current.current = { session, userId: user.id };
        setOpened({ state: "open", session, isOwn });
      },
      (error: unknown) => {
        if (!leaving.signal.aborted) setOpened({ state: "failed", error });
      },
    );
    return () => leaving.abort();
  }, [key, user.id, queryClient, leave, close]);

  useEffect(() => close, [close]);

  return target ? opened : opening;
}

function nameOf(target: Target): string | undefined {
  return target.kind === "saved" ? target.id : target.draft;
}

async function openSession(
  target: Target,
  userId: string,
  queryClient: QueryClient,
  signal: AbortSignal,
  onCreated: (remote: Remote) => void,
): Promise<{ session: EditorSession; isOwn: boolean }> {
  // Always from the server: what is opened for writing must not be a memory of five minutes ago.
  const remote = target.kind === "saved" ? await readPrompt(queryClient, target.id, userId) : null;
  const isOwn = !remote || remote.user_id === userId;
  const component =
    target.kind === "new" && target.type === "prompt" && target.component && !target.draft
      ? await takeComponent(queryClient, target.component)
      : null;
  const blank = target.kind === "new" ? blankPrompt(target.type, userId) : newPrompt("prompt");
  const editor = await acquirePresence();
  const find = async (): Promise<Draft | null> => {
    if (remote) return isOwn ? findAbandonedDraft(userId, remote.id) : null;
    return target.kind === "new" && target.draft ? findNewDraft(userId, target.draft) : null;
  };
  try {
    // A browser that keeps no drafts is no reason not to open the prompt.
    const found = await find().catch(() => null);
    // Whoever has left by now takes nothing away from whoever comes.
    signal.throwIfAborted();
    const draft = found && (await takeOver(found, editor.id).catch(() => null));
    const shared = { userId, store: promptStore(userId), remote, blank, draft, editor, onCreated };
    const onSaved = (saved: Remote) => rememberPrompt(queryClient, saved);
    const session = new EditorSession({ ...shared, onSaved });
    if (component) {
      beginWith(session.document, component);
      // The address stops naming the component, so the draft has to be there before.
      await session.keep();
    }
    return { session, isOwn };
  } catch (error) {
    editor.end();
    throw error;
  }
}

async function readPrompt(queryClient: QueryClient, id: string, userId: string): Promise<Remote> {
  try {
    return await queryClient.fetchQuery({ ...promptQuery(id), staleTime: 0 });
  } catch (error) {
    // It may have been deleted elsewhere while somebody wrote here.
    if (isStatus(error, 404)) await setAside(userId, id).catch(() => undefined);
    throw error;
  }
}

/** A component of the library, of which it is counted that somebody uses it. */
async function takeComponent(queryClient: QueryClient, id: string): Promise<StoredComponent> {
  const component = await queryClient.fetchQuery(getComponentOptions({ path: { id } }));
  if (!structureBegunBy(component.type)) {
    throw new Error(`A prompt begins with a module or a template. “${component.title}” is neither.`);
  }
  // A count that fails is no reason not to begin.
  void countUse({ path: { id } }).then(
    () => refresh(queryClient, "listComponents", "getComponent"),
    () => {},
  );
  return component;
}

/** A new prompt with this person's defaults. */
function blankPrompt(type: PromptType, userId: string): Prompt {
  const preferences = readPreferences(userId);
  const known = <Value extends string>(list: readonly { value: Value }[], value: string, otherwise: Value) =>
    list.find((choice) => choice.value === value)?.value ?? otherwise;
  const blank = newPrompt(type);
  return {
    ...blank,
    is_public: preferences.default_prompt_privacy,
    language: known(words.languages, preferences.language, blank.language),
    complexity: known(words.complexities, preferences.default_complexity, blank.complexity),
    structure_type:
      type === "prompt"
        ? known(words.structure_types, preferences.default_structure_type, blank.structure_type)
        : blank.structure_type,
  };
}

/** The word as a prompt type, if it is one. */
export function promptTypeOf(word: string | undefined): PromptType | undefined {
  return words.prompt_types.find((choice) => choice.value === word)?.value;
}
