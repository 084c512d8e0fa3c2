import { afterEach, expect, test } from "vitest";
import { chosenLanguage, defaultPreferences, readPreferences, writePreferences } from "./preferences";

afterEach(() => localStorage.clear());

const stored = (record: unknown) =>
  localStorage.setItem(
    "promptcase.preferences.ada",
    typeof record === "string" ? record : JSON.stringify(record),
  );

test("preferences are kept per user, over the defaults", () => {
  writePreferences("ada", { theme: "dark", auto_save_interval: 0 });
  expect(readPreferences("ada")).toEqual({ ...defaultPreferences(), theme: "dark", auto_save_interval: 0 });
  expect(readPreferences("bob")).toEqual(defaultPreferences());
});

test.each([
  ["no JSON", "{"],
  ["no record", [1]],
  ["a theme that there is not", { theme: 5 }],
  ["an interval that is no number", { auto_save_interval: "x" }],
  ["an interval under zero", { auto_save_interval: -1 }],
  ["nothing for a word", { default_structure_type: null }],
  ["a preference of another version", { colour: "red" }],
])("%s leaves the defaults", (_, record) => {
  stored(record);
  expect(readPreferences("ada")).toEqual(defaultPreferences());
});

test("what is fit stays beside what is not", () => {
  stored({ theme: "dark", auto_save_interval: "x" });
  expect(readPreferences("ada")).toEqual({ ...defaultPreferences(), theme: "dark" });
});

test("a record has only what was chosen: no language after a change of the theme", () => {
  writePreferences("ada", { theme: "dark" });
  expect(chosenLanguage("ada")).toBeUndefined();
  writePreferences("ada", { language: "german" });
  expect(chosenLanguage("ada")).toBe("german");
  expect(readPreferences("ada").theme).toBe("dark");
});
