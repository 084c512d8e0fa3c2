// Accepts files dropped or pasted anywhere on a page.
import { useEffect, useEffectEvent, useState } from "react";
import { droppedFiles, type GivenFile, givenFiles } from "./given-files";

/** Accepts files dropped or pasted anywhere on the page. Returns whether files are being dragged over it. */
export function useDropAnywhere(onFiles: (files: readonly GivenFile[]) => void): boolean {
  const [depth, setDepth] = useState(0);
  const give = useEffectEvent(onFiles);
  useEffect(() => {
    const bringsFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;
    const enter = (event: DragEvent) => bringsFiles(event) && setDepth((now) => now + 1);
    const leave = (event: DragEvent) => bringsFiles(event) && setDepth((now) => Math.max(0, now - 1));
    const over = (event: DragEvent) => bringsFiles(event) && event.preventDefault();
    const drop = (event: DragEvent) => {
      if (!bringsFiles(event) || !event.dataTransfer) return;
      event.preventDefault();
      setDepth(0);
      void droppedFiles(event.dataTransfer).then(give);
    };
    const paste = (event: ClipboardEvent) => {
      const files = event.clipboardData?.files;
      if (!files || files.length === 0) return;
      event.preventDefault();
      give(givenFiles(files));
    };
    window.addEventListener("dragenter", enter);
    window.addEventListener("dragleave", leave);
    window.addEventListener("dragover", over);
    window.addEventListener("drop", drop);
    window.addEventListener("paste", paste);
    return () => {
      window.removeEventListener("dragenter", enter);
      window.removeEventListener("dragleave", leave);
      window.removeEventListener("dragover", over);
      window.removeEventListener("drop", drop);
      window.removeEventListener("paste", paste);
    };
  }, []);
  return depth > 0;
}
