/** How much a collection holds, as a card says it. A smart one is not always counted to its end, or at all. */
export function itemCount({ item_count, more_items }: { item_count: number; more_items: boolean }): string {
  if (more_items) {
    return item_count === 0 ? "Items not counted" : `${item_count.toLocaleString("en")}+ items`;
  }
  return `${item_count} ${item_count === 1 ? "item" : "items"}`;
}
