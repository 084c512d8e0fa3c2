// The details of a prompt with a closed list of values: one entry each, in the order of the form.
import { t } from "@lingui/core/macro";
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
  const locked = isComplexityLocked ? t`Set when the prompt was generated` : undefined;
  return [
    { name: "category", label: t`Category`, options: isAsset ? words.categories : words.prompt_categories },
    ...(isAsset ? [] : [{ name: "type", label: t`Type`, options: words.prompt_kinds } as const]),
    { name: "language", label: t`Language`, options: words.languages },
    ...(isSaved
      ? [{ name: "complexity", label: t`Complexity`, options: words.complexities, locked } as const]
      : []),
  ];
}

/** The edit that chooses a value. */
export function choose(name: Choice, value: string): Edit {
  return { op: `set_${name}`, [name]: value as Details[Choice] } as unknown as Edit;
}
