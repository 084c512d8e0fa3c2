// The form for the content of the prompt, by its structure.
import type { ItemKind, StructureType } from "@/core";
import { useSnapshot } from "../context";
import { BlocksEditor } from "./blocks";
import { ModulesEditor } from "./modules";
import { SectionsEditor } from "./sections";
import { SegmentsEditor } from "./segments";

const editors: Record<
  StructureType,
  { kind: ItemKind; Editor: (props: { ids: readonly string[] }) => React.ReactNode }
> = {
  standard: { kind: "segment", Editor: SegmentsEditor },
  structured: { kind: "section", Editor: SectionsEditor },
  modulized: { kind: "module", Editor: ModulesEditor },
  advanced: { kind: "block", Editor: BlocksEditor },
};

export function ContentEditor() {
  const structure = useSnapshot((document) => document.details().structure_type);
  const skeleton = useSnapshot((document) => document.skeleton());
  const { kind, Editor } = editors[structure];
  return <Editor ids={skeleton.filter((node) => node.kind === kind).map((node) => node.id)} />;
}
