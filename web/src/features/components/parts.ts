// Parts of other features that the library and the component editor show; `app/` composes them.
import type { ComponentType } from "react";
import type { Component } from "@/api/generated/types.gen";
import type { StoredComponent } from "./queries";

export interface ComponentParts {
  /** The history of a component. */
  HistoryPanel: ComponentType<{
    remote: StoredComponent;
    readOnly: boolean;
    /** The current component, saved or not. */
    current: () => Component;
    /** Whether there are unsaved changes. */
    isChanged: () => boolean;
    /** Saves the changes and returns the stored component, or null if saving failed. */
    flush: () => Promise<StoredComponent | null>;
    /** Called when the component has a new version number and unchanged content. */
    onVersioned: (remote: StoredComponent) => void;
    /** Called when the component was restored to an old version. */
    onRestored: (remote: StoredComponent) => void;
  }>;
}
