import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { type ComponentProps, useEffect, useRef, useState } from "react";
import { isStatus, messageOf } from "@/api/client";
import { getComponentSessionOptions } from "@/api/generated/@tanstack/react-query.gen";
import type { SavedDraft } from "@/api/generated/types.gen";
import { useUser } from "@/api/session";
import { acquirePresence } from "@/lib/tab-presence";
import { buttonClass } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { NotLoaded } from "@/ui/not-loaded";
import { Skeleton } from "@/ui/skeleton";
import { ComponentForm } from "./component-form";
import { ComponentView } from "./component-view";
import { findLeftDraft, type LeftDraft, takeLeftDraft, wasPublicBefore } from "./left-draft";
import type { ComponentParts } from "./parts";
import { componentQuery, type StoredComponent } from "./queries";
import { SaveAsNew } from "./save-as-new";
import type { Opened } from "./use-component-draft";

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
        <LeftBehind id={id} />
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
    return <Loading />;
  }
  return (
    <OpenedForm
      key={id}
      component={component.data}
      kept={session.data.draft}
      HistoryPanel={parts.HistoryPanel}
      historyOpen={versions === true}
      onHistory={(open) => void navigate({ search: { versions: open || undefined }, replace: true })}
    />
  );
}

function Loading() {
  return (
    <div role="status" aria-label="Loading" className="space-y-4">
      <h1 className="sr-only">Component Editor</h1>
      <Skeleton className="h-9 w-72" />
      <Skeleton className="h-96" />
    </div>
  );
}

interface OpenedFormProps extends Omit<ComponentProps<typeof ComponentForm>, "opened"> {
  component: StoredComponent;
  kept: SavedDraft | null;
}

/** The form of an editor that lives, with what a dead one left. */
function OpenedForm({ component, kept, ...rest }: OpenedFormProps) {
  const userId = useUser().id;
  const [opened, setOpened] = useState<Opened | null>(null);
  // Both are as they were when the page opened.
  const found = useRef({ component, kept });
  useEffect(() => {
    let hasLeft = false;
    let end = () => {};
    const open = async () => {
      const editor = await acquirePresence();
      end = editor.end;
      if (hasLeft) return end();
      const { component, kept } = found.current;
      const left = await takeLeftDraft(userId, component.id, editor.id, kept?.id ?? null);
      const kept_was_public = kept ? wasPublicBefore(userId, component.id, kept.id) : undefined;
      if (!hasLeft) setOpened({ editor: editor.id, left, component, kept, kept_was_public });
    };
    void open();
    return () => {
      hasLeft = true;
      end();
    };
  }, [userId]);
  return opened ? <ComponentForm opened={opened} {...rest} /> : <Loading />;
}

/** What was typed into a component that is gone. */
function LeftBehind({ id }: { id: string }) {
  const userId = useUser().id;
  const [left, setLeft] = useState<LeftDraft | null>(null);
  useEffect(() => {
    void findLeftDraft(userId, id).then(setLeft);
  }, [userId, id]);
  if (!left) return null;
  return (
    <span className="mt-3 flex flex-col items-center gap-2">
      What you typed last is still in this browser.
      <SaveAsNew fields={left.fields} of={{ id }} />
    </span>
  );
}
