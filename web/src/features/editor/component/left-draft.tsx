// The draft of a deleted component, which can be saved as a new one.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { messageOf } from "@/api/client";
import { useUser } from "@/api/session";
import type { Component } from "@/core";
import { Button } from "@/ui/button";
import { toast } from "@/ui/toast";
import type { Draft } from "../state/draft";
import { discardDraft, findAbandonedDraft } from "../state/drafts";
import { componentStore } from "./component-session";
import { moveLocalDrafts } from "./old-drafts";

export function LeftDraft({ componentId }: { componentId: string }) {
  const userId = useUser().id;
  const navigate = useNavigate();
  const [draft, setDraft] = useState<Draft<Component> | null>(null);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    const find = async () => {
      await moveLocalDrafts(userId, componentId, null);
      setDraft(await findAbandonedDraft<Component>(userId, "component", componentId));
    };
    // A browser that stores no drafts has none to offer.
    find().catch(() => {});
  }, [userId, componentId]);
  if (!draft) return null;
  const save = async () => {
    setBusy(true);
    try {
      const title = draft.text.title.trim() || t`Untitled component`;
      const made = await componentStore(userId).create({ ...draft.text, title }, draft.id);
      await navigate({ to: "/component-editor/$id", params: { id: made.id } });
      await discardDraft(draft);
    } catch (error) {
      setBusy(false);
      toast.error(t`The component could not be created`, { description: messageOf(error) });
    }
  };
  return (
    <span className="mt-3 flex flex-col items-center gap-2">
      <Trans>
        Your last changes are still in this browser.
        <Button size="sm" busy={busy} onClick={() => void save()}>
          Save as a new component
        </Button>
      </Trans>
    </span>
  );
}
