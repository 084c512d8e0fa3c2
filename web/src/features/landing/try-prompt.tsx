// A small prompt to try without an account: fill in its variables and copy the text.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { useId, useRef, useState } from "react";
import { Button, buttonClass } from "@/ui/button";
import { Field } from "@/ui/field";
import { Input } from "@/ui/input";

const variables = [
  { name: "product", example: t`a coffee subscription` },
  { name: "audience", example: t`people who work from home` },
  { name: "tone", example: t`warm and plain` },
] as const;

type Name = (typeof variables)[number]["name"];

/** The text of the prompt. An object is the place of a variable. */
const text: readonly (string | { variable: Name })[] = [
  t`You write product pages that people read to the end.

Describe `,
  { variable: "product" },
  " for ",
  { variable: "audience" },
  t`. Begin with the problem it solves, then say in three short sentences how. Write in a tone that is `,
  { variable: "tone" },
  t`. End with one question that invites an answer, and use no superlatives.`,
];

export function TryPrompt() {
  const [values, setValues] = useState<Partial<Record<Name, string>>>({});
  const shown = (name: Name) => values[name]?.trim() || `{{${name}}}`;
  const whole = () =>
    text.map((piece) => (typeof piece === "string" ? piece : shown(piece.variable))).join("");
  const titleId = useId();
  const shownText = useRef<HTMLParagraphElement>(null);
  const [copied, setCopied] = useState(false);
  // The button of the app reports failures in a toast, which would double the code of this page.
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(whole());
      setCopied(true);
    } catch {
      // Where copying is refused, the text is selected for copying by key.
      if (shownText.current) getSelection()?.selectAllChildren(shownText.current);
    }
  };
  return (
    <div className="tray md:grid-cols-[18rem_1fr]">
      <form aria-labelledby={titleId} className="space-y-4 p-6" onSubmit={(event) => event.preventDefault()}>
        <h3 id={titleId} className="text-lg font-bold">
          <Trans>Describe a product</Trans>
        </h3>
        {variables.map(({ name, example }) => (
          <Field key={name} label={name}>
            {(control) => (
              <Input
                {...control}
                autoComplete="off"
                placeholder={example}
                value={values[name] ?? ""}
                onChange={({ target }) => {
                  setCopied(false);
                  setValues({ ...values, [name]: target.value });
                }}
              />
            )}
          </Field>
        ))}
      </form>
      <div className="flex flex-col gap-5 p-6">
        <p ref={shownText} className="flex-1 leading-relaxed whitespace-pre-wrap wrap-anywhere">
          {text.map((piece) =>
            typeof piece === "string" ? (
              piece
            ) : (
              <span
                key={piece.variable}
                className={
                  values[piece.variable]?.trim()
                    ? "rounded-[0.2rem] bg-accent-wash text-accent box-decoration-clone"
                    : "rounded-[0.2rem] bg-brass-wash font-semibold text-brass box-decoration-clone"
                }
              >
                {shown(piece.variable)}
              </span>
            ),
          )}
        </p>
        <div className="flex flex-wrap items-center gap-3">
          <Button variant="primary" onClick={copy}>
            <span aria-live="polite">{copied ? t`Copied` : t`Copy`}</span>
          </Button>
          <Link to="/register" className={buttonClass({ variant: "ghost" })}>
            <Trans>Save your own like this</Trans>
          </Link>
        </div>
      </div>
    </div>
  );
}
