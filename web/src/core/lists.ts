// What lists ask of the core: the words of the closed lists, and what fits on a card. A small program of its own, because
// it stands before the first card that a person sees; screens where something is written load the rules (./index) as well.
import { catalogue, titleLimit, tokenNameLimit } from "./pkg/cards/prompt_cards";
import type { ComponentType, StructureType } from "./pkg/prompt_wasm";

export { type CardTexts, cardTexts } from "./card";
export { onOneLine, parseTags, truncate } from "./pkg/cards/prompt_cards";
export type * from "./pkg/prompt_wasm";

/** Every closed list a person chooses from, with its labels. */
export const words = catalogue();

/** The most characters a title may have. */
export const titleChars = titleLimit();

/** The most characters the name of an API token may have. */
export const tokenNameChars = tokenNameLimit();

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
