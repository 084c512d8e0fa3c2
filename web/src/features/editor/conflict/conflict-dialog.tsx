// Two saves met. Nothing is lost whatever is chosen: what gives way here stays in undo, what gives way there in the history.
import { useState } from "react";
import { messageOf } from "@/api/client";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { toast } from "@/ui/toast";
import { type Remote, versionOf } from "../state/remote";
import type { EditorSession } from "../state/session";

export function ConflictDialog({ session, theirs }: { session: EditorSession; theirs: Remote }) {
  const [open, setOpen] = useState(true);
  const keepMine = () => {
    session
      .keepMine(theirs)
      .catch((error: unknown) => toast.error("Not saved", { description: messageOf(error) }));
  };
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      title={`Version ${versionOf(theirs)} was saved meanwhile`}
      footer={
        <>
          <Button onClick={() => session.adopt(theirs)}>Take theirs</Button>
          <Button onClick={keepMine}>Keep mine</Button>
        </>
      }
    >
      <p>Both versions changed the prompt.</p>
    </Dialog>
  );
}
