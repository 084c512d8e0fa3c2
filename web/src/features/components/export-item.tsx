import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { messageOf } from "@/api/client";
import { download } from "@/ui/download";
import { MenuItem } from "@/ui/menu";
import { toast } from "@/ui/toast";
import { type ComponentSummary, componentQuery } from "./queries";

/** Downloads a component as a JSON file, in the API's format. */
export function ExportItem({ component }: { component: ComponentSummary }) {
  const queryClient = useQueryClient();
  const exportIt = async () => {
    try {
      const { title, description, type, category, tags, is_public, content } = await queryClient.fetchQuery(
        componentQuery(component.id),
      );
      const text = JSON.stringify({ title, description, type, category, tags, is_public, content }, null, 2);
      download(`${text}\n`, `${type}-${component.id}.json`, "application/json");
    } catch (error) {
      toast.error(t`Exporting failed`, { description: messageOf(error) });
    }
  };
  return (
    <MenuItem onSelect={() => void exportIt()}>
      <Download aria-hidden="true" /> <Trans>Export</Trans>
    </MenuItem>
  );
}
