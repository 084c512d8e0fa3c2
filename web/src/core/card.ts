// What a card shows: the core's limits, laid over a prompt or component.
import { cardLimits, componentTags, truncate, visibleTags } from "./pkg/cards/prompt_cards";

export interface CardTexts {
  title: string;
  description: string;
  tags: string[];
  /** '+N' for the tags that are not shown. */
  more: string | undefined;
}

const card = cardLimits(false);
const compact = cardLimits(true);
const limits = { card, compact, component: { ...card, tags: componentTags() } };

interface Described {
  title: string;
  description: string;
  tags: string[];
}

/** The texts of a card, cut to its limits. */
export function cardTexts({ title, description, tags }: Described, size: keyof typeof limits): CardTexts {
  const limit = limits[size];
  const { shown, more } = visibleTags(tags, limit.tags);
  return {
    title: truncate(title, limit.title),
    description: truncate(description, limit.description),
    tags: shown,
    more: more ?? undefined,
  };
}
