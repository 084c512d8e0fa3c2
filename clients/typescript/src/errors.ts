/** The server gave no prompt, and there is no copy of it. */
export class PromptUnavailable extends Error {
  override name = "PromptUnavailable";
}

/** The server answered that it does not give the prompt: 401, 403, 404 and the like. */
export class PromptRefused extends Error {
  override name = "PromptRefused";
  /** The HTTP status. */
  readonly status: number;

  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}

/** Nothing came, or not in time. */
export class NoAnswer extends Error {}

export function errorOf(cause: unknown): Error {
  return cause instanceof Error ? cause : new Error(String(cause));
}

/** `fetch failed` says nothing; its cause does. */
export function reasonOf(error: Error): string {
  return error.cause instanceof Error && error.cause.message ? `${error.message}: ${error.cause.message}` : error.message;
}

/** Whether the request is what the server does not take. It is busy at 408 and 429. */
export function isRefusal(status: number): boolean {
  return status >= 400 && status < 500 && status !== 408 && status !== 429;
}
