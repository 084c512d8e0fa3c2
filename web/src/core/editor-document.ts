// The prompt being written, as a view reads it. The text lives in WebAssembly; what comes out are snapshots that stay the
// same object until what they show has changed, so that a keystroke redraws one item.
import { type Changed, Emitter } from "./emitter";
import {
  type AiConfig,
  type Applied,
  type Cost,
  Document,
  type DocumentState,
  type Edit,
  type ExportedFile,
  type ExportOptions,
  type ExportPreview,
  type Filling,
  type Item,
  type ItemKind,
  type ItemView,
  type Node,
  type Prompt,
  type TextCounts,
  type TextField,
} from "./pkg/app/prompt_app";
import type { RecordDocument } from "./record-document";
import { storable, storableText } from "./storable-text";

export type Details = Omit<Prompt, "content">;

/** A new item: its kind, and of its texts only those it is to have. */
export type ItemInput = {
  [Kind in ItemKind]: { kind: Kind } & Partial<Omit<Extract<Item, { kind: Kind }>, "kind">>;
}[ItemKind];

const none: TextCounts = { characters: 0, tokens: 0 };

/** Milliseconds after which numbers about the text are told at the latest: nobody reads them between two keys. */
const COUNTS_INTERVAL_MS = 250;

export class EditorDocument implements RecordDocument<Prompt> {
  readonly #handle: Document;
  readonly #listeners = new Emitter();
  readonly #counters = new Set<() => void>();
  readonly #items = new Map<string, ItemView | null>();
  readonly #counts = new Map<string, TextCounts>();
  #skeleton: readonly Node[] | null = null;
  #details: Details | null = null;
  #filling: Filling | null = null;
  #state: DocumentState | null = null;
  #total: TextCounts | null = null;
  #countsDue: ReturnType<typeof setTimeout> | undefined;
  #isRestoring = false;
  #closed = false;
  #broken = false;

  private constructor(handle: Document) {
    this.#handle = handle;
  }

  /** A prompt that was never saved. */
  static create(prompt: Prompt): EditorDocument {
    return new EditorDocument(Document.create(prompt));
  }

  /** A saved prompt. */
  static open(prompt: Prompt): EditorDocument {
    return new EditorDocument(Document.open(prompt));
  }

  /** Calls a listener after every change. */
  readonly subscribe = (listener: () => void): (() => void) => this.#listeners.add(listener);

  /** Calls a listener after every change that may concern the item. */
  subscribeItem(id: string, listener: () => void): () => void {
    return this.#listeners.addOfItem(id, listener);
  }

  /** Calls a listener some time after changes, at most four times a second: for numbers about the text. */
  readonly subscribeCounts = (listener: () => void): (() => void) => {
    this.#counters.add(listener);
    return () => this.#counters.delete(listener);
  };

  /** Does one edit; throws a `CoreError` and changes nothing when it cannot be done. */
  apply(edit: Edit): Applied {
    const applied = this.#guard(() => this.#handle.apply(storable(edit)));
    this.#finish(applied);
    return applied;
  }

  /** Puts another prompt in its place, in one step. */
  replace(prompt: Prompt): void {
    this.apply({ op: "set_prompt", prompt });
  }

  /** Goes on with one prompt as if another had been there before: undo shows first the other, then what is here now. */
  supersede(other: Prompt, next: Prompt): void {
    const applied = this.#guard(() =>
      [other, next].map((prompt) => this.#handle.apply({ op: "set_prompt", prompt })),
    );
    // Told once, so that a text that is the same as before keeps its caret.
    this.#finish({
      changed: applied.flatMap(({ changed }) => changed),
      details_changed: applied.some(({ details_changed }) => details_changed),
      structure_changed: applied.some(({ structure_changed }) => structure_changed),
    });
  }

  /** Replaces part of a text, positions in UTF-16 code units. */
  splice(id: string, field: TextField, change: { start: number; end: number; text: string }): void {
    const before = this.#items.get(id);
    // Nothing beside what cannot be stored is refused for its sake.
    const done = { ...change, text: storableText(change.text) };
    const isAnother = this.#guard(() => this.#handle.splice(id, field, done.start, done.end, done.text));
    const splice = { changed: isAnother ? [id] : [], structure_changed: false, details_changed: false };
    this.#finish(splice, before && withSplice(before, field, done));
  }

  /** Adds an item at the end of its list, or of a block's; gives its id. */
  add(item: ItemInput, parent?: string): string | undefined {
    return this.apply({ op: "add_item", item: item as Item, ...(parent && { parent }) }).changed[0];
  }

  /** Puts a copy of an item behind it; gives the copy's id. */
  duplicate(id: string): string | undefined {
    return this.apply({ op: "duplicate_item", id }).changed[0];
  }

  undo(): boolean {
    return this.#restore(() => this.#handle.undo());
  }

  redo(): boolean {
    return this.#restore(() => this.#handle.redo());
  }

  #restore(step: () => Applied | null): boolean {
    const applied = this.#guard(step);
    if (!applied) return false;
    this.#isRestoring = true;
    try {
      this.#finish(applied);
    } finally {
      this.#isRestoring = false;
    }
    return true;
  }

  /** Whether what listeners hear of right now is an undo or redo. */
  readonly isRestoring = (): boolean => this.#isRestoring;

  /** What is typed next is undone apart from what was typed before. */
  endStep(): void {
    this.#handle.endStep();
  }

  /** What is typed next is undone with what was typed last even if it replaces that, as when a word is composed. */
  joinStep(): void {
    this.#handle.joinStep();
  }

  /** Says what the server now holds. What was typed meanwhile stays and counts as changed. */
  setSaved(saved: Prompt): void {
    this.#handle.setSaved(saved);
    this.#forgetDetails();
    this.#state = null;
    this.#emit();
  }

  /** Says who sees the prompt on the server. Where that was changed elsewhere it is taken over, and no undo changes it back. */
  followVisibility(isPublic: boolean): void {
    if (this.saved().is_public === isPublic) return;
    this.#handle.followVisibility(isPublic);
    this.#forgetDetails();
    this.#state = null;
    this.#emit();
  }

  readonly state = (): DocumentState => {
    this.#state ??= this.#handle.state();
    return this.#state;
  };

  readonly skeleton = (): readonly Node[] => {
    this.#skeleton ??= this.#handle.skeleton();
    return this.#skeleton;
  };

  readonly details = (): Details => {
    this.#details ??= this.#handle.details();
    return this.#details;
  };

  /** What is filled in of an asset's fields, and what is not. */
  readonly filling = (): Filling => {
    this.#filling ??= this.#handle.filling();
    return this.#filling;
  };

  /** An item of the kind that is asked for, or null when it is gone. */
  item<Kind extends ItemKind>(id: string, kind: Kind): Extract<ItemView, { kind: Kind }> | null {
    let item = this.#items.get(id);
    if (item === undefined) {
      item = this.#handle.item(id);
      this.#items.set(id, item);
    }
    return item?.kind === kind ? (item as Extract<ItemView, { kind: Kind }>) : null;
  }

  counts(id: string): TextCounts {
    let counts = this.#counts.get(id);
    if (!counts) {
      counts = this.#handle.counts(id) ?? none;
      this.#counts.set(id, counts);
    }
    return counts;
  }

  readonly totalCounts = (): TextCounts => {
    this.#total ??= this.#handle.totalCounts();
    return this.#total;
  };

  /** Whether the program failed; what was typed until then is in the draft. */
  readonly isBroken = (): boolean => this.#broken;

  /** The whole prompt as it is now: to send, to keep as a draft, to export. */
  record(): Prompt {
    return this.#handle.prompt();
  }

  /** The whole prompt as it was saved: the base of a merge. */
  saved(): Prompt {
    return this.#handle.saved();
  }

  /** The prompt as a file. */
  export(options: ExportOptions): ExportedFile {
    return this.#handle.export(options);
  }

  /** The beginning of that file, to look at. */
  exportPreview(options: ExportOptions): ExportPreview {
    return this.#handle.exportPreview(options);
  }

  /** What improving the prompt, or the part with this id, costs; throws what is in the way of it. */
  improvementCost(part: string | undefined, instruction: string, ai: AiConfig): Cost {
    this.#handle.checkImprovement(part, instruction);
    return this.#handle.improvementCost(part, instruction, ai);
  }

  /** Gives the memory back. The snapshots taken so far stay readable while a page that shows them leaves. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    // Who waits for a frame takes the last snapshot now.
    if (this.#countsDue !== undefined) this.#emitCounts();
    this.#listeners.clear();
    this.#counters.clear();
    this.#handle.free();
  }

  /** A fault of the program, unlike a refusal, leaves it in no state to go on: nothing is edited any more. */
  #guard<T>(call: () => T): T {
    try {
      return call();
    } catch (error) {
      if (error instanceof WebAssembly.RuntimeError) {
        this.#broken = true;
        this.#emit();
      }
      throw error;
    }
  }

  /** Forgets what an edit has changed; an item that is known as it is now need not be read again. */
  #finish(applied: Omit<Applied, "revision">, known?: ItemView | null): void {
    if (applied.structure_changed) {
      this.#skeleton = null;
      // The order of items that are not named may have changed, and a block counts what nests in it.
      this.#counts.clear();
      this.#items.clear();
    }
    for (const id of applied.changed) {
      this.#items.delete(id);
      this.#counts.delete(id);
    }
    if (known && applied.changed.includes(known.id)) this.#items.set(known.id, known);
    if (applied.details_changed) this.#forgetDetails();
    this.#state = null;
    this.#total = null;
    this.#emit(applied.structure_changed ? "everything" : applied.changed);
  }

  #forgetDetails(): void {
    this.#details = null;
    this.#filling = null;
  }

  #emit(changed: Changed = "everything"): void {
    this.#listeners.emit(changed);
    if (this.#counters.size > 0) this.#countsDue ??= setTimeout(this.#emitCounts, COUNTS_INTERVAL_MS);
  }

  readonly #emitCounts = (): void => {
    clearTimeout(this.#countsDue);
    this.#countsDue = undefined;
    for (const counter of this.#counters) counter();
  };
}

/**
 * An item after a splice that was done, or null where only the core knows it. A text of 50 KB that came out of WebAssembly
 * on every key would cost more than all else that the core does for it.
 */
function withSplice(
  item: ItemView,
  field: TextField,
  { start, end, text }: { start: number; end: number; text: string },
): ItemView | null {
  // Halves of surrogate pairs, which no text holds, are replaced as they go in.
  if (field !== "content" || !("content" in item) || /[\ud800-\udfff]/.test(text)) return null;
  return { ...item, content: item.content.slice(0, start) + text + item.content.slice(end) };
}
