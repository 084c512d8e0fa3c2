import type { StoredComponent } from "./queries";

/** What a component says, to be read. */
export function ComponentText({ component }: { component: StoredComponent }) {
  return (
    <section
      aria-label="Content"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable with the keyboard.
      tabIndex={0}
      className="max-h-80 overflow-auto rounded-control border bg-well p-4"
    >
      <pre className="font-mono text-sm whitespace-pre-wrap wrap-anywhere">{textOf(component)}</pre>
    </section>
  );
}

export function textOf({ type, content }: StoredComponent): string {
  switch (type) {
    case "module":
      return content.moduleContent ?? "";
    case "wrapper":
      return content.wrapperLogic ?? "";
    case "template":
      return (content.templateStructure?.sections ?? [])
        .map((part) => `${part.title}\n${part.content}`)
        .join("\n\n");
    case "asset":
      return content.assetReference ?? "";
  }
}
