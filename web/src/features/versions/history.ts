// The differences between the histories of prompts and of components.
import type { Change, VersionType } from "@/core";
import type { Numbered, VersionLine, VersionList } from "./numbers";

export interface RecordHistory<Stored extends Numbered & { id: string }, Text> {
  noun: "prompt" | "component";
  useVersions(id: string): VersionList;
  /** Reads a version with its text; without a number nothing is read. */
  useVersion(id: string, number: string | null): { data: Text | undefined; error: unknown };
  /** Creates a version of the stored record; returns the record with its new number. */
  make(stored: Stored, type: VersionType, changelog: string): Promise<Stored>;
  /** Restores a version; returns the restored record. */
  restore(stored: Stored, version: VersionLine): Promise<Stored>;
  /** The changes between two texts: a summary, and with their whole texts. */
  compare(before: Text, after: Text): { list: readonly Change[]; texts: readonly Change[] };
}
