// The place of a conflict as the editor names it: `segments[<id>].content` is "Segment 2".
import { t } from "@lingui/core/macro";
import { type EditorDocument, type ItemKind, labelOf, type Node, words } from "@/core";

const nouns: Record<ItemKind, string> = {
  segment: t`Segment`,
  section: t`Section`,
  module: t`Module`,
  block: t`Block`,
  asset: t`Asset`,
};

/** The names of the items on a path, outermost first; null if none is left. */
export function placeOf(document: EditorDocument, path: string): string | null {
  const ids = [...path.matchAll(/\[([^\]]+)\]/g)].flatMap(([, id]) => (id ? [id] : []));
  const names: string[] = [];
  let level: readonly Node[] = document.skeleton();
  for (const id of ids) {
    const node = level.find((node) => node.id === id);
    if (!node) break;
    // Modules and assets of a block are numbered separately.
    const index = level.filter(({ kind }) => kind === node.kind).indexOf(node);
    names.push(nameOf(document, node, index));
    level = [...(node.modules ?? []), ...(node.assets ?? [])];
  }
  return names.length > 0 ? names.join(", ") : null;
}

function nameOf(document: EditorDocument, { id, kind }: Node, index: number): string {
  const noun = `${nouns[kind]} ${index + 1}`;
  if (kind === "segment") {
    const segment = document.item(id, "segment");
    return segment ? `${noun} (${labelOf(words.segment_types, segment.type)})` : noun;
  }
  const title = document.item(id, kind)?.title;
  return title ? t`${noun} “${title}”` : noun;
}
