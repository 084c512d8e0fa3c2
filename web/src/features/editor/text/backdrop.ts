// Colours the variables of a text area: a copy of its text behind it, with transparent letters and marks.
//
// It keeps all its nodes and changes only what they hold. A text area whose page loses or gains nodes during input
// ends the browser's typing run, and laying out a long text again would cost more than the key itself.
import type { Mark } from "@/core";

/** Finds the variables of one line. */
export type FindMarks = (line: string) => readonly Mark[];

export class Backdrop {
  readonly #element: HTMLElement;
  #lines: readonly string[] = [];
  #language = "";

  constructor(element: HTMLElement) {
    this.#element = element;
  }

  /** Shows a text. Lines that did not change are left alone unless the language did. */
  show(text: string, language: string, find: FindMarks): void {
    const lines = text.split("\n");
    const before = this.#lines;
    const isSame = language === this.#language;
    let start = 0;
    let end = 0;
    if (isSame) {
      while (start < lines.length && start < before.length && lines[start] === before[start]) start += 1;
      const most = Math.min(lines.length, before.length) - start;
      while (end < most && lines[lines.length - 1 - end] === before[before.length - 1 - end]) end += 1;
    }
    const had = before.length - end - start;
    const has = lines.length - end - start;
    const { children } = this.#element;
    for (let at = 0; at < has; at += 1) {
      const line = lines[start + at] ?? "";
      let row = children[start + at];
      if (at >= had || !row) {
        row = document.createElement("div");
        this.#element.insertBefore(row, children[start + at] ?? null);
      }
      fill(row, line, find(line));
    }
    for (let at = had; at > has; at -= 1) children[start + at - 1]?.remove();
    this.#lines = lines;
    this.#language = language;
  }

  /** Shows nothing. */
  clear(): void {
    this.#element.replaceChildren();
    this.#lines = [];
  }

  /** Where a position of the text is on the screen. */
  rectAt(position: number): DOMRect | undefined {
    let left = position;
    let at = 0;
    for (; at < this.#lines.length; at += 1) {
      const length = this.#lines[at]?.length ?? 0;
      if (left <= length) break;
      left -= length + 1;
    }
    const row = this.#element.children[at];
    for (const node of row?.childNodes ?? []) {
      const text = textOf(node);
      if (left <= text.data.length) {
        const range = document.createRange();
        range.setStart(text, left);
        range.collapse(true);
        return range.getBoundingClientRect();
      }
      left -= text.data.length;
    }
    return row?.getBoundingClientRect();
  }
}

/** Fills a row with texts and marks in turn: its even children are text nodes, its odd ones marks. */
function fill(row: Element, line: string, marks: readonly Mark[]): void {
  let node = row.firstChild;
  let end = 0;
  const put = (text: string, kind?: Mark["kind"]) => {
    if (!node) {
      node = kind ? document.createElement("mark") : document.createTextNode("");
      if (kind) node.appendChild(document.createTextNode(""));
      row.append(node);
    }
    const style = `template-${kind}`;
    if (node instanceof HTMLElement && node.className !== style) node.className = style;
    const holder = textOf(node);
    if (holder.data !== text) holder.data = text;
    node = node.nextSibling;
  };
  for (const mark of marks) {
    put(line.slice(end, mark.start));
    put(line.slice(mark.start, mark.end), mark.kind);
    end = mark.end;
  }
  // The line break gives an empty row its height.
  put(`${line.slice(end)}\n`);
  for (; node; node = node.nextSibling) {
    const holder = textOf(node);
    if (holder.data) holder.data = "";
  }
}

function textOf(node: Node): Text {
  return (node instanceof Text ? node : node.firstChild) as Text;
}
