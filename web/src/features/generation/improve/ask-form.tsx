// The form of an improvement: the instruction, the model and the price.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Sparkles } from "lucide-react";
import { type KeyboardEvent, useMemo, useSyncExternalStore } from "react";
import { messageOf } from "@/api/client";
import { type AiConfig, type Cost, defaultAiConfig, type EditorDocument } from "@/core";
import { Alert } from "@/ui/alert";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { Field } from "@/ui/field";
import { Textarea } from "@/ui/input";
import { AiChoice, ProviderNotice } from "../ai-choice";
import { Pending } from "../pending";
import { offered, useAiProviders } from "../providers";
import { Quote } from "../quote";
import type { ModelState } from "../use-model";
import { wishes } from "./wishes";

export interface Wish {
  instruction: string;
  /** The chosen model; null for the default one. */
  ai: AiConfig | null;
}

interface AskFormProps {
  title: string;
  document: EditorDocument;
  part: string | undefined;
  wish: Wish;
  onWish: (wish: Wish) => void;
  state: ModelState;
  onAsk: (instruction: string, ai: AiConfig) => void;
  onCancel: () => void;
  onDismiss: () => void;
  onClose: () => void;
}

export function AskForm(props: AskFormProps) {
  const { title, document: prompt, part, wish, onWish, state, onAsk, onCancel, onDismiss, onClose } = props;
  const { instruction } = wish;
  const providers = useAiProviders();
  const ai = offered(wish.ai ?? defaultAiConfig(), providers);
  const revision = useSyncExternalStore(prompt.subscribe, () => prompt.state().revision);
  const quote = useMemo<{ cost: Cost } | { problem: string }>(() => {
    void revision;
    try {
      return { cost: prompt.improvementCost(part, instruction, ai) };
    } catch (error) {
      return { problem: messageOf(error) };
    }
  }, [prompt, revision, part, instruction, ai]);
  const isPending = state.status === "pending";
  const isReady = "cost" in quote && !isPending;
  const ask = () => {
    if (isReady) onAsk(instruction, ai);
  };
  const askByKey = (event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) {
      event.preventDefault();
      ask();
    }
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title}
      description={t`You see every change before it goes into your prompt.`}
      footer={
        <>
          {"cost" in quote && (
            <span className="mr-auto self-center">
              <Quote credits={quote.cost.total_cost} free={providers.own.has(ai.provider)} />
            </span>
          )}
          <Button onClick={onClose}>
            <Trans>Close</Trans>
          </Button>
          <Button variant="primary" disabled={!isReady} busy={isPending} onClick={ask}>
            {!isPending && <Sparkles aria-hidden="true" />}
            {isPending ? t`Improving...` : t`Improve`}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Field label={t`What should be improved?`} hint={t`Leave empty to let the AI decide.`}>
          {(control) => (
            <Textarea
              {...control}
              rows={3}
              value={instruction}
              disabled={isPending}
              onKeyDown={askByKey}
              onChange={(event) => onWish({ ...wish, instruction: event.target.value })}
            />
          )}
        </Field>
        <ul aria-label={t`Suggestions`} className="flex flex-wrap gap-2">
          {wishes.map(({ label, text }) => (
            <li key={label}>
              <Button
                size="sm"
                disabled={isPending}
                aria-pressed={instruction === text}
                onClick={() => onWish({ ...wish, instruction: text })}
              >
                {label}
              </Button>
            </li>
          ))}
        </ul>
        <div className="grid grid-cols-2 gap-3">
          <AiChoice ai={ai} providers={providers} onChange={(chosen) => onWish({ ...wish, ai: chosen })} />
          <ProviderNotice ai={ai} providers={providers} />
        </div>
        {"problem" in quote && <Alert tone="warning">{quote.problem}</Alert>}
        <div aria-live="polite">
          {isPending && (
            <Pending title={t`Improving with AI...`} characters={state.characters} onCancel={onCancel} />
          )}
        </div>
        {state.status === "failed" && (
          <Alert title={t`Improving failed`} onDismiss={onDismiss}>
            {messageOf(state.error)}
          </Alert>
        )}
      </div>
    </Dialog>
  );
}
