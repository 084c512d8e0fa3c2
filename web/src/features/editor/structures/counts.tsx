import type { TextCounts } from "@/core";

const number = new Intl.NumberFormat();

/** The length of a text. The number of tokens is an estimate and labelled as such. */
export function Counts({ characters, tokens }: TextCounts) {
  return (
    <>
      {number.format(characters)} {characters === 1 ? "character" : "characters"}
      <span title="Estimated; models count differently">
        {" "}
        · about {number.format(tokens)} {tokens === 1 ? "token" : "tokens"}
      </span>
    </>
  );
}

/** The same in short form. */
export function TokenCount({ characters, tokens }: TextCounts) {
  return (
    <span title={`${number.format(characters)} characters. Tokens are estimated; models count differently.`}>
      about {number.format(tokens)} {tokens === 1 ? "token" : "tokens"}
    </span>
  );
}
