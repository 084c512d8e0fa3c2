import { lazyRouteComponent as lazy } from "@tanstack/react-router";

/** The code of a page did not come because there is no connection. */
export class PageNotLoaded extends Error {
  constructor() {
    super("It was not loaded yet, and there is no connection. Try again when you are online.");
  }
}

/**
 * The router loads the document anew when a page's code is missing, for it may belong to an older build. Without a connection
 * that would leave nothing but the browser's own error page, so then the page says so itself.
 */
export const lazyRouteComponent: typeof lazy = (importer, name) =>
  lazy(
    () =>
      importer().catch((error: unknown) => {
        throw navigator.onLine ? error : new PageNotLoaded();
      }),
    name,
  );
