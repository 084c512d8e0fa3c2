import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { ExplorerFilters } from "./explorer-filters";
import { ExplorerHead } from "./head";
import type { ExplorerParts } from "./parts";
import { PromptList } from "./prompt-list";
import type { ExplorerSearch } from "./search";

const route = getRouteApi("/workspace/explorer");

export function ExplorerPage({ parts }: { parts: ExplorerParts }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  // Typing and filtering replace the history entry, so that Back leaves the page instead of undoing letters.
  const change = (part: Partial<ExplorerSearch>) =>
    void navigate({ search: (previous) => ({ ...previous, ...part }), replace: true, resetScroll: false });
  const [selecting, setSelecting] = useState(false);
  const shared = { search, selecting, onSelecting: setSelecting };

  return (
    <ExplorerHead
      parts={parts}
      tab={search.tab}
      onTab={(tab) => void navigate({ search: (previous) => ({ ...previous, tab }) })}
    >
      <ExplorerFilters {...shared} onChange={change} />
      <PromptList key={search.tab} {...shared} parts={parts} onChange={change} />
    </ExplorerHead>
  );
}
