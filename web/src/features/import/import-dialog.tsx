// Imports prompts by picker, by paste, or by drop anywhere on the page. Nothing is stored before the user has
// reviewed it.
import { useNavigate } from "@tanstack/react-router";
import { FileUp } from "lucide-react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { toast } from "@/ui/toast";
import { FailedPrompts } from "./failed-prompts";
import { FileList } from "./file-list";
import { droppedFiles, type GivenFile, givenFiles } from "./read-files";
import { Sources } from "./sources";
import { useImport } from "./use-import";

interface ImportDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function ImportDialog({ open, onOpenChange }: ImportDialogProps) {
  const { state, read, choose, store, reset } = useImport();
  const navigate = useNavigate();
  const { reports, unread, chosen, outcomes, phase } = state;
  const give = (files: readonly GivenFile[]) => {
    if (files.length === 0) return;
    onOpenChange(true);
    if (!read(files)) toast("Files can be added when the import is done");
  };
  const isOver = useDropAnywhere(give);

  const close = () => {
    onOpenChange(false);
    reset();
  };
  const finish = async () => {
    const stored = await store();
    const [only] = stored ?? [];
    if (only && chosen.size === 1) {
      close();
      openPrompt(only);
    }
  };
  const openPrompt = (prompt: { id: string; prompt_type: string }) => {
    // Unfinished or failed imports stay for later; a finished one is cleared for the next.
    if (phase === "done" && failedCount === 0) close();
    else onOpenChange(false);
    if (prompt.prompt_type === "prompt") void navigate({ to: "/editor", search: { prompt: prompt.id } });
    else void navigate({ to: "/asset-editor/$id", params: { id: prompt.id } });
  };
  const storedCount = [...outcomes.values()].filter((outcome) => outcome.state === "stored").length;
  const failedCount = outcomes.size - storedCount;
  const isReading = unread > 0;
  const body = useRef<HTMLDivElement>(null);
  const result = useRef<HTMLParagraphElement>(null);
  // The user has scrolled down, and the pressed button is gone: the focus moves to the result.
  useEffect(() => {
    if (phase === "done") result.current?.focus();
  }, [phase]);

  return (
    <>
      {isOver && (
        <div className="pointer-events-none fixed inset-3 z-[60] flex flex-col items-center justify-center gap-3 rounded-tray border-2 border-dashed border-accent bg-accent-wash/90 text-accent">
          <FileUp aria-hidden="true" className="size-8" />
          <p className="text-lg font-bold">Drop files or folders to import</p>
        </div>
      )}
      <Dialog
        open={open}
        onOpenChange={(next) => !next && close()}
        title="Import"
        description={descriptions[phase]}
        size="lg"
        bodyRef={body}
        footer={
          phase === "done" ? (
            <>
              {failedCount > 0 && <Button onClick={() => finish()}>Try failed ones again</Button>}
              <Button onClick={reset}>Import more</Button>
              <Button variant="primary" onClick={close}>
                Done
              </Button>
            </>
          ) : (
            <>
              <Button onClick={close}>Cancel</Button>
              <Button
                variant="primary"
                disabled={chosen.size === 0 || isReading}
                busy={phase === "storing"}
                onClick={() => finish()}
              >
                {importLabel(chosen.size)}
              </Button>
            </>
          )
        }
      >
        <div className="flex flex-col gap-4">
          {phase === "choose" && <Sources compact={reports.length > 0} onGive={give} />}
          <p
            ref={result}
            role="status"
            tabIndex={-1}
            className="scroll-mt-4 text-sm text-muted empty:hidden focus:outline-none"
          >
            {isReading
              ? `Reading, ${unread} ${unread === 1 ? "file" : "files"} to go…`
              : phase === "storing"
                ? `Stored ${storedCount} of ${chosen.size}…`
                : phase === "done"
                  ? `${storedCount} stored${failedCount > 0 ? `, ${failedCount} failed` : ""}. Imported prompts are private unless your preferences say otherwise.`
                  : ""}
          </p>
          {phase === "done" && failedCount > 0 && <FailedPrompts reports={reports} outcomes={outcomes} />}
          <FileList
            scroller={body}
            reports={reports}
            chosen={chosen}
            outcomes={outcomes}
            disabled={phase !== "choose"}
            onChoose={choose}
            onOpen={openPrompt}
          />
        </div>
      </Dialog>
    </>
  );
}

const descriptions = {
  choose: "Read in this browser. Nothing is stored until you say so.",
  storing: "What you chose is being stored.",
  done: "You find what was stored in the Explorer.",
};

function importLabel(count: number): string {
  if (count === 0) return "Import";
  return count === 1 ? "Import 1 prompt" : `Import ${count} prompts`;
}

/** Accepts files dropped or pasted anywhere on the page. Returns whether files are being dragged over it. */
function useDropAnywhere(onFiles: (files: readonly GivenFile[]) => void): boolean {
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
