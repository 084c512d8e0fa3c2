import { expect, test } from "vitest";
import { itemCount } from "./item-count";

test.each([
  [0, false, "0 items"],
  [1, false, "1 item"],
  [12, false, "12 items"],
  [1000, true, "1,000+ items"],
  [0, true, "Items not counted"],
])("%d items, more: %s, are said as %s", (item_count, more_items, said) => {
  expect(itemCount({ item_count, more_items })).toBe(said);
});
