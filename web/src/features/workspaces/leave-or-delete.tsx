import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useState } from "react";
import { exportTeam } from "@/api/account";
import { messageOf } from "@/api/client";
import {
  deleteWorkspaceMutation,
  getWorkspaceOptions,
  removeMemberMutation,
} from "@/api/generated/@tanstack/react-query.gen";
import type { Workspace } from "@/api/generated/types.gen";
import { useUser } from "@/api/session";
import { switchWorkspace } from "@/api/workspace";
import { Alert } from "@/ui/alert";
import { Button } from "@/ui/button";
import { SectionCard } from "@/ui/card";
import { ConfirmDialog } from "@/ui/confirm-dialog";
import { Dialog } from "@/ui/dialog";
import { download } from "@/ui/download";
import { Field } from "@/ui/field";
import { Input } from "@/ui/input";

/** Leaving a team; for owners also its export and deletion. */
export function LeaveOrDelete({ team }: { team: Workspace }) {
  const [asking, setAsking] = useState<"leave" | "delete" | null>(null);
  const owns = team.role === "owner";
  const done = () => setAsking(null);
  return (
    <SectionCard
      title={owns ? t`Leave or delete the team` : t`Leave the team`}
      description={t`What you wrote here stays in the team.`}
      className="border-danger/40"
    >
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => setAsking("leave")}>
          <Trans>Leave team</Trans>
        </Button>
        {owns && <ExportTeam team={team} />}
        {owns && (
          <Button variant="danger" onClick={() => setAsking("delete")}>
            <Trans>Delete team</Trans>
          </Button>
        )}
      </div>
      {asking === "leave" && <LeaveDialog team={team} onClose={done} />}
      {asking === "delete" && <DeleteDialog team={team} onClose={done} />}
    </SectionCard>
  );
}

function ExportTeam({ team }: { team: Workspace }) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      const zip = await exportTeam(team.id);
      download(zip, `${team.handle}.zip`, zip.type);
    },
  });
  return (
    <>
      <Button busy={isPending} onClick={() => mutate()}>
        {!isPending && <Download aria-hidden="true" />} <Trans>Export the team</Trans>
      </Button>
      {error && (
        <Alert className="w-full" title={t`The export failed`}>
          {messageOf(error)}
        </Alert>
      )}
    </>
  );
}

interface TeamDialogProps {
  team: Workspace;
  onClose: () => void;
}

function LeaveDialog({ team, onClose }: TeamDialogProps) {
  const me = useUser().id;
  const leave = useMutation({
    ...removeMemberMutation(),
    onSuccess: () => switchWorkspace(null, "/explorer"),
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t`Leave ${team.name}?`}
      confirmLabel={t`Leave`}
      danger
      busy={leave.isPending || leave.isSuccess}
      error={leave.error ? messageOf(leave.error) : undefined}
      onConfirm={() => leave.mutate({ path: { id: team.id, account_id: me } })}
    >
      <p>
        <Trans>
          You lose access at once, with your API tokens for this team. Only an invitation brings you back.
        </Trans>
      </p>
    </ConfirmDialog>
  );
}

function DeleteDialog({ team, onClose }: TeamDialogProps) {
  const [typed, setTyped] = useState("");
  const detail = useQuery({ ...getWorkspaceOptions({ path: { id: team.id } }), staleTime: 0 });
  const remove = useMutation({
    ...deleteWorkspaceMutation(),
    onSuccess: () => switchWorkspace(null, "/explorer"),
  });
  const goes = detail.data?.contents;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t`Delete ${team.name}?`}
      size="sm"
      footer={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            type="submit"
            form="delete-team"
            variant="danger"
            busy={remove.isPending || remove.isSuccess}
            disabled={typed.trim() !== team.name}
          >
            <Trans>Delete team</Trans>
          </Button>
        </>
      }
    >
      <form
        id="delete-team"
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (typed.trim() === team.name)
            remove.mutate({ path: { id: team.id }, body: { name: typed.trim() } });
        }}
      >
        {remove.error && <Alert>{messageOf(remove.error)}</Alert>}
        <p className="font-semibold">
          <Trans>This cannot be undone. Export the team first to keep a copy.</Trans>
        </p>
        {goes && (
          <p>
            <Trans>
              It goes with everything in it, also in the trash: prompts and assets ({goes.prompts}),
              components ({goes.components}), collections ({goes.collections}), API tokens ({goes.api_tokens}
              ), webhooks ({goes.webhooks}) and credits ({goes.credits}). A paid plan ends at once.
            </Trans>
          </p>
        )}
        <Field
          label={
            <Trans>
              Type <span className="font-mono wrap-anywhere">{team.name}</span> to confirm
            </Trans>
          }
        >
          {(control) => (
            <Input
              {...control}
              autoComplete="off"
              spellCheck={false}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
