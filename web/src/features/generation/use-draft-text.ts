import { useEffect, useRef, useState } from "react";
import { useUser } from "@/api/session";
import { readLocal, writeLocal } from "@/lib/storage";

/** The typed description, stored in this browser until a prompt is generated from it. */
export function useDraftText(): [string, (text: string) => void, () => void] {
  const key = `promptcase.generator.${useUser().id}`;
  const [text, setText] = useState(() => readLocal(key) ?? "");
  // What is to be stored.
  const latest = useRef(text);
  useEffect(() => {
    latest.current = text;
    // Debounced: storage is slow on some phones.
    const timer = setTimeout(() => writeLocal(key, text || null), 300);
    return () => clearTimeout(timer);
  }, [key, text]);
  useEffect(() => {
    // The last words are stored, however soon the page is left.
    const write = () => writeLocal(key, latest.current || null);
    window.addEventListener("pagehide", write);
    return () => {
      window.removeEventListener("pagehide", write);
      write();
    };
  }, [key]);
  const forget = () => {
    latest.current = "";
    writeLocal(key, null);
  };
  return [text, setText, forget];
}
