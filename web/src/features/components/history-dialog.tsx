import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { messageOf } from "@/api/client";
import { Alert } from "@/ui/alert";
import { Dialog } from "@/ui/dialog";
import { Skeleton } from "@/ui/skeleton";
import type { ComponentParts } from "./parts";
import { type ComponentSummary, componentQuery } from "./queries";

interface HistoryDialogProps {
  component: ComponentSummary;
  HistoryPanel: ComponentParts["HistoryPanel"];
  onClose: () => void;
}

/** The history of another user's component, to read and compare. */
export function HistoryDialog({ component, HistoryPanel, onClose }: HistoryDialogProps) {
  const { data, error } = useQuery(componentQuery(component.id));
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t`Versions`}
      description={component.title}
      side="right"
    >
      <div className="-mx-5 -my-4">
        {error && <Alert className="m-4">{messageOf(error)}</Alert>}
        {!data && !error && <Skeleton className="m-4 h-40" />}
        {data && (
          <HistoryPanel
            remote={data}
            readOnly
            current={() => data}
            isChanged={() => false}
            flush={() => Promise.resolve(data)}
            onVersioned={() => {}}
            onRestored={() => {}}
          />
        )}
      </div>
    </Dialog>
  );
}
