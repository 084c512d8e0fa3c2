/** The most frequent instructions; a chip fills the box with one. */
export const wishes = [
  {
    label: "Clearer",
    text: "Make it clearer: plain words, one instruction a sentence, nothing that can be read in two ways.",
  },
  { label: "Shorter", text: "Make it shorter: say the same with fewer words and drop what repeats itself." },
  {
    label: "More specific",
    text: "Make it more specific: say what exactly is to be done, for whom, within which limits, and what a good answer has.",
  },
  {
    label: "Add examples",
    text: "Add one or two short examples of an input and the answer that is wanted for it.",
  },
  {
    label: "Define the output",
    text: "Say exactly what the answer must look like: its form, its length and its order.",
  },
  { label: "Fix mistakes", text: "Correct spelling, grammar and contradictions, and change nothing else." },
] as const;
