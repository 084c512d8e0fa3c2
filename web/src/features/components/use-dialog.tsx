import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { messageOf } from "@/api/client";
import { componentText } from "@/core/component-fields";
import { structureBegunBy } from "@/core/lists";
import { Alert } from "@/ui/alert";
import { buttonClass } from "@/ui/button";
import { CopyButton } from "@/ui/copy-button";
import { Dialog } from "@/ui/dialog";
import { Skeleton } from "@/ui/skeleton";
import { ComponentText } from "./component-text";
import { type ComponentSummary, componentQuery, type StoredComponent, useCountUse } from "./queries";

/** How to insert a component into an existing prompt without the clipboard. */
const otherWays: Record<StoredComponent["type"], string> = {
  module: t`In the editor, choose From library to add this module to a modulized or advanced prompt.`,
  template: t`In the editor, choose From a template to add these sections to a structured prompt.`,
  wrapper: t`In the Studio, choose it from the component library to include this wrapper in your request.`,
  asset: t`In the Studio, choose it from the component library to include this asset in your request.`,
};

/** Shows the text of a component, to start a prompt with it or to copy it; both count as a use. */
export function UseDialog({ component, onClose }: { component: ComponentSummary; onClose: () => void }) {
  const { data, error } = useQuery(componentQuery(component.id));
  const count = useCountUse();
  const begins = structureBegunBy(component.type) !== undefined;
  const text = data ? componentText(data) : "";
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={component.title}
      description={component.description}
      footer={
        <>
          <CopyButton
            variant={begins ? "secondary" : "primary"}
            disabled={!data}
            text={text}
            onCopied={() => count.mutate({ path: { id: component.id } })}
          />
          {begins && (
            <Link
              to="/editor"
              search={{ new: "prompt", component: component.id }}
              className={buttonClass({ variant: "primary" })}
            >
              <Plus aria-hidden="true" /> <Trans>New prompt with it</Trans>
            </Link>
          )}
        </>
      }
    >
      {error && <Alert>{messageOf(error)}</Alert>}
      {!data && !error && <Skeleton className="h-32" />}
      {data && (
        <>
          <ComponentText component={data} />
          <p className="mt-3 text-sm text-muted">{otherWays[data.type]}</p>
        </>
      )}
    </Dialog>
  );
}
