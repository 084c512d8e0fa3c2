import { useQuery } from "@tanstack/react-query";
import { messageOf } from "@/api/client";
import { Alert } from "@/ui/alert";
import { CopyButton } from "@/ui/copy-button";
import { Dialog } from "@/ui/dialog";
import { Skeleton } from "@/ui/skeleton";
import { ComponentText, textOf } from "./component-text";
import { type ComponentSummary, componentQuery, useCountUse } from "./queries";

/** Shows what a component says and copies it, to be pasted into a prompt; copying counts as a use. */
export function UseDialog({ component, onClose }: { component: ComponentSummary; onClose: () => void }) {
  const { data, error } = useQuery(componentQuery(component.id));
  const count = useCountUse();
  const text = data ? textOf(data) : "";
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={component.title}
      description={component.description}
      footer={
        <CopyButton
          variant="primary"
          disabled={!data}
          text={text}
          onCopied={() => count.mutate({ path: { id: component.id } })}
        />
      }
    >
      {error && <Alert>{messageOf(error)}</Alert>}
      {!data && !error && <Skeleton className="h-32" />}
      {data && <ComponentText component={data} />}
    </Dialog>
  );
}
