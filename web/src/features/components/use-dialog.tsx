import { useQuery } from "@tanstack/react-query";
import { messageOf } from "@/api/client";
import { Alert } from "@/ui/alert";
import { CopyButton } from "@/ui/copy-button";
import { Dialog } from "@/ui/dialog";
import { Skeleton } from "@/ui/skeleton";
import { type ComponentSummary, componentQuery, type StoredComponent, useCountUse } from "./queries";

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
      {data && (
        <section
          aria-label="Content"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable with the keyboard.
          tabIndex={0}
          className="max-h-80 overflow-auto rounded-control border bg-well p-4"
        >
          <pre className="font-mono text-sm whitespace-pre-wrap wrap-anywhere">{text}</pre>
        </section>
      )}
    </Dialog>
  );
}

function textOf({ type, content }: StoredComponent): string {
  switch (type) {
    case "module":
      return content.moduleContent ?? "";
    case "wrapper":
      return content.wrapperLogic ?? "";
    case "template":
      return (content.templateStructure?.sections ?? [])
        .map((part) => `${part.title}\n${part.content}`)
        .join("\n\n");
    case "asset":
      return content.assetReference ?? "";
  }
}
