// What a page left in the browser that went before the server had it.
import type { Component } from "@/api/generated/types.gen";

export interface LeftDraft {
  /** The version that was typed on; older programs did not note it. */
  base_version?: string;
  fields: Component;
}

export function writeLeftDraft(draft: Required<LeftDraft>): string {
  return JSON.stringify(draft);
}

/** Reads what this program kept, or an older one, which kept the bare component. */
export function readLeftDraft(text: string | null): LeftDraft | null {
  const left = parse(text);
  if (!isObject(left)) return null;
  if (isComponent(left)) return { fields: left };
  const { base_version, fields } = left;
  return typeof base_version === "string" && isComponent(fields) ? { base_version, fields } : null;
}

function parse(text: string | null): unknown {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return null;
  }
}

function isComponent(value: unknown): value is Component {
  if (!isObject(value)) return false;
  return typeof value.title === "string" && Array.isArray(value.tags) && isObject(value.content);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
