// What the explorer shows of other rooms; `app/` puts it together.
import type { ComponentType } from "react";

export interface ExplorerParts {
  /** Asks for one of the user's collections. */
  ChooseCollection: ComponentType<{
    title: string;
    onChoose: (collection: { id: string; title: string }) => void;
    onClose: () => void;
  }>;
}
