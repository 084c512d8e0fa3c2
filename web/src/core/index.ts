// The core in the browser: every rule of the product, compiled to WebAssembly. This is the one door to it.
//
// Importing this loads the program, so only screens behind the sign-in may do it; the public pages stay without until somebody
// begins to fill in the form for an account or a new password. What lists ask, comparing and reading files are programs of their
// own (./lists, ./compare, ./reader): a screen that only lists takes ./lists, which is a sixth of this.
export { type Details, EditorDocument, type Flush, type ItemInput } from "./editor-document";
export { labelOf, parseTags, structureBegunBy, titleChars, words } from "./lists";
export type * from "./pkg/prompt_wasm";
export {
  admitFiles,
  assetFields,
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
  nextVersion,
  onboardingOptions,
  onboardingStep,
  parseConfig,
  plans,
  saysTheSame,
  selectVersion,
  textFileExtensions,
  validateComponent,
  validateNewPassword,
  validateProfile,
  validatePrompt,
  validateRegistration,
  versionPart,
} from "./pkg/prompt_wasm";
export { importFile } from "./reader";
