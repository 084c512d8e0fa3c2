// Who may read a prompt: only its author, whoever has its secret link, or everyone.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { messageOf } from "@/api/client";
import {
  endShareLinkMutation,
  getShareLinkOptions,
  getShareLinkQueryKey,
  makeShareLinkMutation,
} from "@/api/generated/@tanstack/react-query.gen";
import type { StoredPrompt } from "@/api/generated/types.gen";
import { buttonClass } from "@/ui/button";
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
  link: t`Anyone with this address can read the prompt, fill it in and copy it. No account is needed. It is not listed anywhere, and assets that it includes stay private.`,
  public: t`Anyone can read the prompt, fill it in and copy it. No account is needed. It also appears in the community.`,
};

export default function ShareDialog({ prompt, readOnly, onVisibility, onClose }: ShareDialogProps) {
  const { id, handle, slug, is_public } = prompt;
  const path = { path: { id } };
  const queryClient = useQueryClient();
  const link = useQuery({ ...getShareLinkOptions(path), enabled: !readOnly });
  const onError = (error: unknown) =>
    toast.error(t`The change could not be saved`, { description: messageOf(error) });
  const made = useMutation({
    ...makeShareLinkMutation(),
    onSuccess: (link) => queryClient.setQueryData(getShareLinkQueryKey(path), link),
    onError,
  });
  const ended = useMutation({
    ...endShareLinkMutation(),
    onSuccess: () => queryClient.setQueryData(getShareLinkQueryKey(path), { path: null }),
    onError,
  });
  const secret = link.data?.path;
  const audience: Audience = is_public ? "public" : secret ? "link" : "private";
  const choose = async (next: Audience) => {
    // Becoming private ends a link, so it comes first.
    if ((next === "public") !== is_public) await onVisibility(next === "public");
    if (next === "link") made.mutate(path);
    if (next === "private") ended.mutate(path);
  };
  const publicPath = `/p/${encodeURIComponent(handle ?? "")}/${encodeURIComponent(slug)}`;
  const address = `${window.location.origin}${audience === "link" ? secret : publicPath}`;
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
              value={audience}
              onChange={choose}
            />
          )}
          <p aria-live="polite">{explanations[audience]}</p>
          {audience !== "private" && (
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
