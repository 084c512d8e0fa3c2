import { cn } from "./cn";

/** The shape of loading content; its container has `aria-busy`. It may be part of a line of text. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span aria-hidden="true" className={cn("block animate-pulse rounded-control bg-line/70", className)} />
  );
}
