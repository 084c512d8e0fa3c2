// One prompt or asset in the list: a card in the grid, a row in the list.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import {
  AtSign,
  Check,
  ClipboardCopy,
  Copy,
  FolderPlus,
  Globe,
  Heart,
  Link2,
  LockKeyhole,
  MoreHorizontal,
  PencilLine,
  Share,
  Star,
  Tags as TagsIcon,
  Trash2,
} from "lucide-react";
import { type CardTexts, cardTexts, labelOf, words } from "@/core/lists";
import type { Format } from "@/lib/format";
import { qualifiedName } from "@/lib/names";
import { Badge } from "@/ui/badge";
import { cn } from "@/ui/cn";
import { IconButton } from "@/ui/icon-button";
import { Menu, MenuItem, MenuSeparator } from "@/ui/menu";
import { toast } from "@/ui/toast";
import type { PromptSummary } from "./queries";
import type { Task } from "./task-dialog";

interface PromptItemProps {
  prompt: PromptSummary;
  /**
   * Whether the prompt is the user's own. The list passes it and the format, so that each card need not read
   * them.
   */
  mine: boolean;
  format: Format;
  /** Set in selection mode: the compartment is then a checkbox instead of a link. */
  select?: { chosen: boolean; onToggle: (range: boolean) => void } | undefined;
  onClone: () => void;
  /** Whether a copy is being created. */
  isCloning: boolean;
  onStar: () => void;
  onDelete: () => void;
  onTask: (task: Task) => void;
  onPublic: (isPublic: boolean) => void;
}

export function PromptCard({ prompt, format, select, ...acts }: PromptItemProps) {
  const texts = cardTexts(shownOf(prompt), "card");
  return (
    <article
      className={cn(
        "group relative flex h-full flex-col p-5 transition-colors hover:bg-ground",
        select && selectingClass,
      )}
    >
      <div className="flex items-start gap-2">
        {select && <SelectBox title={prompt.title} {...select} />}
        <h2 className="line-clamp-2 min-w-0 flex-1 leading-snug font-bold wrap-anywhere">
          {select ? texts.title : <OpenLink prompt={prompt}>{texts.title}</OpenLink>}
          {prompt.is_favourite && <FavouriteMark />}
        </h2>
        {!select && <ItemMenu prompt={prompt} {...acts} />}
      </div>
      {/* Every card has the same height, so missing content is named to leave no gap. */}
      <p className="mt-1.5 line-clamp-3 text-sm text-muted wrap-anywhere">
        {texts.description || (
          <i>
            <Trans>No text yet</Trans>
          </i>
        )}
      </p>
      <div className="mt-auto flex flex-wrap items-center gap-1.5 overflow-hidden pt-3">
        <KindBadge prompt={prompt} />
        <Tags texts={texts} isLinked={!select} />
      </div>
      <p className="mt-3 flex items-center gap-2 text-sm text-muted">
        <Visibility prompt={prompt} />
        <span className="truncate">
          {authorOf(prompt, acts.mine)} · {format.ago(prompt.updated_at)}
        </span>
        {prompt.like_count > 0 && (
          <span className="ml-auto flex items-center gap-1" title={t`Likes`}>
            <Heart aria-hidden="true" className="size-3.5" />
            <span className="sr-only">
              <Trans>Likes:</Trans>
            </span>
            {format.number(prompt.like_count)}
          </span>
        )}
      </p>
    </article>
  );
}

export function PromptRow({ prompt, format, select, ...acts }: PromptItemProps) {
  const texts = cardTexts(shownOf(prompt), "compact");
  return (
    <article
      className={cn(
        "group relative flex h-full items-center gap-4 px-4 transition-colors hover:bg-ground",
        select && selectingClass,
      )}
    >
      {select && <SelectBox title={prompt.title} {...select} />}
      <div className="flex min-w-0 flex-1 items-baseline gap-3">
        <h2 className="min-w-0 shrink truncate font-bold">
          {select ? texts.title : <OpenLink prompt={prompt}>{texts.title}</OpenLink>}
          {prompt.is_favourite && <FavouriteMark />}
        </h2>
        {texts.description && (
          <p className="min-w-0 flex-1 basis-0 truncate text-sm text-muted max-md:hidden">
            {texts.description}
          </p>
        )}
      </div>
      <div className="flex w-44 shrink-0 items-center justify-end gap-1.5 overflow-hidden max-lg:hidden">
        <Tags texts={texts} isLinked={!select} />
      </div>
      <span className="w-24 shrink-0 max-md:hidden">
        <KindBadge prompt={prompt} />
      </span>
      <span className="w-32 shrink-0 truncate text-sm text-muted max-lg:hidden">
        {authorOf(prompt, acts.mine)}
      </span>
      <span className="w-24 shrink-0 text-right text-sm text-muted max-sm:hidden">
        {format.ago(prompt.updated_at)}
      </span>
      <Visibility prompt={prompt} />
      {!select && <ItemMenu prompt={prompt} {...acts} />}
    </article>
  );
}

/** What a card shows: without a description, the beginning of the text. */
function shownOf(prompt: PromptSummary) {
  return { ...prompt, description: prompt.description || prompt.excerpt };
}

function FavouriteMark() {
  return (
    <span title={t`Favourite`} className="ml-1.5 inline-block align-[-0.125rem] text-brass">
      <Star aria-hidden="true" className="size-4 fill-current" />
      <span className="sr-only">
        <Trans>Favourite</Trans>
      </span>
    </span>
  );
}

// Ticking with Shift must not select text.
const selectingClass =
  "cursor-pointer select-none has-checked:bg-accent-wash has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-accent";

/** A checkbox that covers the whole compartment; with Shift it ticks everything up to here. */
function SelectBox({
  title,
  chosen,
  onToggle,
}: {
  title: string;
  chosen: boolean;
  onToggle: (range: boolean) => void;
}) {
  return (
    <span className="mt-0.5 flex size-5 shrink-0">
      <input
        type="checkbox"
        aria-label={t`Select ${title}`}
        checked={chosen}
        onChange={(event) => onToggle((event.nativeEvent as MouseEvent).shiftKey === true)}
        className="peer absolute inset-0 z-10 size-full cursor-pointer opacity-0"
      />
      <span
        aria-hidden="true"
        className="grid size-5 place-items-center rounded-[0.25rem] border border-line-strong bg-surface peer-checked:border-accent-strong peer-checked:bg-accent-strong peer-checked:text-on-accent [&>svg]:invisible peer-checked:[&>svg]:visible"
      >
        <Check className="size-3.5" strokeWidth={3} />
      </span>
    </span>
  );
}

// The link's ::after covers the whole compartment: a click anywhere opens it, and the title stays selectable.
const linkClass =
  "after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent group-hover:text-accent";

function OpenLink({ prompt, children }: { prompt: PromptSummary; children: string }) {
  return prompt.prompt_type === "prompt" ? (
    <Link to="/editor" search={{ prompt: prompt.id }} className={linkClass}>
      {children}
    </Link>
  ) : (
    <Link to="/asset-editor/$id" params={{ id: prompt.id }} className={linkClass}>
      {children}
    </Link>
  );
}

type ItemMenuProps = Omit<PromptItemProps, "format" | "select">;

async function copyName(prompt: PromptSummary) {
  const name = qualifiedName(prompt);
  try {
    await navigator.clipboard.writeText(name);
    toast.success(t`Copied ${name}`);
  } catch {
    toast.error(t`Copying failed`, { description: name });
  }
}

function ItemMenu({ prompt, mine, onClone, isCloning, onStar, onDelete, onTask, onPublic }: ItemMenuProps) {
  return (
    <Menu
      trigger={
        <IconButton
          label={t`Actions for ${prompt.title}`}
          size="sm"
          className="relative z-10 -mt-0.5 -mr-1.5"
        >
          <MoreHorizontal aria-hidden="true" />
        </IconButton>
      }
    >
      <MenuItem onSelect={() => onTask("fill")}>
        <ClipboardCopy aria-hidden="true" /> <Trans>Copy text</Trans>
      </MenuItem>
      <MenuItem onSelect={() => void copyName(prompt)}>
        <AtSign aria-hidden="true" /> <Trans>Copy name</Trans>
      </MenuItem>
      {mine && (
        <MenuItem asChild>
          {prompt.prompt_type === "prompt" ? (
            <Link to="/editor" search={{ prompt: prompt.id }}>
              <PencilLine aria-hidden="true" /> <Trans>Edit</Trans>
            </Link>
          ) : (
            <Link to="/asset-editor/$id" params={{ id: prompt.id }}>
              <PencilLine aria-hidden="true" /> <Trans>Edit</Trans>
            </Link>
          )}
        </MenuItem>
      )}
      <MenuItem onSelect={onStar}>
        <Star aria-hidden="true" /> {prompt.is_favourite ? t`Remove from favourites` : t`Add to favourites`}
      </MenuItem>
      <MenuItem disabled={isCloning} onSelect={onClone}>
        <Copy aria-hidden="true" /> <Trans>Clone</Trans>
      </MenuItem>
      <MenuItem onSelect={() => onTask("export")}>
        <Share aria-hidden="true" /> <Trans>Export</Trans>
      </MenuItem>
      <MenuItem onSelect={() => onTask("collection")}>
        <FolderPlus aria-hidden="true" /> <Trans>Add to collection</Trans>
      </MenuItem>
      {mine && (
        <>
          <MenuItem onSelect={() => onTask("tags")}>
            <TagsIcon aria-hidden="true" /> <Trans>Tags</Trans>
          </MenuItem>
          <MenuItem onSelect={() => onPublic(!prompt.is_public)}>
            {prompt.is_public ? <LockKeyhole aria-hidden="true" /> : <Globe aria-hidden="true" />}
            {prompt.is_public ? t`Make private` : t`Make public`}
          </MenuItem>
          <MenuSeparator />
          <MenuItem danger onSelect={onDelete}>
            <Trash2 aria-hidden="true" /> <Trans>Delete</Trans>
          </MenuItem>
        </>
      )}
    </Menu>
  );
}

/** The tags of a card. A click lists what has the tag, except in selection mode. */
function Tags({ texts, isLinked }: { texts: CardTexts; isLinked: boolean }) {
  return (
    <>
      {texts.tags.map((tag) =>
        isLinked ? (
          <Link
            key={tag}
            from="/explorer"
            to="/explorer"
            search={(previous) => ({ ...previous, tag })}
            title={t`Show prompts tagged “${tag}”`}
            className="relative z-10 max-w-40 rounded-[0.25rem]"
          >
            <Badge className="max-w-full truncate hover:text-accent">{tag}</Badge>
          </Link>
        ) : (
          <Badge key={tag} className="max-w-40 truncate">
            {tag}
          </Badge>
        ),
      )}
      {texts.more && <Badge tone="outline">{texts.more}</Badge>}
    </>
  );
}

function KindBadge({ prompt }: { prompt: PromptSummary }) {
  return prompt.prompt_type === "prompt" ? (
    // A ticked compartment has the badge's own colour.
    <Badge tone="accent" className="group-has-checked:bg-surface">
      {labelOf(words.structure_types, prompt.structure_type)}
    </Badge>
  ) : (
    <Badge tone="brass">{labelOf(words.prompt_types, prompt.prompt_type)}</Badge>
  );
}

function authorOf(prompt: PromptSummary, mine: boolean): string {
  return mine ? t`You` : prompt.author_name;
}

function Visibility({ prompt }: { prompt: PromptSummary }) {
  const [Icon, name] = prompt.is_public
    ? [Globe, t`Public`]
    : prompt.has_link
      ? [Link2, t`Shared by link`]
      : [LockKeyhole, t`Private`];
  return (
    <span title={name} className="shrink-0 text-muted">
      <Icon aria-hidden="true" className="size-3.5" />
      <span className="sr-only">{name}</span>
    </span>
  );
}
