import { t } from "@lingui/core/macro";
import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "./cn";
import { IconButton } from "./icon-button";

const tones = {
  danger: { box: "border-danger/40 bg-danger-wash", icon: CircleAlert, ink: "text-danger" },
  warning: { box: "border-brass/40 bg-brass-wash", icon: TriangleAlert, ink: "text-brass" },
  info: { box: "border-accent/35 bg-accent-wash", icon: Info, ink: "text-accent" },
  success: { box: "border-success/35 bg-success-wash", icon: CircleCheck, ink: "text-success" },
};

interface AlertProps {
  tone?: keyof typeof tones;
  title?: string;
  /** 1 if it replaces the whole page. */
  level?: 1 | undefined;
  children?: ReactNode;
  action?: ReactNode;
  onDismiss?: () => void;
  className?: string;
}

/** A message that stays until the user acts on it. Failures are announced assertively, the rest politely. */
export function Alert({ tone = "danger", title, level, children, action, onDismiss, className }: AlertProps) {
  const { box, icon: Icon, ink } = tones[tone];
  const Title = level === 1 ? "h1" : "p";
  return (
    <div
      role={tone === "danger" ? "alert" : "status"}
      className={cn("flex items-start gap-3 rounded-tray border px-4 py-3", box, className)}
    >
      <Icon aria-hidden="true" className={cn("mt-0.5 size-4.5 shrink-0", ink)} />
      <div className="min-w-0 flex-1">
        {title && <Title className={cn("font-bold", ink)}>{title}</Title>}
        {children && (
          <div className={cn("wrap-anywhere", tone === "danger" && !title && ink)}>{children}</div>
        )}
        {action && <div className="mt-2 flex flex-wrap gap-2">{action}</div>}
      </div>
      {onDismiss && (
        <IconButton label={t`Dismiss`} size="sm" onClick={onDismiss} className="-my-0.5 -mr-1.5">
          <X aria-hidden="true" />
        </IconButton>
      )}
    </div>
  );
}
