import type { FetchedPieces, RenderProblem } from "./api.js";

/** Values by the names of variables. */
export type Values = Record<string, unknown>;

/** A message as chat APIs take it. */
export interface Message {
  role: "system" | "user" | "assistant";
  content: string;
}

/**
 * Whether values only take the places of their variables. An empty text can change the blank lines around it, and what is
 * no text, number, or yes and no is for the server.
 */
export function isFillable(body: FetchedPieces, values: Values): boolean {
  const given = Object.values(values).filter((value) => value !== undefined && value !== null);
  if (given.length === 0) return true;
  return body.is_fixed && given.every((value) => value !== "" && ["string", "number", "boolean"].includes(typeof value));
}

/** Puts values in the places of their variables, once: what a value says is never read again. */
export function fill(body: FetchedPieces, values: Values): { messages: Message[]; problems: RenderProblem[] } {
  const valueOf = (name: string | null | undefined) => {
    if (typeof name !== "string" || !Object.hasOwn(values, name)) return null;
    const value = values[name];
    return value === undefined || value === null ? null : String(value);
  };
  const messages = body.messages.map(({ role, pieces }) => ({
    role,
    content: pieces.map(({ text, variable }) => valueOf(variable) ?? text).join(""),
  }));
  const isMissing = ({ kind, name }: RenderProblem) => kind !== "missing_value" || valueOf(name) === null;
  return { messages, problems: body.problems.filter(isMissing) };
}

/** Reads an answer: pieces, or messages that are rendered already. Null for what is no prompt, or an empty one. */
export function piecesOf(text: string): FetchedPieces | null {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return null;
  }
  return checked(body);
}

export function checked(body: unknown): FetchedPieces | null {
  const answer = body as Partial<FetchedPieces> | null;
  if (typeof answer !== "object" || answer === null || !Array.isArray(answer.messages)) return null;
  if (typeof answer.version !== "string" || typeof answer.name !== "string") return null;
  const messages = [];
  for (const message of answer.messages as unknown[]) {
    const { role, pieces, content } = (message ?? {}) as Record<string, unknown>;
    const list = Array.isArray(pieces) ? pieces : typeof content === "string" ? [{ text: content }] : null;
    if (typeof role !== "string" || !list?.every((piece) => typeof piece?.text === "string")) return null;
    messages.push({ role: role as Message["role"], pieces: list as FetchedPieces["messages"][number]["pieces"] });
  }
  const isEmpty = messages.every(({ pieces }) => pieces.every(({ text }) => text.trim() === ""));
  if (isEmpty) return null;
  const problems = Array.isArray(answer.problems) ? answer.problems : [];
  return {
    name: answer.name,
    id: answer.id ?? "",
    title: answer.title ?? "",
    version: answer.version,
    label: answer.label ?? null,
    is_fixed: answer.is_fixed === true,
    messages,
    settings: answer.settings ?? {},
    problems,
  };
}
