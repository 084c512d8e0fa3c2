// The options of the selects in the settings.
const zones: [string, string][] = [
  ["America/New_York", "New York"],
  ["America/Chicago", "Chicago"],
  ["America/Denver", "Denver"],
  ["America/Los_Angeles", "Los Angeles"],
  ["Europe/London", "London"],
  ["Europe/Paris", "Paris"],
  ["Asia/Tokyo", "Tokyo"],
];

/** The known time zones, and the current one if it is not among them. */
export function timezoneOptions(current: string) {
  const options = zones.map(([value, label]) => ({ value, label }));
  return zones.some(([value]) => value === current)
    ? options
    : [{ value: current, label: `${current.replaceAll("_", " ")} (this browser)` }, ...options];
}

export const autosaveOptions = [
  { value: "15", label: "After 15 seconds" },
  { value: "30", label: "After 30 seconds" },
  { value: "60", label: "After 1 minute" },
  { value: "300", label: "After 5 minutes" },
  { value: "0", label: "Disabled" },
];
