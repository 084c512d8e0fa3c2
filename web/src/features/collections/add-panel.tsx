import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { listPromptsInfiniteOptions } from "@/api/generated/@tanstack/react-query.gen";
import { pages } from "@/api/infinite";
import { useUser } from "@/api/session";
import { labelOf, messages, words } from "@/core/lists";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { SearchField } from "@/ui/search-field";
import { type Collection, useAddItems } from "./queries";

/** A side panel that adds prompts and assets to the collection, and marks those added in this session. */
export function AddPanel({ collection, onClose }: { collection: Collection; onClose: () => void }) {
  const [text, setText] = useState("");
  const [added, setAdded] = useState<ReadonlySet<string>>(new Set());
  const add = useAddItems();
  const me = useUser().id;
  const { data, isPending, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    ...listPromptsInfiniteOptions({ query: { kind: "all", search: text || undefined, limit: 30 } }),
    ...pages,
    placeholderData: keepPreviousData,
  });
  const prompts = data?.pages.flatMap((page) => page.items) ?? [];
  const list = useRef<HTMLUListElement>(null);
  const put = async (id: string, button: HTMLButtonElement) => {
    await add.mutateAsync({ path: { id: collection.id }, body: { prompt_ids: [id] } });
    const hasFocus = document.activeElement === button;
    flushSync(() => setAdded((before) => new Set(before).add(id)));
    // An added prompt's button is disabled, so the focus moves to the next one.
    if (hasFocus) nextTo(button, list.current)?.focus();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      side="right"
      title={t`Add prompts`}
      description={t`To “${collection.title}”`}
    >
      <SearchField
        label={t`Search prompts and assets`}
        placeholder={t`Search prompts and assets…`}
        value={text}
        onChange={setText}
      />
      <ul ref={list} className="mt-3 divide-y">
        {prompts.map((prompt) => (
          <li key={prompt.id} className="flex items-center gap-3 py-2.5">
            <div className="min-w-0 flex-1">
              <p className="truncate font-semibold">{prompt.title}</p>
              <p className="truncate text-sm text-muted">
                {labelOf(words.prompt_types, prompt.prompt_type)} ·{" "}
                {prompt.user_id === me ? t`You` : prompt.author_name}
              </p>
            </div>
            <Button
              size="sm"
              aria-label={`${added.has(prompt.id) ? t`Added` : t`Add`} ${prompt.title}`}
              disabled={added.has(prompt.id)}
              onClick={(event) => put(prompt.id, event.currentTarget)}
            >
              {added.has(prompt.id) ? t`Added` : t`Add`}
            </Button>
          </li>
        ))}
      </ul>
      {!isPending && prompts.length === 0 && (
        <p className="py-8 text-center text-muted">{messages.no_prompts_found}</p>
      )}
      {hasNextPage && (
        <Button className="mt-3 w-full" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          <Trans>Show more</Trans>
        </Button>
      )}
    </Dialog>
  );
}

/** The next enabled button below, or above if there is none. */
function nextTo(button: HTMLElement, list: HTMLElement | null): HTMLElement | undefined {
  const open = Array.from(list?.querySelectorAll<HTMLElement>("button:enabled") ?? []);
  const isBelow = (one: HTMLElement) =>
    (button.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  return open.find(isBelow) ?? open.at(-1);
}
