// Version numbers, and the entries of a history.
import { t } from "@lingui/core/macro";
import type { VersionSummary } from "@/api/generated/types.gen";

export interface Numbered {
  version_major: number;
  version_minor: number;
  version_batch: number;
}

/** 1.2.3 */
export function numberOf({ version_major, version_minor, version_batch }: Numbered): string {
  return `${version_major}.${version_minor}.${version_batch}`;
}

/** One entry of a history. */
export type VersionLine = VersionSummary;

/** One side of a comparison: the number of an entry, or the current text of the editor, saved or not. */
export type Side = string;

export const current = "current";

export function nameOf(side: Side): string {
  return side === current ? t`Current` : side;
}

/** Entries of a history in pages, newest first. */
export interface VersionList {
  data: { pages: { items: VersionLine[] }[] } | undefined;
  error: unknown;
  isPending: boolean;
  isError: boolean;
  isSuccess: boolean;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => Promise<unknown>;
  refetch: () => Promise<unknown>;
}
