// The differences between prompts and components for a session: how the document opens, and the requests to the server.
import type { Problem } from "@/core";
import type { RecordDocument } from "@/core/record-document";
import type { RecordKind } from "./draft";
import type { Remote } from "./remote";
import type { Attempt } from "./saver";

/** The details of a record that a session changes by itself. */
export interface Shown {
  is_public: boolean;
}

export interface SaveOptions {
  /** Whether the save says who sees the record. Visibility has no version, so one that was not changed here stays as stored. */
  setsVisibility: boolean;
  /** Whether the replaced text is kept as a version. */
  keepsReplaced: boolean;
}

/** The server's side of one kind of record. Failures are thrown. */
export interface RecordStore<T extends Shown, R extends Remote, D extends RecordDocument<T>> {
  readonly kind: RecordKind;
  /** The kind, to people. */
  readonly noun: string;
  /** Whether drafts that belong to no record are offered to the user. Otherwise the address of the deleted record offers its draft. */
  readonly offersNewDrafts: boolean;
  /** Opens a document; `isSaved` is false for a record that was never saved. */
  open(record: T, isSaved: boolean): D;
  /** The record in an answer of the server. */
  recordOf(remote: R): T;
  /** The first rule that the record breaks. */
  validate(record: T): Problem | undefined;
  /** Whether both have the same text; visibility does not count. */
  hasSameText(one: T, other: T): boolean;
  /** A configuration of the document as its field shows it; null when there is no such field. */
  configText(document: D, field: string): string | null;
  /** The sentence for a save that was refused. */
  failureOf(error: Error, document: D): string;
  create(record: T, idempotencyKey: string): Promise<R>;
  /** Saves over what was `known`. */
  save(known: R, record: T, options: SaveOptions): Promise<R>;
  read(id: string): Promise<R>;
  /** The outcome of an attempt that threw. */
  classify(error: unknown): Exclude<Attempt<R>, { kind: "saved" }>;
}
