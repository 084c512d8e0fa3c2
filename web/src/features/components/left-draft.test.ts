import { expect, test } from "vitest";
import type { Component } from "@/api/generated/types.gen";
import { readLeftDraft, writeLeftDraft } from "./left-draft";

const fields: Component = {
  title: "Tone",
  description: "",
  type: "module",
  category: "general",
  tags: ["calm"],
  is_public: false,
  content: { moduleContent: "Write calmly." },
};

test("what was left is read with the version that was typed on", () => {
  const left = { base_version: "1.0.3", fields };
  expect(readLeftDraft(writeLeftDraft(left))).toEqual(left);
});

test("what an older program left is read: it kept the bare component", () => {
  expect(readLeftDraft(JSON.stringify(fields))).toEqual({ fields });
});

test.each([
  ["nothing", null],
  ["no JSON", "{"],
  ["no object", "1"],
  ["a version without its component", '{"base_version":"1.0.0"}'],
  ["a component without its parts", '{"base_version":"1.0.0","fields":{"title":"Tone"}}'],
])("%s is no draft", (_, text) => {
  expect(readLeftDraft(text)).toBeNull();
});
