import { t } from "@lingui/core/macro";
import { Star } from "lucide-react";
import { useFormat } from "@/lib/format";
import { cn } from "@/ui/cn";
import type { ComponentSummary } from "./queries";

export const starValues = [1, 2, 3, 4, 5];

/** The mean rating. Opens the ratings, where the user can add one. */
export function MeanRating({ component, onOpen }: { component: ComponentSummary; onOpen: () => void }) {
  const { rating, rating_count } = component;
  const format = useFormat();
  const shown =
    rating_count === 0 ? t`Not rated` : `${format.number(rating, 1)} (${format.number(rating_count)})`;
  return (
    <button
      type="button"
      aria-label={t`Ratings of ${component.title}: ${shown}`}
      onClick={onOpen}
      className="flex items-center gap-1.5 rounded-control px-1 py-0.5 text-sm text-muted hover:bg-well hover:text-ink"
    >
      <StarIcon filled={rating_count > 0} className="size-4" />
      {shown}
    </button>
  );
}

/** One rating, read aloud as "4 of 5 stars". */
export function GivenStars({ value }: { value: number }) {
  return (
    <span role="img" aria-label={t`${value} of 5 stars`} className="inline-flex gap-0.5">
      {starValues.map((star) => (
        <StarIcon key={star} filled={star <= value} className="size-4" />
      ))}
    </span>
  );
}

export function StarIcon({ filled, className }: { filled: boolean; className?: string }) {
  return (
    <Star
      aria-hidden="true"
      className={cn(filled ? "fill-brass-fill text-brass-fill" : "text-muted", className)}
    />
  );
}
