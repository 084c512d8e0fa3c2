// Parts of other features that the explorer shows; `app/` composes them.
import type { ComponentType } from "react";
import type { SmartFilter } from "@/api/generated/types.gen";

export interface ExplorerParts {
  /** Chooses one of the user's collections. */
  ChooseCollection: ComponentType<{
    title: string;
    onChoose: (collection: { id: string; title: string }) => void;
    onClose: () => void;
  }>;
  /** Creates a smart collection with a filter. */
  SaveFilter: ComponentType<{ filter: SmartFilter; onClose: () => void }>;
  /** Fills in and copies a prompt. */
  Fill: ComponentType<{ promptId: string; title: string; onClose: () => void }>;
  /** Exports prompts as one archive. */
  ExportMany: ComponentType<{
    source: { kind: "chosen"; ids: readonly string[] } | { kind: "everything" };
    onClose: () => void;
  }>;
}
