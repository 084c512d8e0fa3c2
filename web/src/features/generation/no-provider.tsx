import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { ownKeysHash } from "@/lib/own-keys";
import { Alert } from "@/ui/alert";
import { buttonClass } from "@/ui/button";

/** Explains how to configure an AI provider when there is none. In the Studio it also leads to the editor. */
export function NoProvider({ inStudio = false }: { inStudio?: boolean }) {
  return (
    <Alert
      tone="info"
      title={t`No AI provider is set up yet`}
      action={
        <>
          <Link to="/settings" hash={ownKeysHash} className={buttonClass({ variant: "primary", size: "sm" })}>
            <Trans>Add your own key</Trans>
          </Link>
          {inStudio && (
            <Link to="/editor" className={buttonClass({ size: "sm" })}>
              <Trans>Write a prompt yourself</Trans>
            </Link>
          )}
        </>
      }
    >
      <p>
        <Trans>
          Add your own OpenAI or Anthropic key in Settings. It stays in this browser, and generating with it
          costs no credits.
        </Trans>
      </p>
      <p className="mt-1">
        <Trans>
          Or set one up for everyone on the server: <code>OPENAI_API_KEY</code>,{" "}
          <code>ANTHROPIC_API_KEY</code>, or <code>OPENAI_BASE_URL</code> for a local model such as Ollama.
        </Trans>
      </p>
    </Alert>
  );
}
