import { expect, test } from "vitest";
import { isCountedExactly } from "./use-tokens";

test.each([
  ["gpt-4o", true],
  ["gpt-4o-mini-2024-07-18", true],
  ["openai/gpt-4.1-nano", true],
  ["gpt-5", true],
  ["o3-mini", true],
  ["gpt-4", false],
  ["gpt-4-turbo", false],
  ["gpt-3.5-turbo", false],
  ["claude-3-5-sonnet-latest", false],
  ["llama3.1:8b", false],
  ["gpt-oss", false],
  [null, false],
])("the tokens of %s are counted exactly: %s", (model, exact) => expect(isCountedExactly(model)).toBe(exact));
