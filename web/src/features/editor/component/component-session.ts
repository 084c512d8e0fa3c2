// An open component: its document and its requests to the server.
import type { QueryClient } from "@tanstack/react-query";
import { expectedUserHeader } from "@/api/expected-user";
import { getComponentOptions, getComponentQueryKey } from "@/api/generated/@tanstack/react-query.gen";
import { createComponent, getComponent, saveComponent } from "@/api/generated/sdk.gen";
import type { StoredComponent, Component as StoredFields } from "@/api/generated/types.gen";
import { refresh } from "@/api/infinite";
import {
  type Component,
  type ComponentContent,
  componentsSayTheSame,
  type JsonValue,
  validateComponent,
} from "@/core";
import { ComponentDocument } from "@/core/component-document";
import { contentFields } from "@/core/component-fields";
import { messages } from "@/core/lists";
import { classifyFailure } from "../state/attempt";
import { findAbandonedDraft } from "../state/drafts";
import type { EditorSession } from "../state/editor-session";
import { configText } from "../state/invalid-json-drafts";
import type { RecordStore } from "../state/record-store";
import { versionOf } from "../state/remote";
import { startSession } from "../state/start-session";
import { moveLocalDrafts, moveServerDraft } from "./old-drafts";

export type ComponentSession = EditorSession<Component, StoredComponent, ComponentDocument>;

/** The component on the server. A copy cached before a deletion must not open an editor. */
export const componentQuery = (id: string) => ({ ...getComponentOptions({ path: { id } }), gcTime: 0 });

/** The store of components, for an editor of this user. */
export const componentStore = (
  userId: string,
): RecordStore<Component, StoredComponent, ComponentDocument> => ({
  kind: "component",
  noun: "component",
  offersNewDrafts: false,
  open: (component) => new ComponentDocument(component),
  recordOf: toComponent,
  validate: (component) => validateComponent(component)[0],
  hasSameText: (one, other) => componentsSayTheSame({ ...one, is_public: other.is_public }, other),
  configText: (document, key) => {
    const { type, content } = document.record();
    const field = contentFields[type].find((field) => field.key === key && field.kind === "json");
    return field ? configText(content[field.key] as JsonValue) : null;
  },
  failureOf: (error) => `${messages.component_save_failed} ${error.message}`,
  async create(component, idempotencyKey) {
    const headers = { ...expectedUserHeader(userId), "Idempotency-Key": idempotencyKey };
    const { data } = await createComponent({ body: component, headers, throwOnError: true });
    return data;
  },
  async save(known, { is_public, ...component }, setsVisibility) {
    // A field left out of a save stays as stored, and so does a draft that an earlier version left on the server.
    const body = {
      ...component,
      ...(setsVisibility && { is_public }),
      base_version: versionOf(known),
      draft: null,
    };
    const headers = expectedUserHeader(userId);
    const { data } = await saveComponent({ path: { id: known.id }, body, headers, throwOnError: true });
    return data;
  },
  async read(id) {
    const { data } = await getComponent({ path: { id }, throwOnError: true });
    return data;
  },
  classify: classifyFailure,
});

const FRESH_MS = 1_000;

/** Opens one of the user's own components. */
export async function openComponent(
  id: string,
  userId: string,
  queryClient: QueryClient,
  signal: AbortSignal,
  onCreated: (remote: StoredComponent) => void,
): Promise<{ session: ComponentSession; isOwn: true }> {
  // Always from the server, since a cached component may be five minutes old. The page may just have read it.
  const remote = await queryClient.fetchQuery({ ...componentQuery(id), staleTime: FRESH_MS });
  const session = await startSession({
    userId,
    store: componentStore(userId),
    remote,
    // A deleted component saved as a new one has no base, so all of it counts as changed.
    blank: { ...toComponent(remote), title: "" },
    find: async () => {
      const continued = await moveLocalDrafts(userId, remote.id, remote);
      await moveServerDraft(userId, remote, continued).catch(() => undefined);
      return findAbandonedDraft<Component>(userId, "component", remote.id);
    },
    signal,
    onCreated,
    onSaved: (saved) => {
      queryClient.setQueryData(getComponentQueryKey({ path: { id: saved.id } }), saved);
      void refresh(queryClient, "listComponents", "countComponents", "listComponentVersions");
    },
  });
  return { session, isOwn: true };
}

/** Converts a component from a response of the server. */
export function toComponent(stored: StoredFields): Component {
  const { title, description, type, category, tags, is_public, content } = stored;
  // The core treats null as absent.
  return { title, description, type, category, tags, is_public, content: content as ComponentContent };
}
