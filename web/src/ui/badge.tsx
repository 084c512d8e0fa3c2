import type { ReactNode } from "react";
import { cn } from "./cn";

const tones = {
  neutral: "bg-well text-muted",
  accent: "bg-accent-wash text-accent",
  brass: "bg-brass-wash text-brass",
  danger: "bg-danger-wash text-danger",
  success: "bg-success-wash text-success",
  outline: "border border-line-strong/50 text-muted",
};

export function Badge({
  tone = "neutral",
  className,
  children,
}: {
  tone?: keyof typeof tones;
  className?: string;
  children: ReactNode;
}) {
  return (
    <span
      className={cn(
        "inline-flex items-center gap-1 rounded-[0.25rem] px-1.5 py-0.5 text-[0.8125rem] leading-tight font-medium whitespace-nowrap [&>svg]:size-3.5",
        tones[tone],
        className,
      )}
    >
      {children}
    </span>
  );
}
