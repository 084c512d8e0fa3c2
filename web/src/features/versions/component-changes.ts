// A component as named texts, to compare two versions of it.
import type { ComponentVersion } from "@/api/generated/types.gen";
import { componentDetails, componentFieldLabel } from "@/core/component-fields";
import { type Change, labelOf, words } from "@/core/lists";

type Parts = Map<string, { name: string; text: string }>;

/** The versioned part of a component: visibility is not included. */
export type Compared = Pick<
  ComponentVersion,
  "title" | "description" | "type" | "category" | "tags" | "content"
>;

/** The changes between two versions, part by part. */
export function componentChanges(before: Compared, after: Compared): Change[] {
  const [old, now] = [partsOf(before), partsOf(after)];
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((path): Change[] => {
    const [was, is] = [old.get(path), now.get(path)];
    if (was?.text === is?.text) return [];
    const type = !was ? "added" : !is ? "removed" : "modified";
    const subject = is?.name ?? was?.name ?? path;
    const description = `${subject} ${type}`;
    return [{ type, path, subject, description, old_value: was?.text ?? null, new_value: is?.text ?? null }];
  });
}

function partsOf(component: Compared): Parts {
  const parts: Parts = new Map();
  const add = (path: string, text: string) =>
    text !== "" && parts.set(path, { name: componentFieldLabel(path) ?? path, text });
  add("type", labelOf(words.component_types, component.type));
  for (const { name } of componentDetails) {
    if (name === "tags") add(name, component.tags.join(", "));
    else if (name === "category") add(name, labelOf(words.component_categories, component.category));
    else if (name !== "is_public") add(name, component[name]);
  }
  const { templateStructure, ...rest } = component.content;
  templateStructure?.sections.forEach((section, index) => {
    add(`content.templateStructure.sections[${index}]`, `${section.title}\n\n${section.content}`);
  });
  for (const [key, value] of Object.entries(rest)) {
    if (value != null) add(`content.${key}`, textOf(value));
  }
  return parts;
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value, null, 2);
}
