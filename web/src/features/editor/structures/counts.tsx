import type { TextCounts } from "@/core";

const number = new Intl.NumberFormat();

/** The length of a text. The number of tokens is an estimate and labelled as such. */
export function Counts({ characters, tokens }: TextCounts) {
  return (
    <>
      {number.format(characters)} {characters === 1 ? "character" : "characters"}
      <span title="Estimated; the exact number depends on the model">
        {" "}
        · about {number.format(tokens)} {tokens === 1 ? "token" : "tokens"}
      </span>
    </>
  );
}

/** The same in short form. */
export function TokenCount({ characters, tokens }: TextCounts) {
  return (
    <span
      title={`${number.format(characters)} characters. The number of tokens is an estimate; it depends on the model.`}
    >
      about {number.format(tokens)} {tokens === 1 ? "token" : "tokens"}
    </span>
  );
}
