// The history of a component on the server.
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import {
  getComponentVersionOptions,
  listComponentVersionsInfiniteOptions,
} from "@/api/generated/@tanstack/react-query.gen";
import {
  createComponentVersion,
  getComponent,
  nameComponentVersion,
  restoreComponentVersion,
} from "@/api/generated/sdk.gen";
import type { StoredComponent } from "@/api/generated/types.gen";
import { pages } from "@/api/infinite";
import { type Component, compareComponents } from "@/core";
import type { RecordHistory } from "./history";
import { numberOf, type VersionLine } from "./numbers";

/** What a version of a component holds. */
export type ComparedComponent = Pick<
  StoredComponent,
  "title" | "description" | "type" | "category" | "tags" | "content"
>;

export const componentHistory: RecordHistory<StoredComponent, ComparedComponent> = {
  noun: "component",
  useVersions(id) {
    return useInfiniteQuery({
      ...listComponentVersionsInfiniteOptions({ path: { id }, query: { limit: 50, named: true } }),
      ...pages,
      staleTime: 0,
    });
  },
  useSaves(id, under) {
    return useInfiniteQuery({
      ...listComponentVersionsInfiniteOptions({ path: { id }, query: { limit: 50, under } }),
      ...pages,
      staleTime: 0,
    });
  },
  useVersion(id, number) {
    const { data, error } = useQuery({
      ...getComponentVersionOptions({ path: { id, version: number ?? "" } }),
      enabled: number !== null,
    });
    // An entry has all fields of a component, and more that the core ignores.
    return { data: data as unknown as (VersionLine & ComparedComponent) | undefined, error };
  },
  async make(component, version_type, changelog) {
    const path = { id: component.id };
    const body = { version_type, changelog, base_version: numberOf(component) };
    await createComponentVersion({ path, body, throwOnError: true });
    const { data } = await getComponent({ path, throwOnError: true });
    return data;
  },
  name: (id, version, changelog) =>
    nameComponentVersion({ path: { id, version }, body: { changelog }, throwOnError: true }),
  async restore(component, version) {
    const { data } = await restoreComponentVersion({
      path: { id: component.id, version },
      body: { base_version: numberOf(component) },
      throwOnError: true,
    });
    return data;
  },
  compare(before, after) {
    const { changes, suggestion } = compareComponents(before as Component, after as Component);
    // The texts are shown below in full; the list only names them.
    const list = changes.map((change) => ({ ...change, old_value: null, new_value: null }));
    return { list, texts: changes, suggestion };
  },
};
