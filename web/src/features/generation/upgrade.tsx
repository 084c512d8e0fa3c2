import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { Sparkles } from "lucide-react";
import { messages } from "@/core/lists";
import { ownKeysHash } from "@/lib/own-keys";
import { buttonClass } from "@/ui/button";
import { Card } from "@/ui/card";

interface UpgradeProps {
  /** Whether plans are sold on this server. */
  isSold: boolean;
  /** Whether it is shown in the editor. */
  inEditor?: boolean;
}

/** Replaces the generator if the plan does not include AI. */
export function Upgrade({ isSold, inEditor = false }: UpgradeProps) {
  return (
    <Card className="flex flex-col items-center px-6 py-12 text-center">
      <Sparkles aria-hidden="true" className="size-8 text-accent" />
      <h2 className="mt-3 text-xl font-bold">
        <Trans>Upgrade for AI Features</Trans>
      </h2>
      <p className="mt-1 max-w-md text-muted">{messages.ai_not_allowed}</p>
      <p className="mt-1 max-w-md text-muted">
        <Trans>With your own OpenAI or Anthropic key, AI works on every plan and costs no credits.</Trans>
      </p>
      {!isSold && (
        <p className="mt-1 max-w-md text-muted">
          <Trans>
            Payments are not set up on this server. The administrator decides which plan an account has.
          </Trans>
        </p>
      )}
      <div className="mt-5 flex flex-wrap justify-center gap-2">
        <Link
          to="/settings"
          search={{ tab: "billing" }}
          className={buttonClass({ variant: isSold ? "primary" : "secondary" })}
        >
          <Trans>See the plans</Trans>
        </Link>
        <Link to="/settings" hash={ownKeysHash} className={buttonClass()}>
          <Trans>Add your own key</Trans>
        </Link>
        {!inEditor && (
          <Link to="/editor" className={buttonClass()}>
            <Trans>Write a prompt yourself</Trans>
          </Link>
        )}
      </div>
    </Card>
  );
}
