// The core in the browser: every rule of the product, compiled to WebAssembly. This is its only entry point.
//
// Importing this module loads the program, so public pages and list pages import `./lists`, which has constants
// only.

export { type Details, EditorDocument, type ItemInput } from "./editor-document";
export { exportForTool, fileGroups, importFiles, originalFormat, type ToolTarget } from "./importer";
export * from "./lists";
export {
  admitFiles,
  assetFields,
  checkGeneration,
  checkSettings,
  checkTests,
  chooseImprovement,
  compareComponents,
  comparePrompts,
  comparePromptsForList,
  componentsSayTheSame,
  contextBudget,
  defaultAiConfig,
  defaultExportOptions,
  defaultGenerationConfig,
  diffText,
  emptyComponentContent,
  fileContext,
  generationCost,
  isReadyToGenerate,
  isReference,
  marks,
  mergeComponents,
  mergePrompts,
  newId,
  newPrompt,
  nextVersion,
  onboardingStep,
  onOneLine,
  parseConfig,
  parseTags,
  proposedName,
  reviewImprovement,
  saysTheSame,
  selectVersion,
  validateComponent,
  validateNewPassword,
  validateProfile,
  validatePrompt,
  validateRegistration,
  variableSchema,
  versionPart,
  writtenVariable,
} from "./pkg/app/prompt_app";
export { useDocument } from "./use-document";
