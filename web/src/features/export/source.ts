/** The prompts of an export of many. */
export type ExportSource =
  | { kind: "chosen"; ids: readonly string[] }
  | { kind: "collection"; id: string; title: string }
  | { kind: "everything" };
