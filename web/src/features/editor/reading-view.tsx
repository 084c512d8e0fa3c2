// A prompt of somebody else, as a page to read: who wrote it, what it is, its variables and its text.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { StoredPrompt } from "@/api/generated/types.gen";
import { labelOf, words } from "@/core/lists";
import { useFormat } from "@/lib/format";
import { publicPath, qualifiedName } from "@/lib/names";
import { Avatar } from "@/ui/avatar";
import { Badge } from "@/ui/badge";
import { NameButton } from "@/ui/name-button";
import { LikeButton } from "./like-button";
import { versionOf } from "./state/remote";

interface ReadingViewProps {
  prompt: StoredPrompt;
  /** The rendered text with the form of its variables. */
  rendered: ReactNode;
}

export default function ReadingView({ prompt, rendered }: ReadingViewProps) {
  const format = useFormat();
  const name = prompt.author_name || t`Anonymous User`;
  return (
    <article aria-label={prompt.title} className="rounded-tray border bg-surface">
      <header className="space-y-3 border-b p-5">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <Avatar name={name} url={prompt.author_avatar_url} className="size-10" />
          <div className="min-w-0 flex-1">
            <p>
              <Trans>By</Trans>{" "}
              <Link
                to="/profile/$id"
                params={{ id: prompt.user_id }}
                className="font-semibold text-accent underline underline-offset-4"
              >
                {name}
              </Link>
            </p>
            <p className="text-sm text-muted">
              <Trans>
                Version {versionOf(prompt)} · updated {format.ago(prompt.updated_at)}
              </Trans>
            </p>
          </div>
          {prompt.handle && <NameButton name={qualifiedName(prompt)} />}
          <LikeButton key={prompt.id} prompt={prompt} />
        </div>
        {prompt.description && (
          <p className="max-w-prose whitespace-pre-wrap wrap-anywhere">{prompt.description}</p>
        )}
        <div className="flex flex-wrap gap-1.5">
          <Badge tone="outline">{labelOf(words.categories, prompt.category)}</Badge>
          <Badge tone="outline">{labelOf(words.languages, prompt.language)}</Badge>
          {prompt.tags.map((tag) => (
            <Link key={tag} to="/explorer" search={{ tag }} title={t`Show prompts tagged “${tag}”`}>
              <Badge className="hover:text-accent">{tag}</Badge>
            </Link>
          ))}
        </div>
        <p className="text-sm text-muted">
          <Trans>You can read, copy, compare and export it. To change it, clone it to your prompts.</Trans>
          {prompt.is_public && prompt.handle && (
            <>
              {" "}
              <a
                href={`${publicPath(prompt)}#report`}
                target="_blank"
                rel="noreferrer"
                className="underline underline-offset-4 hover:text-ink"
              >
                <Trans>Report it</Trans>
              </a>
            </>
          )}
        </p>
      </header>
      <h2 className="sr-only">
        <Trans>Text</Trans>
      </h2>
      <div className="mx-auto max-w-3xl">{rendered}</div>
    </article>
  );
}
