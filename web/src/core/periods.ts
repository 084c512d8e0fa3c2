// The periods of the analytics, in days up to today.

export const periods = [
  { value: "1", label: "1 day" },
  { value: "7", label: "7 days" },
  { value: "30", label: "30 days" },
  { value: "365", label: "365 days" },
] as const;

export type PeriodDays = (typeof periods)[number]["value"];
