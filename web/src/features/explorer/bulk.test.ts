import { expect, test } from "vitest";
import type { PromptSummary } from "@/api/generated/types.gen";
import { editOf } from "./bulk";

test("tags are taken away as the core compares them", () => {
  const prompt = { tags: ["Foo", "bar", "ÉTÉ", "foo x"] } as PromptSummary;
  const tagsWithout = (...tags: string[]) => editOf({ action: "remove_tags", tags })(prompt)?.tags;
  expect(tagsWithout(" foo ", "BAR")).toEqual(["ÉTÉ", "foo x"]);
  expect(tagsWithout("été", "Été", "none")).toEqual(["Foo", "bar", "foo x"]);
  expect(tagsWithout()).toEqual(prompt.tags);
});
