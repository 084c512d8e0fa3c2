// The generated client, made ready: every failure becomes one ApiError with the server's code and sentence.

import { addExpectedUser, noteRefusal } from "./expected-user";
import { client } from "./generated/client.gen";
import type { Error as ErrorBody } from "./generated/types.gen";

/** A failed request; `status` is 0 when no answer came at all. */
export class ApiError extends Error implements ErrorBody {
  readonly status: number;
  readonly code: string;
  readonly field?: string | null;
  /** With 409 on a save: the prompt or component as it stands now. */
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
  if (status === 0) return "The server cannot be reached. Check your connection and try again.";
  return `The server answered with an error (${status}). Please try again.`;
}

/** The error of an answer that is no success. */
export function refusal(status: number, body: unknown): ApiError {
  const error = new ApiError(status, body);
  noteRefusal(error.code);
  return error;
}

/** The sentence to show a person for any thrown value. */
export function messageOf(error: unknown): string {
  return sentenceOf(error) ?? "Something went wrong. Please try again.";
}

/** The sentence that an error has for a person, if it has one: what browsers and the language throw speaks to programmers. */
export function sentenceOf(error: unknown): string | null {
  const isSaid = error instanceof Error && !(error instanceof DOMException) && !wordless.test(error.name);
  return isSaid ? error.message : null;
}

const wordless = /^(Type|Syntax|Range|Reference|Eval|URI|Aggregate|Compile|Link|Runtime)Error$/;

/** `fetch` for what the generated client does not ask: no answer at all is a failure like any other. */
export async function ask(url: string, init?: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    if (init?.signal?.aborted) throw error;
    throw new ApiError(0, null);
  }
}

/** The body of such an answer, which a server in between may have written; null when it is no JSON. */
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

/** Whether the server no longer knows who asks. A wrong password answers 401 too. */
export function isSessionEnded(error: unknown): boolean {
  return isStatus(error, 401) && error.code === "not_authenticated";
}

client.interceptors.request.use(addExpectedUser);

client.interceptors.error.use((error, response) => refusal(response?.status ?? 0, error));

export { client };
