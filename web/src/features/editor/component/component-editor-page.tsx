// /component-editor/{id}: edits one of the user's own components. Another user's component is read-only.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import type { ComponentType } from "react";
import { isStatus, messageOf } from "@/api/client";
import type { StoredComponent } from "@/api/generated/types.gen";
import { useUser } from "@/api/session";
import { mayWrite, useWorkspaces } from "@/api/workspace";
import { buttonClass } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { NotLoaded } from "@/ui/not-loaded";
import { Skeleton } from "@/ui/skeleton";
import { useSession } from "../use-session";
import { type ComponentSession, componentQuery, openComponent } from "./component-session";
import { LeftDraft } from "./left-draft";
import { OpenComponent, type OpenComponentProps } from "./open-component";

/** Parts of other features that the page shows. */
export interface ComponentEditorParts {
  Versions: OpenComponentProps["Versions"];
  /** Another user's component, read-only. */
  View: ComponentType<{ component: StoredComponent }>;
}

const route = getRouteApi("/workspace/component-editor/$id");

export function ComponentEditorPage({ parts }: { parts: ComponentEditorParts }) {
  const { id } = route.useParams();
  const userId = useUser().id;
  const workspaces = useWorkspaces();
  const { data: component, error, refetch } = useQuery({ ...componentQuery(id), staleTime: 0 });
  if (!component && (isStatus(error, 404) || isStatus(error, 400))) {
    return (
      <EmptyState
        level={1}
        title={t`Component not found`}
        action={
          <Link to="/library" className={buttonClass({ variant: "primary" })}>
            <Trans>Return to Library</Trans>
          </Link>
        }
      >
        <Trans>It was deleted, or it is private.</Trans>
        <LeftDraft componentId={id} />
      </EmptyState>
    );
  }
  if (error && !component) {
    return (
      <NotLoaded level={1} title={t`The component could not be opened`} onRetry={() => void refetch()}>
        {messageOf(error)}
      </NotLoaded>
    );
  }
  if (!component) return <Loading />;
  if (component.workspace_id !== userId && !workspaces) return <Loading />;
  if (component.workspace_id !== userId && !mayWrite(workspaces ?? [], component))
    return <parts.View component={component} />;
  return <OwnComponent remote={component} Versions={parts.Versions} />;
}

function Loading() {
  return (
    <div role="status" aria-label={t`Loading`} className="space-y-4">
      <h1 className="sr-only">
        <Trans>Component Editor</Trans>
      </h1>
      <Skeleton className="h-9 w-72" />
      <Skeleton className="h-96" />
    </div>
  );
}

interface OwnComponentProps {
  /** The component as last read from the server. */
  remote: StoredComponent;
  Versions: OpenComponentProps["Versions"];
}

function OwnComponent({ remote, Versions }: OwnComponentProps) {
  const queryClient = useQueryClient();
  const userId = useUser().id;
  const navigate = route.useNavigate();
  const { versions, version } = route.useSearch();
  const created = ({ id }: StoredComponent) =>
    void navigate({ to: "/component-editor/$id", params: { id }, replace: true });
  const source = {
    key: remote.id,
    isOpenIn: (session: ComponentSession) => session.recordId === remote.id,
    open: (signal: AbortSignal) => openComponent(remote.id, userId, queryClient, signal, created),
  };
  const opened = useSession(source, () => {});
  if (opened.state === "failed") throw opened.error;
  if (opened.state === "opening") return <Loading />;
  return (
    <OpenComponent
      session={opened.session}
      Versions={Versions}
      versionsOpen={versions === true || version !== undefined}
      onVersions={(open) => void navigate({ search: { versions: open || undefined }, replace: true })}
      reading={version}
      onRead={(number) => void navigate({ search: { versions: true, version: number }, replace: true })}
    />
  );
}
