// One prompt that is open: its document, when it is saved, its draft in the browser, and what others did to it meanwhile.
import { isStatus } from "@/api/client";
import { EditorDocument, newId, type Prompt, saysTheSame, validatePrompt } from "@/core";
import type { TabPresence } from "@/lib/tab-presence";
import { announceSaved, onSavedElsewhere } from "./channel";
import { DraftWriter } from "./draft-writer";
import { type Draft, deleteDraft, leaveDraft, writeDraft } from "./drafts";
import { InvalidJsonDrafts } from "./invalid-json-drafts";
import { PendingInputs } from "./pending-inputs";
import { type Remote, toPrompt, versionOf } from "./remote";
import { RefusedByRule } from "./save-failure";
import { type Attempt, Saver } from "./saver";
import { type OwnDraft, removeUnloadBackup, writeUnloadBackup } from "./unload-backup";

export interface SaveOptions {
  /** Whether the save says who sees the prompt. It has no number, so what was not changed here is left as it is stored. */
  setsVisibility: boolean;
  /** Whether the text that is replaced is kept as a version. */
  keepsReplaced: boolean;
}

/** What the session asks of the server; failures come as thrown errors. */
export interface PromptStore {
  create(prompt: Prompt, idempotencyKey: string): Promise<Remote>;
  /** Saves over what was `known`. */
  save(known: Remote, prompt: Prompt, options: SaveOptions): Promise<Remote>;
  read(id: string): Promise<Remote>;
  /** What a thrown error means for saving. */
  classify(error: unknown): Exclude<Attempt, { kind: "saved" }>;
}

export interface SessionOptions {
  userId: string;
  store: PromptStore;
  /** The prompt as the server has it, or null for a new one. */
  remote: Remote | null;
  /** The new prompt, when there is no remote. */
  blank: Prompt;
  /** What an editor that died left behind, and this one took over. */
  draft: Draft | null;
  /** Names this editor beside all others. */
  editor: TabPresence;
  /** Told once, when a new prompt got its id. */
  onCreated: (remote: Remote) => void;
  /** Told after every save, so that the rest of the page knows. */
  onSaved: (remote: Remote) => void;
}

export interface SessionSnapshot {
  /** A draft was restored and waits for a decision. */
  restored: { writtenAt: number } | null;
  /** What was saved elsewhere since this editor last agreed with the server. */
  newer: Remote | null;
  /** Why the browser keeps no draft, if it does not. */
  draftError: Error | null;
}

/** Milliseconds that a save waits for the draft to be written. */
const DRAFT_FLUSH_TIMEOUT_MS = 300;

export class EditorSession {
  readonly document: EditorDocument;
  readonly saver: Saver;
  /** What is typed and cannot be saved, because it is no valid JSON. */
  readonly invalidJson: InvalidJsonDrafts;
  readonly pendingInputs = new PendingInputs();
  readonly #options: SessionOptions;
  readonly #drafts: DraftWriter;
  #draftId: string;
  readonly #ends: (() => void)[] = [];
  readonly #listeners = new Set<() => void>();
  /** Names the prompt that is created first; the draft's name, so that it outlives this editor. */
  #idempotencyKey: string;
  #remote: Remote | null;
  /** What was sent and not answered: if the server has it after all, there is no conflict and no second prompt. */
  #unanswered: Prompt | null;
  /** Whether the next save replaces a text that must stay in the history. */
  #keepReplaced: boolean;
  /** Whether the save that was sent last does that. */
  #isKeeping = false;
  #hasSaid = false;
  #snapshot: SessionSnapshot = { restored: null, newer: null, draftError: null };

  constructor(options: SessionOptions) {
    const { remote, draft, blank, editor } = options;
    this.#options = options;
    this.#remote = remote;
    this.#draftId = draft?.id ?? newId();
    this.#idempotencyKey = this.#draftId;
    this.#unanswered = draft?.unanswered ?? null;
    this.#keepReplaced = draft?.keep_replaced ?? false;
    this.document = remote
      ? EditorDocument.open(draft ? draft.base : toPrompt(remote))
      : EditorDocument.create(draft ? draft.base : blank);
    this.invalidJson = new InvalidJsonDrafts(this.document, draft?.unread);
    this.saver = new Saver({ isChanged: () => this.document.state().is_changed, send: () => this.#send() });
    this.#drafts = new DraftWriter(
      {
        isChanged: () => this.holdsMore(),
        write: () => this.#write(),
        remove: () => deleteDraft(this.#draftId, editor.id).then(() => this.#removeUnloadBackup()),
        report: (draftError) => this.#set({ draftError }),
      },
      draft !== null,
    );
    this.#ends.push(editor.end);
    this.#listen();
    if (draft) this.#restore(draft);
  }

  readonly snapshot = (): SessionSnapshot => this.#snapshot;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The prompt's id; null until it was saved. */
  get promptId(): string | null {
    return this.#remote?.id ?? null;
  }

  /** The name of the draft in the browser: another one once somebody took this editor for dead and the draft over. */
  get draftId(): string {
    return this.#draftId;
  }

  /** Writes into the browser's draft now what is typed: the page is about to be left. */
  keep(): Promise<void> {
    return this.#drafts.flush();
  }

  /** Whether there is anything here that the server does not have. */
  holdsMore(): boolean {
    return this.document.state().is_changed || this.invalidJson.count() > 0;
  }

  /** The prompt as the server last was known to have it. */
  get remote(): Remote | null {
    return this.#remote;
  }

  /** Saves if anything changed; what the server now has, or null when it does not have everything. */
  async flush(): Promise<Remote | null> {
    this.pendingInputs.enter();
    const isChanged = this.document.state().is_changed;
    if (isChanged && (await this.saver.save()).kind !== "saved") return null;
    return this.#remote;
  }

  /** The server was read again, by whomever. Never touches what is being written. */
  serverHas(remote: Remote): void {
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

  /** The server has the same text under another number. What is typed meanwhile stays. */
  rebase(remote: Remote): void {
    this.#settleOn(remote);
    this.#options.onSaved(remote);
  }

  /** Takes over what the server has; what was written here can be brought back by undo. */
  adopt(remote: Remote): void {
    this.#keepReplaced = false;
    this.document.apply({ op: "set_prompt", prompt: toPrompt(remote) });
    this.rebase(remote);
  }

  /** Goes on with what is written here, on top of what the server has; that can be brought back by undo. */
  keepMine(theirs: Remote): Promise<Attempt> {
    this.document.supersede(toPrompt(theirs), this.document.prompt());
    this.#settleOn(theirs);
    this.keepReplaced();
    return this.saver.save();
  }

  /** The next save keeps the saved text that it replaces as a version. */
  keepReplaced(): void {
    this.#keepReplaced = true;
    this.#drafts.touched();
  }

  /** Goes on with a merge of both, on top of what the server has; undo brings back either. */
  takeMerged(merged: Prompt, theirs: Remote): void {
    this.document.supersede(toPrompt(theirs), merged);
    this.#settleOn(theirs);
  }

  /** The prompt is gone from the server: goes on with what is written here as a new one. */
  saveAsNew(): Promise<Attempt> {
    this.#remote = null;
    this.#unanswered = null;
    this.#idempotencyKey = newId();
    this.document.setSaved(this.#options.blank);
    return this.saver.save();
  }

  /** Opens the question how to bring both together. */
  resolveWith(newer: Remote): void {
    this.#set({ newer: null });
    this.saver.conflict(newer);
  }

  /** The restored draft is what the person wants: autosave may go on. */
  keepDraft(): void {
    this.#set({ restored: null });
    this.saver.hold(false);
  }

  /** Back to what the server has; undo still brings the draft back. */
  discardDraft(): void {
    this.document.apply({ op: "set_prompt", prompt: this.document.saved() });
    this.invalidJson.clear();
    this.#keepReplaced = false;
    this.keepDraft();
  }

  /** Ends everything; what is not saved stays in the draft, which the next editor finds. */
  async close(): Promise<void> {
    const ended = this.#drafts.close();
    this.saver.close();
    this.#listeners.clear();
    await ended;
    // Where the browser keeps no drafts there is none to be left.
    await leaveDraft(this.#draftId, this.#options.editor.id).catch(() => undefined);
    for (const end of this.#ends.splice(0)) end();
    this.document.close();
  }

  #listen(): void {
    const flush = () => void this.#drafts.flush();
    const hidden = () => document.visibilityState === "hidden" && flush();
    const leave = () => {
      if (this.#drafts.isBehind()) this.#writeUnloadBackup();
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
      onSavedElsewhere(({ promptId, editor }) => {
        if (promptId === this.promptId && editor !== this.#options.editor.id) void this.#look();
      }),
    );
  }

  /** Reads what another tab has saved. A failure costs nothing: the next save finds out. */
  async #look(): Promise<void> {
    const id = this.promptId;
    if (!id) return;
    const remote = await this.#options.store.read(id).catch(() => null);
    if (remote) this.serverHas(remote);
  }

  #restore(draft: Draft): void {
    const remote = this.#remote;
    const sent = this.#unanswered;
    this.document.apply({ op: "set_prompt", prompt: draft.text });
    if (remote) this.#follow(remote);
    if (!this.document.state().is_changed) {
      // All that could be saved was saved.
      this.#keepReplaced = false;
      if (remote) {
        if (versionOf(remote) !== versionOf(draft.base)) this.adopt(remote);
        else this.#settleOn(remote);
      }
      if (this.invalidJson.count() === 0) return;
    } else if (remote && versionOf(remote) !== versionOf(draft.base)) {
      const theirs = toPrompt(remote);
      // The dying editor had saved its text, or what it had sent of it, and only never heard of it.
      const isOwn = [draft.text, sent].some((own) => own && isSameText(own, theirs));
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

  /** Shows who sees the prompt. What a save said whose answer was lost may have been changed here since; all else is from elsewhere. */
  #follow({ is_public }: Remote): void {
    if (this.#unanswered?.is_public === is_public) {
      this.document.setSaved({ ...this.document.saved(), is_public });
    } else {
      this.document.followVisibility(is_public);
    }
  }

  async #send(): Promise<Attempt> {
    const { store } = this.#options;
    const sent = this.document.prompt();
    const before = this.#remote;
    const [problem] = validatePrompt(sent);
    if (problem) return { kind: "refused", error: new RefusedByRule(problem) };
    const lost = this.#unanswered;
    const wasKeeping = this.#isKeeping;
    // What was lost may have arrived, and what it said of who sees the prompt with it.
    const setsVisibility = [this.document.saved(), lost].some(
      (known) => known && known.is_public !== sent.is_public,
    );
    try {
      if (!before) {
        // What was sent before may have arrived. The same again under the same key creates nothing twice; what was typed
        // since is then saved on top of it.
        const first = lost ?? sent;
        await this.#awaitAnswer(first);
        this.#isKeeping = this.#keepReplaced;
        const created = await store.create(first, this.#idempotencyKey);
        this.#agree(created, toPrompt(created));
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
      // What is refused because of who asks says nothing of what was sent before.
      this.#unanswered = isStatus(error, 401) || isStatus(error, 412) ? lost : null;
      this.#drafts.touched();
      if (attempt.kind === "conflict" && lost && isSameText(lost, toPrompt(attempt.theirs))) {
        // Our own save arrived, only its answer was lost.
        this.#isKeeping = wasKeeping;
        this.#agree(attempt.theirs, { ...toPrompt(attempt.theirs), is_public: lost.is_public });
        return this.document.state().is_changed ? this.#send() : { kind: "saved" };
      }
      // Refused, so nothing was created: what is sent next need not be the same.
      if (!before && !this.#unanswered) this.#idempotencyKey = newId();
      return attempt;
    }
  }

  /**
   * The draft says what is under way before it is: whoever finds it can tell an own save from somebody else's. A browser that
   * keeps nothing, or takes its time, holds no save up.
   */
  async #awaitAnswer(sent: Prompt): Promise<void> {
    this.#unanswered = sent;
    const patience = new Promise((resolve) => setTimeout(resolve, DRAFT_FLUSH_TIMEOUT_MS));
    await Promise.race([this.#drafts.flush(), patience]);
  }

  /** The server now holds `base` as `remote`; who sees it may have been changed elsewhere. */
  #agree(remote: Remote, base: Prompt): void {
    this.#remote = remote;
    this.#unanswered = null;
    // Asked for while the save was under way, it is for the next one.
    if (this.#isKeeping) this.#keepReplaced = false;
    this.#isKeeping = false;
    this.document.setSaved(base);
    this.document.followVisibility(remote.is_public);
    this.#drafts.touched();
    // Whoever saves what was restored wants it.
    if (this.#snapshot.restored && this.invalidJson.count() === 0) this.keepDraft();
    this.#options.onSaved(remote);
    // Not the draft's name: whoever took the draft of an editor over that lives after all has that as well.
    announceSaved({ promptId: remote.id, editor: this.#options.editor.id });
  }

  #settleOn(remote: Remote): void {
    this.#remote = remote;
    this.document.followVisibility(remote.is_public);
    this.document.setSaved(toPrompt(remote));
    this.#drafts.touched();
    this.#set({ newer: null, restored: null });
    this.saver.hold(false);
    this.saver.resolved();
  }

  async #write(): Promise<void> {
    const name = await writeDraft(this.#draft(), this.#options.editor.id);
    this.#removeUnloadBackup();
    if (name === this.#draftId) return;
    // Somebody took this editor for dead and goes on under the draft's name: from here on they are two.
    this.#draftId = name;
    if (!this.#unanswered) this.#idempotencyKey = name;
    for (const listener of this.#listeners) listener();
  }

  #writeUnloadBackup(): void {
    if (!this.holdsMore()) return;
    this.#hasSaid = true;
    writeUnloadBackup(this.#draft());
  }

  #removeUnloadBackup(): void {
    if (this.#hasSaid) removeUnloadBackup(this.#options.editor.id);
    this.#hasSaid = false;
  }

  #draft(): OwnDraft {
    const unread = this.invalidJson.all();
    return {
      id: this.#draftId,
      editor: this.#options.editor.id,
      user_id: this.#options.userId,
      prompt_id: this.promptId ?? "",
      text: this.document.prompt(),
      base: this.document.saved(),
      ...(this.#unanswered && { unanswered: this.#unanswered }),
      ...(this.#keepReplaced && { keep_replaced: true }),
      ...(Object.keys(unread).length > 0 && { unread }),
      written_at: Date.now(),
    };
  }

  #set(change: Partial<SessionSnapshot>): void {
    const next = { ...this.#snapshot, ...change };
    const same = (Object.keys(change) as (keyof SessionSnapshot)[]).every(
      (key) => this.#snapshot[key] === next[key],
    );
    if (same) return;
    this.#snapshot = next;
    for (const listener of this.#listeners) listener();
  }
}

/** Whether the one says what the other does, whoever may see them. */
function isSameText(one: Prompt, other: Prompt): boolean {
  return saysTheSame({ ...one, is_public: other.is_public }, other);
}

function versionNumbers({ version_major, version_minor, version_batch }: Remote) {
  return { version_major, version_minor, version_batch };
}
