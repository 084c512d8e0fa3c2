import { expect, test } from "vitest";
import { type Mark, marks } from "@/core";
import { Backdrop } from "./backdrop";

const find = (line: string): Mark[] => marks(line, "promptcase");

function shown(element: HTMLElement): string {
  return [...element.children]
    .map((row) =>
      [...row.childNodes]
        .map((node) => (node instanceof Text ? node.data : `<${node.textContent}>`))
        .join(""),
    )
    .join("")
    .replaceAll("<>", "");
}

test("a backdrop shows every text with its variables marked, whatever was shown before", () => {
  const element = document.createElement("div");
  const backdrop = new Backdrop(element);
  for (const [text, expected] of [
    ["Hello", "Hello\n"],
    ["Hello {{name}} and {{b}}!", "Hello <{{name}}> and <{{b}}>!\n"],
    ["Hello {{nam}}", "Hello <{{nam}}>\n"],
    ["", "\n"],
    ["a\n{{😀}} {{b}}\n\nc", "a\n{{😀}} <{{b}}>\n\nc\n"],
    ["a\nc", "a\nc\n"],
    ["a\nb\n{{x}}\nc", "a\nb\n<{{x}}>\nc\n"],
    ["{{x}}\nc", "<{{x}}>\nc\n"],
  ] as const) {
    backdrop.show(text, "promptcase", find);
    expect(shown(element)).toBe(expected);
  }
});

test("typing within a line keeps its nodes", () => {
  const element = document.createElement("div");
  const backdrop = new Backdrop(element);
  backdrop.show("one\ntwo {{a}} three\nfour", "promptcase", find);
  const nodes = [...element.querySelectorAll("*")];
  backdrop.show("one\ntwo {{ab}} three!\nfour", "promptcase", find);
  expect([...element.querySelectorAll("*")]).toEqual(nodes);
  backdrop.show("one\ntwo three!\nfour", "promptcase", find);
  expect([...element.querySelectorAll("*")]).toEqual(nodes);
});

test("another template language marks every line anew", () => {
  const element = document.createElement("div");
  const backdrop = new Backdrop(element);
  backdrop.show("{a}\n{{b}}", "promptcase", find);
  backdrop.show("{a}\n{{b}}", "fstring", (line) => marks(line, "fstring"));
  expect(shown(element)).toBe("<{a}>\n{{b}}\n");
});
