import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { createPrompt } from "@/api/generated/sdk.gen";
import { toast } from "@/ui/toast";
import { givenText } from "./read-files";
import { useImport } from "./use-import";

vi.mock("@/api/generated/sdk.gen", () => ({ createPrompt: vi.fn() }));
vi.mock("@/ui/toast", () => ({ toast: vi.fn() }));
vi.mock("@/lib/preferences", () => ({ usePreferences: () => [{ default_prompt_privacy: false }] }));

beforeEach(() => {
  vi.mocked(createPrompt).mockReset();
});

/** An import of one file that was read. Every request to store a prompt waits for its response. */
async function ready() {
  const queryClient = new QueryClient();
  const list = [{ _id: "listPrompts" }];
  queryClient.setQueryData(list, []);
  const answers: (() => void)[] = [];
  vi.mocked(createPrompt).mockImplementation(
    (() => new Promise((resolve) => answers.push(() => resolve({ data: { id: "p1" } })))) as never,
  );
  const { result } = renderHook(() => useImport(), {
    wrapper: ({ children }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>,
  });
  const now = () => result.current;
  act(() => void now().read([givenText("# One\n\nText.")]));
  await waitFor(() => expect(now().state.chosen.size).toBe(1));
  /** Starts to store, until the request is sent. */
  const store = async () => {
    let storing: ReturnType<ReturnType<typeof now>["store"]> = Promise.resolve(null);
    act(() => {
      storing = now().store();
    });
    await waitFor(() => expect(answers).toHaveLength(1));
    return () => storing;
  };
  return { now, store, answers, isStale: () => queryClient.getQueryState(list)?.isInvalidated ?? false };
}

test("lists are read again after an import that was cancelled, and nothing is opened then", async () => {
  const { now, store, answers, isStale } = await ready();
  const stored = await store();
  act(() => now().reset());
  for (const answer of answers) answer();
  expect(await stored()).toBeNull();
  // The request in flight completed, and the user is told.
  expect(toast).toHaveBeenCalledWith("Import stopped. 1 of 1 prompt was stored.");
  expect(isStale()).toBe(true);
  expect(now().state.phase).toBe("choose");
});

test("no files are read while prompts are stored, and again afterwards", async () => {
  const { now, store, answers, isStale } = await ready();
  const stored = await store();
  act(() => expect(now().read([givenText("# Two")])).toBe(false));
  expect(now().state).toMatchObject({ phase: "storing", unread: 0 });
  await act(async () => {
    for (const answer of answers) answer();
    expect(await stored()).toEqual([{ id: "p1" }]);
  });
  expect(now().state.phase).toBe("done");
  expect([now().state.reports.length, isStale()]).toEqual([1, true]);
  act(() => expect(now().read([givenText("# Two")])).toBe(true));
  expect(now().state.phase).toBe("choose");
});
