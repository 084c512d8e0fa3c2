// Which language a page gets: the one chosen last in this browser, else the browser's, else English.

/** The interface's languages, by the names that preferences use. */
export const languages = [
  { value: "english", label: "English", tag: "en" },
  { value: "french", label: "Français", tag: "fr" },
  { value: "german", label: "Deutsch", tag: "de" },
  { value: "spanish", label: "Español", tag: "es" },
] as const;

export type Language = (typeof languages)[number]["value"];

function isLanguage(value: unknown): value is Language {
  return languages.some((language) => language.value === value);
}

const storageKey = "promptcase.language";

function chosen(): string | null {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    // Storage may be blocked, and prerendering has none.
    return null;
  }
}

export function initialLanguage(): Language {
  const last = chosen();
  if (isLanguage(last)) return last;
  const wanted = typeof window === "undefined" ? [] : navigator.languages;
  for (const tag of wanted) {
    const found = languages.find((language) => tag.toLowerCase().split("-")[0] === language.tag);
    if (found) return found.value;
  }
  return "english";
}

/** Shows the app in a language from now on, if it has it. It starts again, unless this browser cannot store the choice. */
export function chooseLanguage(name: string): void {
  if (!isLanguage(name)) return;
  try {
    localStorage.setItem(storageKey, name);
  } catch {
    return;
  }
  if (chosen() === name) window.location.reload();
}
