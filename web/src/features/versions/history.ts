// The differences between the histories of prompts and of components.
import type { Change, VersionType } from "@/core";
import type { Numbered, VersionLine, VersionList } from "./numbers";

export interface RecordHistory<Stored extends Numbered & { id: string }, Text> {
  noun: "prompt" | "component";
  useVersions(id: string): VersionList;
  /** A version with its text; without an id nothing is read. */
  useVersion(id: string, versionId: string | null): { data: Text | undefined; error: unknown };
  /** Makes a version of the stored record; answers the record with its new number. */
  make(stored: Stored, type: VersionType, changelog: string): Promise<Stored>;
  /** Restores a version; answers the record as it is then. */
  restore(stored: Stored, version: VersionLine): Promise<Stored>;
  /** The changes between two texts: a line each, and with their whole texts. */
  compare(before: Text, after: Text): { list: readonly Change[]; texts: readonly Change[] };
}
