// What is typed on when a component is opened, out of what was left of it.
import { hashKey } from "@tanstack/react-query";
import type { Component, SavedDraft } from "@/api/generated/types.gen";
import { onOneLine } from "@/core";
import type { LeftDraft } from "./left-draft";
import type { StoredComponent } from "./queries";

/** What an editor finds when a component is opened. */
export interface Found {
  component: StoredComponent;
  /** The server's draft. */
  kept: SavedDraft | null;
  /** Whether the component was public when that was begun; undefined where it was begun in another browser. */
  kept_was_public: boolean | undefined;
  /** What was left in the browser. */
  left: LeftDraft | null;
}

/** What the editor begins with: what was left in this browser, else the server's draft, else the component. */
export function begin({ component, kept, kept_was_public, left }: Found) {
  const keptFields = kept && onTopOf(component, kept.data, kept_was_public);
  // Who left while a save ran finds as a draft what is saved by now: that is none.
  const draft = keptFields && !isSaved(keptFields, component) ? kept : null;
  const version = versionOf(component);
  // What the save said whose answer was lost may have been changed here since; anything else was changed elsewhere.
  const isOwn = left?.unanswered?.is_public === component.is_public;
  const leftFields = left && onTopOf(component, left.fields, isOwn ? component.is_public : left.was_public);
  if (left && leftFields && !isSaved(leftFields, component)) {
    // What was saved last without an answer is what the component says now.
    const isAnswered = left.unanswered && isSameText(left.unanswered, component);
    return {
      fields: editable(leftFields),
      base_version: isAnswered ? version : (left.base_version ?? version),
      // The same as the server's draft goes on with that.
      follows: kept && sayTheSame(kept.data, left.fields) ? kept.id : (left.follows ?? null),
      state: "typing" as const,
    };
  }
  return {
    fields: editable((draft && keptFields) ?? partsOf(component)),
    base_version: draft?.base_version ?? version,
    follows: kept?.id ?? null,
    state: draft ? ("draft" as const) : ("saved" as const),
  };
}

/**
 * Fields with who sees the component as it is stored now, unless that was changed in them: it has no version, so a draft cannot tell
 * otherwise that somebody showed or hid it since.
 */
export function onTopOf(
  component: StoredComponent,
  fields: Component,
  wasPublic: boolean | undefined,
): Component {
  const isTouched = wasPublic !== undefined && fields.is_public !== wasPublic;
  return isTouched ? fields : { ...fields, is_public: component.is_public };
}

/** As it may be saved: line breaks and controls in names, which were not always refused, are blanks. */
export function editable(component: Component): Component {
  return { ...component, title: onOneLine(component.title), tags: component.tags.map(onOneLine) };
}

/** Whether a draft holds nothing but what the component does. */
function isSaved(draft: Component, component: StoredComponent): boolean {
  return sayTheSame(draft, partsOf(component));
}

/** Whether a draft says what the component does, whoever may see them. */
export function isSameText(draft: Component, component: StoredComponent): boolean {
  return isSaved({ ...draft, is_public: component.is_public }, component);
}

function sayTheSame(one: Component, other: Component): boolean {
  return hashKey([editable(one)]) === hashKey([editable(other)]);
}

export function versionOf({ version_major, version_minor, version_batch }: StoredComponent): string {
  return `${version_major}.${version_minor}.${version_batch}`;
}

export function partsOf({
  title,
  description,
  type,
  category,
  tags,
  is_public,
  content,
}: StoredComponent): Component {
  return { title, description, type, category, tags, is_public, content };
}
