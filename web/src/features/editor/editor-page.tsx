// /editor: writes a prompt, from the first word to the hundredth version.
import { getRouteApi } from "@tanstack/react-router";
import { useEffect, useState, useSyncExternalStore } from "react";
import type { PromptType } from "@/core";
import { AssetTypePicker } from "./asset-type-picker";
import { EmptyEditor } from "./empty-editor";
import { OpenPrompt } from "./open-prompt";
import type { EditorPanels } from "./panels";
import { EditorFailure, EditorSkeleton } from "./placeholders";
import type { EditorSearch } from "./search";
import type { Remote } from "./state/remote";
import { promptTypeOf, type Target, useSession } from "./use-session";

const route = getRouteApi("/workspace/editor");

const noNews = () => () => {};

export function EditorPage({ panels }: { panels: EditorPanels }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [importing, setImporting] = useState(false);
  const newType = promptTypeOf(search.new);

  const target: Target | null = search.prompt
    ? { kind: "saved", id: search.prompt }
    : newType
      ? { kind: "new", type: newType, draft: search.draft, component: search.component }
      : null;
  const created = (remote: Remote) => {
    // What is typed while the first save runs is no reason to ask whether to leave.
    const options = { replace: true, ignoreBlocker: true } as const;
    if (remote.prompt_type === "prompt") void navigate({ search: { prompt: remote.id }, ...options });
    else void navigate({ to: "/asset-editor/$id", params: { id: remote.id }, ...options });
  };
  const opened = useSession(target, created);
  const begun = target?.kind === "new" && opened.state === "open" ? opened.session : undefined;
  const draftId = useSyncExternalStore(begun?.subscribe ?? noNews, () => begun?.draftId);
  useEffect(() => {
    if (draftId === undefined || draftId === search.draft) return;
    // The address names what is written here, also for whoever has to sign in first. What it began with is in it by now.
    const named = (previous: EditorSearch) => ({ ...previous, draft: draftId, component: undefined });
    void navigate({ search: named, replace: true, ignoreBlocker: true, resetScroll: false });
  }, [draftId, search.draft, navigate]);

  const start = (type: PromptType, draft?: string) => void navigate({ search: { new: type, draft } });
  const pick = (asset: true | undefined) => void navigate({ search: (previous) => ({ ...previous, asset }) });

  const actions = {
    onNew: () => start("prompt"),
    onNewAsset: () => pick(true),
    onImport: () => setImporting(true),
  };
  return (
    <>
      {target === null ? (
        <EmptyEditor {...actions} onOpenDraft={({ id, text }) => start(text.prompt_type, id)} />
      ) : opened.state === "opening" ? (
        <EditorSkeleton />
      ) : opened.state === "failed" ? (
        <EditorFailure error={opened.error} what={search.component ? "component" : "prompt"} />
      ) : (
        <OpenPrompt session={opened.session} readOnly={!opened.isOwn} panels={panels} {...actions} />
      )}
      <AssetTypePicker
        open={search.asset === true}
        onClose={() => pick(undefined)}
        onChoose={(type) => start(type)}
      />
      <panels.Import open={importing} onOpenChange={setImporting} />
    </>
  );
}
