// The prompt being edited, as a view reads it. The text lives in WebAssembly; snapshots keep their identity until
// their content changes, so that a keystroke re-renders one item.
import { type Changed, Emitter } from "./emitter";
import { loadedJinja, loadJinja } from "./jinja";
import {
  type AiConfig,
  type Applied,
  type CopyFormat,
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
  type JsonValue,
  type Node,
  type Prompt,
  type Provider,
  type Rendered,
  type TemplateLanguage,
  type TextCounts,
  type TextField,
  type VariableUse,
} from "./pkg/app/prompt_app";
import type { RecordDocument } from "./record-document";
import { storable, storableText } from "./storable-text";

export type Details = Omit<Prompt, "content">;

/** A new item: its kind, and optionally some of its texts. */
export type ItemInput = {
  [Kind in ItemKind]: { kind: Kind } & Partial<Omit<Extract<Item, { kind: Kind }>, "kind">>;
}[ItemKind];

const none: TextCounts = { characters: 0, tokens: 0 };

/** The throttle of the counts, in milliseconds. */
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
  #model: string | null | undefined;
  #countsDue: ReturnType<typeof setTimeout> | undefined;
  #jinja: "loading" | "ready" | Error | null = null;
  /** How often the program for Jinja2 was loaded or not: what is rendered is another text then. */
  #loads = 0;
  #isRestoring = false;
  #closed = false;
  #broken = false;

  private constructor(handle: Document) {
    this.#handle = handle;
  }

  /** Opens a prompt that was never saved. */
  static create(prompt: Prompt): EditorDocument {
    return new EditorDocument(Document.create(prompt));
  }

  /** Opens a saved prompt. */
  static open(prompt: Prompt): EditorDocument {
    return new EditorDocument(Document.open(prompt));
  }

  /** Calls a listener after every change. */
  readonly subscribe = (listener: () => void): (() => void) => this.#listeners.add(listener);

  /** Calls a listener after every change that may concern the item. */
  subscribeItem(id: string, listener: () => void): () => void {
    return this.#listeners.addOfItem(id, listener);
  }

  /** Calls a listener after changes, throttled to four times a second: for counts of the text. */
  readonly subscribeCounts = (listener: () => void): (() => void) => {
    this.#counters.add(listener);
    return () => this.#counters.delete(listener);
  };

  /** Applies one edit. Throws a `CoreError` and changes nothing if the edit is rejected. */
  apply(edit: Edit): Applied {
    const applied = this.#guard(() => this.#handle.apply(storable(edit)));
    this.#finish(applied);
    return applied;
  }

  /** Replaces the whole prompt, in one undo step. */
  replace(prompt: Prompt): void {
    this.apply({ op: "set_prompt", prompt });
  }

  /**
   * Continues with `next` as if `other` had been the prompt before: the first undo shows `other`, the second the
   * prompt as it is now.
   */
  supersede(other: Prompt, next: Prompt): void {
    const applied = this.#guard(() =>
      [other, next].map((prompt) => this.#handle.apply({ op: "set_prompt", prompt })),
    );
    // Listeners are notified once, so that an unchanged text keeps its caret.
    this.#finish({
      changed: applied.flatMap(({ changed }) => changed),
      details_changed: applied.some(({ details_changed }) => details_changed),
      structure_changed: applied.some(({ structure_changed }) => structure_changed),
    });
  }

  /** Replaces part of a text. Positions are UTF-16 code units. */
  splice(id: string, field: TextField, change: { start: number; end: number; text: string }): void {
    const before = this.#items.get(id);
    // A text with characters that cannot be stored is cleaned, not rejected.
    const done = { ...change, text: storableText(change.text) };
    const isAnother = this.#guard(() => this.#handle.splice(id, field, done.start, done.end, done.text));
    const splice = { changed: isAnother ? [id] : [], structure_changed: false, details_changed: false };
    this.#finish(splice, before && withSplice(before, field, done));
  }

  /** Appends an item to its list, or to a block's; returns its id. */
  add(item: ItemInput, parent?: string): string | undefined {
    return this.apply({ op: "add_item", item: item as Item, ...(parent && { parent }) }).changed[0];
  }

  /** Duplicates an item and returns the id of the copy. */
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

  /** Whether the change being reported to listeners is an undo or redo. */
  readonly isRestoring = (): boolean => this.#isRestoring;

  /** Ends the undo step: later typing is undone separately. */
  endStep(): void {
    this.#handle.endStep();
  }

  /** Joins the next edit to the current undo step even if it replaces typed text, as an input method does. */
  joinStep(): void {
    this.#handle.joinStep();
  }

  /** Records the prompt that the server stores. Text typed meanwhile stays and counts as changed. */
  setSaved(saved: Prompt): void {
    this.#handle.setSaved(saved);
    this.#forgetDetails();
    this.#state = null;
    this.#emit();
  }

  /** Records the visibility on the server. A change made elsewhere is taken over, and undo does not revert it. */
  followVisibility(isPublic: boolean): void {
    if (this.saved().is_public === isPublic) return;
    this.#handle.followVisibility(isPublic);
    this.#forgetDetails();
    this.#state = null;
    this.#emit();
  }

  readonly state = (): DocumentState => {
    if (!this.#state) {
      const state = this.#handle.state();
      this.#state = { ...state, revision: state.revision + this.#loads };
    }
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

  /** Which fields of an asset are filled in. */
  readonly filling = (): Filling => {
    this.#filling ??= this.#handle.filling();
    return this.#filling;
  };

  /** An item of the requested kind, or null if it was removed. */
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

  /** Whether the core failed. The draft holds the text up to then. */
  readonly isBroken = (): boolean => this.#broken;

  /** The current prompt: to send, to store as a draft, to export. */
  record(): Prompt {
    return this.#handle.prompt();
  }

  /** The prompt as last saved: the base of a merge. */
  saved(): Prompt {
    return this.#handle.saved();
  }

  /** Whether the program for Jinja2 is being loaded, or why it is not; null if it is not needed. Until then statements stay. */
  jinjaState(): "loading" | "ready" | Error | null {
    return this.#jinja;
  }

  /** Loads the program for Jinja2 if rendering needs it. Listeners are called when there is more to show. */
  async ready(includes: Readonly<Record<string, Prompt>>): Promise<void> {
    if (this.#handle.needsJinja(includes)) await this.#loadJinja();
  }

  async #loadJinja(): Promise<void> {
    if (this.#jinja === "ready") return;
    this.#jinja = "loading";
    try {
      await loadJinja();
      this.#jinja = "ready";
    } catch (error) {
      this.#jinja = error instanceof Error ? error : new Error(String(error));
      throw error;
    } finally {
      this.#loads += 1;
      this.#state = null;
      for (const counter of this.#counters) counter();
      this.#listeners.emit([]);
    }
  }

  #jinjaFor(includes: Readonly<Record<string, Prompt>>): ReturnType<typeof loadedJinja> {
    if (!this.#handle.needsJinja(includes)) {
      if (this.#jinja instanceof Error) this.#jinja = null;
      return null;
    }
    const loaded = loadedJinja();
    if (loaded) this.#jinja = "ready";
    else if (this.#jinja === null) void this.#loadJinja().catch(() => {});
    return loaded;
  }

  /** The messages that a model gets, with these values and these prompts by the references to them. */
  render(values: Readonly<Record<string, unknown>>, includes: Readonly<Record<string, Prompt>>): Rendered {
    const jinja = this.#jinjaFor(includes);
    return jinja ? jinja.render(this.record(), values, includes) : this.#handle.render(values, includes);
  }

  /** The rendered prompt as the text to copy. */
  renderedCopy(
    values: Readonly<Record<string, unknown>>,
    includes: Readonly<Record<string, Prompt>>,
    format: CopyFormat,
  ): string {
    const jinja = this.#jinjaFor(includes);
    return jinja
      ? jinja.renderedCopy(this.record(), values, includes, format)
      : this.#handle.renderedCopy(values, includes, format);
  }

  /** The variables: where they are used and what is declared about them. */
  variables(includes: Readonly<Record<string, Prompt>>): VariableUse[] {
    return this.#handle.variables(includes);
  }

  /** The model and how it answers, as they are stored; null without any. */
  settings(): JsonValue {
    return this.#handle.settings();
  }

  /** The most tokens that the rendered prompt should have; null without a budget. */
  tokenBudget(): number | null {
    const budget = this.#setting("token_budget");
    return typeof budget === "number" ? budget : null;
  }

  /** The name of the prompt's model; null without one. Cheap, since every item asks for it. */
  readonly model = (): string | null => {
    if (this.#model === undefined) {
      const model = this.#setting("model");
      this.#model = typeof model === "string" ? model : null;
    }
    return this.#model;
  };

  #setting(name: string): JsonValue | undefined {
    const settings = this.settings();
    const isObject = typeof settings === "object" && settings !== null && !Array.isArray(settings);
    return isObject ? settings[name] : undefined;
  }

  /** The tests as they are stored; null without any. */
  tests(): JsonValue {
    return this.#handle.tests();
  }

  /** The size of what a model gets: the characters determine the price. Throws if the prompt cannot be run. */
  runSize(values: Readonly<Record<string, unknown>>, includes: Readonly<Record<string, Prompt>>): TextCounts {
    const jinja = this.#jinjaFor(includes);
    return jinja ? jinja.runSize(this.record(), values, includes) : this.#handle.runSize(values, includes);
  }

  /** The price of a run of this length by a model, in credits. */
  runPrice(provider: Provider, model: string, length: number): number {
    return this.#handle.runPrice(provider, model, length);
  }

  /** The references to other prompts, which a caller loads before it renders. */
  references(): string[] {
    return this.#handle.references();
  }

  /** Gives a variable another name everywhere, in one undo step. */
  renameVariable(from: string, to: string): boolean {
    const edit = this.#handle.renameEdit(from, to);
    if (edit) this.apply(edit);
    return edit !== null;
  }

  /** The language of the variables in the texts. */
  templateLanguage(): TemplateLanguage {
    return this.#handle.templateLanguage();
  }

  /** The number of places where a text stands outside of variables. */
  occurrences(text: string): number {
    return this.#handle.occurrences(text);
  }

  /**
   * Puts a variable in the place of a range of an item's text, or of every place where that text stands, in one undo
   * step. Returns false where none can stand.
   */
  extractVariable(id: string, start: number, end: number, name: string, everywhere: boolean): boolean {
    const edit = this.#handle.extractEdit(id, start, end, name, everywhere);
    if (edit) this.apply(edit);
    return edit !== null;
  }

  /** Exports the prompt as a file. */
  export(options: ExportOptions): ExportedFile {
    return this.#handle.export(options);
  }

  /** Exports the prompt as a page that fills it in by itself, with the script and the style for that. */
  exportToFill(
    options: ExportOptions,
    includes: Readonly<Record<string, Prompt>>,
    script: string,
    style: string,
  ): ExportedFile {
    return this.#handle.exportToFill(options, includes, script, style);
  }

  /** The beginning of that file, for the preview. */
  exportPreview(options: ExportOptions): ExportPreview {
    return this.#handle.exportPreview(options);
  }

  /** The cost of improving the prompt, or the part with this id. Throws if it cannot be improved. */
  improvementCost(part: string | undefined, instruction: string, ai: AiConfig): Cost {
    this.#handle.checkImprovement(part, instruction);
    return this.#handle.improvementCost(part, instruction, ai);
  }

  /** Frees the memory. Existing snapshots stay readable while a page that shows them unmounts. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    // Pending listeners get the last snapshot now.
    if (this.#countsDue !== undefined) this.#emitCounts();
    this.#listeners.clear();
    this.#counters.clear();
    this.#handle.free();
  }

  /** A fault of the core, unlike a rejected edit, leaves it unusable: editing ends. */
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

  /** Invalidates the caches of an edit's changes. A `known` item does not have to be read again. */
  #finish(applied: Omit<Applied, "revision">, known?: ItemView | null): void {
    if (applied.structure_changed) {
      this.#skeleton = null;
      // The order of unnamed items may have changed, and a block's counts include its children.
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
    this.#model = undefined;
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
 * The item after an applied splice, or null if only the core knows it. Reading a text of 50 KB out of WebAssembly
 * on every key would cost more than the rest of the core's work.
 */
function withSplice(
  item: ItemView,
  field: TextField,
  { start, end, text }: { start: number; end: number; text: string },
): ItemView | null {
  // The core replaces unpaired surrogates, so such a text is read back from it.
  if (field !== "content" || !("content" in item) || /[\ud800-\udfff]/.test(text)) return null;
  return { ...item, content: item.content.slice(0, start) + text + item.content.slice(end) };
}
