import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link, useNavigate } from "@tanstack/react-router";
import { Copy, CopyPlus, Eye, GitFork, Heart } from "lucide-react";
import type { ReactNode } from "react";
import { messageOf } from "@/api/client";
import { useSession } from "@/api/session";
import { cardTexts, labelOf, messages, words } from "@/core/lists";
import { useFormat } from "@/lib/format";
import { publicPath } from "@/lib/names";
import { Badge } from "@/ui/badge";
import { CardGrid } from "@/ui/card-grid";
import { cn } from "@/ui/cn";
import { EmptyState } from "@/ui/empty-state";
import { IconButton } from "@/ui/icon-button";
import { NotLoaded } from "@/ui/not-loaded";
import { Skeleton } from "@/ui/skeleton";
import { type PromptSummary, useClone, useLike } from "./queries";

interface PromptGridProps {
  label: string;
  items: PromptSummary[] | undefined;
  error: unknown;
  retry: () => void;
  /** Opens a prompt to fill in and copy. */
  onCopy: (prompt: PromptSummary) => void;
  /** The empty state, and its next step. */
  children: ReactNode;
  nextStep?: ReactNode;
}

/** A grid of public prompts, each with open, like, copy and clone. */
export function PromptGrid({ label, items, error, retry, onCopy, children, nextStep }: PromptGridProps) {
  if (error && !items) {
    return (
      <NotLoaded title={messages.prompts_load_failed} onRetry={retry}>
        {messageOf(error)}
      </NotLoaded>
    );
  }
  if (!items) {
    return (
      <div
        role="status"
        aria-label={t`Loading`}
        className="tray grid-cols-[repeat(auto-fill,minmax(17rem,1fr))]"
      >
        <Skeleton className="h-48 rounded-none" />
        <Skeleton className="h-48 rounded-none" />
        <Skeleton className="h-48 rounded-none" />
      </div>
    );
  }
  if (items.length === 0) {
    return (
      <EmptyState title={messages.no_prompts_found} action={nextStep}>
        {children}
      </EmptyState>
    );
  }
  return (
    <CardGrid label={label}>
      {items.map((prompt) => (
        <li key={prompt.id} className="border-r border-b bg-surface">
          <PromptCard prompt={prompt} onCopy={onCopy} />
        </li>
      ))}
    </CardGrid>
  );
}

/** The link of a card covers the card. */
export const titleClass =
  "after:absolute after:inset-0 group-hover:text-accent focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent";

/** Takes a guest to the sign-up, which leads back to a place. */
function useJoin(): (from: string) => void {
  const navigate = useNavigate();
  return (from) => void navigate({ to: "/register", search: { from } });
}

function PromptCard({ prompt, onCopy }: { prompt: PromptSummary; onCopy: (prompt: PromptSummary) => void }) {
  const format = useFormat();
  const user = useSession();
  const mine = user?.id === prompt.user_id;
  const join = useJoin();
  const like = useLike();
  const clone = useClone();
  // Without a description the beginning of the text says what it is.
  const texts = cardTexts({ ...prompt, description: prompt.description || prompt.excerpt }, "card");
  return (
    <article className="group relative flex h-full min-h-48 flex-col p-5 hover:bg-ground">
      <h3 className="leading-snug font-bold wrap-anywhere">
        {user ? (
          <Link to="/editor" search={{ prompt: prompt.id }} className={titleClass}>
            {texts.title}
          </Link>
        ) : (
          <a href={publicPath(prompt)} className={titleClass}>
            {texts.title}
          </a>
        )}
      </h3>
      {/* The links are no closer than a finger can tell apart. */}
      <p className="mt-1 text-sm text-muted">
        <Trans>by</Trans>{" "}
        <Link
          to="/profile/$id"
          params={{ id: prompt.user_id }}
          className="relative z-10 font-medium underline-offset-4 hover:underline"
        >
          {mine ? t`You` : prompt.author_name || t`Anonymous User`}
        </Link>
      </p>
      {texts.description && <p className="mt-1.5 line-clamp-3 text-sm wrap-anywhere">{texts.description}</p>}
      <div className="mt-auto flex flex-wrap gap-1.5 pt-3">
        {prompt.prompt_type === "prompt" ? (
          <Badge tone="accent">{labelOf(words.structure_types, prompt.structure_type)}</Badge>
        ) : (
          <Badge tone="brass">{labelOf(words.prompt_types, prompt.prompt_type)}</Badge>
        )}
        {texts.tags.map((tag) => (
          <Link
            key={tag}
            from="/community"
            to="/community"
            search={(previous) => ({ ...previous, tag })}
            title={t`Show prompts tagged “${tag}”`}
            className="relative z-10 max-w-32 rounded-[0.25rem]"
          >
            <Badge className="max-w-full truncate hover:text-accent">{tag}</Badge>
          </Link>
        ))}
        {texts.more && <Badge tone="outline">{texts.more}</Badge>}
      </div>
      <div className="relative z-10 mt-2 -mb-2 -ml-2 flex items-center gap-1 text-sm text-muted">
        <button
          type="button"
          aria-pressed={prompt.is_liked}
          aria-label={t`Like ${prompt.title}`}
          onClick={() => (user ? like.mutate(prompt) : join("/community"))}
          className="flex items-center gap-1.5 rounded-control px-2 py-1.5 hover:bg-well hover:text-ink"
        >
          <Heart aria-hidden="true" className={cn("size-4", prompt.is_liked && "fill-danger text-danger")} />
          {prompt.like_count > 0 && format.number(prompt.like_count)}
        </button>
        {prompt.view_count > 0 && (
          <Figure icon={Eye} name={t`Views`} value={format.number(prompt.view_count)} />
        )}
        {prompt.fork_count > 0 && (
          <Figure icon={GitFork} name={t`Forks`} value={format.number(prompt.fork_count)} />
        )}
        <span className="ml-auto flex">
          <IconButton label={t`Copy the text of ${prompt.title}`} size="sm" onClick={() => onCopy(prompt)}>
            <Copy aria-hidden="true" />
          </IconButton>
          {!mine && (
            <IconButton
              label={t`Clone ${prompt.title}`}
              size="sm"
              onClick={() =>
                user ? clone.mutateAsync({ path: { id: prompt.id } }) : join(`/editor?prompt=${prompt.id}`)
              }
            >
              <CopyPlus aria-hidden="true" />
            </IconButton>
          )}
        </span>
      </div>
    </article>
  );
}

function Figure({ icon: Icon, name, value }: { icon: typeof Eye; name: string; value: string }) {
  return (
    <span title={name} className="flex items-center gap-1.5 px-2">
      <Icon aria-hidden="true" className="size-4" />
      <span className="sr-only">{name}:</span>
      {value}
    </span>
  );
}
