/** The prefilled texts of the example chips. */
export const examples = [
  {
    label: "Web Dev Assistant",
    text: "An assistant that helps web developers: it reviews React and TypeScript code, explains what is wrong in plain words, and suggests a fix with a short example. It asks for the versions in use before it answers.",
  },
  {
    label: "Creative Writer",
    text: "A creative writing partner for short stories: it asks about genre, mood and characters, proposes three openings, and continues the one I choose in my own voice, one scene at a time.",
  },
  {
    label: "Data Analyst",
    text: "A data analyst for CSV exports: it describes the columns, checks the data for gaps and outliers, answers questions with numbers and the steps that led to them, and says when the data cannot answer.",
  },
] as const;
