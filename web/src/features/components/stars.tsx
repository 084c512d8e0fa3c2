import { Star } from "lucide-react";
import { useFormat } from "@/api/format";
import { Popover } from "@/ui/popover";
import { type ComponentSummary, useRateComponent } from "./queries";

const values = [1, 2, 3, 4, 5];

/** The mean rating; who may rate chooses one to five stars from it. */
export function Stars({ component, readOnly }: { component: ComponentSummary; readOnly: boolean }) {
  const format = useFormat();
  const rate = useRateComponent();
  const { rating, rating_count, my_rating } = component;
  const shown =
    rating_count === 0 ? "Not rated" : `${format.number(rating, 1)} (${format.number(rating_count)})`;
  const face = (
    <>
      <Star
        aria-hidden="true"
        className={rating_count > 0 ? "size-4 fill-brass-fill text-brass-fill" : "size-4"}
      />
      {shown}
    </>
  );
  if (readOnly) return <span className="flex items-center gap-1.5 text-sm text-muted">{face}</span>;
  return (
    <Popover
      label={`Rate ${component.title}`}
      className="w-auto"
      trigger={
        <button
          type="button"
          aria-label={`Rate ${component.title}: ${shown}`}
          className="flex items-center gap-1.5 rounded-control px-1 py-0.5 text-sm text-muted hover:bg-well hover:text-ink"
        >
          {face}
        </button>
      }
    >
      <p className="mb-2 text-sm font-semibold">{my_rating ? `Your rating: ${my_rating}` : "Your rating"}</p>
      <div className="flex gap-1">
        {values.map((value) => (
          <button
            key={value}
            type="button"
            aria-label={value === 1 ? "1 star" : `${value} stars`}
            aria-pressed={value === my_rating}
            disabled={rate.isPending}
            onClick={() => rate.mutate({ path: { id: component.id }, body: { rating_value: value } })}
            className="rounded-control p-1.5 hover:bg-well"
          >
            <Star
              aria-hidden="true"
              className={
                value <= (my_rating ?? 0) ? "size-5 fill-brass-fill text-brass-fill" : "size-5 text-muted"
              }
            />
          </button>
        ))}
      </div>
    </Popover>
  );
}
