import { useEffect, useState } from "react";
import { useUser } from "@/api/session";

/** The description as it is typed, kept in this browser until it has become a prompt. */
export function useDraftText(): [string, (text: string) => void, () => void] {
  const key = `promptcase.generator.${useUser().id}`;
  const [text, setText] = useState(() => localStorage.getItem(key) ?? "");
  useEffect(() => {
    // Written a moment after the last keystroke: storage is slow on some phones.
    const timer = setTimeout(() => {
      if (text) localStorage.setItem(key, text);
      else localStorage.removeItem(key);
    }, 300);
    return () => clearTimeout(timer);
  }, [key, text]);
  return [text, setText, () => localStorage.removeItem(key)];
}
