import { useMatches } from "@tanstack/react-router";
import { CentredSpinner } from "@/ui/spinner";

/** Stands in a page's place while its code, or who is asking, is on its way: under the page's own name. */
export function PagePending({ title }: { title?: string }) {
  const ofRoute = useMatches({
    select: (matches) => matches.findLast((match) => match.staticData.title)?.staticData.title,
  });
  return (
    <>
      <h1 className="sr-only">{title ?? ofRoute ?? "Promptcase"}</h1>
      <CentredSpinner />
    </>
  );
}
