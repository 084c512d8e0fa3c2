import { compileMessage } from "@lingui/message-utils/compileMessage";
import { render } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { parse, valuesIn, write } from "./messages";
import { Trans } from "./trans";

const plural = "{count, plural, =0 {none of {title}} one {# prompt} other {# prompts of {title}}} left";

describe("a text of the source", () => {
  it.each(["Save", "“{title}” was {0}", plural, "{a}{b}", "#1 of {n}", "Don't use {x}'s “#”"])(
    "is read as Lingui's compiler reads it: %s",
    (source) => {
      const read = parse(source);
      expect(Array.isArray(read) ? read : [read]).toEqual(compileMessage(source));
    },
  );

  it("is written with its values, its plural and its numbers", () => {
    const written = (count: number, locale: string) =>
      write(parse(plural), locale, { count, title: "A" }, String);
    expect(written(0, "en")).toBe("none of A left");
    expect(written(1, "en")).toBe("1 prompt left");
    expect(written(1234, "en")).toBe("1,234 prompts of A left");
    expect(written(1234, "de")).toBe("1.234 prompts of A left");
    // French has one form for nothing and one.
    expect(write(parse("{n, plural, one {# texte} other {# textes}}"), "fr", { n: 0 }, String)).toBe(
      "0 texte",
    );
  });
});

describe("a sentence of the server", () => {
  it("gives back what it was made with", () => {
    expect(valuesIn("{what} is required", "Title is required")).toEqual({ what: "Title" });
    expect(valuesIn("Is it (a) {what}?", "Is it (a) b?")).toEqual({ what: "b" });
    expect(valuesIn("{what} is required", "Title is too long")).toBeNull();
  });
});

describe("a text with elements", () => {
  it("has them in their places, nested and empty ones too", () => {
    const { container } = render(
      <Trans
        message="Read <0>the <1>{title}</1></0> or<2/>go"
        values={{ title: "<0>x</0>" }}
        components={{ 0: <a href="/docs">_</a>, 1: <b />, 2: <br /> }}
      />,
    );
    expect(container.innerHTML).toBe('Read <a href="/docs">the <b>&lt;0&gt;x&lt;/0&gt;</b></a> or<br>go');
  });

  it("shows an element that is a value", () => {
    const { container } = render(<Trans message="By {who}." values={{ who: <i>Ada</i> }} />);
    expect(container.innerHTML).toBe("By <i>Ada</i>.");
  });
});
