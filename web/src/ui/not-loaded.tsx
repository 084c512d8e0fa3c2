import type { ReactNode } from "react";
import { Alert } from "./alert";
import { Button } from "./button";

interface NotLoadedProps {
  title: string;
  onRetry: () => void;
  /** Why. */
  children: ReactNode;
}

/** Stands where something was to be shown that could not be fetched. */
export function NotLoaded({ title, onRetry, children }: NotLoadedProps) {
  return (
    <Alert
      title={title}
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
