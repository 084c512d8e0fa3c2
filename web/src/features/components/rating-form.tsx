import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { type FormEvent, useRef, useState } from "react";
import { ApiError, isSessionEnded, messageOf } from "@/api/client";
import type { Rating } from "@/api/generated/types.gen";
import { useOpenForm } from "@/lib/open-forms";
import { Alert } from "@/ui/alert";
import { Button } from "@/ui/button";
import { Field } from "@/ui/field";
import { Textarea } from "@/ui/input";
import { SignedOutAlert } from "@/ui/signed-out-alert";
import { type ComponentSummary, useRateComponent, useUnrateComponent } from "./queries";
import { StarIcon, starValues } from "./stars";

interface RatingFormProps {
  component: ComponentSummary;
  /** The user's existing rating. */
  own: Rating | undefined;
}

/** One to five stars with an optional comment. */
export function RatingForm({ component, own }: RatingFormProps) {
  useOpenForm();
  const [stars, setStars] = useState(own?.rating_value ?? 0);
  const [text, setText] = useState(own?.review_text ?? "");
  const rate = useRateComponent();
  const unrate = useUnrateComponent();
  const path = { id: component.id };
  const isSame = stars === own?.rating_value && text.trim() === own.review_text.trim();
  const choices = useRef<HTMLDivElement>(null);
  const { error } = rate;
  const atText = error instanceof ApiError && error.field === "review_text";
  const submit = (event: FormEvent) => {
    event.preventDefault();
    rate.mutate({ path, body: { rating_value: stars, review_text: text } });
  };
  const begin = () => {
    setStars(0);
    setText("");
    // The pressed button is gone, so the focus moves to the stars.
    choices.current?.querySelector("input")?.focus();
  };
  return (
    <form onSubmit={submit} className="space-y-4">
      {isSessionEnded(error) && <SignedOutAlert />}
      {error && !atText && !isSessionEnded(error) && <Alert>{messageOf(error)}</Alert>}
      <fieldset>
        <legend className="mb-1 text-sm font-semibold">
          <Trans>Your rating</Trans>
        </legend>
        <div ref={choices} className="-ml-1.5 flex">
          {starValues.map((value) => (
            <label
              key={value}
              title={labelOf(value)}
              className="relative cursor-pointer rounded-control p-1.5 hover:bg-well has-focus-visible:outline-2 has-focus-visible:outline-accent"
            >
              <input
                type="radio"
                name={`stars-${component.id}`}
                aria-label={labelOf(value)}
                className="absolute inset-0 cursor-pointer opacity-0"
                checked={value === stars}
                onChange={() => setStars(value)}
              />
              <StarIcon filled={value <= stars} className="size-6" />
            </label>
          ))}
        </div>
      </fieldset>
      <Field
        label={t`Review`}
        hint={t`Optional. Visible to everyone who can see the component.`}
        error={atText ? messageOf(error) : undefined}
      >
        {(control) => (
          <Textarea {...control} value={text} onChange={(event) => setText(event.target.value)} />
        )}
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          variant="primary"
          busy={rate.isPending}
          disabled={stars === 0}
          // The button was just pressed; `aria-disabled` keeps the focus on it.
          aria-disabled={isSame}
        >
          {own ? t`Save changes` : t`Rate`}
        </Button>
        {own && (
          <Button busy={unrate.isPending} onClick={() => unrate.mutate({ path }, { onSuccess: begin })}>
            <Trans>Remove my rating</Trans>
          </Button>
        )}
      </div>
    </form>
  );
}

function labelOf(value: number): string {
  return plural(value, { one: "# star", other: "# stars" });
}
