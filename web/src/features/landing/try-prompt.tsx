// A small prompt to try without an account: fill in its variables and copy the text.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { useId, useRef, useState } from "react";
import { Button, buttonClass } from "@/ui/button";
import { Field } from "@/ui/field";
import { Input } from "@/ui/input";

const variables = [
  { name: t`product`, example: t`a coffee subscription` },
  { name: t`audience`, example: t`people who work from home` },
  { name: t`tone`, example: t`warm and plain` },
];
const [product = "", audience = "", tone = ""] = variables.map(({ name }) => `{{${name}}}`);

/** The pieces of the prompt's text: every other one is the name of a variable. */
const pieces = t`You write product pages that people read to the end.

Describe ${product} for ${audience}. Begin with the problem it solves, then say in three short sentences how. Write in a tone that is ${tone}. End with one question that invites an answer, and use no superlatives.`.split(
  /\{\{(.+?)\}\}/,
);

const title = t`Describe a product`;

const written = pieces.map((piece, index) => (index % 2 === 0 ? piece : `{{${piece}}}`)).join("");
/** The editor with the same prompt, which is begun there. */
const editor = `/editor?${new URLSearchParams({ new: "prompt", title, text: written })}`;

export function TryPrompt() {
  const [values, setValues] = useState<Partial<Record<string, string>>>({});
  const shown = (name: string) => values[name]?.trim() || `{{${name}}}`;
  const whole = () => pieces.map((piece, index) => (index % 2 === 0 ? piece : shown(piece))).join("");
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
          {title}
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
          {pieces.map((piece, index) =>
            index % 2 === 0 ? (
              piece
            ) : (
              <span
                key={piece}
                className={
                  values[piece]?.trim()
                    ? "rounded-[0.2rem] bg-accent-wash text-accent box-decoration-clone"
                    : "rounded-[0.2rem] bg-brass-wash font-semibold text-brass box-decoration-clone"
                }
              >
                {shown(piece)}
              </span>
            ),
          )}
        </p>
        <div className="flex flex-wrap items-center gap-3">
          <Button variant="primary" onClick={copy}>
            <span aria-live="polite">{copied ? t`Copied` : t`Copy`}</span>
          </Button>
          <Link
            to="/register"
            search={{ from: editor }}
            hash={`values=${encodeURIComponent(JSON.stringify(values))}`}
            className={buttonClass({ variant: "ghost" })}
          >
            <Trans>Save your own like this</Trans>
          </Link>
        </div>
      </div>
    </div>
  );
}
