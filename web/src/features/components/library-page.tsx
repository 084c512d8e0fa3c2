import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { getRouteApi } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { useCallback, useState } from "react";
import { messageOf } from "@/api/client";
import { type ComponentType, messages, words } from "@/core/lists";
import { Button } from "@/ui/button";
import { ConfirmDialog } from "@/ui/confirm-dialog";
import { EmptyState } from "@/ui/empty-state";
import { lazyComponent, MissingOverlay } from "@/ui/lazy-component";
import { NotLoaded } from "@/ui/not-loaded";
import { PageHeader } from "@/ui/page-header";
import { SearchField } from "@/ui/search-field";
import { Skeleton } from "@/ui/skeleton";
import { TabPanel, Tabs } from "@/ui/tabs";
import { VirtualGrid } from "@/ui/virtual-grid";
import { ComponentCard } from "./component-card";
import { HistoryDialog } from "./history-dialog";
import type { ComponentParts } from "./parts";
import { type ComponentSummary, useComponentCounts, useComponents, useDeleteComponent } from "./queries";
import { RatingsDialog } from "./ratings-dialog";
import { UseDialog } from "./use-dialog";

const route = getRouteApi("/workspace/library");

// It creates the component's content, which needs the core.
const CreateDialog = lazyComponent(() => import("./create-dialog"), {
  failed: ({ error, retry, props }) => (
    <MissingOverlay what={t`The dialog`} error={error} retry={retry} onDismiss={props.onClose} />
  ),
});

const plurals: Record<ComponentType, string> = {
  module: t`Modules`,
  wrapper: t`Wrappers`,
  template: t`Templates`,
  asset: t`Assets`,
};

export function LibraryPage({ parts }: { parts: ComponentParts }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const counts = useComponentCounts(search.q);
  const { data, error, isPending, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useComponents(search);
  const remove = useDeleteComponent();
  const [creating, setCreating] = useState(false);
  const [used, setUsed] = useState<ComponentSummary | null>(null);
  const [rated, setRated] = useState<string | null>(null);
  const [past, setPast] = useState<ComponentSummary | null>(null);
  const [doomed, setDoomed] = useState<ComponentSummary | null>(null);
  const components = data?.pages.flatMap((page) => page.items) ?? [];
  // Looked up by id, so that it shows the new mean after a rating.
  const judged = components.find(({ id }) => id === rated);
  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);

  const tabs = [
    { value: "all" as const, label: t`All`, count: counts.data?.all },
    ...words.component_types.map(({ value }) => ({
      value,
      label: plurals[value],
      count: counts.data?.[value],
    })),
  ];

  return (
    <>
      <PageHeader
        title={t`Component Library`}
        description={t`Write a part once and use it in many prompts.`}
        actions={
          <Button variant="primary" onClick={() => setCreating(true)}>
            <Plus aria-hidden="true" /> <Trans>Create Component</Trans>
          </Button>
        }
      />
      <Tabs
        label={t`Type`}
        tabs={tabs}
        value={search.type}
        onChange={(type) => void navigate({ search: (previous) => ({ ...previous, type }) })}
      >
        <TabPanel value={search.type} className="space-y-4 pt-4">
          <div className="max-w-xl">
            <SearchField
              label={t`Search components`}
              placeholder={t`Search components…`}
              value={search.q}
              onChange={(q) => void navigate({ search: (previous) => ({ ...previous, q }), replace: true })}
            />
          </div>
          {error && !data ? (
            <NotLoaded title={t`Failed to load components. Please try again.`} onRetry={() => void refetch()}>
              {messageOf(error)}
            </NotLoaded>
          ) : isPending ? (
            <div
              role="status"
              aria-label={t`Loading`}
              className="tray grid-cols-[repeat(auto-fill,minmax(18.75rem,1fr))]"
            >
              <Skeleton className="h-52 rounded-none" />
              <Skeleton className="h-52 rounded-none" />
              <Skeleton className="h-52 rounded-none" />
            </div>
          ) : components.length === 0 ? (
            <EmptyState
              title={messages.no_components_found}
              action={
                <Button onClick={() => setCreating(true)}>
                  <Trans>Create Component</Trans>
                </Button>
              }
            >
              <Trans>Try another word or type, or create the component you need.</Trans>
            </EmptyState>
          ) : (
            <VirtualGrid
              label={t`Components`}
              items={components}
              keyOf={({ id }) => id}
              minWidth={300}
              height={236}
              onEnd={loadMore}
            >
              {(component) => (
                <ComponentCard
                  component={component}
                  onUse={() => setUsed(component)}
                  onRatings={() => setRated(component.id)}
                  onHistory={() => setPast(component)}
                  onDelete={() => setDoomed(component)}
                />
              )}
            </VirtualGrid>
          )}
        </TabPanel>
      </Tabs>
      {creating && <CreateDialog onClose={() => setCreating(false)} />}
      {judged && <RatingsDialog component={judged} onClose={() => setRated(null)} />}
      {past && (
        <HistoryDialog component={past} HistoryPanel={parts.HistoryPanel} onClose={() => setPast(null)} />
      )}
      {used && <UseDialog component={used} onClose={() => setUsed(null)} />}
      <ConfirmDialog
        open={doomed !== null}
        onOpenChange={(open) => !open && setDoomed(null)}
        title={t`Are you sure you want to delete this component?`}
        confirmLabel={t`Delete`}
        danger
        onConfirm={() => {
          if (doomed) remove.mutate({ path: { id: doomed.id } });
          setDoomed(null);
        }}
      >
        <p>
          <Trans>“{doomed?.title}” stays in the trash for 30 days.</Trans>
        </p>
      </ConfirmDialog>
    </>
  );
}
