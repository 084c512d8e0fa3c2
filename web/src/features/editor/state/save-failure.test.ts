import { expect, test } from "vitest";
import { ApiError } from "@/api/client";
import { RefusedByRule, saveFailure } from "./save-failure";

test.each([
  [
    "a refusal of the server",
    new ApiError(422, { code: "too_long", message: "The title may have at most 200 characters" }),
    false,
    "Save failed: The title may have at most 200 characters",
  ],
  [
    "a refusal of a rule",
    new RefusedByRule({ code: "required", message: "Title is required" }),
    false,
    "Save failed: Title is required",
  ],
  [
    "an answer without a code",
    new ApiError(500, ""),
    false,
    "An unexpected error occurred while saving. Please try again.",
  ],
  ["the same for an asset", new ApiError(500, ""), true, "Failed to save asset. Please try again."],
  [
    "a fault of the page",
    new TypeError("x is undefined"),
    false,
    "An unexpected error occurred while saving. Please try again.",
  ],
])("%s", (_, error, isAsset, sentence) => {
  expect(saveFailure(error, isAsset)).toBe(sentence);
});
