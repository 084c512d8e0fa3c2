// /asset-editor/{id}: the same editor for an asset, with the way back to where assets are listed.
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import { useState } from "react";
import { OpenPrompt } from "./open-prompt";
import type { EditorPanels } from "./panels";
import { EditorFailure, EditorSkeleton } from "./placeholders";
import type { Remote } from "./state/remote";
import { useSession } from "./use-session";

const route = getRouteApi("/workspace/asset-editor/$id");

export function AssetEditorPage({ panels }: { panels: EditorPanels }) {
  const { id } = route.useParams();
  const navigate = useNavigate();
  const created = (remote: Remote) =>
    void navigate({ to: "/asset-editor/$id", params: { id: remote.id }, replace: true, ignoreBlocker: true });
  const opened = useSession({ kind: "saved", id }, created);
  const [importing, setImporting] = useState(false);
  if (opened.state === "opening") return <EditorSkeleton what="asset" />;
  if (opened.state === "failed") {
    return <EditorFailure error={opened.error} what="asset" />;
  }
  return (
    <>
      <OpenPrompt
        session={opened.session}
        readOnly={!opened.isOwn}
        panels={panels}
        saveLabel="Save Asset"
        onImport={() => setImporting(true)}
        onNew={() => void navigate({ to: "/editor", search: { new: "prompt" } })}
        onNewAsset={() => void navigate({ to: "/editor", search: { asset: true } })}
        above={
          <Link
            to="/explorer"
            className="mb-1 inline-flex items-center gap-1 text-sm text-muted hover:text-ink"
          >
            <ArrowLeft aria-hidden="true" className="size-3.5" /> Back to Explorer
          </Link>
        }
      />
      <panels.Import open={importing} onOpenChange={setImporting} />
    </>
  );
}
