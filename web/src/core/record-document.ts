// The document of a prompt or component, as the editor session and the views use it.

export interface RecordState {
  /** Incremented by every edit, undo and redo. */
  revision: number;
  /** Whether the record differs from its saved state. */
  is_changed: boolean;
  can_undo: boolean;
  can_redo: boolean;
}

export interface RecordDocument<T> {
  /** Calls a listener after every change. */
  readonly subscribe: (listener: () => void) => () => void;
  readonly state: () => RecordState;
  /** Whether the core failed. The draft holds the text up to then. */
  readonly isBroken: () => boolean;
  /** Whether the change being reported to listeners is an undo or redo. */
  readonly isRestoring: () => boolean;
  undo(): boolean;
  redo(): boolean;
  /** Ends the undo step: later typing is undone separately. */
  endStep(): void;
  /** Joins the next edit to the current undo step even if it replaces typed text, as an input method does. */
  joinStep(): void;
  /** The current record. */
  record(): T;
  /** The record as last saved: the base of a merge. */
  saved(): T;
  /** Replaces the whole record, in one undo step. */
  replace(next: T): void;
  /** Continues with `next` as if `other` had been the record before: undo shows `other` first. */
  supersede(other: T, next: T): void;
  /** Records what the server stores. Later typing stays and counts as changed. */
  setSaved(saved: T): void;
  /** Takes over the visibility from the server; undo does not revert it. */
  followVisibility(isPublic: boolean): void;
  /** Frees the memory. */
  close(): void;
}
