import { t } from "@lingui/core/macro";
import { labelOf, words } from "@/core/lists";
import { quoted } from "@/lib/quoted";
import { Badge } from "@/ui/badge";
import type { SmartFilter } from "./queries";

const kinds = { prompt: t`Prompts`, asset: t`Assets`, all: t`Prompts and assets` };

/** A smart collection's filter in one line. */
export function FilterSummary({ filter }: { filter: SmartFilter }) {
  return (
    <ul aria-label={t`Filter`} className="flex flex-wrap gap-1.5">
      {partsOf(filter).map((part) => (
        <li key={part}>
          <Badge tone="outline">{part}</Badge>
        </li>
      ))}
    </ul>
  );
}

function partsOf(filter: SmartFilter): string[] {
  const parts = [kinds[filter.kind], filter.owner === "me" ? t`Mine` : t`Mine and public ones`];
  if (filter.search) parts.push(quoted(filter.search));
  if (filter.category) parts.push(labelOf(words.categories, filter.category));
  if (filter.structure_type) parts.push(labelOf(words.structure_types, filter.structure_type));
  if (filter.prompt_type) parts.push(labelOf(words.prompt_types, filter.prompt_type));
  if (filter.complexity) parts.push(labelOf(words.complexities, filter.complexity));
  if (filter.is_public != null) parts.push(filter.is_public ? t`Public` : t`Private`);
  return [...parts, ...(filter.tags ?? []).map((tag) => `#${tag}`)];
}
