// An open component: header, details, content, and the preview beside them.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ArrowLeft, Eye, History, Redo2, Save, Undo2 } from "lucide-react";
import { type ComponentType, useCallback, useEffect, useState, useSyncExternalStore } from "react";
import type { StoredComponent } from "@/api/generated/types.gen";
import { type Component, labelOf, parseTags, words } from "@/core";
import { componentDetails } from "@/core/component-fields";
import { Badge } from "@/ui/badge";
import { Button } from "@/ui/button";
import { SectionCard } from "@/ui/card";
import { useCommands } from "@/ui/commands";
import { DetailFields } from "@/ui/detail-fields";
import { Dialog } from "@/ui/dialog";
import { IconButton } from "@/ui/icon-button";
import { commandKey } from "@/ui/kbd";
import { lazyComponent, MissingOverlay, RetryingPlaceholder } from "@/ui/lazy-component";
import { PageHeader } from "@/ui/page-header";
import { usePageTitle } from "@/ui/page-title";
import { toast } from "@/ui/toast";
import { useMediaQuery } from "@/ui/use-media-query";
import { LeaveGuard } from "../leave-guard";
import { Notices } from "../notices";
import { versionOf } from "../state/remote";
import { StateLine } from "../state-line";
import { ofTheRecord, useShortcuts } from "../use-shortcuts";
import { ComponentPreview } from "./component-preview";
import { type ComponentSession, componentQuery } from "./component-session";
import { ContentEditor } from "./content-editor";

// Saving is paused for the user's choice in it.
const ConflictDialog = lazyComponent(() => import("../conflict/conflict-dialog"), {
  failed: ({ error, attempt, retry }) => (
    <>
      <MissingOverlay what={t`Changes saved elsewhere`} error={error} retry={retry} />
      <RetryingPlaceholder attempt={attempt} retry={retry} />
    </>
  ),
});

/** All actions fit in one row of 390 pixels. */
const onPhone = "max-sm:px-2.5 max-sm:[&>svg]:hidden";

export interface OpenComponentProps {
  session: ComponentSession;
  /** The history of a component. */
  Versions: ComponentType<{
    remote: StoredComponent;
    readOnly: boolean;
    /** The current component, saved or not. */
    current: () => Component;
    isChanged: () => boolean;
    /** Saves and returns the stored component, or null if saving failed. */
    flush: () => Promise<StoredComponent | null>;
    onVersioned: (remote: StoredComponent) => void;
    onRestored: (remote: StoredComponent) => void;
    reading: string | undefined;
    onRead: (number: string | undefined) => void;
  }>;
  /** The number of the opened entry of the history. */
  reading: string | undefined;
  onRead: (number: string | undefined) => void;
  versionsOpen: boolean;
  onVersions: (open: boolean) => void;
}

export function OpenComponent({
  session,
  Versions,
  reading,
  onRead,
  versionsOpen,
  onVersions,
}: OpenComponentProps) {
  const { document, saver } = session;
  const component = useSyncExternalStore(document.subscribe, document.record);
  const { is_changed, can_undo, can_redo } = useSyncExternalStore(document.subscribe, document.state);
  const { state, theirs } = useSyncExternalStore(saver.subscribe, saver.snapshot);
  const { draftError } = useSyncExternalStore(session.subscribe, session.snapshot);
  const isWide = useMediaQuery("(min-width: 80rem)");
  const [preview, setPreview] = useState(false);
  usePageTitle(component.title);
  useRemoteChanges(session);
  const save = useCallback(async () => {
    if (!document.state().is_changed) return;
    const ended = await saver.save();
    if (ended.kind === "offline") {
      toast(t`The server cannot be reached`, {
        description: t`Your changes are kept in this browser and will be saved when the connection is back.`,
      });
    }
  }, [document, saver]);
  useShortcuts(session, false, () => void save());
  const shared = { group: t`Component`, elsewhere: true };
  useCommands([
    { id: "save", title: t`Save`, keys: "mod+s", ...shared, disabled: !is_changed, run: () => void save() },
    {
      id: "undo",
      title: t`Undo`,
      keys: "mod+z",
      ...shared,
      disabled: !can_undo,
      run: () => void document.undo(),
    },
    {
      id: "redo",
      title: t`Redo`,
      keys: "mod+shift+z",
      ...shared,
      disabled: !can_redo,
      run: () => void document.redo(),
    },
    {
      id: "preview",
      title: preview ? t`Hide preview` : t`Show preview`,
      group: t`Component`,
      run: () => setPreview(!preview),
    },
    { id: "versions", title: t`Versions`, group: t`Component`, run: () => onVersions(true) },
  ]);
  const { remote } = session;
  return (
    <div className={preview && isWide ? "mx-auto max-w-[96rem]" : "mx-auto max-w-5xl"}>
      <PageHeader
        above={
          <Link
            to="/library"
            className="flex items-center gap-1.5 text-sm font-semibold text-muted hover:text-ink"
          >
            <ArrowLeft aria-hidden="true" className="size-4" /> <Trans>Back to Library</Trans>
          </Link>
        }
        title={component.title || t`Untitled component`}
        description={
          <span className="flex flex-wrap items-center gap-2">
            <Badge tone="accent">{labelOf(words.component_types, component.type)}</Badge>
            {remote && <span className="font-mono text-sm">v{versionOf(remote)}</span>}
            <StateLine session={session} />
          </span>
        }
        actions={
          <>
            <IconButton
              size="sm"
              label={t`Undo (${commandKey}+Z)`}
              disabled={!can_undo}
              onClick={() => document.undo()}
            >
              <Undo2 aria-hidden="true" />
            </IconButton>
            <IconButton
              size="sm"
              label={t`Redo (${commandKey}+Shift+Z)`}
              disabled={!can_redo}
              onClick={() => document.redo()}
            >
              <Redo2 aria-hidden="true" />
            </IconButton>
            <Button aria-pressed={preview} className={onPhone} onClick={() => setPreview(!preview)}>
              <Eye aria-hidden="true" /> <Trans>Preview</Trans>
            </Button>
            <Button className={onPhone} onClick={() => onVersions(true)}>
              <History aria-hidden="true" /> <Trans>Versions</Trans>
            </Button>
            <Button
              variant="primary"
              className={onPhone}
              busy={state === "saving"}
              disabled={!is_changed || state === "conflict" || component.title.trim() === ""}
              onClick={() => void save()}
            >
              {state !== "saving" && <Save aria-hidden="true" />}
              {state === "saving" ? t`Saving...` : t`Save`}
            </Button>
          </>
        }
      />
      <div className="mb-4 empty:hidden">
        <Notices session={session} />
      </div>
      <div
        className={
          preview && isWide
            ? "grid grid-cols-[20rem_minmax(0,1fr)_26rem] items-start gap-6"
            : "grid grid-cols-1 items-start gap-6 lg:grid-cols-[20rem_minmax(0,1fr)]"
        }
      >
        <SectionCard title={t`Details`}>
          <div className="space-y-4">
            <DetailFields
              fields={componentDetails}
              values={component}
              control={ofTheRecord}
              parseTags={parseTags}
              onChange={(part) => document.edit(part)}
            />
          </div>
        </SectionCard>
        <SectionCard title={t`Content`}>
          <ContentEditor document={document} invalidJson={session.invalidJson} />
        </SectionCard>
        {preview && isWide && (
          <aside
            aria-label={t`Preview`}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by key.
            tabIndex={0}
            className="sticky top-20 max-h-[calc(100dvh-6rem)] overflow-y-auto rounded-tray border bg-surface"
          >
            <ComponentPreview component={component} />
          </aside>
        )}
      </div>
      <Dialog
        open={preview && !isWide}
        onOpenChange={(open) => !open && setPreview(false)}
        title={t`Preview`}
        side="bottom"
      >
        <div className="-mx-5 -my-4">
          <ComponentPreview component={component} />
        </div>
      </Dialog>
      <Dialog open={versionsOpen} onOpenChange={onVersions} title={t`Versions`} side="right">
        <div className="-mx-5 -my-4">
          {remote && (
            <Versions
              remote={remote}
              readOnly={false}
              current={document.record}
              isChanged={() => document.state().is_changed}
              flush={() => session.flush()}
              onVersioned={(versioned) => session.rebase(versioned)}
              onRestored={(restored) => session.adopt(restored)}
              reading={reading}
              onRead={onRead}
            />
          )}
        </div>
      </Dialog>
      {theirs && <ConflictDialog session={session} theirs={theirs} />}
      {draftError && <LeaveGuard session={session} />}
    </div>
  );
}

/** Reports the component to the session whenever the page refetches it. */
function useRemoteChanges(session: ComponentSession): void {
  const id = session.recordId;
  const { data } = useQuery({ ...componentQuery(id ?? ""), enabled: id !== null });
  useEffect(() => {
    if (data) session.serverHas(data);
  }, [data, session]);
}
