// Who may read a prompt: only its author, whoever has its secret link, or everyone.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { messageOf } from "@/api/client";
import {
  endShareLinkMutation,
  getPromptQueryKey,
  getShareLinkOptions,
  getShareLinkQueryKey,
  makeShareLinkMutation,
} from "@/api/generated/@tanstack/react-query.gen";
import type { ShareLink, StoredPrompt } from "@/api/generated/types.gen";
import { refresh } from "@/api/infinite";
import { publicPath } from "@/lib/names";
import { Alert } from "@/ui/alert";
import { Button, buttonClass } from "@/ui/button";
import { CopyButton } from "@/ui/copy-button";
import { Dialog } from "@/ui/dialog";
import { Field } from "@/ui/field";
import { Input } from "@/ui/input";
import { NotLoaded } from "@/ui/not-loaded";
import { Segmented } from "@/ui/segmented";
import { Skeleton } from "@/ui/skeleton";
import { toast } from "@/ui/toast";

interface ShareDialogProps {
  /** The stored prompt. */
  prompt: StoredPrompt;
  readOnly: boolean;
  /** Saves the prompt as public or private; the failure is reported elsewhere. */
  onVisibility: (isPublic: boolean) => Promise<unknown>;
  onClose: () => void;
}

type Audience = "private" | "link" | "public";

const explanations: Record<Audience, string> = {
  private: t`Only you can read this prompt.`,
  link: t`Anyone with this address can read the prompt and its named versions, fill it in and copy it. No account is needed. It is not listed anywhere; its tests, and assets that it includes, stay private.`,
  public: t`Anyone can read the prompt and its versions, fill it in and copy it. No account is needed. It also appears in the community. Its tests stay private.`,
};

export default function ShareDialog({ prompt, readOnly, onVisibility, onClose }: ShareDialogProps) {
  const { id, is_public } = prompt;
  const path = { path: { id } };
  const queryClient = useQueryClient();
  const link = useQuery({ ...getShareLinkOptions(path), enabled: !readOnly });
  const onError = (error: unknown) =>
    toast.error(t`The change could not be saved`, { description: messageOf(error) });
  const remember = (link: ShareLink) => {
    queryClient.setQueryData(getShareLinkQueryKey(path), link);
    queryClient.setQueryData<StoredPrompt>(getPromptQueryKey(path), (known) =>
      known ? { ...known, has_link: link.path !== null && !known.is_public } : known,
    );
    void refresh(queryClient, "listPrompts");
  };
  const made = useMutation({
    ...makeShareLinkMutation(),
    onSuccess: (link) => remember(link),
    onError,
  });
  const ended = useMutation({
    ...endShareLinkMutation(),
    onSuccess: () => remember({ path: null }),
    onError,
  });
  const copyLink = async (made: ShareLink) => {
    try {
      await navigator.clipboard.writeText(`${window.location.origin}${made.path}`);
      toast.success(t`The address was copied`);
    } catch {
      // The browser does not allow it; the button beside the address does.
    }
  };
  const secret = link.data?.path;
  const audience: Audience = is_public ? "public" : secret ? "link" : "private";
  const [asking, setAsking] = useState<"public" | "link" | null>(null);
  const keep = () => setAsking(null);
  const choose = async (next: Audience) => {
    keep();
    // Becoming private ends a link, so it comes first.
    if ((next === "public") !== is_public) await onVisibility(next === "public");
    if (next === "link") made.mutate(path, { onSuccess: copyLink });
    if (next === "private") ended.mutate(path);
  };
  const address = `${window.location.origin}${audience === "link" ? secret : publicPath(prompt)}`;
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={t`Share`} size="md">
      {link.isLoading && <Skeleton className="h-32" />}
      {link.error && (
        <NotLoaded title={t`The link could not be loaded`} onRetry={() => link.refetch()}>
          {messageOf(link.error)}
        </NotLoaded>
      )}
      {!link.isLoading && !link.error && (
        <div className="flex flex-col items-start gap-4">
          {!readOnly && (
            <Segmented
              label={t`Who can read it`}
              options={[
                { value: "private", label: t`Only you` },
                { value: "link", label: t`With the link` },
                { value: "public", label: t`Everyone` },
              ]}
              value={asking ?? audience}
              onChange={(next) => {
                if (next === audience) keep();
                else if (next === "public" || (is_public && next === "link")) setAsking(next);
                else void choose(next);
              }}
            />
          )}
          {asking === "public" && (
            <Alert
              tone="warning"
              title={t`Publish this prompt?`}
              action={
                <>
                  <Button size="sm" onClick={() => choose("public")}>
                    <Trans>Publish</Trans>
                  </Button>
                  <Button size="sm" variant="ghost" onClick={keep}>
                    <Trans>Cancel</Trans>
                  </Button>
                </>
              }
            >
              {explanations.public}
            </Alert>
          )}
          {asking === "link" && (
            <Alert
              tone="warning"
              title={t`The address will change`}
              action={
                <>
                  <Button size="sm" onClick={() => choose("link")}>
                    <Trans>Change the address</Trans>
                  </Button>
                  <Button size="sm" variant="ghost" onClick={keep}>
                    <Trans>Keep it public</Trans>
                  </Button>
                </>
              }
            >
              <Trans>
                The public address will no longer lead to the prompt. Whoever has it needs the new, secret one
                from you.
              </Trans>
            </Alert>
          )}
          <p aria-live="polite">{!asking && explanations[audience]}</p>
          {!asking && audience !== "private" && (
            <>
              <Field label={t`Address`} className="w-full">
                {(control) => (
                  <div className="flex gap-2">
                    <Input {...control} readOnly value={address} onFocus={({ target }) => target.select()} />
                    <CopyButton variant="primary" text={address}>
                      <Trans>Copy address</Trans>
                    </CopyButton>
                  </div>
                )}
              </Field>
              <a className={buttonClass({})} href={address} target="_blank" rel="noreferrer">
                <Trans>Open the page</Trans>
              </a>
            </>
          )}
        </div>
      )}
    </Dialog>
  );
}
