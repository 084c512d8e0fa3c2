import { expect, test } from "vitest";
import { newPrompt, type Prompt } from "@/core";
import { draftName } from "./draft-name";

const segment = (content: string) => ({ id: content, order: 0, type: "user" as const, content });

test.each<[string, Prompt, string]>([
  [
    "the title",
    { ...newPrompt("prompt"), title: "Review", content: { segments: [segment("Read it.")] } },
    "Review",
  ],
  [
    "its beginning",
    { ...newPrompt("prompt"), content: { segments: [segment(" "), segment("Read\nit.")] } },
    "Read it.",
  ],
  [
    "where the title was removed",
    { ...newPrompt("prompt"), title: "", description: "For reviews" },
    "For reviews",
  ],
  ["a field of an asset", { ...newPrompt("persona"), asset_fields: { role: "Teacher" } }, "Teacher"],
  ["neither", newPrompt("persona"), newPrompt("persona").title],
])("a draft is called what was typed: %s", (_, text, name) => {
  expect(draftName(text)).toBe(name);
});

test("a module in a block says what its draft is about, and a long text is cut", () => {
  const module = {
    id: "m",
    order: 0,
    title: "",
    description: "",
    content: "word ".repeat(40),
    wrappers: [],
    config: null,
  };
  const block = { id: "b", order: 0, title: "", description: "", modules: [module], assets: [] };
  const text = { ...newPrompt("prompt"), content: { blocks: [block] } } as unknown as Prompt;
  expect(draftName(text)).toMatch(/^word word .{10,60}…$/u);
});
