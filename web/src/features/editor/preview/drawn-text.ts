// Renders the text of an item in the preview without React (see text/text-binding.ts), as passages of paragraphs.
// A keystroke replaces only the changed characters, so that the browser reuses the layout of the rest of the
// paragraph.
import { spliceBetween } from "@/ui/splice";
import { toLf } from "../text/splice";
import { paragraph, passage, pieces } from "./pieces";

/** From this length on, browsers need long to kern a paragraph, and seconds if all letters are the same. */
const longParagraph = 2_000;

/** A part of the page that shows a text. */
abstract class Drawn {
  readonly element: HTMLElement;
  text: string | null = null;

  constructor(element: HTMLElement) {
    this.element = element;
  }

  show(text: string): void {
    if (text === this.text) return;
    this.draw(text);
    this.text = text;
  }

  protected abstract draw(text: string): void;
}

class Paragraph extends Drawn {
  readonly #characters = new Text();

  constructor() {
    super(document.createElement("p"));
    this.element.className = "text-wrap";
    this.element.append(this.#characters);
  }

  protected draw(text: string): void {
    const change = spliceBetween(this.#characters.data, text);
    if (change) this.#characters.replaceData(change.start, change.end - change.start, change.text);
    this.element.classList.toggle("[font-kerning:none]", text.length > longParagraph);
  }
}

/** A text in several parts. Parts with unchanged text are reused. */
abstract class Whole<Part extends Drawn> extends Drawn {
  #parts: Part[] = [];

  protected abstract make(): Part;

  protected drawParts(texts: string[]): void {
    const parts = this.#parts;
    const both = Math.min(parts.length, texts.length);
    let start = 0;
    while (start < both && parts[start]?.text === texts[start]) start += 1;
    let tail = 0;
    while (tail < both - start && parts.at(-1 - tail)?.text === texts.at(-1 - tail)) tail += 1;
    const next = parts[parts.length - tail]?.element ?? null;
    const kept = parts.slice(start, parts.length - tail);
    const drawn = texts.slice(start, texts.length - tail).map((text, index) => {
      const part = kept[index] ?? this.make();
      part.show(text);
      if (!kept[index]) this.element.insertBefore(part.element, next);
      return part;
    });
    for (const part of kept.slice(drawn.length)) part.element.remove();
    this.#parts = [...parts.slice(0, start), ...drawn, ...parts.slice(parts.length - tail)];
  }
}

class Passage extends Whole<Paragraph> {
  constructor() {
    super(document.createElement("div"));
  }

  protected make(): Paragraph {
    return new Paragraph();
  }

  protected draw(text: string): void {
    this.drawParts(pieces(text, paragraph));
  }
}

/** The text of an item. */
export class DrawnText extends Whole<Passage> {
  /** Renders into an element with no other content. */
  constructor(element: HTMLElement) {
    super(element);
    element.replaceChildren();
  }

  protected make(): Passage {
    return new Passage();
  }

  protected draw(text: string): void {
    const passages = pieces(toLf(text), passage);
    this.drawParts(passages);
    // A text of one passage is as small as its item, whose visibility the browser observes already.
    for (const name of watched) this.element.classList.toggle(name, passages.length > 1);
  }
}

/** Passages that the browser lays out and paints only while they are on screen. */
const watched = ["*:[content-visibility:auto]", "*:[contain-intrinsic-size:auto_90rem]"];
