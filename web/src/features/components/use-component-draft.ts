// What is being typed into a component: kept in the browser within a moment and as a draft on the server one second after the
// last change, written into the component by Save. What the browser has is forgotten as soon as the server has it.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { isRefusal, isSessionEnded, isStatus, messageOf } from "@/api/client";
import { saveComponentMutation } from "@/api/generated/@tanstack/react-query.gen";
import { deleteComponentSession, saveComponentSession } from "@/api/generated/sdk.gen";
import type { Component } from "@/api/generated/types.gen";
import { useUser } from "@/api/session";
import { validateComponent } from "@/core";
import { storable } from "@/core/storable-text";
import { toast } from "@/ui/toast";
import { begin, editable, type Found, isSameText, onTopOf, partsOf, versionOf } from "./begin";
import { DraftKeeper } from "./draft-keeper";
import { LeftRecord } from "./left-draft";
import { refreshLibrary, type StoredComponent } from "./queries";

const rest = 1000;
/** From the first change to the browser's own copy of it. */
const moment = 200;
/** Until a draft that could not be kept is tried again. */
const pause = 10_000;

/** `here` is kept in this browser alone: the server keeps what was typed elsewhere. */
type State = "saved" | "typing" | "draft" | "here" | "saving" | "failed";

export interface Opened extends Found {
  /** The editor that this is; what it keeps in the browser has its name. */
  editor: string;
}

export function useComponentDraft({ editor, ...found }: Opened) {
  const { component, left } = found;
  const queryClient = useQueryClient();
  const userId = useUser().id;
  const [begun] = useState(() => begin(found));
  const [record] = useState(() => new LeftRecord(userId, component.id, editor));
  const path = { id: component.id };
  const [keeper] = useState(
    () =>
      new DraftKeeper(
        {
          put: async (body) => (await saveComponentSession({ path, body, throwOnError: true })).data,
          drop: (draft) => deleteComponentSession({ path, query: { draft }, throwOnError: true }),
        },
        begun.follows,
      ),
  );
  const [fields, setFields] = useState(begun.fields);
  const [state, setState] = useState<State>(begun.state);
  const [error, setError] = useState<string | null>(null);
  /** Whether the server refused to keep the draft, and would again. */
  const [isRefused, setRefused] = useState(false);
  /** Whether Save found that there is no such component any more. */
  const [isGone, setGone] = useState(false);
  // JSON that is not valid has no place in a component: the browser keeps it.
  const [unread, setUnread] = useState(left?.unread ?? null);
  const [restored, setRestored] = useState(begun.state !== "saved" || unread !== null);
  const [stored, setStored] = useState(component);
  // The version that was typed on: a draft may be older than what somebody saved since.
  const [base_version, setBase] = useState(begun.base_version);
  // Raised when the fields are replaced from outside, so that boxes with text of their own begin anew.
  const [round, setRound] = useState(0);
  const write = useMutation(saveComponentMutation());
  /** What was sent to be saved and not answered. */
  const unanswered = useRef(left?.unanswered);

  /** Whether the component was public when what the server keeps as a draft was sent there. */
  const keptWasPublic = useRef(found.kept_was_public);

  const latest = useRef({ fields, base_version, state, unread, stored });
  latest.current = { fields, base_version, state, unread, stored };

  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const keepLocal = useCallback(() => {
    if (timer.current !== null) clearTimeout(timer.current);
    timer.current = null;
    const { state: last, fields: typed, base_version: base, unread: invalid } = latest.current;
    const was_public = latest.current.stored.is_public;
    record.follow(keeper.follows, keptWasPublic.current);
    if ((last === "saved" || last === "draft") && invalid === null) return record.write(null);
    const { current: sent } = unanswered;
    record.write({
      base_version: base,
      was_public,
      follows: keeper.follows,
      fields: typed,
      unread: invalid,
      ...(sent && { unanswered: sent }),
    });
  }, [record, keeper]);
  useEffect(() => {
    window.addEventListener("pagehide", keepLocal);
    return () => {
      window.removeEventListener("pagehide", keepLocal);
      keepLocal();
    };
  }, [keepLocal]);
  // What changed is in the browser within a moment; once the server has it, the browser forgets it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of what is kept is one.
  useEffect(() => {
    if (state === "saving") return;
    if (state === "saved" || state === "draft") keepLocal();
    else timer.current ??= setTimeout(keepLocal, moment);
  }, [state, fields, unread, keepLocal]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of the fields starts the second anew.
  useEffect(() => {
    if (state !== "typing") return;
    const due = setTimeout(async () => {
      const { fields: data, base_version: base } = latest.current;
      const { is_public } = latest.current.stored;
      const end = (reached: State) =>
        setState((now) => (now === "typing" && latest.current.fields === data ? reached : now));
      try {
        const keeping = await keeper.keep(base, data);
        if (keeping === "kept") keptWasPublic.current = is_public;
        if (keeping !== "superseded") end(keeping === "kept" ? "draft" : "here");
      } catch (failure) {
        end("failed");
        if (!isRefusal(failure)) return;
        setRefused(true);
        // The form of who is signed out says so itself.
        if (!isSessionEnded(failure)) setError(messageOf(failure));
      }
    }, rest);
    return () => clearTimeout(due);
  }, [state, fields, keeper]);

  useEffect(() => {
    if (state !== "failed" || isRefused) return;
    const again = () => setState((now) => (now === "failed" ? "typing" : now));
    const due = setTimeout(again, pause);
    window.addEventListener("online", again);
    return () => {
      clearTimeout(due);
      window.removeEventListener("online", again);
    };
  }, [state, isRefused]);

  const change = (part: Partial<Component>) => {
    const typed = { ...storable(part), ...(part.content && { content: storable(part.content) }) };
    setFields((before) => ({ ...before, ...typed }));
    setState("typing");
    setError(null);
    setRefused(false);
  };

  /** This is what the server has; who sees it is shown unless that was changed here, since it was `wasPublic`. */
  const know = (remote: StoredComponent, wasPublic: boolean) => {
    setStored(remote);
    setFields((now) => {
      const next = onTopOf(remote, now, wasPublic);
      return next.is_public === now.is_public ? now : next;
    });
  };

  /** This is what the server has, and what is typed stands on it. */
  const standOn = (remote: StoredComponent, wasPublic = latest.current.stored.is_public) => {
    know(remote, wasPublic);
    setBase(versionOf(remote));
  };

  /** Shows what the server has; nothing is typed. */
  const show = (remote: StoredComponent) => {
    standOn(remote);
    setFields(editable(partsOf(remote)));
    setUnread(null);
    setState("saved");
    setError(null);
    setRestored(false);
    setRound((before) => before + 1);
  };

  // Who sees it has no number, so that is sent only where it was changed here: what is left out stays as it is stored.
  const send = ({ is_public, ...sent }: Component, base: string) =>
    keeper.save((draft) => {
      // What was lost may have arrived, and what it said of who sees the component with it.
      const isTouched = [latest.current.stored, unanswered.current].some(
        (known) => known && known.is_public !== is_public,
      );
      const seen = isTouched && { is_public };
      const body = { ...sent, ...seen, base_version: base, draft };
      return write.mutateAsync({ path, body });
    });

  /** Writes it; where only the answer to an earlier save was lost, on what that one saved. */
  const sendOn = async (sent: Component, base: string): Promise<StoredComponent> => {
    try {
      return await send(sent, base);
    } catch (failure) {
      const { current: earlier } = unanswered;
      const now = isStatus(failure, 409) ? failure.current : null;
      if (!earlier || !now || "structure_type" in now || !isSameText(earlier, now)) throw failure;
      return await send(sent, versionOf(now));
    }
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
      const done = await sendOn(sent, base_version);
      unanswered.current = undefined;
      standOn(done, sent.is_public);
      setRestored(false);
      // What was typed while the save ran is still to be saved.
      setState(latest.current.fields === sent ? "saved" : "typing");
      await refreshLibrary(queryClient);
      return done;
    } catch (failure) {
      setState("failed");
      if (!isRefusal(failure)) unanswered.current = sent;
      keepLocal();
      // Then the sign-in form comes, which says that the text is kept.
      if (isSessionEnded(failure)) return null;
      if (isStatus(failure, 409) && failure.current && !("structure_type" in failure.current)) {
        know(failure.current, latest.current.stored.is_public);
      } else if (isStatus(failure, 404)) {
        setGone(true);
      } else {
        setError("Failed to save component. Please try again.");
      }
      toast.error("Failed to save component. Please try again.", { description: messageOf(failure) });
      return null;
    }
  };

  const discard = async () => {
    try {
      await keeper.forget();
      unanswered.current = undefined;
      show(stored);
    } catch (failure) {
      toast.error("The draft could not be discarded", { description: messageOf(failure) });
    }
  };

  return {
    fields,
    change,
    state,
    error,
    isGone,
    unread,
    keepUnread: setUnread,
    restored,
    round,
    stored,
    version: base_version,
    /** Whether somebody saved the component since the version that was typed on. */
    isBehind: base_version !== versionOf(stored),
    flush: () => (state === "saved" ? Promise.resolve(stored) : save()),
    /** The component went back to an old version: what was typed before is in the history. */
    adopt: (remote: StoredComponent) => {
      show(remote);
      void refreshLibrary(queryClient);
    },
    /** The component has a new number and holds the same. */
    rebase: (remote: StoredComponent) => {
      standOn(remote);
      void refreshLibrary(queryClient);
    },
    save: () => void save(),
    discard: () => void discard(),
  };
}
