// Opens the prompt that the URL names, keeps it open while the URL goes on naming it, and closes it afterwards.
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { readPreferences } from "@/api/preferences";
import { useUser } from "@/api/session";
import { newPrompt, type Prompt, type PromptType, words } from "@/core";
import { promptQuery, promptStore, rememberPrompt } from "./queries";
import { findAbandonedDraft, findNewDraft } from "./state/drafts";
import type { Remote } from "./state/remote";
import { EditorSession } from "./state/session";

/** What is to be open: a prompt that is saved, or a new one, perhaps with a draft that was left. */
export type Target =
  | { kind: "saved"; id: string }
  | { kind: "new"; type: PromptType; draft: string | undefined };

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
  // The newest callback is called; a new one is no reason to open the prompt again.
  const created = useRef(onCreated);
  created.current = onCreated;
  const key = target && JSON.stringify(target.kind === "saved" ? target.id : [target.type, target.draft]);
  const latest = useRef(target);
  latest.current = target;

  useEffect(() => {
    const wanted = latest.current;
    if (key === null || !wanted) return;
    // What is open got its name and now stands in the URL: a new prompt that of its draft, a saved one its id.
    const open = current.current?.userId === user.id ? current.current.session : null;
    if (open && (wanted.kind === "saved" ? open.promptId : open.draftId) === nameOf(wanted)) return;
    let gone = false;
    setOpened(opening);
    void current.current?.session.close();
    current.current = null;
    openSession(wanted, user.id, queryClient, (remote) => created.current(remote)).then(
      ({ session, isOwn }) => {
        if (gone) return void session.close();
        current.current = { session, userId: user.id };
        setOpened({ state: "open", session, isOwn });
      },
      (error: unknown) => {
        if (!gone) setOpened({ state: "failed", error });
      },
    );
    return () => {
      gone = true;
    };
  }, [key, user.id, queryClient]);

  useEffect(
    () => () => {
      void current.current?.session.close();
      current.current = null;
    },
    [],
  );

  return target ? opened : opening;
}

function nameOf(target: Target): string | undefined {
  return target.kind === "saved" ? target.id : target.draft;
}

async function openSession(
  target: Target,
  userId: string,
  queryClient: QueryClient,
  onCreated: (remote: Remote) => void,
): Promise<{ session: EditorSession; isOwn: boolean }> {
  const shared = {
    userId,
    store: promptStore(userId),
    onSaved: (remote: Remote) => rememberPrompt(queryClient, remote),
    onCreated,
  };
  if (target.kind === "new") {
    const blank = blankPrompt(target.type, userId);
    const draft = target.draft ? await findNewDraft(userId, target.draft).catch(() => null) : null;
    return {
      session: new EditorSession({ ...shared, remote: null, blank, draft }),
      isOwn: true,
    };
  }
  // Always from the server: what is opened for writing must not be a memory of five minutes ago.
  const remote = await queryClient.fetchQuery({ ...promptQuery(target.id), staleTime: 0 });
  const isOwn = remote.user_id === userId;
  // A browser that keeps no drafts is no reason not to open the prompt.
  const draft = isOwn ? await findAbandonedDraft(userId, remote.id).catch(() => null) : null;
  return { session: new EditorSession({ ...shared, remote, blank: newPrompt("prompt"), draft }), isOwn };
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
