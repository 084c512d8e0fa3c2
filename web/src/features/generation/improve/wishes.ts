import { t } from "@lingui/core/macro";

/** The most frequent instructions; a chip fills the box with one. */
export const wishes = [
  {
    label: t`Clearer`,
    text: t`Make it clearer: plain words, one instruction a sentence, nothing that can be read in two ways.`,
  },
  {
    label: t`Shorter`,
    text: t`Make it shorter: say the same with fewer words and drop what repeats itself.`,
  },
  {
    label: t`More specific`,
    text: t`Make it more specific: say what exactly is to be done, for whom, within which limits, and what a good answer has.`,
  },
  {
    label: t`Add examples`,
    text: t`Add one or two short examples of an input and the answer that is wanted for it.`,
  },
  {
    label: t`Define the output`,
    text: t`Say exactly what the answer must look like: its form, its length and its order.`,
  },
  { label: t`Fix mistakes`, text: t`Correct spelling, grammar and contradictions, and change nothing else.` },
] as const;
