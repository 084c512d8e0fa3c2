// What of the explorer asks the core, which is a large file: it comes after the page's head.
import type { ComponentProps } from "react";
import { ExplorerFilters } from "./explorer-filters";
import { PromptList } from "./prompt-list";

type ResultsProps = ComponentProps<typeof ExplorerFilters> & ComponentProps<typeof PromptList>;

export default function Results({ onChange, ...rest }: ResultsProps) {
  const { search, selecting, onSelecting } = rest;
  return (
    <>
      <ExplorerFilters search={search} onChange={onChange} selecting={selecting} onSelecting={onSelecting} />
      <PromptList key={search.tab} {...rest} />
    </>
  );
}
