// Finds a prompt by its title, since users do not know its id.
import { t } from "@lingui/core/macro";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Check } from "lucide-react";
import { useState } from "react";
import { messageOf } from "@/api/client";
import { listPromptsOptions } from "@/api/generated/@tanstack/react-query.gen";
import type { PromptSummary } from "@/api/generated/types.gen";
import { useUser } from "@/api/session";
import { labelOf, messages, words } from "@/core/lists";
import { cn } from "@/ui/cn";
import { SearchField } from "@/ui/search-field";
import { Skeleton } from "@/ui/skeleton";

interface PromptChooserProps {
  /** The chosen id, or the text typed for one. */
  chosen: string;
  onChoose: (prompt: PromptSummary) => void;
  className?: string;
}

export function PromptChooser({ chosen, onChoose, className }: PromptChooserProps) {
  const [search, setSearch] = useState("");
  const me = useUser().id;
  const { data, error, isPending } = useQuery({
    ...listPromptsOptions({ query: { kind: "all", search: search || undefined, limit: 20 } }),
    placeholderData: keepPreviousData,
  });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Enter in the search would send the form around it.
    <div
      className={className}
      onKeyDown={(event) => {
        if (event.key === "Enter" && event.target instanceof HTMLInputElement) event.preventDefault();
      }}
    >
      <SearchField
        label={t`Find a prompt`}
        placeholder={t`Find a prompt…`}
        value={search}
        onChange={setSearch}
      />
      {isPending && <Skeleton className="mt-2 h-24" />}
      {error && (
        <p role="alert" className="mt-2 text-sm text-danger">
          {messageOf(error)}
        </p>
      )}
      {data?.items.length === 0 && <p className="mt-2 text-sm text-muted">{messages.no_prompts_found}</p>}
      {data && data.items.length > 0 && (
        <ul
          aria-label={t`Prompts found`}
          className="mt-2 max-h-48 divide-y overflow-y-auto rounded-control border bg-surface"
        >
          {data.items.map((prompt) => (
            <li key={prompt.id}>
              <button
                type="button"
                aria-pressed={prompt.id === chosen}
                onClick={() => onChoose(prompt)}
                className={cn(
                  "flex w-full items-center gap-2 px-3 py-1.5 text-left hover:bg-well focus-visible:-outline-offset-2",
                  prompt.id === chosen && "bg-accent-wash",
                )}
              >
                <span className="min-w-0 flex-1">
                  <span className="block truncate font-medium">{prompt.title}</span>
                  <span className="block truncate text-sm text-muted">
                    {labelOf(words.prompt_types, prompt.prompt_type)} ·{" "}
                    {prompt.user_id === me ? t`You` : prompt.author_name}
                  </span>
                </span>
                {prompt.id === chosen && <Check aria-hidden="true" className="size-4 shrink-0 text-accent" />}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
