import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { Alert } from "./alert";
import { Button } from "./button";

interface NotLoadedProps {
  title: string;
  /** 1 if it replaces the whole page. */
  level?: 1;
  onRetry: () => void;
  /** The reason. */
  children: ReactNode;
}

/** The placeholder of content that failed to load. */
export function NotLoaded({ title, level, onRetry, children }: NotLoadedProps) {
  return (
    <Alert
      title={title}
      level={level}
      action={
        <Button size="sm" onClick={onRetry}>
          <Trans>Try again</Trans>
        </Button>
      }
    >
      {children}
    </Alert>
  );
}
