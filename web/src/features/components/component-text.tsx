import { t } from "@lingui/core/macro";
import { componentText } from "@/core/component-fields";
import type { StoredComponent } from "./queries";

/** The text of a component, read-only. */
export function ComponentText({ component }: { component: StoredComponent }) {
  return (
    <section
      aria-label={t`Content`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable with the keyboard.
      tabIndex={0}
      className="max-h-80 overflow-auto rounded-control border bg-well p-4"
    >
      <pre className="font-mono text-sm whitespace-pre-wrap wrap-anywhere">{componentText(component)}</pre>
    </section>
  );
}
