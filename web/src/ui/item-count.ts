/**
 * The number of items in a collection, as a card shows it. A smart collection is counted up to a limit, or not at
 * all.
 */
export function itemCount({ item_count, more_items }: { item_count: number; more_items: boolean }): string {
  if (more_items) {
    return item_count === 0 ? "Items not counted" : `${item_count.toLocaleString("en")}+ items`;
  }
  return `${item_count} ${item_count === 1 ? "item" : "items"}`;
}
