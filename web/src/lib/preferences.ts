// Preferences, one record per user id, stored in this browser only.
import { useSyncExternalStore } from "react";
import { useSession } from "@/api/session";
import { language } from "@/i18n";
import { readLocal, writeLocal } from "./storage";

export type Theme = "light" | "dark" | "system";

export function isTheme(value: unknown): value is Theme {
  return value === "light" || value === "dark" || value === "system";
}

export interface Preferences {
  theme: Theme;
  language: string;
  timezone: string;
  /** Likes, clones and ratings under the bell in the header. */
  app_notifications: boolean;
  email_notifications: boolean;
  marketing_emails: boolean;
  weekly_digest: boolean;
  prompt_updates: boolean;
  collaboration_invites: boolean;
  /** true = public */
  default_prompt_privacy: boolean;
  default_structure_type: string;
  default_complexity: string;
  /** Seconds; 0 turns autosave off. */
  auto_save_interval: number;
  show_onboarding: boolean;
  /** Shortcuts without Ctrl or Command, which speech input can trigger by accident. */
  single_key_shortcuts: boolean;
}

export function defaultPreferences(): Preferences {
  return {
    theme: "system",
    language,
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    app_notifications: true,
    email_notifications: true,
    marketing_emails: false,
    weekly_digest: true,
    prompt_updates: true,
    collaboration_invites: true,
    default_prompt_privacy: false,
    default_structure_type: "standard",
    default_complexity: "custom",
    auto_save_interval: 30,
    show_onboarding: true,
    single_key_shortcuts: true,
  };
}

const changed = "promptcase:preferences";
// Parsed records by storage text, so that an unchanged record keeps its identity between renders.
const cache = new Map<string, { text: string | null; value: Preferences }>();

function storageKey(userId: string): string {
  return `promptcase.preferences.${userId}`;
}

export function readPreferences(userId: string): Preferences {
  const text = readLocal(storageKey(userId));
  const cached = cache.get(userId);
  if (cached && cached.text === text) return cached.value;
  const value = { ...defaultPreferences(), ...parseRecord(text) };
  cache.set(userId, { text, value });
  return value;
}

/** The language that a user chose in this browser, if any: a record has only what was chosen. */
export function chosenLanguage(userId: string): string | undefined {
  return parseRecord(readLocal(storageKey(userId))).language;
}

export function writePreferences(userId: string, change: Partial<Preferences>): void {
  const key = storageKey(userId);
  writeLocal(key, JSON.stringify({ ...parseRecord(readLocal(key)), ...change }));
  window.dispatchEvent(new Event(changed));
}

// A record edited by hand or written by another version must not break the page: a value that is unreadable or of
// another type than the default counts as absent.
function parseRecord(text: string | null): Partial<Preferences> {
  if (!text) return {};
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null) return {};
    return Object.fromEntries(Object.entries(value).filter(([name, part]) => fits(name, part)));
  } catch {
    return {};
  }
}

function fits(name: string, value: unknown): boolean {
  const standard = Object.entries(guestDefaults).find(([known]) => known === name)?.[1];
  if (name === "theme") return isTheme(value);
  // A negative interval would autosave after every key.
  return typeof value === typeof standard && !(typeof value === "number" && value < 0);
}

/** Calls a listener when preferences change, in this tab or another one. */
export function subscribeToPreferences(listener: () => void): () => void {
  window.addEventListener(changed, listener);
  window.addEventListener("storage", listener);
  return () => {
    window.removeEventListener(changed, listener);
    window.removeEventListener("storage", listener);
  };
}

const guestDefaults = defaultPreferences();

/** The signed-in user's preferences and a setter; a visitor gets the defaults. */
export function usePreferences(): [Preferences, (change: Partial<Preferences>) => void] {
  const userId = useSession()?.id;
  const preferences = useSyncExternalStore(
    subscribeToPreferences,
    () => (userId ? readPreferences(userId) : guestDefaults),
    // Prerendering has no browser storage.
    () => guestDefaults,
  );
  return [preferences, (change) => userId && writePreferences(userId, change)];
}
