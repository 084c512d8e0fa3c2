// The sticky header of the editor: the open record, its save state, and its actions.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { ArrowLeft, Copy, Globe, Link2, Share2 } from "lucide-react";
import { type ReactNode, useSyncExternalStore } from "react";
import { labelOf, words } from "@/core/lists";
import { locale } from "@/i18n";
import { Badge } from "@/ui/badge";
import { Button } from "@/ui/button";
import { cn } from "@/ui/cn";
import { commandKey } from "@/ui/kbd";
import { NameButton } from "@/ui/name-button";
import { useSnapshot } from "./context";
import { HeaderTitle } from "./header-title";
import { versionOf } from "./state/remote";
import { StateLine } from "./state-line";
import { TokenMenu } from "./tokens/token-menu";
import { Toolbar, type ToolbarProps } from "./toolbar";

// The names of the tools are longest in German: title and facts get rows of their own for longer.
const isShort = locale === "en";
const titleRow = "max-sm:flex-wrap max-sm:justify-end max-sm:gap-y-1 max-sm:*:first:w-full";

interface EditorHeaderProps extends ToolbarProps {
  onSave: () => void;
  onClone: () => Promise<void>;
  isCloning: boolean;
  /** Whether whoever has the secret link can read it while it is private. */
  hasLink: boolean;
  /** Its name, as in `@ada/tone`; null before the first save. */
  name: string | null;
  /** Copies the rendered prompt. */
  copy: ReactNode;
  saveLabel?: string | undefined;
}

export function EditorHeader({
  onSave,
  onClone,
  isCloning,
  hasLink,
  name,
  copy,
  saveLabel = t`Save`,
  ...tools
}: EditorHeaderProps) {
  const { session, readOnly } = tools;
  const isAsset = useSnapshot((document) => document.details().prompt_type !== "prompt");
  const isChanged = useSnapshot((document) => document.state().is_changed);
  const { state } = useSyncExternalStore(session.saver.subscribe, session.saver.snapshot);

  return (
    <header
      className={cn(
        "sticky top-14 z-20 -mx-4 -mt-6 mb-4 border-b bg-ground/95 px-4 pt-2 pb-2 backdrop-blur-sm lg:-mx-8 lg:-mt-8 lg:px-8",
        isAsset && "border-brass-fill bg-brass-wash/95",
      )}
    >
      {isAsset && (
        <Link
          to="/explorer"
          className="mb-1 inline-flex items-center gap-1 text-sm text-muted hover:text-ink"
        >
          <ArrowLeft aria-hidden="true" className="size-3.5" /> <Trans>Back to Explorer</Trans>
        </Link>
      )}
      <div className={cn("flex items-center justify-between gap-4", !isShort && titleRow)}>
        <div className="flex min-w-0 grow items-center gap-2">
          <HeaderTitle />
          {name && (
            <span className="flex min-w-24 shrink-[4] max-xl:hidden">
              <NameButton name={name} />
            </span>
          )}
        </div>
        <div className={cn("flex shrink-0 items-center gap-3", !isShort && "max-sm:shrink")}>
          {tools.onShare && <ShareButton hasLink={hasLink} onClick={tools.onShare} />}
          {copy}
          {readOnly ? (
            <Button variant="primary" busy={isCloning} onClick={onClone}>
              <Copy aria-hidden="true" /> <Trans>Clone</Trans>
            </Button>
          ) : (
            <>
              <StateLine session={session} />
              <Button
                variant="primary"
                title={`${commandKey}+S`}
                disabled={!isChanged || state === "saving" || state === "conflict"}
                onClick={onSave}
              >
                {state === "saving" ? t`Saving...` : saveLabel}
              </Button>
            </>
          )}
        </div>
      </div>
      {/* Text that grows while the user types must not wrap the tools or push the text down: there are two rows,
          or the facts are truncated. */}
      <div
        className={cn(
          "mt-1 flex flex-wrap items-center justify-between gap-x-4 gap-y-1",
          isShort ? "min-[90rem]:flex-nowrap" : "min-[120rem]:flex-nowrap",
        )}
      >
        <Facts />
        <Toolbar {...tools} />
      </div>
    </header>
  );
}

/** Opens the Share dialog, and shows who can read the prompt. */
function ShareButton({ hasLink, onClick }: { hasLink: boolean; onClick: () => void }) {
  const isPublic = useSnapshot((document) => document.details().is_public);
  const [Icon, state] = isPublic
    ? [Globe, t`Everyone can read it`]
    : hasLink
      ? [Link2, t`Whoever has the link can read it`]
      : [Share2, t`Private`];
  return (
    <Button className="max-md:hidden" title={state} onClick={onClick}>
      <Icon aria-hidden="true" /> <Trans>Share</Trans>
    </Button>
  );
}

function Facts() {
  const details = useSnapshot((document) => document.details());
  return (
    <div
      className={cn(
        "flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted",
        isShort
          ? "md:max-[90rem]:w-full min-[90rem]:flex-1 min-[90rem]:flex-nowrap"
          : "md:max-[120rem]:w-full min-[120rem]:flex-1 min-[120rem]:flex-nowrap",
      )}
    >
      {details.prompt_type === "prompt" ? (
        <Badge tone="accent">{labelOf(words.structure_types, details.structure_type)}</Badge>
      ) : (
        <Badge className="bg-brass-fill font-semibold text-[oklch(0.25_0.05_66)]">
          <Trans>{labelOf(words.prompt_types, details.prompt_type)} Asset</Trans>
        </Badge>
      )}
      <Badge>{labelOf(words.complexities, details.complexity)}</Badge>
      <span className="font-mono tabular-nums">v{versionOf(details)}</span>
      <span className="min-w-0 max-md:hidden">
        <TokenMenu />
      </span>
    </div>
  );
}
