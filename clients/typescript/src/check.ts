import type { FetchedPiece, FetchedPieces, MessagePieces, RenderProblem, Settings } from "./api.js";
import { piecesOf } from "./content.js";
import { isAt, type Wanted } from "./names.js";

/**
 * The prompt of an answer, or null for what is not the prompt that was asked for, or an empty one. Each field is what the
 * contract says it is, whatever else there is: nothing else is kept or handed out. Rendered answers have no settings.
 */
export function checked(answer: unknown, wanted: Wanted, isRendered = false): FetchedPieces | null {
  if (!isObject(answer)) return null;
  const { name, id, title, version } = answer;
  const label = answer.label ?? null;
  if (!isText(name) || !name || !isText(id) || !id || !isText(title)) return null;
  if (typeof version !== "string" || !/^\d+\.\d+\.\d+$/.test(version) || !(label === null || isText(label))) return null;
  // A cache on the way that passes over the query has another version or label.
  if (!isAt(wanted, version, label)) return null;
  const messages = listOf(answer.messages, (one) => messageOf(one, isRendered));
  const problems = listOf(answer.problems, problemOf);
  // Servers and copies of before have none. Nothing depends on them, so none is better than no prompt.
  const remarks = listOf(answer.remarks, problemOf) ?? [];
  const settings = isRendered ? {} : answer.settings;
  const is_fixed = isRendered ? false : answer.is_fixed;
  if (!messages || !problems || typeof is_fixed !== "boolean" || !areSettings(settings)) return null;
  const isEmpty = messages.every(({ pieces }) => pieces.every(({ text }) => text.trim() === ""));
  // One whose every text depends on values is empty without them.
  if (isEmpty && (isRendered || is_fixed)) return null;
  return { name, id, title, version, label, is_fixed, messages, settings, problems, remarks };
}

/** Reads an answer. */
export function read(text: string, wanted: Wanted, isRendered = false): FetchedPieces | null {
  try {
    return checked(JSON.parse(text), wanted, isRendered);
  } catch {
    return null;
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether it is text that can be sent: half a character cannot. */
function isText(value: unknown): value is string {
  return typeof value === "string" && !/\p{Cs}/u.test(value);
}

/** The items as they are read; null if it is no list, or one of them is not what it should be. */
function listOf<Item>(value: unknown, read: (item: unknown) => Item | null): Item[] | null {
  if (!Array.isArray(value)) return null;
  const items: Item[] = [];
  for (const one of value) {
    const item = read(one);
    if (item === null) return null;
    items.push(item);
  }
  return items;
}

function messageOf(value: unknown, isRendered: boolean): MessagePieces | null {
  if (!isObject(value)) return null;
  const { role } = value;
  if (role !== "system" && role !== "user" && role !== "assistant") return null;
  const pieces = listOf(isRendered ? piecesOf(value.content) : value.pieces, pieceOf);
  return pieces && { role, pieces };
}

function pieceOf(value: unknown): FetchedPiece | null {
  if (!isObject(value) || !isText(value.text)) return null;
  const variable = value.variable ?? null;
  const image = value.image ?? null;
  if (image !== null) return isText(image) && image ? { text: value.text, image } : null;
  if (variable === null) return { text: value.text };
  return isText(variable) ? { text: value.text, variable } : null;
}

function problemOf(value: unknown): RenderProblem | null {
  if (!isObject(value)) return null;
  const { kind, name, item, message } = value;
  if (!isText(kind) || !isText(name) || !isText(item) || !isText(message)) return null;
  return { kind: kind as RenderProblem["kind"], name, item, message };
}

function areSettings(value: unknown): value is Settings {
  if (!isObject(value)) return false;
  const isSet = (key: string, isRight: (one: unknown) => boolean) => {
    const one = value[key] ?? null;
    return one === null || isRight(one);
  };
  return (
    isSet("model", isText) &&
    ["temperature", "max_tokens", "token_budget"].every((key) => isSet(key, Number.isFinite)) &&
    isSet("response_schema", isObject) &&
    isSet("tools", (tools) => Array.isArray(tools) && tools.every(isTool))
  );
}

function isTool(value: unknown): boolean {
  if (!isObject(value) || !isText(value.name)) return false;
  const { description = null, parameters = null } = value;
  return (description === null || isText(description)) && (parameters === null || isObject(parameters));
}
