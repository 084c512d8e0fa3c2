// The texts that a card shows of a prompt or component.

export interface CardTexts {
  title: string;
  description: string;
  tags: string[];
  /** "+N" for the hidden tags. */
  more: string | undefined;
}

/** Maximum characters of the texts, and maximum number of tags. */
const limits = {
  card: { title: 70, description: 140, tags: 2 },
  compact: { title: 50, description: 100, tags: 1 },
  component: { title: 70, description: 140, tags: 3 },
};

interface Described {
  title: string;
  description: string;
  tags: string[];
}

/** Truncates the texts of a card to its size. */
export function cardTexts({ title, description, tags }: Described, size: keyof typeof limits): CardTexts {
  const limit = limits[size];
  const hidden = tags.length - limit.tags;
  return {
    title: truncate(title, limit.title),
    description: truncate(description, limit.description),
    tags: tags.slice(0, limit.tags),
    more: hidden > 0 ? `+${hidden}` : undefined,
  };
}

const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** Truncates a text to at most `most` characters, followed by an ellipsis. No grapheme is split. */
export function truncate(text: string, most: number): string {
  const limit = [...text].slice(0, most).join("").length;
  if (limit === text.length) return text;
  let end = 0;
  for (const { index, segment } of graphemes.segment(text)) {
    if (index + segment.length > limit) break;
    end = index + segment.length;
  }
  // A single grapheme longer than the limit is split.
  return `${text.slice(0, end || limit)}…`;
}
