// Improves a prompt with AI: the user describes the improvement, sees its price, reviews each change and accepts
// some. Nothing is stored before it is applied, as an ordinary edit.

import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { messageOf } from "@/api/client";
import { getBillingOptions } from "@/api/generated/@tanstack/react-query.gen";
import type { Improved, ImprovementRequest } from "@/api/generated/types.gen";
import { improve } from "@/api/generations";
import type { Content, EditorDocument } from "@/core";
import { ConfirmDialog } from "@/ui/confirm-dialog";
import { Dialog } from "@/ui/dialog";
import { NotLoaded } from "@/ui/not-loaded";
import { Skeleton } from "@/ui/skeleton";
import { useProviders } from "../providers";
import { Upgrade } from "../upgrade";
import { useModel } from "../use-model";
import { AskForm, type Wish } from "./ask-form";
import { ReviewForm } from "./review-form";

/** The part to improve, or the whole prompt without an id. */
export interface ImproveTarget {
  id?: string;
  name: string;
  /** What is asked for, to begin with. */
  instruction?: string;
}

interface ImproveDialogProps {
  document: EditorDocument;
  target: ImproveTarget;
  onApplied: () => void;
  onClose: () => void;
}

export default function ImproveDialog({ document: prompt, target, onApplied, onClose }: ImproveDialogProps) {
  const billing = useQuery(getBillingOptions());
  const hasOwnKey = useProviders().own.size > 0;
  const [wish, setWish] = useState<Wish>({ instruction: target.instruction ?? "", ai: null });
  const [proposed, setProposed] = useState<Improved | null>(null);
  const [leaving, setLeaving] = useState(false);
  const { state, start, cancel, dismiss } = useModel<ImprovementRequest, Improved>(improve, setProposed);
  const title = t`Improve ${target.name}`;

  if (!billing.data || !(billing.data.can_use_ai || hasOwnKey)) {
    return (
      <Dialog open onOpenChange={onClose} title={title}>
        {billing.isPending && <Skeleton className="h-40" />}
        {billing.error && (
          <NotLoaded title={t`Your plan could not be loaded`} onRetry={() => billing.refetch()}>
            {messageOf(billing.error)}
          </NotLoaded>
        )}
        {billing.data && <Upgrade isSold={billing.data.is_configured} inEditor />}
      </Dialog>
    );
  }
  if (!proposed) {
    return (
      <AskForm
        title={title}
        document={prompt}
        part={target.id}
        wish={wish}
        onWish={setWish}
        state={state}
        onAsk={(instruction, ai) => {
          const part = target.id;
          void start({ prompt: prompt.record(), ...(part && { part }), instruction, ...ai });
        }}
        onCancel={cancel}
        onDismiss={dismiss}
        onClose={onClose}
      />
    );
  }
  return (
    <>
      <ReviewForm
        title={title}
        document={prompt}
        proposed={proposed.content as unknown as Content}
        cost={proposed.total_cost}
        onAgain={() => setProposed(null)}
        onApplied={onApplied}
        onClose={(changes) => (changes > 0 ? setLeaving(true) : onClose())}
      />
      <ConfirmDialog
        open={leaving}
        onOpenChange={setLeaving}
        title={t`Discard this improvement?`}
        confirmLabel={t`Discard`}
        cancelLabel={t`Keep reviewing`}
        danger
        onConfirm={onClose}
      >
        <p>
          <Trans>Your prompt stays as it is. The suggestions are not kept.</Trans>
        </p>
      </ConfirmDialog>
    </>
  );
}
