import { Plural } from "@lingui/react/macro";
import type { TextCounts } from "@/core";
import { tokensTitle } from "../tokens/use-tokens";

interface CountsProps extends TextCounts {
  /** The exact number of tokens, if they are counted. */
  exact: number | null;
}

/** The length of a text. An estimated number of tokens is labelled as such. */
export function Counts({ characters, tokens, exact }: CountsProps) {
  return (
    <>
      <Plural value={characters} one="# character" other="# characters" />
      <span title={tokensTitle(exact)}>
        {" "}
        · <Tokens tokens={tokens} exact={exact} />
      </span>
    </>
  );
}

/** A number of tokens: "12 tokens", or "about 12 tokens" if it is estimated. */
export function Tokens({ tokens, exact }: { tokens: number; exact: number | null }) {
  const count = exact ?? tokens;
  return exact === null ? (
    <Plural value={count} one="about # token" other="about # tokens" />
  ) : (
    <Plural value={count} one="# token" other="# tokens" />
  );
}
