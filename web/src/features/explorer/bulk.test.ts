import { expect, test } from "vitest";
import type { PromptSummary } from "@/api/generated/types.gen";
import { editOf } from "./bulk";

test("tags are taken away as the core compares them", async () => {
  const prompt = { tags: ["Foo", "bar", "ÉTÉ", "foo x"] } as PromptSummary;
  const tagsWithout = async (...tags: string[]) =>
    (await editOf({ action: "remove_tags", tags }))(prompt)?.tags;
  expect(await tagsWithout(" foo ", "BAR")).toEqual(["ÉTÉ", "foo x"]);
  expect(await tagsWithout("été", "Été", "none")).toEqual(["Foo", "bar", "foo x"]);
  expect(await tagsWithout()).toEqual(prompt.tags);
});
