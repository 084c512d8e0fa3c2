// An open prompt: header, details, content, and beside them the preview or the history.

import { t } from "@lingui/core/macro";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { messageOf } from "@/api/client";
import { clonePromptMutation, viewPromptMutation } from "@/api/generated/@tanstack/react-query.gen";
import { labelOf, words } from "@/core/lists";
import { qualifiedName } from "@/lib/names";
import { usePreferences } from "@/lib/preferences";
import { Announcer } from "@/ui/announcer";
import { cn } from "@/ui/cn";
import { Dialog } from "@/ui/dialog";
import { useFocusBack } from "@/ui/focus-back";
import { lazyComponent, MissingOverlay, MissingPart, RetryingPlaceholder } from "@/ui/lazy-component";
import { usePageTitle } from "@/ui/page-title";
import { toast } from "@/ui/toast";
import { useMediaQuery } from "@/ui/use-media-query";
import { EditorProvider } from "./context";
import { AssetFieldsCard } from "./details/asset-fields-card";
import { DetailsCard } from "./details/details-card";
import { EditorCommands } from "./editor-commands";
import { EditorHeader } from "./header";
import { LeaveGuard } from "./leave-guard";
import { Notices } from "./notices";
import { type EditorPanels, type ImproveTarget, noVersionsChosen } from "./panels";
import { PreviewPanel, type PreviewSide } from "./preview/preview-panel";
import { Provenance } from "./provenance";
import { type PromptSession, promptQuery, useHasLink } from "./queries";
import { ContentEditor } from "./structures/content-editor";
import type { SidePanel } from "./toolbar";
import { useShortcuts } from "./use-shortcuts";
import { versionReader } from "./version-reader";

// Saving is paused for the user's choice in it.
const ConflictDialog = lazyComponent(() => import("./conflict/conflict-dialog"), {
  failed: ({ error, attempt, retry }) => (
    <>
      <MissingOverlay what={t`Changes saved elsewhere`} error={error} retry={retry} />
      <RetryingPlaceholder attempt={attempt} retry={retry} />
    </>
  ),
});

const DeletePrompt = lazyComponent(() => import("./delete-prompt"), {
  failed: ({ props, ...failure }) => (
    <MissingOverlay what={t`The dialog`} {...failure} onDismiss={props.onClose} />
  ),
});

const ReadingView = lazyComponent(() => import("./reading-view"), {
  failed: (failure) => <MissingPart what={t`The prompt`} {...failure} />,
});

const sideNames = { preview: t`Preview`, run: t`Run`, tests: t`Tests`, versions: t`Versions` };

interface OpenPromptProps {
  session: PromptSession;
  readOnly: boolean;
  panels: EditorPanels;
  onNew: () => void;
  onNewAsset: () => void;
  onImport: () => void;
  saveLabel?: string | undefined;
}

export function OpenPrompt({ session, readOnly, panels, saveLabel, ...actions }: OpenPromptProps) {
  const { document: prompt, saver } = session;
  const navigate = useNavigate();
  const [preferences] = usePreferences();
  const isWide = useMediaQuery("(min-width: 80rem)");
  const { version } = useSearch({ strict: false });
  // A prompt to read shows its text in the page.
  const preview: SidePanel = isWide && !readOnly ? "preview" : null;
  const [side, setSide] = useState<SidePanel>(version ? "versions" : preview);
  // The preview would cover the text on a narrow screen, so there it opens only on request. The others were
  // requested, so they stay open.
  useEffect(() => setSide((now) => (now && now !== "preview" ? now : preview)), [preview]);
  const [runsAsked, setRunsAsked] = useState(0);
  const [fillAsked, setFillAsked] = useState(0);
  const [previewSide, setPreviewSide] = useState<PreviewSide>("source");
  const [versionsView, setVersionsView] = useState(noVersionsChosen);
  const show = (panel: SidePanel) => {
    setVersionsView(noVersionsChosen);
    setSide(panel);
  };
  const Reader = useMemo(
    () => versionReader(panels.Export, session.recordId),
    [panels.Export, session.recordId],
  );
  const history = useFocusInHistory(isWide && side === "versions");
  const [exporting, setExporting] = useState(false);
  const [using, setUsing] = useState(false);
  const [sharing, setSharing] = useState(false);
  const [collecting, setCollecting] = useState(false);
  const [deleting, setDeleting] = useState(false);
  const [improving, setImproving] = useState<ImproveTarget | null>(null);
  const details = useSyncExternalStore(prompt.subscribe, prompt.details);
  const { theirs } = useSyncExternalStore(saver.subscribe, saver.snapshot);
  usePageTitle(details.title || t`Untitled Prompt`);

  useEffect(() => {
    saver.setInterval(!readOnly && session.recordId ? preferences.auto_save_interval * 1000 : 0);
  });
  useRemoteChanges(session);
  useView(session, readOnly);

  const save = useCallback(async () => {
    session.pendingInputs.enter();
    if (!prompt.state().is_changed) return;
    const ended = await saver.save();
    if (ended.kind === "offline") {
      toast(t`The server cannot be reached`, {
        description: t`Your changes are kept in this browser and will be saved when the connection is back.`,
      });
    }
  }, [session, prompt, saver]);
  useShortcuts(session, readOnly, save);

  const clone = useMutation({
    ...clonePromptMutation(),
    onSuccess: (copy) => {
      toast.success(t`“${copy.title}” was added to your prompts`);
      if (copy.prompt_type === "prompt") void navigate({ to: "/editor", search: { prompt: copy.id } });
      else void navigate({ to: "/asset-editor/$id", params: { id: copy.id } });
    },
    onError: (error) => toast.error(t`Cloning failed`, { description: messageOf(error) }),
  });

  const remote = session.remote;
  const hasLink = useHasLink(session.recordId);
  const rendered = (
    <panels.Rendered document={prompt} promptId={session.recordId} readOnly={readOnly} asked={fillAsked} />
  );
  const sideContent =
    side === "preview" ? (
      <PreviewPanel side={previewSide} onSide={setPreviewSide} rendered={rendered} />
    ) : side === "run" ? (
      <panels.Run
        document={prompt}
        promptId={session.recordId}
        readOnly={readOnly}
        flush={() => session.flush()}
        asked={runsAsked}
        onTests={() => show("tests")}
      />
    ) : side === "tests" ? (
      <panels.Tests
        document={prompt}
        promptId={session.recordId}
        readOnly={readOnly}
        saved={remote && `${remote.version_major}.${remote.version_minor}.${remote.version_batch}`}
        flush={() => session.flush()}
        onImprove={(instruction) => setImproving({ name: t`this prompt`, instruction })}
      />
    ) : side === "versions" && remote ? (
      <panels.Versions
        remote={remote}
        readOnly={readOnly}
        view={versionsView}
        onView={setVersionsView}
        reading={version}
        onRead={(number) =>
          void navigate({ to: ".", search: (search) => ({ ...search, version: number }), replace: true })
        }
        Reader={Reader}
        current={() => prompt.record()}
        isChanged={() => prompt.state().is_changed}
        flush={() => session.flush()}
        onVersioned={(versioned) => session.rebase(versioned)}
        onRestored={(restored) => session.adopt(restored)}
      />
    ) : null;

  const tools = {
    session,
    readOnly,
    side,
    onSide: show,
    onSave: () => void save(),
    onRun: () => {
      if (side !== "run") show("run");
      setRunsAsked((count) => count + 1);
    },
    onImprove: () => setImproving({ name: t`this prompt` }),
    onExport: () => setExporting(true),
    onUse: remote && (() => setUsing(true)),
    onShare: remote && (() => setSharing(true)),
    onCollections: remote && (() => setCollecting(true)),
    onDelete: readOnly ? null : remote && (() => setDeleting(true)),
    onClone: async () => {
      // Cloning the user's own prompt saves it first, so that the copy has the latest text.
      const saved = readOnly ? remote : await session.flush();
      if (!saved || clone.isPending) return;
      // The mutation itself reports the failure.
      await clone.mutateAsync({ path: { id: saved.id } }).catch(() => {});
    },
    copy: (
      <panels.Copy
        document={prompt}
        promptId={session.recordId}
        onFill={() => {
          setFillAsked((count) => count + 1);
          // The form is in the page.
          if (readOnly) return;
          setPreviewSide("rendered");
          show("preview");
        }}
      />
    ),
    ...actions,
  };

  return (
    <EditorProvider
      document={prompt}
      invalidJson={session.invalidJson}
      pendingInputs={session.pendingInputs}
      readOnly={readOnly}
      improve={setImproving}
    >
      <EditorCommands {...tools} />
      <Announcer />
      <div className="mx-auto max-w-[96rem]">
        <EditorHeader
          {...tools}
          hasLink={hasLink}
          name={remote && qualifiedName(remote)}
          isCloning={clone.isPending}
          saveLabel={saveLabel}
        />
        <div
          className={
            side && isWide
              ? cn(
                  "grid items-start gap-6",
                  side === "run" || side === "tests"
                    ? "grid-cols-[minmax(20rem,2fr)_minmax(0,3fr)]"
                    : "grid-cols-[minmax(0,1fr)_27rem]",
                )
              : undefined
          }
        >
          <div className="flex min-w-0 flex-col gap-4">
            {remote?.forked_from && <Provenance id={remote.forked_from} />}
            <Notices session={session} />
            {readOnly && remote ? (
              <ReadingView prompt={remote} rendered={rendered} />
            ) : (
              <>
                <DetailsCard isSaved={remote !== null} hasLink={hasLink} />
                {details.prompt_type !== "prompt" && (
                  <AssetFieldsCard
                    label={labelOf(words.prompt_types, details.prompt_type)}
                    isSaved={remote !== null}
                  />
                )}
                <section aria-label={t`Content`}>
                  <ContentEditor />
                </section>
              </>
            )}
          </div>
          {isWide && sideContent && (
            <aside
              key={side}
              ref={history}
              onKeyDown={(event) => {
                // An Escape in an overlay above the panel does not close the panel.
                const isInside = event.target instanceof Node && event.currentTarget.contains(event.target);
                if (event.key === "Escape" && side === "versions" && isInside) show(null);
              }}
              aria-label={sideNames[side ?? "preview"]}
              // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by key.
              tabIndex={0}
              className="sticky top-40 max-h-[calc(100dvh-11.5rem)] max-[90rem]:top-46 max-[90rem]:max-h-[calc(100dvh-13rem)] overflow-y-auto rounded-tray border bg-surface"
            >
              {sideContent}
            </aside>
          )}
        </div>
        {!isWide && (
          <Dialog
            open={sideContent !== null}
            onOpenChange={(open) => !open && show(null)}
            title={sideNames[side ?? "preview"]}
            side={side === "versions" ? "right" : "bottom"}
          >
            <div className="-mx-5 -my-4">{sideContent}</div>
          </Dialog>
        )}
        <panels.Export
          document={prompt}
          promptId={session.recordId}
          open={exporting}
          onClose={() => setExporting(false)}
        />
        {sharing && remote && (
          <panels.Share
            prompt={remote}
            readOnly={readOnly}
            onVisibility={(is_public) => {
              prompt.apply({ op: "set_public", is_public });
              return session.flush();
            }}
            onClose={() => setSharing(false)}
          />
        )}
        {using && remote && (
          <panels.UseIt
            document={prompt}
            prompt={remote}
            readOnly={readOnly}
            onClose={() => setUsing(false)}
          />
        )}
        {improving && !readOnly && (
          <panels.Improve
            document={prompt}
            target={improving}
            onApplied={() => setImproving(null)}
            onClose={() => setImproving(null)}
          />
        )}
        {deleting && remote && (
          <DeletePrompt
            session={session}
            id={remote.id}
            title={details.title}
            isAsset={details.prompt_type !== "prompt"}
            onClose={() => setDeleting(false)}
          />
        )}
        {collecting && remote && (
          <panels.Collections
            promptId={remote.id}
            title={remote.title}
            onClose={() => setCollecting(false)}
          />
        )}
        {theirs && !readOnly && <ConflictDialog session={session} theirs={theirs} />}
        {!readOnly && <LeaveGuard session={session} />}
      </div>
    </EditorProvider>
  );
}

/** Moves the focus into the history when it opens, and back when it closes, as a dialog does. */
function useFocusInHistory(isOpen: boolean) {
  const panel = useRef<HTMLElement>(null);
  const focusBack = useRef(useFocusBack(isOpen));
  useEffect(() => {
    if (!isOpen) return;
    (panel.current?.querySelector<HTMLElement>("button:enabled") ?? panel.current)?.focus();
    const giveBack = focusBack.current;
    return () => giveBack(new Event("close"));
  }, [isOpen]);
  return panel;
}

/** Reports the prompt to the session whenever the page refetches it. */
function useRemoteChanges(session: PromptSession): void {
  const id = session.recordId;
  const { data } = useQuery({ ...promptQuery(id ?? ""), enabled: id !== null });
  useEffect(() => {
    if (data) session.serverHas(data);
  }, [data, session]);
}

/** Counts one view of another user's prompt; a failure is ignored. */
function useView(session: PromptSession, readOnly: boolean): void {
  const { mutate } = useMutation(viewPromptMutation());
  const id = session.recordId;
  useEffect(() => {
    if (readOnly && id) mutate({ path: { id } });
  }, [readOnly, id, mutate]);
}
