import { lazyRouteComponent as lazy } from "@tanstack/react-router";
import { importModule, ModuleNotLoaded } from "@/lib/dynamic-import";

/**
 * The code of a page, from which one comes by a link. Where the server has another build by now the router loads the document
 * anew, once, at the address one goes to: it knows that by the browser's own error. Otherwise the page says itself what is wrong.
 */
export const lazyRouteComponent: typeof lazy = (importer, name) =>
  lazy(
    () =>
      importModule(importer).catch((error: unknown) => {
        throw error instanceof ModuleNotLoaded && error.isOutdated ? error.cause : error;
      }),
    name,
  );
