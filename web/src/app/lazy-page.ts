import { lazyRouteComponent as lazy } from "@tanstack/react-router";
import { importModule, ModuleNotLoaded } from "@/lib/dynamic-import";

/**
 * Lazy-loads the code of a page. If the server has a newer build, the router reloads the document once at the
 * target address, which it detects by the browser's own error; any other failure is shown by the page.
 */
export const lazyRouteComponent: typeof lazy = (importer, name) =>
  lazy(
    () =>
      importModule(importer).catch((error: unknown) => {
        throw error instanceof ModuleNotLoaded && error.isOutdated ? error.cause : error;
      }),
    name,
  );
