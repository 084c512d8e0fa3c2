// Which structure a new prompt has that begins with a component of the library.
import type { ComponentType, StructureType } from "./pkg/prompt_wasm";

const structures: Partial<Record<ComponentType, StructureType>> = {
  module: "modulized",
  template: "structured",
};

/** The structure, or undefined where no prompt is made of such a component. */
export function structureBegunBy(type: ComponentType): StructureType | undefined {
  return structures[type];
}
