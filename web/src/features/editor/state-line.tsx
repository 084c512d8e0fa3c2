// The save state, in one line.
import { t } from "@lingui/core/macro";
import { Check, CircleAlert, CloudOff, GitMerge, PencilLine } from "lucide-react";
import { useSyncExternalStore } from "react";
import { locale } from "@/i18n";
import { cn } from "@/ui/cn";
import { Spinner } from "@/ui/spinner";
import type { EditorSession } from "./state/editor-session";
import type { SaveState } from "./state/saver";

const texts: Record<SaveState, { text: string; title: string; icon: typeof Check | null; tone: string }> = {
  saved: { text: t`Saved`, title: t`All changes are saved`, icon: Check, tone: "text-muted" },
  dirty: {
    text: t`Unsaved changes`,
    title: t`Kept in this browser, not saved yet`,
    icon: PencilLine,
    tone: "text-ink",
  },
  saving: { text: t`Saving`, title: t`Saving your changes`, icon: null, tone: "text-muted" },
  offline: {
    text: t`Offline`,
    title: t`The server cannot be reached. Your changes are kept in this browser and will be saved when the connection is back.`,
    icon: CloudOff,
    tone: "text-brass",
  },
  failed: {
    text: t`Not saved`,
    title: t`The last save failed`,
    icon: CircleAlert,
    tone: "text-danger",
  },
  conflict: {
    text: t`Conflict`,
    title: t`Someone else saved it`,
    icon: GitMerge,
    tone: "text-danger",
  },
};

/** The first save settles the structure, so autosave leaves it to the user. */
const firstSave: (typeof texts)[SaveState] = {
  ...texts.dirty,
  title: t`Kept in this browser only. Save a new prompt once to turn on autosave`,
};

/** Invalid JSON cannot be saved, and must not look saved. */
function savedExcept(unread: number): (typeof texts)[SaveState] {
  return {
    text:
      unread === 1
        ? t`Saved, except for 1 configuration with invalid JSON`
        : t`Saved, except for ${unread} configurations with invalid JSON`,
    title: t`Kept in this browser. It will be saved once it is valid JSON`,
    icon: CircleAlert,
    tone: "text-danger",
  };
}

// In a language with longer words it may take two lines beside the buttons of a phone.
const nowrap =
  locale === "en"
    ? "whitespace-nowrap"
    : "whitespace-nowrap max-sm:text-xs max-sm:leading-tight max-sm:whitespace-normal";

export function StateLine({ session }: { session: EditorSession }) {
  const { state } = useSyncExternalStore(session.saver.subscribe, session.saver.snapshot);
  const isNew = session.recordId === null;
  // A new prompt without text is not "saved".
  const isBlank = state === "saved" && isNew;
  const unread = useSyncExternalStore(session.invalidJson.subscribe, session.invalidJson.count);
  const {
    text,
    title,
    icon: Icon,
    tone,
  } = state === "saved" && unread > 0
    ? savedExcept(unread)
    : state === "dirty" && isNew
      ? firstSave
      : texts[state];
  return (
    <p
      aria-live="polite"
      title={title}
      className={cn(
        "flex items-center gap-1.5 text-sm",
        state === "saved" && unread > 0 ? "max-w-72 leading-tight max-sm:max-w-36" : nowrap,
        tone,
      )}
    >
      {isBlank ? (
        t`Nothing to save yet`
      ) : (
        <>
          {Icon ? <Icon aria-hidden="true" className="size-4 shrink-0" /> : <Spinner className="size-4" />}
          {text}
        </>
      )}
    </p>
  );
}
