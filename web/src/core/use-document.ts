import { useEffect, useState } from "react";
import { EditorDocument } from "./editor-document";
import type { Prompt } from "./pkg/app/prompt_app";

/** A prompt as a document that is closed when the caller unmounts; null until the prompt is there and open. */
export function useDocument(prompt: Prompt | undefined): EditorDocument | null {
  const [document, setDocument] = useState<EditorDocument | null>(null);
  useEffect(() => {
    if (!prompt) return;
    const opened = EditorDocument.open(prompt);
    setDocument(opened);
    return () => {
      setDocument(null);
      opened.close();
    };
  }, [prompt]);
  return document;
}
