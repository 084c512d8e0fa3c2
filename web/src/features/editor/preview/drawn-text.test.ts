import { describe, expect, test } from "vitest";
import { DrawnText } from "./drawn-text";

const words = (count: number) => "some words that are read ".repeat(count);
/** Paragraphs of 375 characters; a passage may end after the ninth. */
const long = Array.from({ length: 20 }, () => words(15)).join("\n\n");

function drawn(text: string) {
  const element = document.createElement("div");
  const draw = new DrawnText(element);
  draw.show(text);
  return { element, draw, paragraphs: () => [...element.querySelectorAll("p")] };
}

describe("a text in the preview", () => {
  test("a short text is one passage of its paragraphs, and not watched for being on the screen", () => {
    const { element, paragraphs } = drawn("one\nline\n\ntwo");
    expect(paragraphs().map((paragraph) => paragraph.textContent)).toEqual(["one\nline\n\n", "two"]);
    expect(element.children).toHaveLength(1);
    expect(element.className).toBe("");
  });

  test("lines end where they end in the field, however their ends are stored", () => {
    const { paragraphs } = drawn("one\rline\r\n\r\ntwo");
    expect(paragraphs().map((paragraph) => paragraph.textContent)).toEqual(["one\nline\n\n", "two"]);
  });

  test("a long text is passages that are watched", () => {
    const { element, paragraphs } = drawn(long);
    expect(paragraphs()).toHaveLength(20);
    expect(element.children).toHaveLength(3);
    expect(element.className).toContain("content-visibility");
  });

  test("a key in one paragraph leaves all others, and its own, where they are", () => {
    const { draw, paragraphs } = drawn(long);
    const before = paragraphs();
    draw.show(`${long.slice(0, 400)}x${long.slice(400)}`);
    expect(paragraphs().every((paragraph, index) => paragraph === before[index])).toBe(true);
    expect(paragraphs()[1]?.textContent).toContain("x");
  });

  test("a paragraph that is split keeps those before and behind", () => {
    const { draw, paragraphs } = drawn("one\n\ntwo three\n\nfour");
    const [one, , four] = paragraphs();
    draw.show("one\n\ntwo\n\nthree\n\nfour");
    expect(paragraphs()).toHaveLength(4);
    expect(paragraphs()[0]).toBe(one);
    expect(paragraphs()[3]).toBe(four);
  });

  test("whatever was shown before, the page is as if the text had been shown first", () => {
    const parts = [
      "",
      "\n",
      "\n\n",
      "\n\n\n",
      "a",
      "b",
      words(30),
      words(150),
      "x".repeat(2001),
      "😀",
      "漢字",
    ];
    let seed = 7;
    const pick = () => {
      seed = (seed * 1103515245 + 12345) % 2 ** 31;
      return parts[Math.floor((seed / 2 ** 31) * parts.length)] ?? "";
    };
    const { draw, element } = drawn("");
    for (let round = 0; round < 500; round += 1) {
      const text = Array.from({ length: round % 9 }, pick).join("");
      draw.show(text);
      expect(element.innerHTML, JSON.stringify(text)).toBe(drawn(text).element.innerHTML);
    }
  });
});
