// The differences between the histories of prompts and of components.
import type { Change, Suggestion, VersionType } from "@/core";
import type { Numbered, VersionLine, VersionList } from "./numbers";

export interface RecordHistory<Stored extends Numbered & { id: string }, Text> {
  noun: "prompt" | "component";
  /** Lists the versions and the current text. */
  useVersions(id: string): VersionList;
  /** Lists the saves between the version before a number and that number. */
  useSaves(id: string, under: string): VersionList;
  /** Reads an entry with its text; without a number nothing is read. */
  useVersion(id: string, number: string | null): { data: (VersionLine & Text) | undefined; error: unknown };
  /** Creates a version of the stored record; returns the record with its new number. */
  make(stored: Stored, type: VersionType, changelog: string): Promise<Stored>;
  /** Makes a save a version, or changes the changelog of a version. */
  name(id: string, number: string, changelog: string): Promise<unknown>;
  /** Restores an entry; returns the restored record. */
  restore(stored: Stored, number: string): Promise<Stored>;
  /** The changes between two texts: a summary, with their whole texts, and the version that fits them. */
  compare(
    before: Text,
    after: Text,
  ): { list: readonly Change[]; texts: readonly Change[]; suggestion: Suggestion };
}
