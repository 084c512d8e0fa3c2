// The details of a prompt with a closed list of values: one entry each, in the order of the form.
import type { Details, Edit } from "@/core";
import { words } from "@/core/lists";

type Choice = "category" | "type" | "language" | "complexity";

interface ChoiceField {
  name: Choice;
  label: string;
  options: readonly { value: string; label: string }[];
  /** The reason why it cannot be chosen now. */
  locked?: string | undefined;
}

export function choiceFields(isAsset: boolean, isSaved: boolean, isComplexityLocked: boolean): ChoiceField[] {
  const locked = isComplexityLocked ? "Set when the prompt was generated" : undefined;
  return [
    { name: "category", label: "Category", options: isAsset ? words.categories : words.prompt_categories },
    ...(isAsset ? [] : [{ name: "type", label: "Type", options: words.prompt_kinds } as const]),
    { name: "language", label: "Language", options: words.languages },
    ...(isSaved
      ? [{ name: "complexity", label: "Complexity", options: words.complexities, locked } as const]
      : []),
  ];
}

/** The edit that chooses a value. */
export function choose(name: Choice, value: string): Edit {
  return { op: `set_${name}`, [name]: value as Details[Choice] } as unknown as Edit;
}
