// Migrates drafts of a component that earlier versions wrote to localStorage or to the server into this browser's
// draft database.
import { t } from "@lingui/core/macro";
import { deleteComponentSession, getComponentSession } from "@/api/generated/sdk.gen";
import type { StoredComponent } from "@/api/generated/types.gen";
import { type Component, emptyComponentContent, type JsonValue, newId } from "@/core";
import { contentFields } from "@/core/component-fields";
import { localKeys, readLocal, writeLocal } from "@/lib/storage";
import { activeEditors } from "@/lib/tab-presence";
import type { Draft } from "../state/draft";
import { writeDraft } from "../state/drafts";
import { configText } from "../state/invalid-json-drafts";
import { versionOf } from "../state/remote";
import { toComponent } from "./component-session";

interface OldDraft {
  /** The version that the draft is based on. */
  base_version?: string;
  /** Whether the component was public then; if absent, its visibility stays as stored. */
  was_public?: boolean | undefined;
  /** The draft on the server that this one continues. */
  follows?: string | null;
  fields: Component;
  unanswered?: Component;
  /** Typed JSON that is not valid. */
  unread?: string | null;
  written_at?: number;
}

/**
 * Migrates the drafts of a component in localStorage; `remote` is null if it was deleted. Returns the ids of the
 * server drafts that they continue.
 */
export async function moveLocalDrafts(
  userId: string,
  id: string,
  remote: StoredComponent | null,
): Promise<Set<string>> {
  const continued = new Set<string>();
  // One key per editor; in earlier versions one key per component, with invalid JSON under a second key.
  const prefix = `promptcase.component-draft.${userId}.${id}`;
  const unread = `${prefix}.unread`;
  const keys = localKeys((key) => key === prefix || (key.startsWith(`${prefix}.`) && key !== unread));
  const editorOf = (key: string) => key.slice(prefix.length + 1);
  const active = await activeEditors(keys.map(editorOf));
  for (const key of keys.filter((key) => !active.has(editorOf(key)))) {
    const old = parse(readLocal(key));
    if (old) await write(userId, id, remote, key === prefix ? { ...old, unread: readLocal(unread) } : old);
    if (old?.follows) continued.add(old.follows);
    writeLocal(key, null);
    if (key === prefix) writeLocal(unread, null);
  }
  return continued;
}

/**
 * Migrates the draft on the server, unless a local draft has `continued` it. After a failure it stays there until
 * the next attempt.
 */
export async function moveServerDraft(
  userId: string,
  remote: StoredComponent,
  continued: ReadonlySet<string>,
): Promise<void> {
  const path = { id: remote.id };
  const { data } = await getComponentSession({ path, throwOnError: true });
  if (!data.draft) return;
  const { id, base_version, saved_at } = data.draft;
  const fields = toComponent(data.draft.data);
  // Earlier versions stored here whether the component was public when the draft began.
  const seenKey = `promptcase.component-seen.${userId}.${remote.id}`;
  const seen: { draft?: string; was_public?: boolean } = JSON.parse(readLocal(seenKey) ?? "{}");
  const was_public = seen.draft === id ? seen.was_public : undefined;
  const written_at = Date.parse(saved_at);
  if (!continued.has(id))
    await write(userId, remote.id, remote, { base_version, was_public, fields, written_at });
  await deleteComponentSession({ path, query: { draft: id }, throwOnError: true });
  writeLocal(seenKey, null);
}

async function write(
  userId: string,
  id: string,
  remote: StoredComponent | null,
  old: OldDraft,
): Promise<void> {
  const { fields, unanswered, unread } = old;
  const base_version = old.base_version ?? (remote ? versionOf(remote) : "");
  // The text of an older version is unknown, so all differences from the stored component become conflicts.
  const known =
    remote && base_version === versionOf(remote)
      ? toComponent(remote)
      : { ...fields, title: "", description: "", tags: [], content: emptyComponentContent(fields.type) };
  const wasPublic = old.was_public ?? remote?.is_public ?? fields.is_public;
  const config = contentFields[fields.type].find(({ kind }) => kind === "json");
  const over = config && configText(fields.content[config.key] as JsonValue);
  const draft: Draft<Component> = {
    id: newId(),
    editor: null,
    user_id: userId,
    kind: "component",
    record_id: id,
    text: old.was_public === undefined ? { ...fields, is_public: wasPublic } : fields,
    base: { ...known, is_public: wasPublic },
    base_version,
    ...(unanswered && { unanswered }),
    ...(unread &&
      config &&
      over && {
        invalid_json: { [config.key]: { text: unread, over, error: t`This is not valid JSON` } },
      }),
    written_at: old.written_at ?? 0,
  };
  await writeDraft(draft, draft.id);
}

function parse(text: string | null): OldDraft | null {
  try {
    const old: OldDraft | Component | null = JSON.parse(text ?? "null");
    if (isComponent(old)) return { fields: old };
    return old && "fields" in old && isComponent(old.fields) ? old : null;
  } catch {
    return null;
  }
}

function isComponent(value: unknown): value is Component {
  const { title, tags, content } = (value ?? {}) as Partial<Component>;
  return typeof title === "string" && Array.isArray(tags) && typeof content === "object" && content !== null;
}
