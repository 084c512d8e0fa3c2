// What is being typed into a component: kept in the browser within a moment and as a draft on the server one second after the
// last change, written into the component by Save. What the browser has is forgotten as soon as the server has it.
import { hashKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { isSessionEnded, isStatus, messageOf } from "@/api/client";
import { exactNumbers } from "@/api/exact-json";
import {
  deleteComponentSessionMutation,
  saveComponentMutation,
  saveComponentSessionMutation,
} from "@/api/generated/@tanstack/react-query.gen";
import type { Component, SavedDraft } from "@/api/generated/types.gen";
import { readLocal, writeLocal } from "@/api/local-storage";
import { useUser } from "@/api/session";
import { validateComponent } from "@/core";
import { onOneLine } from "@/core/lists";
import { toast } from "@/ui/toast";
import { readLeftDraft, writeLeftDraft } from "./left-draft";
import { refreshLibrary, type StoredComponent } from "./queries";

const rest = 1000;
/** From the first change to the browser's own copy of it. */
const moment = 200;

type State = "saved" | "typing" | "draft" | "saving" | "failed";

export function useComponentDraft(component: StoredComponent, kept: SavedDraft | null) {
  const queryClient = useQueryClient();
  const local = `promptcase.component-draft.${useUser().id}.${component.id}`;
  // Who left while a save ran finds as a draft what is saved by now: that is none.
  const [draft] = useState(() => (kept && isSaved(kept.data, component) ? null : kept));
  const [left] = useState(() => {
    const found = readLeftDraft(readLocal(local));
    return found && isSaved(found.fields, component) ? null : found;
  });
  const [fields, setFields] = useState(() => editable(left?.fields ?? draft?.data ?? partsOf(component)));
  const [state, setState] = useState<State>(left ? "typing" : draft ? "draft" : "saved");
  const [error, setError] = useState<string | null>(null);
  // JSON that is not valid has no place in a component: the browser keeps it.
  const [unread, setUnread] = useState(() => readLocal(`${local}.unread`));
  const [restored, setRestored] = useState(left !== null || draft !== null || unread !== null);
  const [stored, setStored] = useState(component);
  // The version that was typed on: a draft may be older than what somebody saved since.
  const [base_version, setBase] = useState(left?.base_version ?? draft?.base_version ?? versionOf(component));
  // Raised when the fields are replaced from outside, so that boxes with text of their own begin anew.
  const [round, setRound] = useState(0);
  const keep = useMutation(saveComponentSessionMutation());
  const forget = useMutation(deleteComponentSessionMutation());
  const write = useMutation(saveComponentMutation());
  const path = { id: component.id };

  const latest = useRef({ fields, base_version, state });
  latest.current = { fields, base_version, state };
  const keepDraft = keep.mutateAsync;
  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of the fields starts the second anew.
  useEffect(() => {
    if (state !== "typing") return;
    const timer = setTimeout(() => {
      const { fields: data, base_version: base } = latest.current;
      keepDraft({ path: { id: component.id }, body: { base_version: base, data } }).then(
        () => {
          if (latest.current.fields === data) writeLocal(local, null);
          setState((now) => (now === "typing" && latest.current.fields === data ? "draft" : now));
        },
        () => setState((now) => (now === "typing" ? "failed" : now)),
      );
    }, rest);
    return () => clearTimeout(timer);
  }, [state, fields, component.id, keepDraft]);

  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const keepLocal = useCallback(() => {
    if (timer.current !== null) clearTimeout(timer.current);
    timer.current = null;
    const { state: last, fields: typed, base_version: base } = latest.current;
    if (last === "saved" || last === "draft") return;
    writeLocal(local, writeLeftDraft({ base_version: base, fields: typed }));
  }, [local]);
  useEffect(() => {
    window.addEventListener("pagehide", keepLocal);
    return () => {
      window.removeEventListener("pagehide", keepLocal);
      keepLocal();
    };
  }, [keepLocal]);

  const change = (part: Partial<Component>) => {
    setFields((before) => ({ ...before, ...part }));
    setState("typing");
    timer.current ??= setTimeout(keepLocal, moment);
  };

  /** This is what the server has, and what is typed stands on it. */
  const standOn = (remote: StoredComponent) => {
    setStored(remote);
    setBase(versionOf(remote));
  };

  const keepUnread = (text: string | null) => {
    writeLocal(`${local}.unread`, text);
    setUnread(text);
  };

  /** Writes what is typed into the component; gives the component as it is then, or null when that failed. */
  const save = async (): Promise<StoredComponent | null> => {
    const sent = latest.current.fields;
    // The server writes null for what is absent, which the core takes as that.
    const [problem] = validateComponent(sent as Parameters<typeof validateComponent>[0]);
    if (problem) {
      setError(problem.message);
      toast.error("Failed to save component. Please try again.", { description: problem.message });
      return null;
    }
    setState("saving");
    setError(null);
    try {
      const done = await write.mutateAsync({ path, headers: exactNumbers, body: { base_version, ...sent } });
      standOn(done);
      setRestored(false);
      if (latest.current.fields === sent) {
        // A copy that was to be made meanwhile would be found as unsaved the next time.
        if (timer.current !== null) clearTimeout(timer.current);
        timer.current = null;
        writeLocal(local, null);
      }
      await forget.mutateAsync({ path });
      // What was typed while the save ran is still to be saved.
      setState(latest.current.fields === sent ? "saved" : "typing");
      await refreshLibrary(queryClient);
      return done;
    } catch (failure) {
      setState("failed");
      // Then the sign-in form comes, which says that the text is kept.
      if (isSessionEnded(failure)) return null;
      if (isStatus(failure, 409) && failure.current && !("structure_type" in failure.current)) {
        setStored(failure.current);
      } else {
        setError("Failed to save component. Please try again.");
      }
      toast.error("Failed to save component. Please try again.", { description: messageOf(failure) });
      return null;
    }
  };

  /** The component went back to an old version: what was typed before is in the history. */
  const adopt = (restored: StoredComponent) => {
    standOn(restored);
    setFields(editable(partsOf(restored)));
    writeLocal(local, null);
    keepUnread(null);
    setState("saved");
    setError(null);
    setRestored(false);
    setRound((before) => before + 1);
    void refreshLibrary(queryClient);
  };

  /** The component has a new number and holds the same. */
  const rebase = (versioned: StoredComponent) => {
    standOn(versioned);
    void refreshLibrary(queryClient);
  };

  const discard = async () => {
    try {
      await forget.mutateAsync({ path });
      writeLocal(local, null);
      keepUnread(null);
      setFields(editable(partsOf(stored)));
      setBase(versionOf(stored));
      setState("saved");
      setError(null);
      setRestored(false);
      setRound((before) => before + 1);
    } catch (failure) {
      toast.error("The draft could not be discarded", { description: messageOf(failure) });
    }
  };

  return {
    fields,
    change,
    state,
    error,
    unread,
    keepUnread,
    restored,
    round,
    stored,
    version: base_version,
    /** Whether somebody saved the component since the version that was typed on. */
    isBehind: base_version !== versionOf(stored),
    flush: () => (state === "saved" ? Promise.resolve(stored) : save()),
    adopt,
    rebase,
    save: () => void save(),
    discard: () => void discard(),
  };
}

/** As it may be saved: line breaks and controls in names, which were not always refused, are blanks. */
function editable(component: Component): Component {
  return { ...component, title: onOneLine(component.title), tags: component.tags.map(onOneLine) };
}

/** Whether a draft holds nothing but what the component does. */
function isSaved(draft: Component, component: StoredComponent): boolean {
  return hashKey([editable(draft)]) === hashKey([editable(partsOf(component))]);
}

function versionOf({ version_major, version_minor, version_batch }: StoredComponent): string {
  return `${version_major}.${version_minor}.${version_batch}`;
}

function partsOf({
  title,
  description,
  type,
  category,
  tags,
  is_public,
  content,
}: StoredComponent): Component {
  return { title, description, type, category, tags, is_public, content };
}
