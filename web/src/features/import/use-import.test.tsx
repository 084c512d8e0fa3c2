import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "@/api/client";
import {
  addCollectionItems,
  changePrompts,
  createCollection,
  createPrompt,
  deleteCollection,
  getPrompt,
  listCollections,
  listPrompts,
} from "@/api/generated/sdk.gen";
import { type GivenFile, givenText } from "./given-files";
import { readIntoImport, resetImport, useImport } from "./use-import";

vi.mock("@/api/generated/sdk.gen", () => ({
  addCollectionItems: vi.fn(),
  changePrompts: vi.fn(),
  createCollection: vi.fn(),
  createPrompt: vi.fn(),
  deleteCollection: vi.fn(),
  getPrompt: vi.fn(),
  listCollections: vi.fn(),
  listPrompts: vi.fn(),
}));
vi.mock("@/lib/preferences", () => ({ usePreferences: () => [{ default_prompt_privacy: false }] }));

const page = (items: unknown[]) => ({ data: { items, next_cursor: null } }) as never;

beforeEach(() => {
  vi.resetAllMocks();
  resetImport("ada");
  vi.mocked(listPrompts).mockResolvedValue(page([]));
  vi.mocked(listCollections).mockResolvedValue(page([]));
});

const file = (name: string, text: string): GivenFile => ({ ...givenText(text), name });

/** An import of these files that were read. */
async function ready(files: GivenFile[], chosen = files.length) {
  const queryClient = new QueryClient();
  const list = [{ _id: "listPrompts" }];
  queryClient.setQueryData(list, []);
  const { result } = renderHook(() => useImport(), {
    wrapper: ({ children }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>,
  });
  const now = () => result.current;
  act(() => void readIntoImport(files, "ada"));
  await waitFor(() => expect(now().state).toMatchObject({ unread: 0, uncompared: 0 }));
  await waitFor(() => expect(now().state.chosen.size).toBe(chosen));
  return { now, isStale: () => queryClient.getQueryState(list)?.isInvalidated ?? false };
}

/** Lets every request to store a prompt wait for its answer. */
function slowly() {
  const answers: (() => void)[] = [];
  vi.mocked(createPrompt).mockImplementation(
    (() =>
      new Promise((resolve) =>
        answers.push(() => resolve({ data: { id: `p${answers.length}`, title: "" } })),
      )) as never,
  );
  return answers;
}

test("an import that is stopped keeps what was stored, and lists are read again", async () => {
  const answers = slowly();
  const { now, isStale } = await ready(Array.from({ length: 6 }, (_, at) => file(`${at}.txt`, `Text ${at}`)));
  let storing: Promise<unknown> = Promise.resolve();
  act(() => {
    storing = now().store();
  });
  await waitFor(() => expect(answers).toHaveLength(4));
  act(() => now().stop());
  await act(async () => {
    for (const answer of answers) answer();
    await storing;
  });
  expect(now().state).toMatchObject({ phase: "done" });
  expect(now().state.outcomes.size).toBe(4);
  expect(isStale()).toBe(true);

  // The others can be imported afterwards.
  act(() => {
    storing = now().store();
  });
  await waitFor(() => expect(answers).toHaveLength(6));
  await act(async () => {
    for (const answer of answers) answer();
    await storing;
  });
  expect(now().state.outcomes.size).toBe(6);
});

test("no files are read while prompts are stored, and a new import begins afterwards", async () => {
  const answers = slowly();
  const { now } = await ready([file("a.txt", "One")]);
  let storing: Promise<unknown> = Promise.resolve();
  act(() => {
    storing = now().store();
  });
  await waitFor(() => expect(answers).toHaveLength(1));
  act(() => expect(readIntoImport([givenText("Two")], "ada")).toBe(false));
  expect(now().state).toMatchObject({ phase: "storing", unread: 0 });
  await act(async () => {
    for (const answer of answers) answer();
    await storing;
  });
  act(() => expect(readIntoImport([givenText("Two")], "ada")).toBe(true));
  expect(now().state).toMatchObject({ phase: "choose", reports: [], unread: 1 });
});

test("a prompt that the user has already is marked and not chosen; another with its title is", async () => {
  const text = "Review {{code}}.";
  const { now: first } = await ready([file("review.txt", text)]);
  const imported = first().state.reports[0]?.imported?.prompts[0]?.prompt;
  act(() => resetImport());
  vi.mocked(listPrompts).mockResolvedValue(page([{ id: "p1", title: "Review" }]));
  vi.mocked(getPrompt).mockResolvedValue({ data: { ...imported, id: "p1", is_public: true } } as never);

  const { now } = await ready([file("review.txt", text), file("later/review.txt", "Another text.")], 1);
  await waitFor(() => expect(now().state.known.size).toBe(2));
  expect([...now().state.known.values()].map(({ id, isSame }) => [id, isSame])).toEqual([
    ["p1", true],
    ["p1", false],
  ]);
});

test("folders become collections in the target, and undo takes all of it back", async () => {
  vi.mocked(createPrompt).mockImplementation((({ body }: { body: { title: string } }) =>
    Promise.resolve({ data: { id: body.title } })) as never);
  vi.mocked(createCollection).mockImplementation((({ body }: { body: { title: string } }) =>
    Promise.resolve({ data: { id: `new ${body.title}` } })) as never);
  vi.mocked(listCollections).mockImplementation((({ query }: { query: { parent_id: string } }) =>
    page(query.parent_id === "target" ? [{ id: "old", title: "team", is_smart: false }] : [])) as never);
  const { now } = await ready([
    file("top.txt", "1"),
    file("team/one.txt", "2"),
    file("team/sql/two.txt", "3"),
  ]);
  act(() => now().setTarget({ collection: { id: "target", title: "Target" }, tags: ["moved"] }));
  await act(async () => void (await now().store()));

  const added = vi.mocked(addCollectionItems).mock.calls.map(([{ path, body }]) => [path.id, body]);
  expect(added).toEqual([
    ["target", { prompt_ids: ["Top"] }],
    ["old", { prompt_ids: ["One"] }],
    ["new sql", { prompt_ids: ["Two"] }],
  ]);
  expect(vi.mocked(createCollection).mock.calls.map(([{ body }]) => body)).toEqual([
    { title: "sql", parent_id: "old" },
  ]);
  expect(vi.mocked(createPrompt).mock.calls.map(([{ body }]) => body.tags)).toEqual([
    ["moved"],
    ["moved"],
    ["moved"],
  ]);

  // One of them is deleted by then, which stops nothing.
  const missing = new ApiError(404, { code: "not_found", message: "Prompt not found" });
  vi.mocked(changePrompts).mockImplementation((({ body }: { body: { prompt_ids: string[] } }) =>
    body.prompt_ids.includes("One") ? Promise.reject(missing) : Promise.resolve({})) as never);
  vi.mocked(deleteCollection).mockResolvedValue({} as never);
  await act(() => now().undo());
  expect(vi.mocked(changePrompts).mock.calls.map(([{ body }]) => body)).toEqual([
    { action: "delete", prompt_ids: ["Top", "One", "Two"] },
    { action: "delete", prompt_ids: ["Top"] },
    { action: "delete", prompt_ids: ["One"] },
    { action: "delete", prompt_ids: ["Two"] },
  ]);
  expect(vi.mocked(deleteCollection).mock.calls.map(([{ path }]) => path.id)).toEqual(["new sql"]);
  expect(now().state.phase).toBe("undone");
});
