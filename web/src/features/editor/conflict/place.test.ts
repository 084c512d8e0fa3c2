import { expect, test } from "vitest";
import { EditorDocument, newPrompt, type Prompt, type StructureType } from "@/core";
import { placeOf } from "./place";

const open = (structure_type: StructureType, content: Prompt["content"]) =>
  EditorDocument.open({ ...newPrompt("prompt"), structure_type, content });

const standard = open("standard", {
  segments: [
    { id: "a", order: 0, type: "system", content: "You review code." },
    { id: "b", order: 1, type: "user", content: "Review this." },
  ],
});
const advanced = open("advanced", {
  blocks: [
    { id: "x", order: 0, title: "", description: "", modules: [], assets: [] },
    {
      id: "y",
      order: 1,
      title: "Research",
      description: "",
      modules: [
        { id: "m", order: 0, title: "Search", description: "", content: "", wrappers: [], config: {} },
      ],
      assets: [{ id: "u", type: "url", reference: "https://example.org" }],
    },
  ],
});

test.each([
  [standard, "segments[b].content", "Segment 2 (User)"],
  [standard, "segments[a].content#2", "Segment 1 (System)"],
  [advanced, "blocks[x].title", "Block 1"],
  [advanced, "blocks[y].modules[m].content", "Block 2 “Research”, Module 1 “Search”"],
  [advanced, "blocks[y].assets[u]", "Block 2 “Research”, Asset 1"],
  // A removed item has no place; a path outside of items is not named here.
  [standard, "segments[gone].content", null],
  [standard, "title", null],
])("a place has the name it has in the editor: %#", (document, path, name) => {
  expect(placeOf(document, path)).toBe(name);
});
