// What a card shows of a prompt or component.

export interface CardTexts {
  title: string;
  description: string;
  tags: string[];
  /** '+N' for the tags that are not shown. */
  more: string | undefined;
}

/** Characters of the texts, and the number of tags. */
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

/** The texts of a card, cut to its size. */
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

/** A text of at most so many characters, then an ellipsis if there was more. No grapheme is cut in two. */
export function truncate(text: string, most: number): string {
  const limit = [...text].slice(0, most).join("").length;
  if (limit === text.length) return text;
  let end = 0;
  for (const { index, segment } of graphemes.segment(text)) {
    if (index + segment.length > limit) break;
    end = index + segment.length;
  }
  // A letter with more marks than there is space for is cut all the same.
  return `${text.slice(0, end || limit)}…`;
}
