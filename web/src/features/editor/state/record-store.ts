// The differences between prompts and components for a session: how the document opens, and the requests to the
// server.
import type { Problem } from "@/core";
import type { RecordDocument } from "@/core/record-document";
import type { RecordKind } from "./draft";
import type { Remote } from "./remote";
import type { Attempt } from "./saver";

/** The detail of a record that a session itself updates. */
export interface Shown {
  is_public: boolean;
}

/** The server API of one kind of record. Failures are thrown. */
export interface RecordStore<T extends Shown, R extends Remote, D extends RecordDocument<T>> {
  readonly kind: RecordKind;
  /** The kind in messages. */
  readonly noun: string;
  /**
   * Whether drafts without a record are offered in a list. Otherwise the URL of the deleted record offers its
   * draft.
   */
  readonly offersNewDrafts: boolean;
  /** Opens a document; `isSaved` is false for a record that was never saved. */
  open(record: T, isSaved: boolean): D;
  /** Converts a record from a response of the server. */
  recordOf(remote: R): T;
  /** The first validation rule that the record breaks. */
  validate(record: T): Problem | undefined;
  /** Whether both have the same text; visibility does not count. */
  hasSameText(one: T, other: T): boolean;
  /** A configuration of the document as its field shows it; null if there is no such field. */
  configText(document: D, field: string): string | null;
  /** The message of a rejected save. */
  failureOf(error: Error, document: D): string;
  create(record: T, idempotencyKey: string): Promise<R>;
  /** Replaces the record last `known`. */
  save(known: R, record: T, setsVisibility: boolean): Promise<R>;
  read(id: string): Promise<R>;
  /** Classifies an attempt that threw. */
  classify(error: unknown): Exclude<Attempt<R>, { kind: "saved" }>;
}
