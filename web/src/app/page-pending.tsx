import { useMatches } from "@tanstack/react-router";
import { CentredSpinner } from "@/ui/spinner";

/** The placeholder of a page while its code or the session loads, under the page's own title. */
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
