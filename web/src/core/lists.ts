// The core's closed lists, labels, limits and messages as constants: a list page needs no WebAssembly.
import { words } from "./generated/lists";
import type { ComponentType, StructureType } from "./pkg/app/prompt_app";

export { type CardTexts, cardTexts, truncate } from "./card";
export * from "./generated/lists";
export type * from "./pkg/app/prompt_app";

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
