import { t } from "@lingui/core/macro";
import { CopyButton } from "./copy-button";

/** The name of a prompt, as in `@ada/tone`, which a click copies. */
export function NameButton({ name }: { name: string }) {
  return (
    <CopyButton
      size="sm"
      variant="ghost"
      text={name}
      title={t`Copy the name ${name}`}
      className="min-w-0 max-w-72 shrink font-mono font-normal text-muted [&>span]:min-w-0 [&>span]:truncate"
    >
      {name}
    </CopyButton>
  );
}
