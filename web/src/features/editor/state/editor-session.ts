// One open record: its document, its saves, its draft in the browser, and changes from elsewhere.

import { isStatus } from "@/api/client";
import { shownWorkspace } from "@/api/workspace";
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
  /** The record on the server, or null for a new one. */
  remote: R | null;
  /** The new record, if there is no remote. */
  blank: T;
  /** The draft of an inactive editor, which this one took over. */
  draft: Draft<T> | null;
  /** The identity of this editor among all open ones. */
  editor: TabPresence;
  /** Called once, when a new record got its id. */
  onCreated(remote: R): void;
  /** Called after every save. */
  onSaved(remote: R): void;
}

export interface SessionSnapshot<R> {
  /** A restored draft that the user has not accepted or discarded yet. */
  restored: { writtenAt: number } | null;
  /** The record as saved elsewhere since this editor last synchronized. */
  newer: R | null;
  /** The reason why the browser stores no drafts, if it does not. */
  draftError: Error | null;
}

/** The longest time a save waits for the draft to be written. */
const DRAFT_FLUSH_TIMEOUT_MS = 300;

export class EditorSession<
  T extends Shown = Shown,
  R extends Remote = Remote,
  D extends RecordDocument<T> = RecordDocument<T>,
> {
  readonly document: D;
  readonly saver: Saver<R>;
  /** Typed configurations that cannot be saved, because they are not valid JSON. */
  readonly invalidJson: InvalidJsonDrafts;
  readonly pendingInputs = new PendingInputs();
  readonly #options: SessionOptions<T, R, D>;
  readonly #drafts: DraftWriter;
  #draftId: string;
  readonly #ends: (() => void)[] = [];
  readonly #listeners = new Set<() => void>();
  /** The idempotency key of the first create: the draft's id, so that it outlives this editor. */
  #idempotencyKey: string;
  #remote: R | null;
  /** The id of the deleted record whose text becomes a new one. */
  #deletedId: string | null = null;
  /** The version of the document's saved record. */
  #baseVersion: string;
  /**
   * The record of a save without a response. If the server stored it after all, there is no conflict and no
   * second record.
   */
  #unanswered: T | null;
  #hasBackup = false;
  #snapshot: SessionSnapshot<R> = { restored: null, newer: null, draftError: null };

  /** A record that was never saved is created in the workspace where it was begun. */
  readonly #workspace = shownWorkspace();

  constructor(options: SessionOptions<T, R, D>) {
    const { remote, draft, blank, editor, store } = options;
    this.#options = options;
    this.#remote = remote;
    this.#draftId = draft?.id ?? newId();
    this.#idempotencyKey = this.#draftId;
    this.#baseVersion = draft?.base_version ?? (remote ? versionOf(remote) : "");
    this.#unanswered = draft?.unanswered ?? null;
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

  /** The record's id; null until the first save. */
  get recordId(): string | null {
    return this.#remote?.id ?? null;
  }

  /** The id of the draft in the browser; it changes when another editor takes the draft over. */
  get draftId(): string {
    return this.#draftId;
  }

  /** Flushes the draft: the page is about to unload. */
  keep(): Promise<void> {
    return this.#drafts.flush();
  }

  /** Whether there is text that the server does not have. */
  holdsMore(): boolean {
    return this.document.state().is_changed || this.invalidJson.count() > 0;
  }

  /** The last known record on the server. */
  get remote(): R | null {
    return this.#remote;
  }

  /**
   * Saves if anything changed. Returns the stored record, or null if the server does not have all of the text.
   */
  async flush(): Promise<R | null> {
    this.pendingInputs.enter();
    const isChanged = this.document.state().is_changed;
    if (isChanged && (await this.saver.save()).kind !== "saved") return null;
    return this.#remote;
  }

  /** Compares a record read from the server with the known one. Never changes the text being edited. */
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

  /** Rebases on a new version with the same text. Text typed meanwhile stays. */
  rebase(remote: R): void {
    this.#settleOn(remote);
    this.#options.onSaved(remote);
  }

  /** Adopts the record on the server; undo restores the local text. */
  adopt(remote: R): void {
    this.document.replace(this.store.recordOf(remote));
    this.rebase(remote);
  }

  /** Saves the local text over the server's; undo restores that. */
  keepMine(theirs: R): Promise<Attempt<R>> {
    this.document.supersede(this.store.recordOf(theirs), this.document.record());
    this.#settleOn(theirs);
    return this.saver.save();
  }

  /** Saves a merge over the server's text; undo restores either side. */
  takeMerged(merged: T, theirs: R): void {
    this.document.supersede(this.store.recordOf(theirs), merged);
    this.#settleOn(theirs);
  }

  /** Saves the local text as a new record, after the old one was deleted. */
  saveAsNew(): Promise<Attempt<R>> {
    this.#deletedId = this.recordId;
    this.#remote = null;
    this.#unanswered = null;
    this.#idempotencyKey = newId();
    this.document.setSaved(this.#options.blank);
    return this.saver.save();
  }

  /** Opens the conflict dialog. */
  resolveWith(newer: R): void {
    this.#set({ newer: null });
    this.saver.conflict(newer);
  }

  /** Accepts the restored draft: autosave resumes. */
  keepDraft(): void {
    this.#set({ restored: null });
    this.saver.hold(false);
  }

  /** Reverts to the saved record; undo restores the draft. */
  discardDraft(): void {
    this.document.replace(this.document.saved());
    this.invalidJson.clear();
    this.keepDraft();
  }

  /** Closes the session; unsaved text stays in the draft, for the next editor. */
  async close(): Promise<void> {
    const ended = this.#drafts.close();
    this.saver.close();
    this.#listeners.clear();
    await ended;
    // A browser that stores no drafts has none to release.
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

  /** Reads the record that another tab saved. A failure is harmless: the next save gets a 409. */
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
      // Everything was saved.
      if (remote && isOlder) this.adopt(remote);
      else if (remote) this.#settleOn(remote);
      if (this.invalidJson.count() === 0) return;
    } else if (remote && isOlder) {
      const theirs = this.store.recordOf(remote);
      // The lost editor had saved its text, or an earlier part of it, and only missed the response.
      const isOwn = [draft.text, sent].some((own) => own && this.store.hasSameText(own, theirs));
      if (!isOwn) {
        this.saver.conflict(remote);
        return;
      }
      this.#unanswered = null;
      this.#settleOn(remote);
      if (!this.holdsMore()) return;
    }
    this.#set({ restored: { writtenAt: draft.written_at } });
    this.saver.hold(true);
    this.saver.touched();
  }

  /** Takes over the visibility. A save without a response may have set it, and it may have changed here since. */
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
    // A lost save may have arrived, and with it the visibility.
    const setsVisibility = [this.document.saved(), lost].some(
      (known) => known && known.is_public !== sent.is_public,
    );
    try {
      if (!before) {
        // A lost save may have arrived. Repeating it under the same idempotency key creates nothing twice; later
        // text is then saved over it.
        const first = lost ?? sent;
        await this.#awaitAnswer(first);
        const created = await store.create(first, this.#idempotencyKey);
        this.#agree(created, store.recordOf(created));
        this.#options.onCreated(created);
        return first !== sent && this.document.state().is_changed ? this.#send() : { kind: "saved" };
      }
      await this.#awaitAnswer(sent);
      const saved = await store.save(before, sent, setsVisibility);
      this.#agree(saved, { ...sent, ...versionNumbers(saved) });
      return { kind: "saved" };
    } catch (error) {
      const attempt = store.classify(error);
      if (attempt.kind === "offline") return attempt;
      // A 401 or 412 says nothing about the save before.
      this.#unanswered = isStatus(error, 401) || isStatus(error, 412) ? lost : null;
      this.#drafts.touched();
      if (attempt.kind === "conflict" && lost && store.hasSameText(lost, store.recordOf(attempt.theirs))) {
        // Our own save arrived, and only its response was lost.
        this.#agree(attempt.theirs, { ...store.recordOf(attempt.theirs), is_public: lost.is_public });
        return this.document.state().is_changed ? this.#send() : { kind: "saved" };
      }
      // Rejected, so nothing was created: the next attempt may send another record and needs a new key.
      if (!before && !this.#unanswered) this.#idempotencyKey = newId();
      return attempt;
    }
  }

  /**
   * Stores the record in the draft before it is sent, so that the editor that finds the draft recognizes its own
   * save. A browser that stores nothing, or is slow, delays no save.
   */
  async #awaitAnswer(sent: T): Promise<void> {
    this.#unanswered = sent;
    const timeout = new Promise((resolve) => setTimeout(resolve, DRAFT_FLUSH_TIMEOUT_MS));
    await Promise.race([this.#drafts.flush(), timeout]);
  }

  /** Records that the server stores `base` as `remote`; the visibility may have changed elsewhere. */
  #agree(remote: R, base: T): void {
    this.#remote = remote;
    this.#baseVersion = versionOf(remote);
    this.#unanswered = null;
    this.document.setSaved(base);
    this.document.followVisibility(remote.is_public);
    this.#drafts.touched();
    // Saving a restored draft accepts it.
    if (this.#snapshot.restored && this.invalidJson.count() === 0) this.keepDraft();
    this.#options.onSaved(remote);
    // The editor's id, not the draft's, which an editor that took the draft over has too.
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
    // Another editor took the draft over: from here on there are two drafts.
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
      ...(this.#workspace !== null && { workspace_id: this.#workspace }),
      kind: this.store.kind,
      record_id: this.recordId ?? (this.store.offersNewDrafts ? "" : (this.#deletedId ?? "")),
      text: this.document.record(),
      base: this.document.saved(),
      base_version: this.#baseVersion,
      ...(this.#unanswered && { unanswered: this.#unanswered }),
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
