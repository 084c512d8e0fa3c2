import { useQueryClient } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { messageOf } from "@/api/client";
import { MenuItem } from "@/ui/menu";
import { toast } from "@/ui/toast";
import { type ComponentSummary, componentQuery } from "./queries";

/** Downloads a component as a JSON file, as the API describes it. */
export function ExportItem({ component }: { component: ComponentSummary }) {
  const queryClient = useQueryClient();
  const download = async () => {
    try {
      const { title, description, type, category, tags, is_public, content } = await queryClient.fetchQuery(
        componentQuery(component.id),
      );
      const text = JSON.stringify({ title, description, type, category, tags, is_public, content }, null, 2);
      const url = URL.createObjectURL(new Blob([`${text}\n`], { type: "application/json" }));
      const link = document.createElement("a");
      link.href = url;
      link.download = `${type}-${component.id}.json`;
      link.click();
      URL.revokeObjectURL(url);
    } catch (error) {
      toast.error("Exporting failed", { description: messageOf(error) });
    }
  };
  return (
    <MenuItem onSelect={() => void download()}>
      <Download aria-hidden="true" /> Export
    </MenuItem>
  );
}
