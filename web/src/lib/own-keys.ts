// The user's own keys for AI providers. They are stored in this browser only, per user and provider, and sent
// only with generation requests.
import { useSyncExternalStore } from "react";
import type { Provider } from "@/api/generated/types.gen";
import { useSession } from "@/api/session";
import { randomId } from "./random-id";
import { readLocal, writeLocal } from "./storage";

/** The displayed part of a key; the key itself is stored separately. */
export interface OwnKey {
  id: string;
  name: string;
  provider: Provider;
  /** The first 8 characters, an ellipsis, the last 4. */
  key_preview: string;
  is_active: boolean;
  created_at: string;
}

/** The fragment of the settings that leads to the form of a key. */
export const ownKeysHash = "api-keys";

const changed = "promptcase:own-keys";
const recordsKey = (userId: string) => `promptcase.api-keys.${userId}`;
const secretKey = (userId: string, provider: Provider) => `promptcase.api-key.${userId}.${provider}`;

const none: readonly OwnKey[] = [];
// Parsed records by storage text, so that unchanged records keep their identity between renders.
let cache: { key: string; text: string | null; value: readonly OwnKey[] } | null = null;

export function readOwnKeys(userId: string): readonly OwnKey[] {
  const key = recordsKey(userId);
  const text = readLocal(key);
  if (cache?.key !== key || cache.text !== text) cache = { key, text, value: parse(text) };
  return cache.value;
}

function parse(text: string | null): readonly OwnKey[] {
  if (!text) return none;
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value.filter(isOwnKey) : none;
  } catch {
    // Another version or a manual edit left an unreadable value: no keys is safer than a broken page.
    return none;
  }
}

function isOwnKey(record: Partial<OwnKey> | null | undefined): record is OwnKey {
  return typeof record?.id === "string" && typeof record.provider === "string";
}

function write(userId: string, records: readonly OwnKey[]): void {
  writeLocal(recordsKey(userId), JSON.stringify(records));
  window.dispatchEvent(new Event(changed));
}

export function previewOf(key: string): string {
  return `${key.slice(0, 8)}…${key.slice(-4)}`;
}

/** Stores a key. A provider has one: a new key replaces the old one. */
export function addOwnKey(userId: string, provider: Provider, name: string, key: string): void {
  const record: OwnKey = {
    id: randomId(),
    name,
    provider,
    key_preview: previewOf(key),
    is_active: true,
    created_at: new Date().toISOString(),
  };
  writeLocal(secretKey(userId, provider), key);
  write(userId, [...readOwnKeys(userId).filter((other) => other.provider !== provider), record]);
}

export function removeOwnKey(userId: string, record: OwnKey): void {
  writeLocal(secretKey(userId, record.provider), null);
  write(
    userId,
    readOwnKeys(userId).filter(({ id }) => id !== record.id),
  );
}

export function setOwnKeyActive(userId: string, record: OwnKey, active: boolean): void {
  write(
    userId,
    readOwnKeys(userId).map((other) => (other.id === record.id ? { ...other, is_active: active } : other)),
  );
}

/** The key to send with a generation, if one is active. */
export function activeOwnKey(userId: string, provider: Provider): string | null {
  const active = readOwnKeys(userId).some((record) => record.provider === provider && record.is_active);
  return active ? readLocal(secretKey(userId, provider)) : null;
}

function subscribe(listener: () => void): () => void {
  window.addEventListener(changed, listener);
  window.addEventListener("storage", listener);
  return () => {
    window.removeEventListener(changed, listener);
    window.removeEventListener("storage", listener);
  };
}

/** The signed-in user's keys, updated when they change here or in another tab. */
export function useOwnKeys(): readonly OwnKey[] {
  const userId = useSession()?.id;
  return useSyncExternalStore(subscribe, () => (userId ? readOwnKeys(userId) : none));
}
