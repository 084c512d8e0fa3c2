// The number of tokens of the whole prompt, and how tokens are counted.

import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Popover } from "@/ui/popover";
import { useCountsSnapshot, useEditor } from "../context";
import { Tokens } from "../structures/counts";
import { setTokenModel, type TokenModel, tokensTitle, useExactTokens, useTokenModel } from "./use-tokens";

const models: { value: TokenModel; label: string; hint: string }[] = [
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
  return (
    <Popover
      label={t`Tokens`}
      trigger={
        <button
          type="button"
          title={tokensTitle(exact)}
          className="min-w-0 truncate rounded-control px-1 tabular-nums underline decoration-line-strong decoration-dotted underline-offset-4 hover:text-ink"
        >
          <Tokens tokens={counts.tokens} exact={exact} />
        </button>
      }
    >
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
