import { t } from "@lingui/core/macro";
import { Skeleton } from "@/ui/skeleton";
import type { ExplorerSearch } from "./search";

/** The size of one prompt in pixels, as a card (its minimum width) or as a row. */
export const shapes = { grid: { minWidth: 300, height: 218 }, list: { minWidth: 0, height: 44 } };

export function ListSkeleton({ view }: { view: ExplorerSearch["view"] }) {
  return (
    <div
      role="status"
      aria-label={t`Loading`}
      className={
        view === "list" ? "tray grid-cols-1" : "tray grid-cols-[repeat(auto-fill,minmax(18.75rem,1fr))]"
      }
    >
      {["a", "b", "c", "d", "e", "f", "g", "h", "i"].map((key) => (
        <div
          key={key}
          className={view === "list" ? "px-4 py-3" : "space-y-3 p-5"}
          style={{ height: shapes[view].height - 1 }}
        >
          <Skeleton className="h-5 w-3/5" />
          {view === "grid" && <Skeleton className="h-4 w-11/12" />}
          {view === "grid" && <Skeleton className="h-4 w-4/5" />}
        </div>
      ))}
    </div>
  );
}
