// Parts of other features that the library and the component editor show; `app/` composes them.
import type { ComponentType } from "react";
import type { Component } from "@/api/generated/types.gen";
import type { StoredComponent } from "./queries";

export interface ComponentParts {
  /** The history of a component. */
  HistoryPanel: ComponentType<{
    remote: StoredComponent;
    readOnly: boolean;
    /** The component as it is now, saved or not. */
    current: () => Component;
    /** Whether something is typed that is not saved. */
    isChanged: () => boolean;
    /** Saves what is typed; gives the component as the server then has it, or null when that failed. */
    flush: () => Promise<StoredComponent | null>;
    /** The component has a new number and holds the same. */
    onVersioned: (remote: StoredComponent) => void;
    /** The component went back to an old version. */
    onRestored: (remote: StoredComponent) => void;
  }>;
}
