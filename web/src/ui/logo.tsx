import { cn } from "./cn";

/** The mark and wordmark. CSS chooses the drawing for the theme, so that it does not flash. */
export function Logo({ className }: { className?: string }) {
  return (
    <span className={cn("inline-flex", className)}>
      <img
        src="/logo-light.svg"
        alt="Promptcase"
        width={167}
        height={32}
        className="h-7 w-auto dark:hidden"
      />
      <img
        src="/logo-dark.svg"
        alt="Promptcase"
        width={167}
        height={32}
        className="hidden h-7 w-auto dark:block"
      />
    </span>
  );
}
