// On other pages: takes files dropped anywhere to the import page. The code that reads them loads with the first drop.
import { t } from "@lingui/core/macro";
import { useNavigate } from "@tanstack/react-router";
import { messageOf } from "@/api/client";
import { useUser } from "@/api/session";
import { importModule } from "@/lib/dynamic-import";
import { toast } from "@/ui/toast";
import { DropTarget } from "./drop-target";
import type { GivenFile } from "./given-files";

export function DropToImport() {
  const user = useUser().id;
  const navigate = useNavigate();
  const give = async (files: readonly GivenFile[]) => {
    if (files.length === 0) return;
    try {
      const { readIntoImport } = await importModule(() => import("./use-import"));
      if (!readIntoImport(files, user)) toast(t`Files can be added when the import is done`);
      await navigate({ to: "/import" });
    } catch (error) {
      toast.error(t`The files could not be read`, { description: messageOf(error) });
    }
  };
  return <DropTarget onGive={(files) => void give(files)} />;
}
