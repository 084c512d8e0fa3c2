import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { ArrowLeft, Copy } from "lucide-react";
import { componentText } from "@/core/component-fields";
import { labelOf, words } from "@/core/lists";
import { Badge } from "@/ui/badge";
import { Button } from "@/ui/button";
import { CopyButton } from "@/ui/copy-button";
import { PageHeader } from "@/ui/page-header";
import { usePageTitle } from "@/ui/page-title";
import { ComponentText } from "./component-text";
import { type StoredComponent, useCloneComponent, useCountUse } from "./queries";

/** Another user's public component: to read, copy and clone. */
export function ComponentView({ component }: { component: StoredComponent }) {
  const clone = useCloneComponent();
  const count = useCountUse();
  const path = { id: component.id };
  usePageTitle(component.title);
  return (
    <div className="mx-auto max-w-5xl">
      <PageHeader
        above={<BackToLibrary />}
        title={component.title}
        description={
          <span className="flex flex-wrap items-center gap-2">
            <Badge tone="accent">{labelOf(words.component_types, component.type)}</Badge>
            <span>
              <Trans>by</Trans>{" "}
              <Link
                to="/profile/$id"
                params={{ id: component.user_id }}
                className="font-semibold text-accent underline underline-offset-4"
              >
                {component.author_name}
              </Link>
            </span>
          </span>
        }
        actions={
          <>
            <CopyButton text={componentText(component)} onCopied={() => count.mutate({ path })}>
              <Trans>Copy text</Trans>
            </CopyButton>
            <Button variant="primary" onClick={() => clone.mutateAsync({ path })}>
              <Copy aria-hidden="true" /> <Trans>Clone</Trans>
            </Button>
          </>
        }
      />
      {component.description && <p className="mb-4 max-w-2xl wrap-anywhere">{component.description}</p>}
      <p className="mb-4 text-muted">
        <Trans>Only its author can change this component. Clone it to make your own.</Trans>
      </p>
      <ComponentText component={component} />
    </div>
  );
}

export function BackToLibrary() {
  return (
    <Link to="/library" className="flex items-center gap-1.5 text-sm font-semibold text-muted hover:text-ink">
      <ArrowLeft aria-hidden="true" className="size-4" /> <Trans>Back to Library</Trans>
    </Link>
  );
}
