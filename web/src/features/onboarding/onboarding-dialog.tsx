// The five onboarding steps of a new user: a full-screen overlay until they are completed or skipped.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { X } from "lucide-react";
import * as Dialog from "radix-ui/dialog";
import { useCallback, useEffect, useRef, useState } from "react";
import { messageOf } from "@/api/client";
import {
  completeOnboardingMutation,
  getOnboardingQueryKey,
  saveOnboardingStepMutation,
} from "@/api/generated/@tanstack/react-query.gen";
import type { Onboarding as Progress } from "@/api/generated/types.gen";
import { onboardingStep } from "@/core";
import { messages } from "@/core/lists";
import { translated } from "@/i18n";
import { Button } from "@/ui/button";
import { firstControl } from "@/ui/first-control";
import { useFocusBack } from "@/ui/focus-back";
import { IconButton } from "@/ui/icon-button";
import { toast } from "@/ui/toast";
import { StepContent, type Templates } from "./steps";

interface OnboardingDialogProps {
  progress: Progress;
  /** Prompts to start from, in the last step. */
  Templates: Templates;
}

export default function OnboardingDialog({ progress, Templates }: OnboardingDialogProps) {
  const queryClient = useQueryClient();
  const [number, setNumber] = useState(progress.current_step);
  const [data, setData] = useState(progress.data);
  const save = useMutation(saveOnboardingStepMutation());
  const complete = useMutation(completeOnboardingMutation());
  const view = onboardingStep(number, data);
  const page = useRef<HTMLDivElement>(null);
  const questions = useRef<HTMLDivElement>(null);
  const forward = useRef<HTMLButtonElement>(null);
  // Every step focuses its first answer, or the button to continue if it has none. The next step starts at its
  // top even if the user scrolled down on a phone.
  const begin = useCallback(() => {
    page.current?.scrollTo(0, 0);
    (firstControl(questions.current) ?? forward.current)?.focus({ preventScroll: true });
  }, []);
  useEffect(() => {
    if (number) begin();
  }, [number, begin]);
  const busy = save.isPending || complete.isPending;

  const failed = (error: unknown) =>
    void toast.error(messages.onboarding_save_failed, { description: messageOf(error) });
  const go = () =>
    save.mutateAsync(
      { path: { step: number }, body: { data } },
      {
        onSuccess: (next) => {
          if (next.completed) queryClient.setQueryData(getOnboardingQueryKey(), next);
          else setNumber(next.current_step);
        },
        onError: failed,
      },
    );
  const skip = () =>
    complete.mutateAsync(
      {},
      { onSuccess: (next) => queryClient.setQueryData(getOnboardingQueryKey(), next), onError: failed },
    );

  const onCloseAutoFocus = useFocusBack(true);
  return (
    <Dialog.Root open onOpenChange={(open) => !open && view.can_skip && void skip().catch(() => {})}>
      <Dialog.Portal>
        <Dialog.Content
          ref={page}
          aria-describedby={undefined}
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            begin();
          }}
          onCloseAutoFocus={onCloseAutoFocus}
          onPointerDownOutside={(event) => event.preventDefault()}
          className="fixed inset-0 z-50 flex animate-fade flex-col overflow-y-auto bg-ground focus:outline-none"
        >
          <div
            role="progressbar"
            aria-label={t`Progress`}
            aria-valuemin={1}
            aria-valuemax={view.steps}
            aria-valuenow={view.number}
            className="h-1.5 shrink-0 bg-line"
          >
            <div
              className="h-full bg-accent-strong transition-[width] duration-300"
              style={{ width: `${(view.number / view.steps) * 100}%` }}
            />
          </div>
          <div className="mx-auto flex w-full max-w-3xl flex-1 flex-col px-4 py-8">
            <div className="flex items-start justify-between gap-4">
              <div>
                <p className="text-muted">
                  <Trans>
                    Step {view.number} of {view.steps}
                  </Trans>
                </p>
                <Dialog.Title className="text-3xl font-bold tracking-[-0.02em]">
                  {translated(view.label)}
                </Dialog.Title>
              </div>
              {view.can_skip && (
                <IconButton label={t`Close`} onClick={skip} disabled={busy}>
                  <X aria-hidden="true" />
                </IconButton>
              )}
            </div>
            <div ref={questions} className="flex-1 py-8">
              <StepContent
                step={view.step}
                data={data}
                onChange={(part) => setData({ ...data, ...part })}
                Templates={Templates}
                onChosen={skip}
              />
            </div>
            <div className="flex flex-wrap items-center gap-2 border-t pt-5">
              <Button disabled={!view.can_go_back || busy} onClick={() => setNumber(number - 1)}>
                <Trans>Previous</Trans>
              </Button>
              {view.can_skip && (
                <Button variant="ghost" disabled={busy} onClick={skip}>
                  <Trans>Skip for now</Trans>
                </Button>
              )}
              {/* A disabled button does not say why it is disabled. */}
              <p className="ml-auto text-sm text-muted">
                {!view.can_continue && t`Answer above to continue`}
              </p>
              <Button ref={forward} variant="primary" busy={busy} disabled={!view.can_continue} onClick={go}>
                {translated(view.continue_label)}
              </Button>
            </div>
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
