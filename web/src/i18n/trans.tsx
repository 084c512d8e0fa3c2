// What the macro `Trans` becomes: a text with elements and values in it, in the language of the page.
import { cloneElement, createElement, Fragment, type ReactElement, type ReactNode } from "react";
import { textOf } from "./index";
import type { Values } from "./messages";

interface TransProps {
  message: string;
  values?: Values;
  components?: Record<string, ReactElement>;
}

const tag = /<(\w+)>([\s\S]*?)<\/\1>|<(\w+)\/>/g;

export function Trans({ message, values, components = {} }: TransProps): ReactNode {
  // A value takes part as an element of its own: tags in what people wrote are text.
  const shown: Record<string, ReactNode> = { ...components };
  const show = (value: unknown) => {
    const name = `value${Object.keys(shown).length}`;
    shown[name] = value as ReactNode;
    return `<${name}/>`;
  };
  const nodesOf = (text: string): ReactNode => {
    const nodes: ReactNode[] = [];
    let end = 0;
    for (const match of text.matchAll(tag)) {
      const [whole, name = "", inside, single = ""] = match;
      nodes.push(text.slice(end, match.index));
      const element = components[name];
      nodes.push(element ? cloneElement(element, undefined, nodesOf(inside ?? "")) : shown[name || single]);
      end = match.index + whole.length;
    }
    nodes.push(text.slice(end));
    return createElement(Fragment, null, ...nodes.filter((node) => node !== ""));
  };
  return nodesOf(textOf(message, values, show));
}
