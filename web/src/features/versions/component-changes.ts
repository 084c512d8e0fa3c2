// A component laid out as named texts, so that two versions of it can be shown beside each other.
import type { Component } from "@/api/generated/types.gen";
import { type Change, labelOf, words } from "@/core/lists";

type Parts = Map<string, { name: string; text: string }>;

const names: Record<string, string> = {
  moduleContent: "Module content",
  moduleConfig: "Module configuration",
  wrapperType: "Wrapper type",
  wrapperLogic: "Wrapper logic",
  wrapperConfig: "Wrapper configuration",
  templateVariables: "Variables",
  assetType: "Asset type",
  assetReference: "Reference",
  assetMetadata: "Metadata",
};

/** What a version of a component has of it: who may see it is no part of that. */
type Compared = Omit<Component, "is_public">;

/** What differs between two of them, part by part. */
export function componentChanges(before: Compared, after: Compared): Change[] {
  const [old, now] = [partsOf(before), partsOf(after)];
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((path): Change[] => {
    const [was, is] = [old.get(path), now.get(path)];
    if (was?.text === is?.text) return [];
    const type = !was ? "added" : !is ? "removed" : "modified";
    const description = `${is?.name ?? was?.name} ${type}`;
    return [{ type, path, description, old_value: was?.text ?? null, new_value: is?.text ?? null }];
  });
}

function partsOf({ title, description, type, category, tags, content }: Compared): Parts {
  const parts: Parts = new Map();
  const add = (path: string, name: string, text: string) => text !== "" && parts.set(path, { name, text });
  add("title", "Title", title);
  add("description", "Description", description);
  add("type", "Type", labelOf(words.component_types, type));
  add("category", "Category", labelOf(words.component_categories, category));
  add("tags", "Tags", tags.join(", "));
  const { templateStructure, ...rest } = content;
  templateStructure?.sections.forEach((section, index) => {
    const path = `content.templateStructure.sections[${index}]`;
    add(path, `Section ${index + 1}`, `${section.title}\n\n${section.content}`);
  });
  for (const [key, value] of Object.entries(rest)) {
    if (value != null) add(`content.${key}`, names[key] ?? key, textOf(value));
  }
  return parts;
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value, null, 2);
}
