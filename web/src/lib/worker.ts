// Starts workers from our own files, also under a policy of trusted types.

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): string };
}

/** Lets workers start under `require-trusted-types-for 'script'`, and only from our own origin. */
const policy = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy("app-worker", {
  createScriptURL(url) {
    if (new URL(url, location.href).origin !== location.origin) throw new TypeError(`Refused worker ${url}`);
    return url;
  },
});

export function startWorker(url: string, name: string): Worker {
  return new Worker(policy ? policy.createScriptURL(url) : url, { type: "module", name });
}
