import type { TextCounts } from "@/core";
import { locale } from "@/i18n";
import { tokensTitle } from "../tokens/use-tokens";

const number = new Intl.NumberFormat(locale);

interface CountsProps extends TextCounts {
  /** The exact number of tokens, if they are counted. */
  exact: number | null;
}

/** The length of a text. An estimated number of tokens is labelled as such. */
export function Counts({ characters, tokens, exact }: CountsProps) {
  return (
    <>
      {number.format(characters)} {characters === 1 ? "character" : "characters"}
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
  return (
    <>
      {exact === null && "about "}
      {number.format(count)} {count === 1 ? "token" : "tokens"}
    </>
  );
}
