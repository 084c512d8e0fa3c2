import { cn } from "./cn";

/** The shape of something that is on its way; the place that shows it has `aria-busy`. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={cn("animate-pulse rounded-control bg-line/70", className)} />;
}
