// Parts of other features that the import page shows; `app/` composes them.
import type { ComponentType } from "react";

export interface ImportParts {
  /** Chooses one of the user's collections. */
  ChooseCollection: ComponentType<{
    title: string;
    onChoose: (collection: { id: string; title: string }) => void;
    onClose: () => void;
  }>;
}
