import { cn } from "./cn";

/** The shape of something that is on its way; the place that shows it has `aria-busy`. May stand in a line of text. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span aria-hidden="true" className={cn("block animate-pulse rounded-control bg-line/70", className)} />
  );
}
