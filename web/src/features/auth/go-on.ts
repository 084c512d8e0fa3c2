import type { RouterHistory } from "@tanstack/react-router";

// Pages that the server draws, not this application.
const drawn = /^\/(p|s|report|api)(\/|\?|$)/;

/** Leads somebody who has signed in to the page they came from. */
export function goOn(history: RouterHistory, from: string | undefined): void {
  const address = from ? from + window.location.hash : "/studio";
  if (drawn.test(address)) window.location.replace(address);
  else history.replace(address);
}
