// Dynamic imports, which fail without a connection, or if the server runs a newer build with other file names.
import { t } from "@lingui/core/macro";

/** A failed dynamic import. Its message is for the user. */
export class ModuleNotLoaded extends Error {
  /** Whether the server has another build than this page: a retry does not help, a reload does. */
  readonly isOutdated: boolean;

  constructor(isOutdated: boolean, options?: ErrorOptions) {
    super(sentence(isOutdated), options);
    this.name = "ModuleNotLoaded";
    this.isOutdated = isOutdated;
  }
}

function sentence(isOutdated: boolean): string {
  if (isOutdated) {
    return t`Promptcase was updated since you opened this page. Reload to continue; unsaved text in the editor is kept.`;
  }
  return navigator.onLine
    ? t`It could not be loaded from the server. Try again.`
    : t`It is not loaded yet and you are offline. Try again when you are online.`;
}

/** `importModule(() => import("./part"))`. It can be retried after a failure: browsers fetch the module again. */
export async function importModule<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (cause) {
    throw new ModuleNotLoaded(await isOutdated(), { cause });
  }
}

/** Every build renames its main script, and the server has the files of one build only. */
async function isOutdated(): Promise<boolean> {
  const program = programFile();
  if (!program || !navigator.onLine) return false;
  const answer = await fetch(program, { method: "HEAD", cache: "no-store" }).catch(() => null);
  return answer?.status === 404;
}

function programFile(): string | null | undefined {
  return document.querySelector('script[type="module"][src*="/assets/"]')?.getAttribute("src");
}
