// The options of the selects in the settings.
import { t } from "@lingui/core/macro";

const zones: [string, string][] = [
  ["America/New_York", t`New York`],
  ["America/Chicago", t`Chicago`],
  ["America/Denver", t`Denver`],
  ["America/Los_Angeles", t`Los Angeles`],
  ["Europe/London", t`London`],
  ["Europe/Paris", t`Paris`],
  ["Asia/Tokyo", t`Tokyo`],
];

/** The known time zones, and the current one if it is not among them. */
export function timezoneOptions(current: string) {
  const options = zones.map(([value, label]) => ({ value, label }));
  return zones.some(([value]) => value === current)
    ? options
    : [{ value: current, label: t`${current.replaceAll("_", " ")} (this browser)` }, ...options];
}

export const autosaveOptions = [
  { value: "15", label: t`After 15 seconds` },
  { value: "30", label: t`After 30 seconds` },
  { value: "60", label: t`After 1 minute` },
  { value: "300", label: t`After 5 minutes` },
  { value: "0", label: t`Disabled` },
];
