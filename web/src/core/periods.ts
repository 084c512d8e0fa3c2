// The periods of the analytics, in days up to today.

import { plural } from "@lingui/core/macro";

const days = (count: number) => plural(count, { one: "# day", other: "# days" });

export const periods = [
  { value: "1", label: days(1) },
  { value: "7", label: days(7) },
  { value: "30", label: days(30) },
  { value: "365", label: days(365) },
] as const;

export type PeriodDays = (typeof periods)[number]["value"];
