// Parts of other features that the editor page shows. Features never import features; `app/` composes them.
import type { ComponentType, ReactNode } from "react";
import type { StoredPrompt } from "@/api/generated/types.gen";
import type { EditorDocument, Prompt, VersionType } from "@/core";

/** The target of an improvement: one part, or the whole prompt without an id. */
export interface ImproveTarget {
  id?: string;
  /** Its name in the user interface: "this prompt", "Segment 2". */
  name: string;
  /** What is asked for, to begin with. */
  instruction?: string;
}

/** The state of the history panel, which outlives a change of layout. */
export interface VersionsView {
  choosing: boolean;
  selected: readonly string[];
  comparing: { from: string; to: string } | null;
  making: { type: VersionType | null; changelog: string | null } | null;
}

export const noVersionsChosen: VersionsView = {
  choosing: false,
  selected: [],
  comparing: null,
  making: null,
};

/** A dialog with the text of a version, which copies and exports it. */
export interface ReaderProps<Text> {
  text: Text;
  title: string;
  description: ReactNode;
  /** Further buttons. */
  actions: ReactNode;
  onClose: () => void;
}

export type VersionReaderProps = ReaderProps<Prompt>;

export interface EditorPanels {
  /** The history of a saved prompt. */
  Versions: ComponentType<{
    remote: StoredPrompt;
    readOnly: boolean;
    view: VersionsView;
    onView: (view: VersionsView) => void;
    /** The number of the opened entry of the history. */
    reading: string | undefined;
    onRead: (number: string | undefined) => void;
    Reader: ComponentType<VersionReaderProps>;
    /** The current prompt, saved or not. */
    current: () => Prompt;
    /** Whether there are unsaved changes. */
    isChanged: () => boolean;
    /** Saves the changes and returns the stored prompt, or null if saving failed. */
    flush: () => Promise<StoredPrompt | null>;
    /** Called when the prompt has a new version number and unchanged content. */
    onVersioned: (remote: StoredPrompt) => void;
    /** Called when the prompt was restored to an old version. */
    onRestored: (remote: StoredPrompt) => void;
  }>;
  /** The rendered prompt with the form of its variables. */
  Rendered: ComponentType<{
    document: EditorDocument;
    promptId: string | null;
    readOnly: boolean;
    /** Counts the requests to fill in the variables from outside the panel. */
    asked: number;
  }>;
  /** Runs the prompt on models, side by side. */
  Run: ComponentType<{
    document: EditorDocument;
    promptId: string | null;
    readOnly: boolean;
    /** Saves the changes and returns the stored prompt, or null if saving failed. */
    flush: () => Promise<StoredPrompt | null>;
    /** Counts the requests to run from outside the panel. */
    asked: number;
    /** Opens the tests. */
    onTests: () => void;
  }>;
  /** The tests of the prompt and their results. */
  Tests: ComponentType<{
    document: EditorDocument;
    promptId: string | null;
    readOnly: boolean;
    /** The number of the saved text; null before the first save. */
    saved: string | null;
    /** Saves the changes and returns the stored prompt, or null if saving failed. */
    flush: () => Promise<StoredPrompt | null>;
    /** Asks for an improvement with this instruction. */
    onImprove: (instruction: string) => void;
  }>;
  /** Copies the rendered prompt. */
  Copy: ComponentType<{ document: EditorDocument; promptId: string | null; onFill: () => void }>;
  /** Adds a saved prompt to collections. */
  Collections: ComponentType<{ promptId: string; title: string; onClose: () => void }>;
  /** Improves the prompt or a part of it with AI; the user accepts each change. */
  Improve: ComponentType<{
    document: EditorDocument;
    target: ImproveTarget;
    /** Called when the accepted changes are in the document. */
    onApplied: () => void;
    onClose: () => void;
  }>;
  /** The page of the saved prompt that anybody can read. */
  Share: ComponentType<{
    prompt: StoredPrompt;
    readOnly: boolean;
    onVisibility: (isPublic: boolean) => Promise<unknown>;
    onClose: () => void;
  }>;
  /** How an application gets the saved prompt. */
  UseIt: ComponentType<{
    document: EditorDocument;
    prompt: StoredPrompt;
    readOnly: boolean;
    onClose: () => void;
  }>;
  Export: ComponentType<{
    document: EditorDocument;
    promptId: string | null;
    open: boolean;
    onClose: () => void;
  }>;
  /** Prompts to start from. */
  Templates: ComponentType<{ most?: number | undefined }>;
  /** Takes files dropped on the page to the import page. */
  DropToImport: ComponentType;
}
