import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useLocation, useNavigate } from "@tanstack/react-router";
import { Search } from "lucide-react";
import { useId, useState } from "react";
import { Button } from "@/ui/button";
import { InputWith } from "@/ui/input";
import { SettingsPage, type SettingsParts } from "./settings-page";

/** Shown for an unknown path: that it does not exist, a search, and the settings below. */
export function UnknownPathPage({ parts }: { parts: SettingsParts }) {
  const { pathname } = useLocation();
  const [dismissed, setDismissed] = useState<string | null>(null);
  return (
    <>
      {dismissed !== pathname && <NoSuchPage pathname={pathname} onDismiss={() => setDismissed(pathname)} />}
      <SettingsPage parts={parts} />
    </>
  );
}

function NoSuchPage({ pathname, onDismiss }: { pathname: string; onDismiss: () => void }) {
  const navigate = useNavigate();
  const titleId = useId();
  const [words, setWords] = useState("");
  return (
    <section aria-labelledby={titleId} className="mx-auto mb-10 max-w-4xl rounded-tray border bg-surface p-6">
      <h2 id={titleId} className="text-2xl font-bold tracking-[-0.02em]">
        <Trans>This page does not exist</Trans>
      </h2>
      <p className="mt-1.5 text-muted wrap-anywhere">
        <Trans>
          There is no page at <code className="font-mono">{pathname}</code>. Search for what you are looking
          for, or go on with your settings below.
        </Trans>
      </p>
      <search>
        <form
          className="mt-4 flex flex-wrap gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            void navigate({ to: "/explorer", search: { q: words.trim() } });
          }}
        >
          <div className="min-w-60 flex-1">
            <InputWith
              type="search"
              aria-label={t`Search prompts`}
              placeholder={t`Search prompts…`}
              lead={<Search aria-hidden="true" />}
              value={words}
              onChange={(event) => setWords(event.target.value)}
            />
          </div>
          <Button type="submit" variant="primary">
            <Trans>Search</Trans>
          </Button>
          <Button variant="ghost" onClick={onDismiss}>
            <Trans>Dismiss</Trans>
          </Button>
        </form>
      </search>
    </section>
  );
}
