import { afterEach, expect, test, vi } from "vitest";
import { randomId } from "./random-id";

afterEach(() => void vi.unstubAllGlobals());

test("ids are random UUIDs, also where the browser has no function for them", () => {
  const getRandomValues = crypto.getRandomValues.bind(crypto);
  vi.stubGlobal("crypto", { getRandomValues });
  const ids = Array.from({ length: 100 }, randomId);
  for (const id of ids)
    expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  expect(new Set(ids).size).toBe(ids.length);
});
