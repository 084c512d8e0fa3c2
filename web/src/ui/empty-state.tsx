import type { ReactNode } from "react";
import { cn } from "./cn";

interface EmptyStateProps {
  title: string;
  /** 1 if it replaces the whole page. */
  level?: 1 | 2;
  children?: ReactNode;
  action?: ReactNode;
  className?: string;
}

/** An empty tray: says what will appear here, and offers the next step. */
export function EmptyState({ title, level = 2, children, action, className }: EmptyStateProps) {
  const Heading = level === 1 ? "h1" : "h2";
  return (
    <div
      className={cn(
        "flex flex-col items-center rounded-tray border border-dashed border-line-strong/50 px-6 py-14 text-center",
        className,
      )}
    >
      <svg
        viewBox="0 0 64 40"
        aria-hidden="true"
        className="mb-4 w-16 text-line-strong"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
      >
        <rect x="1" y="1" width="62" height="38" rx="5" />
        <path d="M22 1v38M43 1v38M22 20h41" opacity="0.6" />
      </svg>
      <Heading className="text-lg font-bold">{title}</Heading>
      {children && <div className="mt-1 max-w-md text-muted">{children}</div>}
      {action && <div className="mt-5 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  );
}
