import { t } from "@lingui/core/macro";

/** The prefilled texts of the example chips. */
export const examples = [
  {
    label: t`Web Dev Assistant`,
    text: t`An assistant that helps web developers: it reviews React and TypeScript code, explains what is wrong in plain words, and suggests a fix with a short example. It asks for the versions in use before it answers.`,
  },
  {
    label: t`Creative Writer`,
    text: t`A creative writing partner for short stories: it asks about genre, mood and characters, proposes three openings, and continues the one I choose in my own voice, one scene at a time.`,
  },
  {
    label: t`Data Analyst`,
    text: t`A data analyst for CSV exports: it describes the columns, checks the data for gaps and outliers, answers questions with numbers and the steps that led to them, and says when the data cannot answer.`,
  },
] as const;
