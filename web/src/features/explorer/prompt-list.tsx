import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { useCallback, useMemo, useState } from "react";
import { messageOf } from "@/api/client";
import { useMayWrite } from "@/api/workspace";
import { messages } from "@/core/lists";
import { useFormat } from "@/lib/format";
import { Button, buttonClass } from "@/ui/button";
import { useCommands } from "@/ui/commands";
import { ConfirmDialog } from "@/ui/confirm-dialog";
import { EmptyState } from "@/ui/empty-state";
import { NotLoaded } from "@/ui/not-loaded";
import { VirtualGrid } from "@/ui/virtual-grid";
import { useBulkChange } from "./bulk";
import { FilterLine } from "./filter-line";
import { ListSkeleton, shapes } from "./list-skeleton";
import type { ExplorerParts } from "./parts";
import { PromptCard, PromptRow } from "./prompt-card";
import { type PromptSummary, useClonePrompt, useDeletePrompt, useFavourite, usePrompts } from "./queries";
import { type ExplorerSearch, isFiltered, noFilters } from "./search";
import { useSelection } from "./selection";
import { SelectionBar } from "./selection-bar";
import { type Task, TaskDialog } from "./task-dialog";
import { told } from "./told";

interface PromptListProps {
  search: ExplorerSearch;
  onChange: (part: Partial<ExplorerSearch>) => void;
  parts: ExplorerParts;
  selecting: boolean;
  onSelecting: (selecting: boolean) => void;
}

export function PromptList({ search, onChange, parts, selecting, onSelecting }: PromptListProps) {
  const {
    data,
    error,
    isPending,
    isFetchingNextPage,
    isPlaceholderData,
    hasNextPage,
    fetchNextPage,
    refetch,
  } = usePrompts(search);
  const clone = useClonePrompt();
  const remove = useDeletePrompt();
  const star = useFavourite().mutate;
  const [doomed, setDoomed] = useState<PromptSummary | null>(null);
  const [acting, setActing] = useState<{ task: Task; prompt: PromptSummary } | null>(null);
  const bulk = useBulkChange();
  const change = bulk.mutate;
  const noun = search.tab === "assets" ? "asset" : "prompt";
  const items = useMemo(() => data?.pages.flatMap((page) => page.items) ?? [], [data]);
  const selection = useSelection(items);
  const leave = () => {
    selection.clear();
    onSelecting(false);
  };
  useCommands(
    items.length === 0
      ? []
      : [
          {
            id: "select",
            title: selecting ? t`Stop selecting` : t`Select items`,
            keys: "x",
            group: t`Explorer`,
            run: () => (selecting ? leave() : onSelecting(true)),
          },
          ...(selecting
            ? [
                {
                  id: "select-all",
                  title: t`Select all shown`,
                  keys: "a",
                  group: t`Explorer`,
                  run: selection.chooseAll,
                },
                {
                  id: "select-none",
                  title: t`Clear selection`,
                  keys: "escape",
                  group: t`Explorer`,
                  run: leave,
                },
              ]
            : []),
        ],
  );
  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);

  const mayWrite = useMayWrite();
  const format = useFormat();
  // The same function outside selection mode, so that fetching more does not render the cards on screen again.
  const Item = search.view === "list" ? PromptRow : PromptCard;
  const choosing = selecting ? selection : undefined;
  const onClone = clone.mutate;
  const cloning = clone.isPending ? clone.variables.path.id : undefined;
  const draw = useCallback(
    (prompt: PromptSummary) => (
      <Item
        prompt={prompt}
        mine={mayWrite(prompt)}
        format={format}
        select={
          choosing && {
            chosen: choosing.has(prompt.id),
            onToggle: (range) => choosing.toggle(prompt.id, range),
          }
        }
        onClone={() => onClone({ path: { id: prompt.id } })}
        isCloning={cloning === prompt.id}
        onStar={() => star(prompt)}
        onDelete={() => setDoomed(prompt)}
        onTask={(task) => setActing({ task, prompt })}
        onPublic={(is_public) =>
          change({
            action: { action: "set_public", is_public },
            prompts: [prompt],
            done: () =>
              is_public ? t`“${prompt.title}” is now public` : t`“${prompt.title}” is now private`,
          })
        }
      />
    ),
    [Item, mayWrite, format, choosing, onClone, cloning, star, change],
  );

  if (error && !data) {
    return (
      <NotLoaded title={messages.prompts_load_failed} onRetry={() => void refetch()}>
        {messageOf(error)}
      </NotLoaded>
    );
  }
  return (
    <div aria-busy={isPlaceholderData} className="space-y-3">
      <FilterLine
        search={search}
        parts={parts}
        noun={noun}
        onChange={onChange}
        loaded={isPending ? undefined : items.length}
        hasMore={hasNextPage}
      />
      {isPending && <ListSkeleton view={search.view} />}
      {!isPending && items.length === 0 && (
        <NothingHere search={search} onClear={() => onChange(noFilters)} />
      )}
      {items.length > 0 && (
        <>
          {selecting && (
            <SelectionBar
              selection={selection}
              shown={items.length}
              noun={noun}
              parts={parts}
              onDone={leave}
            />
          )}
          <VirtualGrid
            label={search.tab === "assets" ? t`Assets` : t`Prompts`}
            items={items}
            keyOf={(prompt) => prompt.id}
            onEnd={loadMore}
            {...shapes[search.view]}
          >
            {draw}
          </VirtualGrid>
        </>
      )}
      {isFetchingNextPage && (
        <p role="status" className="py-4 text-center text-muted">
          <Trans>Loading more…</Trans>
        </p>
      )}
      {acting && (
        <TaskDialog
          task={acting.task}
          prompts={[acting.prompt]}
          noun={noun}
          parts={parts}
          onRun={(action, collection) => {
            setActing(null);
            change({
              action,
              prompts: [acting.prompt],
              done: () => told(action, { count: 1, noun, title: acting.prompt.title }, collection),
            });
          }}
          onClose={() => setActing(null)}
        />
      )}
      <ConfirmDialog
        open={doomed !== null}
        onOpenChange={(open) => !open && setDoomed(null)}
        title={messages.confirm_delete_prompt}
        confirmLabel={t`Delete`}
        danger
        onConfirm={() => {
          if (doomed) remove.mutate(doomed);
          setDoomed(null);
        }}
      >
        <p>
          <Trans>“{doomed?.title}” stays in the trash for 30 days, versions included.</Trans>
        </p>
      </ConfirmDialog>
    </div>
  );
}

function NothingHere({ search, onClear }: { search: ExplorerSearch; onClear: () => void }) {
  const assets = search.tab === "assets";
  if (search.favourites && !isFiltered({ ...search, favourites: false })) {
    return (
      <EmptyState
        title={t`No favourites yet`}
        action={
          <Button onClick={onClear}>
            <Trans>Show all</Trans>
          </Button>
        }
      >
        {assets ? (
          <Trans>Choose “Add to favourites” in the menu of an asset to find it here.</Trans>
        ) : (
          <Trans>Choose “Add to favourites” in the menu of a prompt to find it here.</Trans>
        )}
      </EmptyState>
    );
  }
  if (isFiltered(search)) {
    return (
      <EmptyState
        title={assets ? t`No assets found` : messages.no_prompts_found}
        action={
          <Button onClick={onClear}>
            <Trans>Clear filters</Trans>
          </Button>
        }
      >
        <Trans>Nothing matches these filters. Try another word or remove a filter.</Trans>
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title={assets ? messages.no_assets_yet : messages.no_prompts_yet}
      action={
        <Link
          to="/editor"
          search={assets ? { asset: true } : { new: "prompt" }}
          className={buttonClass({ variant: "primary" })}
        >
          {assets ? t`New Asset` : t`New Prompt`}
        </Link>
      }
    >
      {assets
        ? t`Assets are parts that prompts share, such as a persona, a context or a list of constraints.`
        : t`Write your first one, or import files you already have.`}
    </EmptyState>
  );
}
