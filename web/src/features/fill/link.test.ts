import { expect, test } from "vitest";
import { linkWith, valuesIn } from "./link";

test("the values of a link come back as they were, whatever they contain", () => {
  const values = { name: "a#b&c=d%20 {{x}} 😀\n", count: 3, list: [{ role: "user" }] };
  expect(valuesIn(new URL(linkWith("id", values)).hash)).toEqual(values);
});

test.each(["", "#values=", "#values=%E0%A4", "#values=[1]", "#values=null", "#other"])(
  "the fragment %j has no values",
  (fragment) => expect(valuesIn(fragment)).toBeNull(),
);
