// A way on for what was typed into a component that is gone.
import { useNavigate } from "@tanstack/react-router";
import { messageOf } from "@/api/client";
import type { Component } from "@/api/generated/types.gen";
import { useUser } from "@/api/session";
import { Button } from "@/ui/button";
import { toast } from "@/ui/toast";
import { forgetLeftDraft } from "./left-draft";
import { useCreateComponent } from "./queries";

interface SaveAsNewProps {
  fields: Component;
  /** The component that is gone. */
  of: { id: string };
}

const refuse = (error: unknown) =>
  toast.error("The component could not be made", { description: messageOf(error) });

export function SaveAsNew({ fields, of }: SaveAsNewProps) {
  const navigate = useNavigate();
  const userId = useUser().id;
  const create = useCreateComponent();
  const save = async () => {
    const made = await create.mutateAsync({
      body: { ...fields, title: fields.title.trim() || "Untitled component" },
    });
    await navigate({ to: "/component-editor/$id", params: { id: made.id } });
    // The editor that was open is gone by now.
    await forgetLeftDraft(userId, of.id, fields);
  };
  return (
    <Button size="sm" busy={create.isPending} onClick={() => save().catch(refuse)}>
      Save as a new component
    </Button>
  );
}
