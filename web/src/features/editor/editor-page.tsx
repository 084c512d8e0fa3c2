// /editor and /asset-editor/{id}: edits a prompt or an asset. They are one page, so that an open record stays
// open when a new asset gets its own address.
import { t } from "@lingui/core/macro";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useEffect, useRef, useSyncExternalStore } from "react";
import { isStatus } from "@/api/client";
import type { StoredPrompt } from "@/api/generated/types.gen";
import type { Prompt, PromptType } from "@/core";
import { AssetTypePicker } from "./asset-type-picker";
import { EmptyEditor } from "./empty-editor";
import { useFocusInAnother } from "./focus";
import { NewDrafts } from "./new-drafts";
import { OpenPrompt } from "./open-prompt";
import type { EditorPanels } from "./panels";
import { EditorFailure, EditorSkeleton } from "./placeholders";
import type { EditorSearch } from "./search";
import type { Draft } from "./state/draft";
import { promptTypeOf, type Target, usePromptSession } from "./use-prompt-session";

const noNews = () => () => {};

interface EditorPageProps {
  panels: EditorPanels;
  /** Called when a new prompt was saved for the first time. */
  onCreated: (prompt: StoredPrompt) => void;
}

export function EditorPage({ panels, onCreated }: EditorPageProps) {
  const search: EditorSearch = useSearch({ from: "/workspace/writing/editor", shouldThrow: false }) ?? {};
  const asset = useParams({ from: "/workspace/writing/asset-editor/$id", shouldThrow: false });
  const navigate = useNavigate();
  const newType = promptTypeOf(search.new);
  const saved = asset?.id ?? search.prompt;

  const target: Target | null = saved
    ? { kind: "saved", id: saved }
    : newType
      ? {
          kind: "new",
          type: newType,
          draft: search.draft,
          component: search.component,
          title: search.title,
          text: search.text,
        }
      : null;
  const created = (prompt: StoredPrompt) => {
    const { id, prompt_type } = prompt;
    onCreated(prompt);
    // Typing during the first save must not trigger the leave question, and the scroll position is preserved.
    const options = { replace: true, ignoreBlocker: true, resetScroll: false } as const;
    if (prompt_type === "prompt") void navigate({ to: "/editor", search: { prompt: id }, ...options });
    else void navigate({ to: "/asset-editor/$id", params: { id }, state: { samePage: true }, ...options });
  };
  const opened = usePromptSession(target, created);
  useFocusInAnother(target !== null && opened.state === "opening");
  const begun = target?.kind === "new" && opened.state === "open" ? opened.session : undefined;
  const draftId = useSyncExternalStore(begun?.subscribe ?? noNews, () => begun?.draftId);
  useEffect(() => {
    if (draftId === undefined || draftId === search.draft) return;
    // The URL names the draft, also after a sign-in. What it started with is in the draft already.
    const named = (previous: EditorSearch) => ({
      ...previous,
      draft: draftId,
      component: undefined,
      title: undefined,
      text: undefined,
    });
    // The first name is still part of this navigation and may overtake it, so it scrolls to the top itself.
    const resetScroll = search.draft === undefined;
    void navigate({ to: "/editor", search: named, replace: true, ignoreBlocker: true, resetScroll });
  }, [draftId, search.draft, navigate]);

  const start = (type: PromptType, draft?: string) =>
    void navigate({ to: "/editor", search: { new: type, draft } });
  const pick = (asset: true | undefined) =>
    void navigate({ to: "/editor", search: (previous) => ({ ...previous, asset }) });

  const openDraft = ({ id, text }: Draft<Prompt>) => start(text.prompt_type, id);
  const failure = useRef<HTMLDivElement>(null);

  const actions = {
    onNew: () => start("prompt"),
    onNewAsset: () => pick(true),
    onImport: () => void navigate({ to: "/import" }),
  };
  const what = asset ? "asset" : "prompt";
  return (
    <>
      {target === null ? (
        <EmptyEditor {...actions} Templates={panels.Templates} onOpenDraft={openDraft} />
      ) : opened.state === "opening" ? (
        <EditorSkeleton what={what} />
      ) : opened.state === "failed" ? (
        <div ref={failure} tabIndex={-1} className="flex flex-col gap-6 outline-none">
          {isStatus(opened.error, 404) && <NewDrafts onOpen={openDraft} next={failure} />}
          <EditorFailure error={opened.error} what={search.component ? "component" : what} />
        </div>
      ) : (
        <OpenPrompt
          session={opened.session}
          readOnly={!opened.isOwn}
          panels={panels}
          saveLabel={asset && t`Save Asset`}
          {...actions}
        />
      )}
      <AssetTypePicker
        open={search.asset === true}
        onClose={() => pick(undefined)}
        onChoose={(type) => start(type)}
      />
      <panels.DropToImport />
    </>
  );
}
