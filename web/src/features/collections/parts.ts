// Parts of other features that the collections show; `app/` composes them.
import type { ComponentType } from "react";

export interface CollectionsParts {
  /** Exports a collection as one archive. */
  ExportMany: ComponentType<{
    source: { kind: "collection"; id: string; title: string };
    onClose: () => void;
  }>;
}
