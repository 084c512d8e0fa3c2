import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { isStatus, messageOf } from "@/api/client";
import { getComponentSessionOptions } from "@/api/generated/@tanstack/react-query.gen";
import { useUser } from "@/api/session";
import { buttonClass } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { NotLoaded } from "@/ui/not-loaded";
import { Skeleton } from "@/ui/skeleton";
import { ComponentForm } from "./component-form";
import { ComponentView } from "./component-view";
import type { ComponentParts } from "./parts";
import { componentQuery } from "./queries";

const route = getRouteApi("/workspace/component-editor/$id");

/** Opens a component with its draft, if one was left. */
export function ComponentEditorPage({ parts }: { parts: ComponentParts }) {
  const { id } = route.useParams();
  const { versions } = route.useSearch();
  const me = useUser().id;
  const navigate = route.useNavigate();
  // What is typed here must not be overwritten by a refetch, so both are read once, when the page opens.
  const once = { staleTime: Number.POSITIVE_INFINITY, gcTime: 0 };
  const component = useQuery({ ...componentQuery(id), ...once });
  const isMine = component.data?.user_id === me;
  const session = useQuery({
    ...getComponentSessionOptions({ path: { id } }),
    ...once,
    enabled: isMine,
  });
  const error = component.error ?? session.error;

  if (isStatus(error, 404) || isStatus(error, 400)) {
    return (
      <EmptyState
        level={1}
        title="Component not found"
        action={
          <Link to="/library" className={buttonClass({ variant: "primary" })}>
            Return to Library
          </Link>
        }
      >
        It was deleted, or it is private.
      </EmptyState>
    );
  }
  if (error) {
    return (
      <NotLoaded
        level={1}
        title="The component could not be opened"
        onRetry={() => void (component.error ? component : session).refetch()}
      >
        {messageOf(error)}
      </NotLoaded>
    );
  }
  if (component.data && !isMine) return <ComponentView component={component.data} />;
  if (!component.data || !session.data) {
    return (
      <div role="status" aria-label="Loading" className="space-y-4">
        <h1 className="sr-only">Component Editor</h1>
        <Skeleton className="h-9 w-72" />
        <Skeleton className="h-96" />
      </div>
    );
  }
  return (
    <ComponentForm
      key={id}
      component={component.data}
      draft={session.data.draft}
      HistoryPanel={parts.HistoryPanel}
      historyOpen={versions === true}
      onHistory={(open) => void navigate({ search: { versions: open || undefined }, replace: true })}
    />
  );
}
