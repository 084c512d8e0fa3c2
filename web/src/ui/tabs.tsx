import * as Radix from "radix-ui/tabs";
import type { ComponentProps, ReactNode } from "react";
import { cn } from "./cn";
import { useScrollIntoView } from "./use-scroll-into-view";

export interface Tab<Value extends string> {
  value: Value;
  label: ReactNode;
  count?: number | undefined;
}

interface TabsProps<Value extends string> {
  label: string;
  tabs: readonly Tab<Value>[];
  value: Value;
  onChange: (value: Value) => void;
  children: ReactNode;
  className?: string;
}

/** A row of tabs over panels. A page with tabs stores the active one in the URL. */
export function Tabs<Value extends string>({
  label,
  tabs,
  value,
  onChange,
  children,
  className,
}: TabsProps<Value>) {
  const row = useScrollIntoView<HTMLDivElement>(value);
  return (
    <Radix.Root value={value} onValueChange={(next) => onChange(next as Value)} className={className}>
      <Radix.List ref={row} aria-label={label} className="scroll-row flex gap-1 border-b">
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            data-chosen={tab.value === value || undefined}
            className={cn(
              "-mb-px shrink-0 border-b-2 border-transparent px-3 py-2.5 font-semibold text-muted transition-colors hover:text-ink",
              "focus-visible:-outline-offset-2 data-[state=active]:border-accent data-[state=active]:text-ink",
            )}
          >
            {tab.label}
            {tab.count !== undefined && (
              <span className="ml-1.5 rounded-full bg-well px-1.5 py-0.5 font-mono text-xs tabular-nums">
                {tab.count}
              </span>
            )}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {children}
    </Radix.Root>
  );
}

export function TabPanel({ className, ...rest }: ComponentProps<typeof Radix.Content>) {
  return <Radix.Content className={cn("pt-6", className)} {...rest} />;
}
