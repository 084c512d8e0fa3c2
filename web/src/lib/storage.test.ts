import { afterEach, expect, test, vi } from "vitest";
import { forgetLocal, readLocal, writeLocal } from "./storage";

const key = "promptcase.test";

afterEach(() => {
  vi.unstubAllGlobals();
  writeLocal(key, null);
});

const refused = () => {
  throw new DOMException("refused", "SecurityError");
};
const full = () => {
  throw new DOMException("full", "QuotaExceededError");
};

test("a text is kept in the browser, and is gone when it is taken away", () => {
  writeLocal(key, "dark");
  expect([readLocal(key), localStorage.getItem(key)]).toEqual(["dark", "dark"]);
  writeLocal(key, null);
  expect([readLocal(key), localStorage.getItem(key)]).toEqual([null, null]);
});

test.each([
  ["refused", { getItem: refused, setItem: refused, removeItem: refused }],
  ["full", { getItem: () => "old", setItem: full, removeItem: () => {} }],
])("a storage that is %s keeps nothing, but the page goes on with what was chosen", (_, storage) => {
  vi.stubGlobal("localStorage", storage);
  writeLocal(key, "dark");
  expect(readLocal(key)).toBe("dark");
  writeLocal(key, "light");
  expect(readLocal(key)).toBe("light");
});

test("what was chosen is written once the disk has space again", () => {
  vi.stubGlobal("localStorage", { getItem: () => null, setItem: full, removeItem: () => {} });
  writeLocal(key, "dark");
  vi.unstubAllGlobals();
  writeLocal(key, "light");
  expect([readLocal(key), localStorage.getItem(key)]).toEqual(["light", "light"]);
});

test("what belongs to somebody is forgotten, and nothing else, wherever it is kept", () => {
  const keys = ["ada.theme", "ada.key", "bob.theme"];
  writeLocal("ada.theme", "dark");
  vi.stubGlobal("localStorage", { getItem: () => null, setItem: full, removeItem: full });
  writeLocal("ada.key", "sk");
  writeLocal("bob.theme", "light");
  vi.unstubAllGlobals();
  forgetLocal((name) => name.startsWith("ada."));
  expect(keys.map(readLocal)).toEqual([null, null, "light"]);
  forgetLocal((name) => keys.includes(name));
});

test("a storage that is refused has nothing to forget", () => {
  vi.stubGlobal("localStorage", new Proxy({}, { ownKeys: refused }));
  expect(() => forgetLocal(() => true)).not.toThrow();
});
