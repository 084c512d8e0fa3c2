// The history of a component on the server.
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import {
  getComponentVersionOptions,
  listComponentVersionsInfiniteOptions,
} from "@/api/generated/@tanstack/react-query.gen";
import { createComponentVersion, getComponent, restoreComponentVersion } from "@/api/generated/sdk.gen";
import type { StoredComponent, VersionType } from "@/api/generated/types.gen";
import { pages } from "@/api/infinite";
import { numberOf, type VersionLine } from "./numbers";

export type { StoredComponent };

export function useComponentVersions(id: string) {
  return useInfiniteQuery({
    ...listComponentVersionsInfiniteOptions({ path: { id }, query: { limit: 50 } }),
    ...pages,
    staleTime: 0,
  });
}

/** A snapshot never changes, so it is read once; without an id nothing is read. */
export function useComponentVersion(id: string, versionId: string | null) {
  return useQuery({
    ...getComponentVersionOptions({ path: { id, version_id: versionId ?? "" } }),
    enabled: versionId !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Makes a version of what the component holds now; gives the component with its new number. */
export async function makeComponentVersion(
  component: StoredComponent,
  version_type: VersionType,
  changelog: string,
): Promise<StoredComponent> {
  const path = { id: component.id };
  await createComponentVersion({
    path,
    body: { version_type, changelog, base_version: numberOf(component) },
    throwOnError: true,
  });
  const { data } = await getComponent({ path, throwOnError: true });
  return data;
}

/** Puts a snapshot back; gives the component as it is then. */
export async function restoreComponent(
  component: StoredComponent,
  version: VersionLine,
): Promise<StoredComponent> {
  const { data } = await restoreComponentVersion({
    path: { id: component.id, version_id: version.id },
    body: { base_version: numberOf(component) },
    throwOnError: true,
  });
  return data;
}
