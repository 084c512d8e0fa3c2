// Parts of other features that the editor page shows. Features never import features; `app/` composes them.
import type { ComponentType } from "react";
import type { StoredPrompt } from "@/api/generated/types.gen";
import type { EditorDocument, Prompt, VersionType } from "@/core";

/** The target of an improvement: one part, or without an id the whole prompt. */
export interface ImproveTarget {
  id?: string;
  /** As a person calls it: "this prompt", "Segment 2". */
  name: string;
}

/** Choices and text in the history panel: they outlive the panel's place. */
export interface VersionsView {
  selected: readonly string[];
  comparing: boolean;
  making: { type: VersionType; changelog: string } | null;
}

export const noVersionsChosen: VersionsView = { selected: [], comparing: false, making: null };

export interface EditorPanels {
  /** The history of a saved prompt. */
  Versions: ComponentType<{
    remote: StoredPrompt;
    readOnly: boolean;
    view: VersionsView;
    onView: (view: VersionsView) => void;
    /** The prompt as it is written now, saved or not. */
    current: () => Prompt;
    /** Whether something is typed that is not saved. */
    isChanged: () => boolean;
    /** Saves what is typed; gives the prompt as the server then has it, or null when that failed. */
    flush: () => Promise<StoredPrompt | null>;
    /** The prompt has a new number and says the same. */
    onVersioned: (remote: StoredPrompt) => void;
    /** The prompt went back to an old version. */
    onRestored: (remote: StoredPrompt) => void;
  }>;
  /** Puts a saved prompt into collections. */
  Collections: ComponentType<{ promptId: string; title: string; onClose: () => void }>;
  /** A better prompt from AI, or a better part of it, to be accepted change by change. */
  Improve: ComponentType<{
    document: EditorDocument;
    target: ImproveTarget;
    /** The accepted changes are in the document. */
    onApplied: () => void;
    onClose: () => void;
  }>;
  Export: ComponentType<{ document: EditorDocument; open: boolean; onClose: () => void }>;
  /** The dialog, and with it the page as a place to drop files on. */
  Import: ComponentType<{ open: boolean; onOpenChange: (open: boolean) => void }>;
}
