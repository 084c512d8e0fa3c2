// Opens a saved or new prompt, with its draft if there is one, or with a component to start from.
import { t } from "@lingui/core/macro";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { isStatus } from "@/api/client";
import { getComponentOptions } from "@/api/generated/@tanstack/react-query.gen";
import { useComponent as countUse } from "@/api/generated/sdk.gen";
import type { StoredComponent, StoredPrompt } from "@/api/generated/types.gen";
import { refresh } from "@/api/infinite";
import { useUser } from "@/api/session";
import { mayWrite, workspacesQuery } from "@/api/workspace";
import { newPrompt, type Prompt, type PromptType, structureBegunBy, words } from "@/core";
import { readPreferences } from "@/lib/preferences";
import { newDraftsKey, type PromptSession, promptQuery, promptStore, rememberPrompt } from "./queries";
import { findAbandonedDraft, findNewDraft, setAside } from "./state/drafts";
import { startSession } from "./state/start-session";
import { beginWith } from "./structures/of-component";
import { type Opened, useSession } from "./use-session";

/** The prompt to open. */
export type Target =
  | { kind: "saved"; id: string }
  | {
      kind: "new";
      type: PromptType;
      draft: string | undefined;
      component: string | undefined;
      title: string | undefined;
      text: string | undefined;
    };

export function usePromptSession(
  target: Target | null,
  onCreated: (remote: StoredPrompt) => void,
): Opened<PromptSession> {
  const queryClient = useQueryClient();
  const userId = useUser().id;
  // Calls the latest callback; a new one must not reopen the prompt.
  const created = useRef(onCreated);
  created.current = onCreated;
  const source = target && {
    key: JSON.stringify(
      target.kind === "saved" ? target.id : [target.type, target.draft, target.component, target.text],
    ),
    // The URL of a new prompt has the id of its draft, that of a saved one its own id.
    isOpenIn: (session: PromptSession) =>
      target.kind === "saved" ? session.recordId === target.id : session.draftId === target.draft,
    open: (signal: AbortSignal) =>
      openSession(target, userId, queryClient, signal, (remote) => created.current(remote)),
  };
  // The draft of a never-saved prompt is offered from now on.
  return useSession(source, () => void queryClient.invalidateQueries({ queryKey: newDraftsKey }));
}

/** Whether the user may change a prompt: their own, or one of a team in which their role allows it. */
async function isWritable(queryClient: QueryClient, userId: string, remote: StoredPrompt): Promise<boolean> {
  if (remote.workspace_id === userId) return true;
  return mayWrite(await queryClient.ensureQueryData(workspacesQuery()), remote);
}

async function openSession(
  target: Target,
  userId: string,
  queryClient: QueryClient,
  signal: AbortSignal,
  onCreated: (remote: StoredPrompt) => void,
): Promise<{ session: PromptSession; isOwn: boolean }> {
  // Always from the server: a cached prompt may be five minutes old.
  const remote = target.kind === "saved" ? await readPrompt(queryClient, target.id, userId) : null;
  const isOwn = !remote || (await isWritable(queryClient, userId, remote));
  const component =
    target.kind === "new" && target.type === "prompt" && target.component && !target.draft
      ? await takeComponent(queryClient, target.component)
      : null;
  const blank = target.kind === "new" ? blankPrompt(target.type, userId) : newPrompt("prompt");
  const find = async () => {
    if (remote) return isOwn ? findAbandonedDraft<Prompt>(userId, "prompt", remote.id) : null;
    return target.kind === "new" && target.draft ? findNewDraft(userId, target.draft) : null;
  };
  const session = await startSession({
    userId,
    store: promptStore(userId),
    remote,
    blank,
    find,
    signal,
    onCreated,
    onSaved: (saved) => rememberPrompt(queryClient, saved),
  });
  if (component) {
    beginWith(session.document, component);
    // The URL stops naming the component, so the draft is flushed first.
    await session.keep();
  }
  if (target.kind === "new" && target.text && !target.draft) {
    const { document } = session;
    document.apply({
      op: "batch",
      edits: [
        { op: "set_structure", structure_type: "standard" },
        { op: "set_title", title: target.title ?? "" },
      ],
    });
    document.add({ kind: "segment", type: "user", content: target.text });
    await session.keep();
  }
  return { session, isOwn };
}

async function readPrompt(queryClient: QueryClient, id: string, userId: string): Promise<StoredPrompt> {
  try {
    return await queryClient.fetchQuery({ ...promptQuery(id), staleTime: 0 });
  } catch (error) {
    // It may have been deleted elsewhere while it was edited here.
    if (isStatus(error, 404)) await setAside(userId, id).catch(() => undefined);
    throw error;
  }
}

/** Fetches a component of the library and counts its use. */
async function takeComponent(queryClient: QueryClient, id: string): Promise<StoredComponent> {
  const component = await queryClient.fetchQuery(getComponentOptions({ path: { id } }));
  if (!structureBegunBy(component.type)) {
    throw new Error(t`Only a module or a template can start a prompt. “${component.title}” is neither.`);
  }
  // A failed count does not prevent starting.
  void countUse({ path: { id } }).then(
    () => refresh(queryClient, "listComponents", "getComponent"),
    () => {},
  );
  return component;
}

/** A new prompt with this user's defaults. */
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

/** The prompt type, if `word` is one. */
export function promptTypeOf(word: string | undefined): PromptType | undefined {
  return words.prompt_types.find((choice) => choice.value === word)?.value;
}
