import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Camera, Trash2 } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { messageOf } from "@/api/client";
import { Avatar } from "@/ui/avatar";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { IconButton } from "@/ui/icon-button";
import { toast } from "@/ui/toast";
import { type Profile, useDeleteAvatar, useUploadAvatar } from "./queries";

/** The picture of a profile. Its owner can replace it, with a preview before the upload. */
export function AvatarEditor({ profile, mine }: { profile: Profile; mine: boolean }) {
  const input = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<{ file: File; url: string } | null>(null);
  const upload = useUploadAvatar();
  const remove = useDeleteAvatar();
  const failed = (error: unknown) =>
    void toast.error(t`The picture was not changed`, { description: messageOf(error) });

  useEffect(() => {
    return () => {
      if (chosen) URL.revokeObjectURL(chosen.url);
    };
  }, [chosen]);

  const choose = (file: File | undefined) => {
    if (file) setChosen({ file, url: URL.createObjectURL(file) });
    // Reset, so that the same file can be chosen again.
    if (input.current) input.current.value = "";
  };
  const send = () => {
    if (!chosen) return;
    upload.mutate({ body: { file: chosen.file } }, { onSuccess: () => setChosen(null), onError: failed });
  };

  return (
    <div className="relative size-24">
      <Avatar name={profile.full_name} url={profile.avatar_url} className="size-24 rounded-tray text-4xl" />
      {mine && (
        <div className="absolute -right-2 -bottom-2 flex gap-1 [&>button]:border [&>button]:bg-surface">
          <input
            ref={input}
            type="file"
            accept="image/*"
            aria-label={t`Picture`}
            hidden
            onChange={(event) => choose(event.target.files?.[0])}
          />
          <IconButton label={t`Choose a picture`} size="sm" onClick={() => input.current?.click()}>
            <Camera aria-hidden="true" />
          </IconButton>
          {profile.avatar_url && (
            <IconButton
              label={t`Remove the picture`}
              size="sm"
              onClick={() => remove.mutate({}, { onError: failed })}
            >
              <Trash2 aria-hidden="true" />
            </IconButton>
          )}
        </div>
      )}
      <Dialog
        open={chosen !== null}
        onOpenChange={(open) => !open && setChosen(null)}
        title={t`Use this picture?`}
        size="sm"
        footer={
          <>
            <Button onClick={() => setChosen(null)}>
              <Trans>Cancel</Trans>
            </Button>
            <Button variant="primary" busy={upload.isPending} onClick={send}>
              <Trans>Use picture</Trans>
            </Button>
          </>
        }
      >
        {chosen && (
          <img src={chosen.url} alt={t`Preview`} className="mx-auto size-48 rounded-tray object-cover" />
        )}
      </Dialog>
    </div>
  );
}
