import { expect, test } from "vitest";
import { complete } from "./completion";

const names = ["last_name", "Name", "age", "имя"];

test.each([
  ["Hi {{na", "", ["Name}}", "last_name}}"]],
  ["Hi {{ na", "", ["Name }}", "last_name }}"]],
  ["Hi {{na", "}} rest", ["Name", "last_name"]],
  ["{{a}} {{", "", ["last_name}}", "Name}}", "age}}", "имя}}"]],
  ["{{ИМ", "", ["имя}}"]],
  ["{{age", "", undefined],
  ["{{a}}", "", undefined],
  ["{{a b", "", undefined],
  ["{{> na", "", undefined],
  ["plain na", "", undefined],
])("%j before the caret and %j after it is completed by %j", (before, after, texts) => {
  expect(complete(before, after, ["{{", "}}"], () => names)?.choices.map(({ text }) => text)).toEqual(texts);
});

test("a single brace opens a variable of a Python format string, a double one is a brace", () => {
  const texts = (before: string) =>
    complete(before, "", ["{", "}"], () => names)?.choices.map(({ text }) => text);
  expect(texts("Hi {ag")).toEqual(["age}"]);
  expect(texts("Hi {{ag")).toBeUndefined();
});
