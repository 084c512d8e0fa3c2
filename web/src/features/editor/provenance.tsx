import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { GitFork } from "lucide-react";
import { useUser } from "@/api/session";
import { promptQuery } from "./queries";

/** The prompt that this one was cloned from, if the user may see it. */
export function Provenance({ id }: { id: string }) {
  const me = useUser().id;
  const { data: original } = useQuery(promptQuery(id));
  if (!original) return null;
  const link = "font-semibold text-accent underline underline-offset-4";
  const author = original.author_name || t`Anonymous User`;
  const title =
    original.prompt_type === "prompt" ? (
      <Link to="/editor" search={{ prompt: id }} className={link}>
        {original.title}
      </Link>
    ) : (
      <Link to="/asset-editor/$id" params={{ id }} className={link}>
        {original.title}
      </Link>
    );
  return (
    <p className="flex min-w-0 items-baseline gap-1.5 text-sm text-muted">
      <GitFork aria-hidden="true" className="size-3.5 shrink-0 self-center" />
      <span className="min-w-0 wrap-anywhere">
        {original.user_id === me ? (
          <Trans>Cloned from {title}</Trans>
        ) : (
          <Trans>
            Cloned from {title} by {author}
          </Trans>
        )}
      </span>
    </p>
  );
}
