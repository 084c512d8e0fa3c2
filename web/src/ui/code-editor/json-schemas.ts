// Completes and checks JSON by a schema in Monaco.
import { jsonDefaults } from "monaco-editor/languages/features/json/register";

/** The schemas of the open texts, by the address of their text. */
const open = new Map<string, unknown>();

function tell(): void {
  const schemas = [...open].map(([uri, schema]) => ({ uri: `${uri}.schema`, fileMatch: [uri], schema }));
  // Nothing is fetched, whatever a text names as its schema.
  jsonDefaults.setDiagnosticsOptions({ validate: true, enableSchemaRequest: false, schemas });
}

/** Gives a text a schema until the returned function is called. */
export function supportSchema(uri: string, schema: unknown): () => void {
  open.set(uri, schema);
  tell();
  return () => {
    open.delete(uri);
    tell();
  };
}
