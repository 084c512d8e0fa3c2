// One record that is open: its document, when it is saved, its draft in the browser, and saves from elsewhere meanwhile.
import { isStatus } from "@/api/client";
import { newId } from "@/core";
import type { RecordDocument } from "@/core/record-document";
import type { TabPresence } from "@/lib/tab-presence";
import { announceSaved, onSavedElsewhere } from "./channel";
import type { Draft, OwnDraft } from "./draft";
import { DraftWriter } from "./draft-writer";
import { deleteDraft, leaveDraft, writeDraft } from "./drafts";
import { InvalidJsonDrafts } from "./invalid-json-drafts";
import { PendingInputs } from "./pending-inputs";
import type { RecordStore, Shown } from "./record-store";
import { type Remote, type Versioned, versionOf } from "./remote";
import { RefusedByRule } from "./save-failure";
import { type Attempt, Saver } from "./saver";
import { removeUnloadBackup, writeUnloadBackup } from "./unload-backup";

export interface SessionOptions<T extends Shown, R extends Remote, D extends RecordDocument<T>> {
  userId: string;
  store: RecordStore<T, R, D>;
  /** The record as the server has it, or null for a new one. */
  remote: R | null;
  /** The new record, when there is no remote. */
  blank: T;
  /** The draft of an editor that is gone, which this one took over. */
  draft: Draft<T> | null;
  /** Names this editor beside all others. */
  editor: TabPresence;
  /** Called once, when a new record got its id. */
  onCreated(remote: R): void;
  /** Called after every save. */
  onSaved(remote: R): void;
}

export interface SessionSnapshot<R> {
  /** A draft was restored and waits for a decision. */
  restored: { writtenAt: number } | null;
  /** The record as it was saved elsewhere since this editor last agreed with the server. */
  newer: R | null;
  /** Why the browser stores no draft, if it does not. */
  draftError: Error | null;
}

/** The longest that a save waits for the draft to be written. */
const DRAFT_FLUSH_TIMEOUT_MS = 300;

export class EditorSession<
  T extends Shown = Shown,
  R extends Remote = Remote,
  D extends RecordDocument<T> = RecordDocument<T>,
> {
  readonly document: D;
  readonly saver: Saver<R>;
  /** Typed configurations that cannot be saved, because they are no valid JSON. */
  readonly invalidJson: InvalidJsonDrafts;
  readonly pendingInputs = new PendingInputs();
  readonly #options: SessionOptions<T, R, D>;
  readonly #drafts: DraftWriter;
  #draftId: string;
  readonly #ends: (() => void)[] = [];
  readonly #listeners = new Set<() => void>();
  /** Names the record that is created first; the draft's id, so that it outlives this editor. */
  #idempotencyKey: string;
  #remote: R | null;
  /** The id of the deleted record whose text becomes a new one. */
  #deletedId: string | null = null;
  /** The version of the document's saved record. */
  #baseVersion: string;
  /** The record that was sent and not answered: if the server has it after all, there is no conflict and no second record. */
  #unanswered: T | null;
  /** Whether the next save replaces a text that must stay in the history. */
  #keepReplaced: boolean;
  /** Whether the save that was sent last does that. */
  #isKeeping = false;
  #hasBackup = false;
  #snapshot: SessionSnapshot<R> = { restored: null, newer: null, draftError: null };

  constructor(options: SessionOptions<T, R, D>) {
    const { remote, draft, blank, editor, store } = options;
    this.#options = options;
    this.#remote = remote;
    this.#draftId = draft?.id ?? newId();
    this.#idempotencyKey = this.#draftId;
    this.#baseVersion = draft?.base_version ?? (remote ? versionOf(remote) : "");
    this.#unanswered = draft?.unanswered ?? null;
    this.#keepReplaced = draft?.keep_replaced ?? false;
    this.document = store.open(draft?.base ?? (remote ? store.recordOf(remote) : blank), remote !== null);
    this.invalidJson = new InvalidJsonDrafts(
      { subscribe: this.document.subscribe, read: (field) => store.configText(this.document, field) },
      draft?.invalid_json,
    );
    this.saver = new Saver({ isChanged: () => this.document.state().is_changed, send: () => this.#send() });
    this.#drafts = new DraftWriter(
      {
        isChanged: () => this.holdsMore(),
        write: () => this.#write(),
        remove: () => deleteDraft(this.#draftId, editor.id).then(() => this.#removeBackup()),
        report: (draftError) => this.#set({ draftError }),
      },
      draft !== null,
    );
    this.#ends.push(editor.end);
    this.#listen();
    if (draft) this.#restore(draft);
  }

  get store(): RecordStore<T, R, D> {
    return this.#options.store;
  }

  readonly snapshot = (): SessionSnapshot<R> => this.#snapshot;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The record's id; null until it was saved. */
  get recordId(): string | null {
    return this.#remote?.id ?? null;
  }

  /** The id of the draft in the browser: another one once another editor took the draft over. */
  get draftId(): string {
    return this.#draftId;
  }

  /** Flushes the draft: the page is about to be left. */
  keep(): Promise<void> {
    return this.#drafts.flush();
  }

  /** Whether there is anything here that the server does not have. */
  holdsMore(): boolean {
    return this.document.state().is_changed || this.invalidJson.count() > 0;
  }

  /** The record as the server last was known to have it. */
  get remote(): R | null {
    return this.#remote;
  }

  /** Saves if anything changed. Answers the record as the server has it, or null when it does not have everything. */
  async flush(): Promise<R | null> {
    this.pendingInputs.enter();
    const isChanged = this.document.state().is_changed;
    if (isChanged && (await this.saver.save()).kind !== "saved") return null;
    return this.#remote;
  }

  /** Takes notice of what the server has. Never touches the text being written. */
  serverHas(remote: R): void {
    const known = this.#remote;
    if (!known || remote.id !== known.id || remote.updated_at <= known.updated_at) return;
    if (this.saver.snapshot().state === "conflict" || this.saver.snapshot().state === "saving") return;
    if (versionOf(remote) === versionOf(known)) {
      this.#remote = remote;
      this.#follow(remote);
      return;
    }
    this.#set({ newer: remote });
    this.saver.hold(true);
  }

  /** The server has the same text under another number. Text typed meanwhile stays. */
  rebase(remote: R): void {
    this.#settleOn(remote);
    this.#options.onSaved(remote);
  }

  /** Takes over what the server has; undo brings back the text from here. */
  adopt(remote: R): void {
    this.#keepReplaced = false;
    this.document.replace(this.store.recordOf(remote));
    this.rebase(remote);
  }

  /** Goes on with the text from here, on top of what the server has; undo brings that back. */
  keepMine(theirs: R): Promise<Attempt<R>> {
    this.document.supersede(this.store.recordOf(theirs), this.document.record());
    this.#settleOn(theirs);
    this.keepReplaced();
    return this.saver.save();
  }

  /** Lets the next save keep the saved text that it replaces as a version. */
  keepReplaced(): void {
    this.#keepReplaced = true;
    this.#drafts.touched();
  }

  /** Goes on with a merge of both, on top of what the server has; undo brings back either. */
  takeMerged(merged: T, theirs: R): void {
    this.document.supersede(this.store.recordOf(theirs), merged);
    this.#settleOn(theirs);
  }

  /** Saves the text from here as a new record: the old one was deleted. */
  saveAsNew(): Promise<Attempt<R>> {
    this.#deletedId = this.recordId;
    this.#remote = null;
    this.#unanswered = null;
    this.#idempotencyKey = newId();
    this.document.setSaved(this.#options.blank);
    return this.saver.save();
  }

  /** Opens the question how to bring both together. */
  resolveWith(newer: R): void {
    this.#set({ newer: null });
    this.saver.conflict(newer);
  }

  /** Accepts the restored draft: autosave may go on. */
  keepDraft(): void {
    this.#set({ restored: null });
    this.saver.hold(false);
  }

  /** Goes back to what the server has; undo still brings the draft back. */
  discardDraft(): void {
    this.document.replace(this.document.saved());
    this.invalidJson.clear();
    this.#keepReplaced = false;
    this.keepDraft();
  }

  /** Ends everything; unsaved text stays in the draft, which the next editor finds. */
  async close(): Promise<void> {
    const ended = this.#drafts.close();
    this.saver.close();
    this.#listeners.clear();
    await ended;
    // Where the browser stores no drafts there is none to be left.
    await leaveDraft(this.#draftId, this.#options.editor.id).catch(() => undefined);
    for (const end of this.#ends.splice(0)) end();
    this.document.close();
  }

  #listen(): void {
    const flush = () => void this.#drafts.flush();
    const hidden = () => document.visibilityState === "hidden" && flush();
    const leave = () => {
      if (this.#drafts.isBehind()) this.#writeBackup();
      flush();
    };
    window.addEventListener("online", this.saver.online);
    window.addEventListener("pagehide", leave);
    document.addEventListener("visibilitychange", hidden);
    this.#ends.push(
      () => window.removeEventListener("online", this.saver.online),
      () => window.removeEventListener("pagehide", leave),
      () => document.removeEventListener("visibilitychange", hidden),
      this.document.subscribe(() => {
        this.saver.touched();
        this.#drafts.touched();
      }),
      this.invalidJson.subscribe(() => this.#drafts.touched()),
      onSavedElsewhere(({ recordId, editor }) => {
        if (recordId === this.recordId && editor !== this.#options.editor.id) void this.#look();
      }),
    );
  }

  /** Reads the record that another tab has saved. A failure costs nothing: the next save finds out. */
  async #look(): Promise<void> {
    const id = this.recordId;
    if (!id) return;
    const remote = await this.store.read(id).catch(() => null);
    if (remote) this.serverHas(remote);
  }

  #restore(draft: Draft<T>): void {
    const remote = this.#remote;
    const sent = this.#unanswered;
    const isOlder = remote !== null && versionOf(remote) !== this.#baseVersion;
    this.document.replace(draft.text);
    if (remote) this.#follow(remote);
    if (!this.document.state().is_changed) {
      // All that could be saved was saved.
      this.#keepReplaced = false;
      if (remote && isOlder) this.adopt(remote);
      else if (remote) this.#settleOn(remote);
      if (this.invalidJson.count() === 0) return;
    } else if (remote && isOlder) {
      const theirs = this.store.recordOf(remote);
      // The lost editor had saved its text, or what it had sent of it, and only never got the answer.
      const isOwn = [draft.text, sent].some((own) => own && this.store.hasSameText(own, theirs));
      if (!isOwn) {
        this.saver.conflict(remote);
        return;
      }
      this.#unanswered = null;
      this.#settleOn(remote);
      if (!this.document.state().is_changed) this.#keepReplaced = false;
      if (!this.holdsMore()) return;
    }
    this.#set({ restored: { writtenAt: draft.written_at } });
    this.saver.hold(true);
    this.saver.touched();
  }

  /** Follows who sees the record. A save without an answer may have said it, and it may have been changed here since. */
  #follow({ is_public }: R): void {
    if (this.#unanswered?.is_public === is_public) {
      this.document.setSaved({ ...this.document.saved(), is_public });
    } else {
      this.document.followVisibility(is_public);
    }
  }

  async #send(): Promise<Attempt<R>> {
    const { store } = this;
    const sent = this.document.record();
    const before = this.#remote;
    const problem = store.validate(sent);
    if (problem) return { kind: "refused", error: new RefusedByRule(problem) };
    const lost = this.#unanswered;
    const wasKeeping = this.#isKeeping;
    // A lost save may have arrived, and with it who sees the record.
    const setsVisibility = [this.document.saved(), lost].some(
      (known) => known && known.is_public !== sent.is_public,
    );
    try {
      if (!before) {
        // A lost save may have arrived. The same again under the same key creates nothing twice; later text is then saved
        // on top of it.
        const first = lost ?? sent;
        await this.#awaitAnswer(first);
        this.#isKeeping = this.#keepReplaced;
        const created = await store.create(first, this.#idempotencyKey);
        this.#agree(created, store.recordOf(created));
        this.#options.onCreated(created);
        return first !== sent && this.document.state().is_changed ? this.#send() : { kind: "saved" };
      }
      await this.#awaitAnswer(sent);
      const keepsReplaced = this.#keepReplaced;
      this.#isKeeping = keepsReplaced;
      const saved = await store.save(before, sent, { setsVisibility, keepsReplaced });
      this.#agree(saved, { ...sent, ...versionNumbers(saved) });
      return { kind: "saved" };
    } catch (error) {
      const attempt = store.classify(error);
      if (attempt.kind === "offline") return attempt;
      // A refusal of the person who asks says nothing of what was sent before.
      this.#unanswered = isStatus(error, 401) || isStatus(error, 412) ? lost : null;
      this.#drafts.touched();
      if (attempt.kind === "conflict" && lost && store.hasSameText(lost, store.recordOf(attempt.theirs))) {
        // Our own save arrived, only its answer was lost.
        this.#isKeeping = wasKeeping;
        this.#agree(attempt.theirs, { ...store.recordOf(attempt.theirs), is_public: lost.is_public });
        return this.document.state().is_changed ? this.#send() : { kind: "saved" };
      }
      // Refused, so nothing was created: the next attempt may send something else.
      if (!before && !this.#unanswered) this.#idempotencyKey = newId();
      return attempt;
    }
  }

  /**
   * Notes in the draft what is sent before it is sent: the editor that finds the draft can tell an own save from another one. A
   * browser that stores nothing, or takes its time, delays no save.
   */
  async #awaitAnswer(sent: T): Promise<void> {
    this.#unanswered = sent;
    const timeout = new Promise((resolve) => setTimeout(resolve, DRAFT_FLUSH_TIMEOUT_MS));
    await Promise.race([this.#drafts.flush(), timeout]);
  }

  /** The server now holds `base` as `remote`; who sees it may have been changed elsewhere. */
  #agree(remote: R, base: T): void {
    this.#remote = remote;
    this.#baseVersion = versionOf(remote);
    this.#unanswered = null;
    // Asked for while the save was under way, it is for the next one.
    if (this.#isKeeping) this.#keepReplaced = false;
    this.#isKeeping = false;
    this.document.setSaved(base);
    this.document.followVisibility(remote.is_public);
    this.#drafts.touched();
    // Saving a restored draft accepts it.
    if (this.#snapshot.restored && this.invalidJson.count() === 0) this.keepDraft();
    this.#options.onSaved(remote);
    // Not the draft's id: an editor that took the draft over has that as well.
    announceSaved({ recordId: remote.id, editor: this.#options.editor.id });
  }

  #settleOn(remote: R): void {
    this.#remote = remote;
    this.#baseVersion = versionOf(remote);
    this.document.followVisibility(remote.is_public);
    this.document.setSaved(this.store.recordOf(remote));
    this.#drafts.touched();
    this.#set({ newer: null, restored: null });
    this.saver.hold(false);
    this.saver.resolved();
  }

  async #write(): Promise<void> {
    const id = await writeDraft(this.#draft(), this.#options.editor.id);
    this.#removeBackup();
    if (id === this.#draftId) return;
    // Another editor took this one for gone and goes on under the draft's id: from here on they are two.
    this.#draftId = id;
    if (!this.#unanswered) this.#idempotencyKey = id;
    for (const listener of this.#listeners) listener();
  }

  #writeBackup(): void {
    if (!this.holdsMore()) return;
    this.#hasBackup = true;
    writeUnloadBackup(this.#draft());
  }

  #removeBackup(): void {
    if (this.#hasBackup) removeUnloadBackup(this.#options.editor.id);
    this.#hasBackup = false;
  }

  #draft(): OwnDraft {
    const invalid = this.invalidJson.all();
    return {
      id: this.#draftId,
      editor: this.#options.editor.id,
      user_id: this.#options.userId,
      kind: this.store.kind,
      record_id: this.recordId ?? (this.store.offersNewDrafts ? "" : (this.#deletedId ?? "")),
      text: this.document.record(),
      base: this.document.saved(),
      base_version: this.#baseVersion,
      ...(this.#unanswered && { unanswered: this.#unanswered }),
      ...(this.#keepReplaced && { keep_replaced: true }),
      ...(Object.keys(invalid).length > 0 && { invalid_json: invalid }),
      written_at: Date.now(),
    };
  }

  #set(change: Partial<SessionSnapshot<R>>): void {
    const next = { ...this.#snapshot, ...change };
    const same = (Object.keys(change) as (keyof SessionSnapshot<R>)[]).every(
      (key) => this.#snapshot[key] === next[key],
    );
    if (same) return;
    this.#snapshot = next;
    for (const listener of this.#listeners) listener();
  }
}

function versionNumbers({ version_major, version_minor, version_batch }: Versioned): Versioned {
  return { version_major, version_minor, version_batch };
}
