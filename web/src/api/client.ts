// Configures the generated client: every failure becomes an ApiError with the server's code and message.

import { t } from "@lingui/core/macro";
import { translated } from "@/i18n";
import { addExpectedUser, noteRefusal } from "./expected-user";
import { client } from "./generated/client.gen";
import type { Error as ErrorBody } from "./generated/types.gen";

/** A failed request; `status` is 0 if there was no response. */
export class ApiError extends Error implements ErrorBody {
  readonly status: number;
  readonly code: string;
  readonly field?: string | null;
  /** With 409 on a save: the current prompt or component on the server. */
  readonly current?: ErrorBody["current"];

  constructor(status: number, body: unknown) {
    const problem = isProblem(body) ? body : null;
    super(problem?.message ?? fallbackMessage(status));
    this.name = "ApiError";
    this.status = status;
    this.code = problem?.code ?? (status === 0 ? "offline" : "unknown");
    this.field = problem?.field ?? null;
    this.current = problem?.current ?? null;
  }
}

function isProblem(body: unknown): body is ErrorBody {
  return typeof body === "object" && body !== null && "code" in body && "message" in body;
}

function fallbackMessage(status: number): string {
  if (status === 0) return t`The server cannot be reached. Check your connection and try again.`;
  return t`The server answered with an error (${status}). Please try again.`;
}

/** The error of an unsuccessful response. */
export function refusal(status: number, body: unknown): ApiError {
  const error = new ApiError(status, body);
  noteRefusal(error.code);
  return error;
}

/** The message to show for any thrown value. */
export function messageOf(error: unknown): string {
  return sentenceOf(error) ?? t`Something went wrong. Please try again.`;
}

/** The message of an error if it is meant for users; errors of browsers and the language address programmers. */
export function sentenceOf(error: unknown): string | null {
  const isSaid = error instanceof Error && !(error instanceof DOMException) && !wordless.test(error.name);
  return isSaid ? translated(error.message) : null;
}

const wordless = /^(Type|Syntax|Range|Reference|Eval|URI|Aggregate|Compile|Link|Runtime)Error$/;

/** `fetch` for requests outside the generated client. A missing response throws an ApiError too. */
export async function ask(url: string, init?: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    if (init?.signal?.aborted) throw error;
    throw new ApiError(0, null);
  }
}

/** The body of a response, which a proxy may have written; null if it is not JSON. */
export async function bodyOf(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    return null;
  }
}

export function isStatus(error: unknown, status: number): error is ApiError {
  return error instanceof ApiError && error.status === status;
}

/** Whether the session has ended. A wrong password returns 401 too. */
export function isSessionEnded(error: unknown): boolean {
  return isStatus(error, 401) && error.code === "not_authenticated";
}

client.interceptors.request.use(addExpectedUser);

client.interceptors.error.use((error, response) => refusal(response?.status ?? 0, error));

export { client };
