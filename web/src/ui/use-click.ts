// Clicks that send something: what they send goes out once, however often and fast somebody clicks.
import { type MouseEvent, useRef, useState } from "react";

type Click = MouseEvent<HTMLButtonElement>;

/** What a button does. One that returns a promise is done once at a time: until it settles, further clicks do nothing. */
export type OnClick = (event: Click) => unknown;

interface ClickOptions {
  onClick: OnClick | undefined;
  /** Whether a click sends the form around it. */
  isSubmit?: boolean;
  /** Whether clicks do nothing, on a button that keeps the focus all the same. */
  refuses?: boolean;
}

/** A handler for a button, and whether what it began still goes on. */
export function useClick({ onClick, isSubmit = false, refuses = false }: ClickOptions) {
  const [pending, setPending] = useState(false);
  // The next click may come before `pending` is on the page, so what counts is kept here.
  const running = useRef(false);
  const sent = useRef(false);

  const click = (event: Click): void => {
    // The second click of a double click may also come when all is done already. It means no more than the first; only what
    // stays on the page, as adding an empty segment, is wanted as often as it is clicked.
    const isRepeated = event.detail > 1 && (isSubmit || sent.current);
    if (running.current || refuses || isRepeated) {
      event.preventDefault();
      return;
    }
    const result = onClick?.(event);
    sent.current = result instanceof Promise;
    if (!(result instanceof Promise)) return;
    running.current = true;
    setPending(true);
    const settled = () => {
      running.current = false;
      setPending(false);
    };
    // Whoever began it also says what failed.
    result.then(settled, settled);
  };
  return { click, pending };
}
