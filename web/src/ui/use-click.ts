// Clicks that send a request: it is sent once, however often and fast the user clicks.
import { type MouseEvent, useRef, useState } from "react";

type Click = MouseEvent<HTMLButtonElement>;

/** The action of a button. While a returned promise is pending, further clicks are ignored. */
export type OnClick = (event: Click) => unknown;

interface ClickOptions {
  onClick: OnClick | undefined;
  /** Whether a click submits the surrounding form. */
  isSubmit?: boolean;
  /** Whether clicks are ignored, on a button that keeps the focus. */
  refuses?: boolean;
}

/** The click handler of a button, and whether its action is pending. */
export function useClick({ onClick, isSubmit = false, refuses = false }: ClickOptions) {
  const [pending, setPending] = useState(false);
  // The next click may come before `pending` is rendered, so a ref tracks the state.
  const running = useRef(false);
  const sent = useRef(false);

  const click = (event: Click): void => {
    // The second click of a double click may arrive after the response and repeats the first. Only actions that
    // stay on the page, such as adding a segment, run on every click.
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
    // The caller reports a failure itself.
    result.then(settled, settled);
  };
  return { click, pending };
}
