// The document of a prompt or a component, as a session and a view of either kind use it.

export interface RecordState {
  /** Grows with every edit, undo and redo. */
  revision: number;
  /** Whether it differs from what was saved. */
  is_changed: boolean;
  can_undo: boolean;
  can_redo: boolean;
}

export interface RecordDocument<T> {
  /** Calls a listener after every change. */
  readonly subscribe: (listener: () => void) => () => void;
  readonly state: () => RecordState;
  /** Whether the program failed; the text until then is in the draft. */
  readonly isBroken: () => boolean;
  /** Whether the change that listeners hear of right now is an undo or redo. */
  readonly isRestoring: () => boolean;
  undo(): boolean;
  redo(): boolean;
  /** Ends the current step: later typing is undone apart from it. */
  endStep(): void;
  /** Lets the next edit belong to the current step even if it replaces typed text, as when a word is composed. */
  joinStep(): void;
  /** The record as it is now. */
  record(): T;
  /** The record as it was saved: the base of a merge. */
  saved(): T;
  /** Puts another record in its place, in one step. */
  replace(next: T): void;
  /** Goes on with `next` as if `other` had been there before: undo shows the other first. */
  supersede(other: T, next: T): void;
  /** Notes the record that the server holds. Later typing stays and counts as changed. */
  setSaved(saved: T): void;
  /** Takes over who sees the record on the server; no undo changes it back. */
  followVisibility(isPublic: boolean): void;
  /** Frees the memory. */
  close(): void;
}
