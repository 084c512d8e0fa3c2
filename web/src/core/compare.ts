// Comparing and merging: a program of its own. Importing this loads it, so only what is loaded itself when somebody compares
// versions, or when two saves met, may do so.
import { TextRoom } from "./pkg/compare/prompt_compare";
import { textDiffBy } from "./text-diff";

export {
  chooseImprovement,
  comparePrompts,
  comparePromptsForList,
  mergePrompts,
  reviewImprovement,
} from "./pkg/compare/prompt_compare";

export const diffText = textDiffBy(new TextRoom(), TextRoom.memory());
