import type { FetchedPieces, ProblemKind, RenderProblem } from "./api.js";
import { isObject } from "./check.js";
import { type Content, contentOf, textOfContent } from "./content.js";

/** Values by the names of variables. */
export type Values = Record<string, unknown>;

/** A message as chat APIs take it. */
export interface Message {
  role: "system" | "user" | "assistant";
  /** A text, or parts if there are images. */
  content: Content;
}

/** A part of a prompt that is not rendered, and why. */
export interface Problem extends Omit<RenderProblem, "kind"> {
  /** The reason. `not_rendered`: the server did not render the values, so conditions, sections and lists are as without them. */
  kind: ProblemKind | "not_rendered";
}

export interface Filled {
  messages: Message[];
  problems: Problem[];
}

/**
 * Whether values only take the places of their variables. An empty text can change the blank lines around it, and what is
 * no text, number that is written alike everywhere, or yes and no is for the server.
 */
export function isFillable(body: FetchedPieces, values: Values): boolean {
  const given = Object.values(values).filter((value) => value !== undefined && value !== null);
  return given.length === 0 || (body.is_fixed && given.every(isPlain));
}

function isPlain(value: unknown): boolean {
  if (typeof value === "string") return value.trim() !== "";
  if (typeof value !== "number") return typeof value === "boolean";
  const size = Math.abs(value);
  return size === 0 || (size >= 1e-4 && size <= Number.MAX_SAFE_INTEGER);
}

/** Puts values in the places of their variables, once: what a value says is never read again. */
export function fill(body: FetchedPieces, values: Values): Filled {
  return filled(body, (name) => textOf(Object.hasOwn(values, name) ? values[name] : null));
}

/**
 * What there is when the server does not render the values: they take the places of their variables, and what conditions,
 * sections and lists decide is as without values. It says so, and is never empty.
 */
export function fillRoughly(body: FetchedPieces, values: Values, because: string): Filled {
  const rough = filled(body, (name) => textOf(given(values, name)));
  const messages = rough.messages.filter(({ content }) => textOfContent(content).trim() !== "");
  const { messages: some, problems } = messages.length > 0 ? { ...rough, messages } : filled(body, () => null);
  const message = `The server did not render the values, so they only took the places of their variables: ${because}`;
  return { messages: some, problems: [...problems, { kind: "not_rendered", name: body.name, item: "", message }] };
}

function filled(body: FetchedPieces, valueOf: (name: string) => string | null): Filled {
  const places = new Map<string, string>();
  const messages = body.messages.map(({ role, pieces }) => {
    const texts = pieces.map(({ text, variable }) => {
      const value = variable ? valueOf(variable) : null;
      if (variable && value !== null) places.set(variable, value);
      return value ?? text;
    });
    return { role, content: contentOf(pieces, texts) };
  });
  // Whether there is text is seen when the values are in.
  const problems = body.problems.filter(
    ({ kind, name }) => kind !== "no_text" && (kind !== "missing_value" || !places.has(name)),
  );
  return { messages, problems: problems.map((problem) => ({ ...problem })) };
}

/** The value of a name as a whole, else of the path that its dots make. */
function given(values: Values, name: string): unknown {
  if (Object.hasOwn(values, name)) return values[name];
  let value: unknown = values;
  for (const key of name.split(".")) {
    if (!(isObject(value) || Array.isArray(value)) || !Object.hasOwn(value, key)) return null;
    value = (value as Record<string, unknown>)[key];
  }
  return value;
}

/** A text as it is, any other value as JSON; null for what is neither. */
function textOf(value: unknown): string | null {
  if (typeof value === "string") return value;
  if (value === null || (typeof value === "number" && !Number.isFinite(value))) return null;
  try {
    const json = JSON.stringify(value) ?? null;
    // A date is a text in JSON.
    const plain: unknown = json?.startsWith('"') ? JSON.parse(json) : null;
    return typeof plain === "string" ? plain : json;
  } catch {
    return null;
  }
}
