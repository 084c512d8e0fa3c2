// The history of a component on the server.
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import {
  getComponentVersionOptions,
  listComponentVersionsInfiniteOptions,
} from "@/api/generated/@tanstack/react-query.gen";
import { createComponentVersion, getComponent, restoreComponentVersion } from "@/api/generated/sdk.gen";
import type { StoredComponent } from "@/api/generated/types.gen";
import { pages } from "@/api/infinite";
import { type Compared, componentChanges } from "./component-changes";
import type { RecordHistory } from "./history";
import { numberOf } from "./numbers";

export const componentHistory: RecordHistory<StoredComponent, Compared> = {
  noun: "component",
  useVersions(id) {
    return useInfiniteQuery({
      ...listComponentVersionsInfiniteOptions({ path: { id }, query: { limit: 50, named: true } }),
      ...pages,
      staleTime: 0,
    });
  },
  useVersion(id, number) {
    return useQuery({
      ...getComponentVersionOptions({ path: { id, version: number ?? "" } }),
      enabled: number !== null,
      // A snapshot is immutable.
      staleTime: Number.POSITIVE_INFINITY,
    });
  },
  async make(component, version_type, changelog) {
    const path = { id: component.id };
    const body = { version_type, changelog, base_version: numberOf(component) };
    await createComponentVersion({ path, body, throwOnError: true });
    const { data } = await getComponent({ path, throwOnError: true });
    return data;
  },
  async restore(component, version) {
    const { data } = await restoreComponentVersion({
      path: { id: component.id, version: numberOf(version) },
      body: { base_version: numberOf(component) },
      throwOnError: true,
    });
    return data;
  },
  compare(before, after) {
    const texts = componentChanges(before, after);
    // The texts are shown below in full; the list only names them.
    return { list: texts.map((change) => ({ ...change, old_value: null, new_value: null })), texts };
  },
};
