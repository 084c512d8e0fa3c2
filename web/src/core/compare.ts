// Comparing and merging: a program of its own. Importing this loads it, so only what is loaded itself when somebody compares
// versions, or when two saves met, may do so.
export {
  chooseImprovement,
  comparePrompts,
  comparePromptsForList,
  diffLines,
  diffText,
  mergePrompts,
  reviewImprovement,
} from "./pkg/compare/prompt_compare";
