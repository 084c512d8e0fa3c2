// Binds one text of a component to a text area.
import type { Component } from "@/core";
import type { ComponentDocument } from "@/core/component-document";
import { storableText } from "@/core/storable-text";
import { fromLf } from "../text/splice";
import type { TextBinding } from "../text/text-binding";

export function bindComponentText(
  document: ComponentDocument,
  get: (component: Component) => string,
  set: (text: string) => void,
): TextBinding {
  const read = () => get(document.record());
  return {
    read,
    subscribe: document.subscribe,
    splice: (change) => {
      const before = read();
      const { start, end, text } = fromLf(before, change);
      set(before.slice(0, start) + storableText(text) + before.slice(end));
    },
    isRestoring: document.isRestoring,
    endStep: () => document.endStep(),
    joinStep: () => document.joinStep(),
  };
}
