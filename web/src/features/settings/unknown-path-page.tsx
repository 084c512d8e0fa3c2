import { useLocation } from "@tanstack/react-router";
import { useState } from "react";
import { Alert } from "@/ui/alert";
import { SettingsPage, type SettingsParts } from "./settings-page";

/** Shown for an unknown path: the settings, with a notice that names the path. */
export function UnknownPathPage({ parts }: { parts: SettingsParts }) {
  const { pathname } = useLocation();
  const [dismissed, setDismissed] = useState<string | null>(null);
  return (
    <>
      {dismissed !== pathname && (
        <Alert
          tone="info"
          title="Page not found"
          className="mx-auto mb-6 max-w-4xl"
          onDismiss={() => setDismissed(pathname)}
        >
          There is no page at <code className="font-mono">{pathname}</code>. Here are your settings instead.
        </Alert>
      )}
      <SettingsPage parts={parts} />
    </>
  );
}
