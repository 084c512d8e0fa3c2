// The core in the browser: every rule of the product, compiled to WebAssembly. This is the one door to it.
//
// Importing this loads the program, so only screens behind the sign-in may do it; the public pages stay without. Comparing
// and reading files are programs of their own (./compare, ./reader).
import { catalogue } from "./pkg/prompt_wasm";

export { type CardTexts, cardTexts } from "./card";
export { type Details, EditorDocument, type ItemInput } from "./editor-document";
export type * from "./pkg/prompt_wasm";
export {
  admitFiles,
  assetFields,
  bumpVersion,
  checkGeneration,
  contextBudget,
  defaultAiConfig,
  defaultExportOptions,
  defaultGenerationConfig,
  emptyComponentContent,
  fileContext,
  fileExtensions,
  generationCost,
  isReadyToGenerate,
  isReference,
  newId,
  newPrompt,
  onboardingOptions,
  onboardingStep,
  parseConfig,
  parseTags,
  plans,
  saysTheSame,
  selectVersion,
  textFileExtensions,
  validatePrompt,
  versionPart,
} from "./pkg/prompt_wasm";
export { importFile } from "./reader";

/** Every closed list a person chooses from, with its labels. */
export const words = catalogue();

/** The label of a word in one of the closed lists. */
export function labelOf<Value extends string>(
  list: readonly { value: Value; label: string }[],
  value: Value,
): string {
  return list.find((choice) => choice.value === value)?.label ?? value;
}
