// Comparing and merging: a program of its own. Importing this loads it, so only what is loaded itself when somebody compares
// versions, or when two saves met, may do so.
export {
  comparePrompts,
  comparePromptsForList,
  diffLines,
  diffText,
  mergePrompts,
} from "./pkg/compare/prompt_compare";
