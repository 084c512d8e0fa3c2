// Drafts of prompts that were never saved: each can be opened or discarded.

import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { RefObject } from "react";
import { messageOf } from "@/api/client";
import { useUser } from "@/api/session";
import type { Prompt } from "@/core";
import { labelOf, words } from "@/core/lists";
import { locale } from "@/i18n";
import { Alert } from "@/ui/alert";
import { Button } from "@/ui/button";
import { useFocusInList } from "@/ui/focus-in-list";
import { toast } from "@/ui/toast";
import { newDraftsKey, newDraftsQuery } from "./queries";
import type { Draft } from "./state/draft";
import { draftName } from "./state/draft-name";
import { bringBackDraft, discardDraft } from "./state/drafts";

const time = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" });

/** Longer than other toasts: a discarded draft is not in the trash. */
const UNDO_TOAST_MS = 12_000;

interface NewDraftsProps {
  onOpen: (draft: Draft<Prompt>) => void;
  /** Takes the focus when the last one is discarded. */
  next: RefObject<HTMLElement | null>;
}

export function NewDrafts({ onOpen, next }: NewDraftsProps) {
  const user = useUser();
  const { data: drafts = [] } = useQuery(newDraftsQuery(user.id));
  const discard = useDiscard();
  const list = useFocusInList(drafts, next);
  if (drafts.length === 0) return null;
  const isOne = drafts.length === 1;
  return (
    <Alert
      tone="warning"
      title={isOne ? t`A prompt was never saved` : t`${drafts.length} prompts were never saved`}
    >
      <p>{isOne ? t`It is kept in this browser.` : t`They are kept in this browser.`}</p>
      <ul ref={list} className="mt-1 -mb-1 max-h-80 divide-y divide-brass/25 overflow-y-auto">
        {drafts.map((draft) => {
          const { prompt_type: type } = draft.text;
          const name = draftName(draft.text);
          return (
            <li key={draft.id} className="flex items-center gap-2 py-2 pr-1">
              <div className="min-w-0 flex-1">
                <p className="line-clamp-2 font-semibold wrap-anywhere">“{name}”</p>
                <p className="text-sm text-muted">
                  {type !== "prompt" && `${labelOf(words.prompt_types, type)} · `}
                  {time.format(draft.written_at)}
                </p>
              </div>
              <Button size="sm" aria-label={t`Open draft “${name}”`} onClick={() => onOpen(draft)}>
                <Trans>Open</Trans>
              </Button>
              <Button size="sm" aria-label={t`Discard “${name}”`} onClick={() => discard(draft, name)}>
                <Trans>Discard</Trans>
              </Button>
            </li>
          );
        })}
      </ul>
    </Alert>
  );
}

/** Discards a draft and offers undo, since only this browser has the text. */
function useDiscard() {
  const queryClient = useQueryClient();
  const readAgain = () => queryClient.invalidateQueries({ queryKey: newDraftsKey });
  const bringBack = (discarded: Draft) =>
    bringBackDraft(discarded).then(readAgain, (error: unknown) =>
      toast.error(t`The draft could not be restored`, { description: messageOf(error) }),
    );
  return async (found: Draft, name: string) => {
    try {
      const discarded = await discardDraft(found);
      if (discarded) {
        const action = { label: t`Undo`, onClick: () => void bringBack(discarded) };
        toast(t`“${name}” was discarded`, { action, duration: UNDO_TOAST_MS });
      } else {
        toast(t`“${name}” is no longer here`, {
          description: t`It was opened or discarded in another tab.`,
        });
      }
    } catch (error) {
      toast.error(t`The draft could not be discarded`, { description: messageOf(error) });
    }
    await readAgain();
  };
}
