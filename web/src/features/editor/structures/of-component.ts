// Converts a library component into items of a prompt: a module into a module, a template into its sections.
import type { StoredComponent } from "@/api/generated/types.gen";
import { type EditorDocument, type ItemInput, type JsonValue, structureBegunBy } from "@/core";

export function itemsOf({ type, title, description, content }: StoredComponent): ItemInput[] {
  if (type === "template") {
    return (content.templateStructure?.sections ?? []).map((section) => ({
      kind: "section",
      title: section.title,
      content: section.content,
    }));
  }
  return [
    {
      kind: "module",
      title,
      description,
      content: content.moduleContent ?? "",
      config: (content.moduleConfig ?? {}) as JsonValue,
    },
  ];
}

/** Starts a new prompt with a module or a template. */
export function beginWith(prompt: EditorDocument, component: StoredComponent): void {
  const structure_type = structureBegunBy(component.type);
  if (!structure_type) return;
  const { title, type } = component;
  // A module has its own description field.
  const description = type === "template" ? component.description : "";
  prompt.apply({
    op: "batch",
    edits: [
      { op: "set_structure", structure_type },
      { op: "set_title", title },
      { op: "set_description", description },
    ],
  });
  for (const item of itemsOf(component)) prompt.add(item);
}
