import { beforeEach, expect, test } from "vitest";
import { activeOwnKey, addOwnKey, previewOf, readOwnKeys, removeOwnKey, setOwnKeyActive } from "./own-keys";

beforeEach(() => localStorage.clear());

test("a preview shows the first eight and the last four characters", () => {
  expect(previewOf("sk-proj-abcdefghijklmnop")).toBe("sk-proj-…mnop");
});

test("a key is kept per user and provider, apart from its record", () => {
  addOwnKey("ada", "openai", "Work", "sk-proj-0123456789");
  addOwnKey("ada", "anthropic", "Home", "sk-ant-9876543210");
  expect(readOwnKeys("ada").map(({ name, provider, is_active }) => [name, provider, is_active])).toEqual([
    ["Work", "openai", true],
    ["Home", "anthropic", true],
  ]);
  expect(JSON.stringify(readOwnKeys("ada"))).not.toContain("sk-proj-0123456789");
  expect(activeOwnKey("ada", "openai")).toBe("sk-proj-0123456789");
  expect(activeOwnKey("bob", "openai")).toBeNull();
});

test("a second key for a provider takes the place of the first", () => {
  addOwnKey("ada", "openai", "Old", "sk-old-000000000000");
  addOwnKey("ada", "openai", "New", "sk-new-000000000000");
  expect(readOwnKeys("ada").map(({ name }) => name)).toEqual(["New"]);
  expect(activeOwnKey("ada", "openai")).toBe("sk-new-000000000000");
});

test("a key that is switched off or removed is not sent", () => {
  addOwnKey("ada", "openai", "Work", "sk-proj-0123456789");
  const [record] = readOwnKeys("ada");
  if (!record) throw new Error("the key was kept");
  setOwnKeyActive("ada", record, false);
  expect(activeOwnKey("ada", "openai")).toBeNull();
  setOwnKeyActive("ada", record, true);
  expect(activeOwnKey("ada", "openai")).toBe("sk-proj-0123456789");
  removeOwnKey("ada", record);
  expect(activeOwnKey("ada", "openai")).toBeNull();
  expect(readOwnKeys("ada")).toEqual([]);
  expect(localStorage.getItem("promptcase.api-key.ada.openai")).toBeNull();
});

test.each(["{", "null", "[null, 5, {}]"])("an unreadable record is no key: %s", (record) => {
  localStorage.setItem("promptcase.api-keys.ada", record);
  expect(readOwnKeys("ada")).toEqual([]);
});
