// The line above the list: how many there are, and the filters by favourite and tag.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { BookmarkPlus, Star, Tags, X } from "lucide-react";
import { useState } from "react";
import { useFormat } from "@/lib/format";
import { Button } from "@/ui/button";
import { lazyComponent, MissingOverlay } from "@/ui/lazy-component";
import type { ExplorerParts } from "./parts";
import { smartFilterOf, useCount } from "./queries";
import { type ExplorerSearch, isFiltered } from "./search";
import { counted as countedAs, type Noun } from "./task-dialog";

const TagListDialog = lazyComponent(() => import("./tag-list-dialog"), {
  failed: ({ error, retry, props }) => (
    <MissingOverlay what={t`The tags`} error={error} retry={retry} onDismiss={props.onClose} />
  ),
});

interface FilterLineProps {
  search: ExplorerSearch;
  parts: ExplorerParts;
  noun: Noun;
  onChange: (part: Partial<ExplorerSearch>) => void;
  /** The number of loaded items; undefined while the first are loading. */
  loaded: number | undefined;
  /** Whether there are more than the loaded ones. */
  hasMore: boolean;
}

export function FilterLine({ search, parts, noun, onChange, loaded, hasMore }: FilterLineProps) {
  const [open, setOpen] = useState<"tags" | "save" | null>(null);
  const close = () => setOpen(null);
  return (
    <div className="flex min-h-8 flex-wrap items-center gap-2">
      <p aria-live="polite" className="mr-auto text-sm text-muted tabular-nums">
        <Count search={search} noun={noun} loaded={loaded} hasMore={hasMore} />
      </p>
      {search.tag && (
        <Button
          size="sm"
          className="max-w-full"
          title={t`Stop filtering by this tag`}
          onClick={() => onChange({ tag: "" })}
        >
          <span className="truncate">
            <Trans>Tag: {search.tag}</Trans>
          </span>{" "}
          <X aria-hidden="true" />
        </Button>
      )}
      {isFiltered({ ...search, favourites: false }) && (
        <Button size="sm" variant="ghost" onClick={() => setOpen("save")}>
          <BookmarkPlus aria-hidden="true" /> <Trans>Save filter</Trans>
        </Button>
      )}
      <Button
        size="sm"
        variant="ghost"
        aria-pressed={search.favourites}
        className="aria-pressed:bg-accent-wash aria-pressed:text-accent"
        onClick={() => onChange({ favourites: !search.favourites })}
      >
        <Star aria-hidden="true" /> <Trans>Favourites</Trans>
      </Button>
      <Button size="sm" variant="ghost" onClick={() => setOpen("tags")}>
        <Tags aria-hidden="true" /> <Trans>Tags</Trans>
      </Button>
      {open === "tags" && (
        <TagListDialog
          kind={noun}
          tag={search.tag}
          onTag={(tag) => {
            onChange({ tag });
            close();
          }}
          onRenamed={(from, to) => {
            if (search.tag === from) onChange({ tag: to });
          }}
          onClose={close}
        />
      )}
      {open === "save" && <parts.SaveFilter filter={smartFilterOf(search)} onClose={close} />}
    </div>
  );
}

function Count({ search, noun, loaded, hasMore }: Omit<FilterLineProps, "parts" | "onChange">) {
  const format = useFormat();
  const counted = useCount(search, hasMore);
  const count = hasMore ? counted?.count : loaded;
  if (count === undefined) return null;
  if (!counted?.more) return countedAs(count, noun);
  const number = format.number(count);
  return noun === "asset" ? t`${number}+ assets` : t`${number}+ prompts`;
}
