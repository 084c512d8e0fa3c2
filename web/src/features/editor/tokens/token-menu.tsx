// The number of tokens of the whole prompt, and how tokens are counted.

import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { TriangleAlert } from "lucide-react";
import { useFormat } from "@/lib/format";
import { cn } from "@/ui/cn";
import { Popover } from "@/ui/popover";
import { useCountsSnapshot, useEditor } from "../context";
import { Tokens } from "../structures/counts";
import { setTokenModel, type TokenModel, tokensTitle, useExactTokens, useTokenModel } from "./use-tokens";

const models: { value: TokenModel; label: string; hint: string }[] = [
  {
    value: "prompt",
    label: t`The model of the prompt`,
    hint: t`Exact for OpenAI's since GPT-4o, else an estimate. The model is in the settings of Run.`,
  },
  { value: "any", label: t`Any model`, hint: t`An estimate from the length of the text.` },
  {
    value: "openai",
    label: t`OpenAI, since GPT-4o`,
    hint: t`Exact. Loads a table of 1 MB once, and counts in this browser.`,
  },
];

export function TokenMenu() {
  const { document: prompt } = useEditor();
  const counts = useCountsSnapshot((document) => document.totalCounts());
  const revision = useCountsSnapshot((document) => document.state().revision);
  const exact = useExactTokens(() => {
    const { messages } = prompt.render({}, {});
    return messages.map(({ pieces }) => pieces.map(({ text }) => text).join("")).join("\n\n");
  }, revision);
  const chosen = useTokenModel();
  const format = useFormat();
  const budget = useCountsSnapshot((document) => document.tokenBudget());
  const isOver = budget !== null && (exact ?? counts.tokens) > budget;
  const over = isOver ? `${t`Over the budget of ${format.number(budget)} tokens.`} ` : "";
  return (
    <Popover
      label={t`Tokens`}
      trigger={
        <button
          type="button"
          title={over + tokensTitle(exact)}
          className={cn(
            "min-w-0 truncate rounded-control px-1 tabular-nums underline decoration-line-strong decoration-dotted underline-offset-4 hover:text-ink",
            isOver && "font-semibold text-brass",
          )}
        >
          <Tokens tokens={counts.tokens} exact={exact} />
          {isOver && (
            <>
              <TriangleAlert aria-hidden="true" className="ml-1 inline size-3.5 align-[-0.1em]" />
              <span className="sr-only">{t`, over budget`}</span>
            </>
          )}
        </button>
      }
    >
      {isOver && (
        <p className="mb-3 text-sm text-brass">
          {over}
          <Trans>The budget is in the settings of Run.</Trans>
        </p>
      )}
      <fieldset className="space-y-3">
        <legend className="mb-2 font-bold">
          <Trans>Count tokens for</Trans>
        </legend>
        {models.map(({ value, label, hint }) => (
          <label key={value} className="flex gap-2.5">
            <input
              type="radio"
              name="token-model"
              className="mt-1 accent-accent"
              checked={chosen === value}
              onChange={() => setTokenModel(value)}
            />
            <span>
              <span className="font-semibold">{label}</span>
              <span className="block text-sm text-muted">{hint}</span>
            </span>
          </label>
        ))}
      </fieldset>
    </Popover>
  );
}
