import { useEffect, useState } from "react";
import { useUser } from "@/api/session";
import { readLocal, writeLocal } from "@/lib/storage";

/** The typed description, stored in this browser until a prompt is generated from it. */
export function useDraftText(): [string, (text: string) => void, () => void] {
  const key = `promptcase.generator.${useUser().id}`;
  const [text, setText] = useState(() => readLocal(key) ?? "");
  useEffect(() => {
    // Debounced: storage is slow on some phones.
    const timer = setTimeout(() => writeLocal(key, text || null), 300);
    return () => clearTimeout(timer);
  }, [key, text]);
  return [text, setText, () => writeLocal(key, null)];
}
