import { t } from "@lingui/core/macro";
import { cn } from "./cn";

/** Three compartments filling in turn. Decorative: its container says in words what is loading. */
export function Spinner({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className={cn("size-6", className)}>
      {[2, 9.5, 17].map((x, index) => (
        <rect key={x} x={x} y="6" width="5" height="12" rx="1.25" fill="currentColor" opacity="0.25">
          <animate
            attributeName="opacity"
            values="0.25;1;0.25"
            dur="0.9s"
            begin={`${index * 0.15}s`}
            repeatCount="indefinite"
          />
        </rect>
      ))}
    </svg>
  );
}

/** The placeholder of a loading page or panel. */
export function CentredSpinner({ label = t`Loading` }: { label?: string }) {
  return (
    <div role="status" className="grid min-h-[60vh] place-items-center text-accent">
      <Spinner className="size-8" />
      <span className="sr-only">{label}</span>
    </div>
  );
}
