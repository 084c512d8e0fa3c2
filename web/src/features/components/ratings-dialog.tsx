import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect } from "react";
import { messageOf } from "@/api/client";
import type { Rating } from "@/api/generated/types.gen";
import { useUser } from "@/api/session";
import { useWorkspaces } from "@/api/workspace";
import { useFormat } from "@/lib/format";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { NotLoaded } from "@/ui/not-loaded";
import { Skeleton } from "@/ui/skeleton";
import { type ComponentSummary, ratingsQuery } from "./queries";
import { RatingForm } from "./rating-form";
import { GivenStars } from "./stars";

/** The ratings of a component, including the user's own. */
export function RatingsDialog({ component, onClose }: { component: ComponentSummary; onClose: () => void }) {
  const me = useUser().id;
  const workspaces = useWorkspaces();
  const format = useFormat();
  const { data, error, isPending, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useInfiniteQuery(ratingsQuery(component.id));
  const ratings = data?.pages.flatMap((page) => page.items) ?? [];
  const own = ratings.find(({ user_id }) => user_id === me);
  const others = ratings.filter((rating) => rating !== own);
  const mayRate = component.user_id !== me && !workspaces?.some(({ id }) => id === component.workspace_id);
  // The user's own rating may be several pages further down, and the form needs its text.
  const isMissing = mayRate && component.my_rating !== null && !own && data !== undefined;
  useEffect(() => {
    if (isMissing && hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [isMissing, hasNextPage, isFetchingNextPage, fetchNextPage]);

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t`Ratings of ${component.title}`}
      description={
        component.rating_count === 0
          ? t`Nobody has rated it yet.`
          : plural(component.rating_count, {
              one: `${format.number(component.rating, 1)} of 5 stars from # person`,
              other: `${format.number(component.rating, 1)} of 5 stars from # people`,
            })
      }
    >
      {error && (
        <NotLoaded title={t`The ratings could not be loaded`} onRetry={() => void refetch()}>
          {messageOf(error)}
        </NotLoaded>
      )}
      {(isPending || (isMissing && hasNextPage)) && <Skeleton className="h-40" />}
      {data && mayRate && !(isMissing && hasNextPage) && <RatingForm component={component} own={own} />}
      {data && !mayRate && ratings.length === 0 && (
        <p className="text-muted">
          <Trans>Anyone who uses it can give it one to five stars.</Trans>
        </p>
      )}
      {others.length > 0 && (
        <ul aria-label={t`Reviews`} className="divide-y not-first:mt-6 not-first:border-t">
          {others.map((rating) => (
            <Review key={rating.user_id} rating={rating} />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button className="mt-4 w-full" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          <Trans>Show more</Trans>
        </Button>
      )}
    </Dialog>
  );
}

function Review({ rating }: { rating: Rating }) {
  const format = useFormat();
  return (
    <li className="py-3">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Link
          to="/profile/$id"
          params={{ id: rating.user_id }}
          className="font-semibold underline-offset-4 hover:underline"
        >
          {rating.author_name || t`Anonymous User`}
        </Link>
        <GivenStars value={rating.rating_value} />
        <span className="text-sm text-muted">{format.ago(rating.updated_at)}</span>
      </p>
      {rating.review_text && <p className="mt-1 whitespace-pre-line wrap-anywhere">{rating.review_text}</p>}
    </li>
  );
}
