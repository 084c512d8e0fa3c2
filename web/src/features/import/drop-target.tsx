// Makes a page accept files dropped or pasted anywhere on it.
import { Trans } from "@lingui/react/macro";
import { FileUp } from "lucide-react";
import { useDropAnywhere } from "./drop-anywhere";
import type { GivenFile } from "./given-files";

export function DropTarget({ onGive }: { onGive: (files: readonly GivenFile[]) => void }) {
  const isOver = useDropAnywhere(onGive);
  if (!isOver) return null;
  return (
    <div className="pointer-events-none fixed inset-3 z-[60] flex flex-col items-center justify-center gap-3 rounded-tray border-2 border-dashed border-accent bg-accent-wash/90 text-accent">
      <FileUp aria-hidden="true" className="size-8" />
      <p className="text-lg font-bold">
        <Trans>Drop files or folders to import</Trans>
      </p>
    </div>
  );
}
