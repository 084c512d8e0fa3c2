import type { ReactNode } from "react";
import { Alert } from "./alert";
import { Button } from "./button";

interface NotLoadedProps {
  title: string;
  /** 1 where it stands in place of the whole page. */
  level?: 1;
  onRetry: () => void;
  /** Why. */
  children: ReactNode;
}

/** Stands where something was to be shown that could not be fetched. */
export function NotLoaded({ title, level, onRetry, children }: NotLoadedProps) {
  return (
    <Alert
      title={title}
      level={level}
      action={
        <Button size="sm" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      {children}
    </Alert>
  );
}
