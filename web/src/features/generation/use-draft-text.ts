import { useEffect, useState } from "react";
import { useUser } from "@/api/session";
import { readLocal, writeLocal } from "@/lib/storage";

/** The description as it is typed, kept in this browser until it has become a prompt. */
export function useDraftText(): [string, (text: string) => void, () => void] {
  const key = `promptcase.generator.${useUser().id}`;
  const [text, setText] = useState(() => readLocal(key) ?? "");
  useEffect(() => {
    // Written a moment after the last keystroke: storage is slow on some phones.
    const timer = setTimeout(() => writeLocal(key, text || null), 300);
    return () => clearTimeout(timer);
  }, [key, text]);
  return [text, setText, () => writeLocal(key, null)];
}
