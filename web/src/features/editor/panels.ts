// What the editor page shows of other rooms. Rooms do not know each other: app/ hands these in.
import type { ComponentType } from "react";
import type { EditorDocument } from "@/core";
import type { Remote } from "./state/remote";

export interface EditorPanels {
  /** The history of a saved prompt. */
  Versions?: ComponentType<{
    remote: Remote;
    readOnly: boolean;
    /** Saves what is typed; whether that worked. */
    flush: () => Promise<boolean>;
    /** The prompt was changed on the server: by a new version, or by going back to an old one. */
    onChanged: (remote: Remote) => void;
  }>;
  Export?: ComponentType<{ document: EditorDocument; open: boolean; onClose: () => void }>;
  /** The dialog, and with it the page as a place to drop files on. */
  Import?: ComponentType<{ open: boolean; onOpenChange: (open: boolean) => void }>;
}
