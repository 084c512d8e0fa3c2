import { beforeEach, expect, test, vi } from "vitest";
import { listCollectionItems, listCollections, listPrompts } from "@/api/generated/sdk.gen";
import { ownPrompts, promptsOfCollection, uniqueNames } from "./collect";

vi.mock("@/api/generated/sdk.gen", () => ({
  listCollectionItems: vi.fn(),
  listCollections: vi.fn(),
  listPrompts: vi.fn(),
}));

const page = (items: unknown[]) => Promise.resolve({ data: { items, next_cursor: null } });

/** Collections with the prompts and collections in them. */
function given(collections: Record<string, { prompts?: string[]; holds?: string[]; nests?: string[] }>) {
  const named = (id: string) => ({ id, title: id, is_smart: false });
  vi.mocked(listCollectionItems).mockImplementation((({ path }: { path: { id: string } }) => {
    const { prompts = [], holds = [] } = collections[path.id] ?? {};
    return page([
      ...prompts.map((prompt_id) => ({ prompt_id, child_collection: null })),
      ...holds.map((id) => ({ prompt_id: null, child_collection: named(id) })),
    ]);
  }) as never);
  vi.mocked(listCollections).mockImplementation((({ query }: { query: { parent_id: string } }) =>
    page((collections[query.parent_id]?.nests ?? []).map(named))) as never);
  return new AbortController().signal;
}

beforeEach(() => {
  vi.resetAllMocks();
});

test("two collections that are items of each other are each exported once on the way", async () => {
  const signal = given({
    A: { prompts: ["1"], holds: ["B"] },
    B: { prompts: ["2"], holds: ["A"] },
  });
  expect(await promptsOfCollection("A", signal)).toEqual([
    { id: "1", folder: "" },
    { id: "2", folder: "B/" },
  ]);
});

test("everything is placed in its collections, and what is in none at the top", async () => {
  const signal = given({ root: { nests: ["Team"] }, Team: { prompts: ["1", "theirs"], nests: ["SQL"] } });
  vi.mocked(listPrompts).mockResolvedValue((await page([{ id: "1" }, { id: "2" }])) as never);
  expect(await ownPrompts(signal)).toEqual([
    { id: "1", folder: "Team/" },
    { id: "2", folder: "" },
  ]);
});

test("an export that is closed lists no further", async () => {
  const signal = given({ A: { prompts: ["1"] } });
  const stop = new AbortController();
  stop.abort();
  await expect(promptsOfCollection("A", stop.signal)).rejects.toThrow();
  expect(listCollectionItems).not.toHaveBeenCalled();
  expect(signal.aborted).toBe(false);
});

test("names that are the same to a file system are numbered", () => {
  const name = uniqueNames();
  const given = ["a.md", "A.md", "a.md", "Café.md", "Cafe\u0301.md", "README", "readme"];
  expect(given.map(name)).toEqual([
    "a.md",
    "A-2.md",
    "a-3.md",
    "Café.md",
    "Cafe\u0301-2.md",
    "README",
    "readme-2",
  ]);
});
