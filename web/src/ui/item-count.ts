import { plural, t } from "@lingui/core/macro";
import { locale } from "@/i18n";

/**
 * The number of items in a collection, as a card shows it. A smart collection is counted up to a limit, or not at
 * all.
 */
export function itemCount({ item_count, more_items }: { item_count: number; more_items: boolean }): string {
  if (more_items) {
    return item_count === 0 ? t`Items not counted` : t`${item_count.toLocaleString(locale)}+ items`;
  }
  return plural(item_count, { one: "# item", other: "# items" });
}
