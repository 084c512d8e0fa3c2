import type { ReactNode } from "react";
import { cn } from "./cn";

interface PageHeaderProps {
  title: ReactNode;
  description?: ReactNode;
  /** A small line above the title: a way back, a breadcrumb. */
  above?: ReactNode;
  actions?: ReactNode;
  className?: string;
}

/** The header of a page: its h1, its purpose and its main actions. */
export function PageHeader({ title, description, above, actions, className }: PageHeaderProps) {
  return (
    <header className={cn("mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-4", className)}>
      <div className="min-w-0">
        {above && <div className="mb-1.5">{above}</div>}
        <h1 className="text-[1.75rem] leading-tight font-bold tracking-[-0.015em] wrap-anywhere">{title}</h1>
        {description && <p className="mt-1 max-w-2xl text-muted">{description}</p>}
      </div>
      {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
    </header>
  );
}
