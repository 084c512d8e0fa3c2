// The closed lists, labels, limits and sentences of the core, as constants: a page that only lists needs no WebAssembly.
import { words } from "./generated/lists";
import type { ComponentType, StructureType } from "./pkg/app/prompt_app";

export { type CardTexts, cardTexts, truncate } from "./card";
export * from "./generated/lists";
export type * from "./pkg/app/prompt_app";

/** The label of a word in one of the closed lists. */
export function labelOf<Value extends string>(
  list: readonly { value: Value; label: string }[],
  value: Value,
): string {
  return list.find((choice) => choice.value === value)?.label ?? value;
}

/** The structure of a new prompt that begins with a component, or undefined where no prompt begins with such a one. */
export function structureBegunBy(type: ComponentType): StructureType | undefined {
  return words.beginnings.find(({ component }) => component === type)?.structure;
}
