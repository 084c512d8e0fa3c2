import { lazyRouteComponent as lazy } from "@tanstack/react-router";
import { CodeNotLoaded, loadCode } from "@/api/load-code";

/**
 * The code of a page, from which one comes by a link. Where the server has another build by now the router loads the document
 * anew, once, at the address one goes to: it knows that by the browser's own error. Otherwise the page says itself what is wrong.
 */
export const lazyRouteComponent: typeof lazy = (importer, name) =>
  lazy(
    () =>
      loadCode(importer).catch((error: unknown) => {
        throw error instanceof CodeNotLoaded && error.isOutdated ? error.cause : error;
      }),
    name,
  );
