// The fields of a component: one entry for each detail and each part of the content. Forms, comparisons and
// conflicts read them from here.
import { t } from "@lingui/core/macro";
import { titleChars, words } from "./lists";
import type { Component, ComponentContent, ComponentType } from "./pkg/app/prompt_app";

export interface Choice {
  value: string;
  label: string;
}

interface Detail<Kind extends string, Name extends keyof Component> {
  name: Name;
  label: string;
  kind: Kind;
  hint?: string;
}

export type ComponentDetail =
  | (Detail<"line", "title"> & { maxChars: number })
  | Detail<"text", "description">
  | (Detail<"choice", "category"> & { options: readonly Choice[] })
  | Detail<"tags", "tags">
  | Detail<"switch", "is_public">;

/** The details of every component, in the order of the form. */
export const componentDetails: readonly ComponentDetail[] = [
  { name: "title", label: t`Title`, kind: "line", maxChars: titleChars },
  { name: "description", label: t`Description`, kind: "text" },
  { name: "category", label: t`Category`, kind: "choice", options: words.component_categories },
  { name: "tags", label: t`Tags`, kind: "tags", hint: t`Press Enter to add a tag.` },
  {
    name: "is_public",
    label: t`Make Public`,
    kind: "switch",
    hint: t`Anyone can find and use it.`,
  },
];

export type ContentKey = keyof ComponentContent;

export type ContentField =
  | { key: ContentKey; label: string; kind: "text" | "line" | "json" | "sections" | "variables" }
  | { key: ContentKey; label: string; kind: "choice"; options: readonly Choice[]; standard: string };

/** The parts of the content of each type, in the order of the form. */
export const contentFields: Record<ComponentType, readonly ContentField[]> = {
  module: [
    { key: "moduleContent", label: t`Module content`, kind: "text" },
    { key: "moduleConfig", label: t`Module configuration`, kind: "json" },
  ],
  wrapper: [
    {
      key: "wrapperType",
      label: t`Wrapper type`,
      kind: "choice",
      options: words.component_wrapper_types,
      standard: "custom",
    },
    { key: "wrapperLogic", label: t`Wrapper logic`, kind: "text" },
    { key: "wrapperConfig", label: t`Wrapper configuration`, kind: "json" },
  ],
  template: [
    { key: "templateStructure", label: t`Sections`, kind: "sections" },
    { key: "templateVariables", label: t`Variables`, kind: "variables" },
  ],
  asset: [
    {
      key: "assetType",
      label: t`Asset type`,
      kind: "choice",
      options: words.component_asset_types,
      standard: "prompt",
    },
    { key: "assetReference", label: t`Reference`, kind: "line" },
    { key: "assetMetadata", label: t`Metadata`, kind: "json" },
  ],
};

const labels = new Map<string, string>([
  ["type", t`Type`],
  ...componentDetails.map(({ name, label }) => [name, label] as const),
  ...Object.values(contentFields).flatMap((fields) =>
    fields.map(({ key, label }) => [`content.${key}`, label] as const),
  ),
]);

/**
 * The label of the field that contains a path: `content.templateStructure.sections[0].title` is in "Section 1".
 */
export function componentFieldLabel(path: string): string | null {
  const section = /^content\.templateStructure\.sections\[(\d+)\]/.exec(path);
  if (section) return t`Section ${Number(section[1]) + 1}`;
  const field = /^(content\.)?[A-Za-z_]+/.exec(path)?.[0] ?? path;
  return labels.get(field) ?? null;
}

/** A component from the core, or from the server, which sends null for absent parts. */
interface Texts {
  type: ComponentType;
  content: {
    moduleContent?: string | null;
    wrapperLogic?: string | null;
    templateStructure?: { sections: readonly { title: string; content: string }[] } | null;
    assetReference?: string | null;
  };
}

/** The text of a component, as displayed and copied. */
export function componentText({ type, content }: Texts): string {
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
