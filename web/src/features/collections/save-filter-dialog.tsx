import { t } from "@lingui/core/macro";
import { useNavigate } from "@tanstack/react-router";
import { toast } from "@/ui/toast";
import { CollectionDialog } from "./collection-dialog";
import type { SmartFilter } from "./queries";

/** Saves a filter as a smart collection. */
export default function SaveFilterDialog({ filter, onClose }: { filter: SmartFilter; onClose: () => void }) {
  const navigate = useNavigate();
  return (
    <CollectionDialog
      smart={filter}
      onClose={onClose}
      onDone={({ id, title }) =>
        void toast.success(t`Saved as the collection “${title}”`, {
          action: { label: t`Open`, onClick: () => void navigate({ to: "/collections", search: { id } }) },
        })
      }
    />
  );
}
