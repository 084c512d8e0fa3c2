// The core's closed lists, labels, limits and messages as constants: a list page needs no WebAssembly.
import { translated } from "@/i18n";
import * as generated from "./generated/lists";
import type { ComponentType, StructureType } from "./pkg/app/prompt_app";

export { type CardTexts, cardTexts, truncate } from "./card";
export * from "./generated/lists";
export type * from "./pkg/app/prompt_app";

/** The closed lists, with their labels in the language of the page. */
export const words = inLanguage(generated.words);
export const plans = inLanguage(generated.plans);
export const messages = inLanguage(generated.messages);

function inLanguage<T>(value: T, name?: string): T {
  // Values are the same in every language.
  if (name === "value" || name === "plan_type") return value;
  if (typeof value === "string") return translated(value) as T;
  if (Array.isArray(value)) return value.map((item) => inLanguage(item)) as T;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, inLanguage(item, key)])) as T;
}

/** The label of a value in one of the closed lists. */
export function labelOf<Value extends string>(
  list: readonly { value: Value; label: string }[],
  value: Value,
): string {
  return list.find((choice) => choice.value === value)?.label ?? value;
}

/** The structure of a new prompt that starts with a component of this type, or undefined if none does. */
export function structureBegunBy(type: ComponentType): StructureType | undefined {
  return words.beginnings.find(({ component }) => component === type)?.structure;
}
