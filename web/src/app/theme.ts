// Light, dark or system theme. public/early.js applies the stored choice before the first paint; this module
// keeps it applied, follows the system and stores changes.
import { t } from "@lingui/core/macro";
import { useEffect, useSyncExternalStore } from "react";
import { create } from "zustand";
import { useSession } from "@/api/session";
import {
  isTheme,
  readPreferences,
  subscribeToPreferences,
  type Theme,
  writePreferences,
} from "@/lib/preferences";
import { readLocal, writeLocal } from "@/lib/storage";

const storageKey = "promptcase.theme";
// When prerendering there is no screen to query.
const darkQuery = typeof window === "undefined" ? null : window.matchMedia("(prefers-color-scheme: dark)");

function storedTheme(): Theme {
  const value = readLocal(storageKey);
  return isTheme(value) ? value : "system";
}

interface ThemeState {
  theme: Theme;
  show: (theme: Theme) => void;
}

const useThemeStore = create<ThemeState>((set) => ({
  theme: storedTheme(),
  show: (theme) => {
    writeLocal(storageKey, theme);
    set({ theme });
  },
}));

function subscribeToSystem(listener: () => void): () => void {
  darkQuery?.addEventListener("change", listener);
  return () => darkQuery?.removeEventListener("change", listener);
}

function useSystemDark(): boolean {
  return useSyncExternalStore(
    subscribeToSystem,
    () => darkQuery?.matches ?? false,
    () => false,
  );
}

const next: Record<Theme, Theme> = { light: "dark", dark: "system", system: "light" };

const names: Record<Theme, string> = { light: t`light`, dark: t`dark`, system: t`system` };

/** The name of a theme within a sentence. */
export const themeName = (theme: Theme): string => names[theme];

/** The chosen theme, the theme it resolves to, and the step to the next one: light, dark, system, light. */
export function useTheme() {
  const userId = useSession()?.id;
  const { theme, show } = useThemeStore();
  const systemDark = useSystemDark();
  const dark = theme === "dark" || (theme === "system" && systemDark);
  const cycle = () => {
    show(next[theme]);
    if (userId) writePreferences(userId, { theme: next[theme] });
  };
  return { theme, nextTheme: next[theme], dark, cycle };
}

/** Applies the theme to the document. A signed-in user's preference takes precedence over this browser's. */
export function useThemeOnDocument(): void {
  const userId = useSession()?.id;
  const show = useThemeStore((state) => state.show);
  const { dark } = useTheme();
  useEffect(() => {
    if (!userId) return;
    const adopt = () => show(readPreferences(userId).theme);
    adopt();
    return subscribeToPreferences(adopt);
  }, [userId, show]);
  useEffect(() => {
    document.documentElement.classList.toggle("dark", dark);
    document.documentElement.style.colorScheme = dark ? "dark" : "light";
  }, [dark]);
}
