// Prepares openapi.json for the generator: the server returns `null` for an empty optional value (and accepts it
// to clear one). Every property that is not required gets it.
import { readFileSync, writeFileSync } from "node:fs";

const source = process.argv[2] ?? new URL("../../openapi.json", import.meta.url);
const api = JSON.parse(readFileSync(source, "utf8"));

for (const schema of Object.values(api.components?.schemas ?? {})) {
  for (const part of [schema, ...(schema.allOf ?? [])]) {
    for (const [name, property] of Object.entries(part.properties ?? {})) {
      if (part.required?.includes(name)) continue;
      part.properties[name] = withNull(property);
    }
  }
}

function withNull(schema) {
  const known = JSON.stringify(schema.type ?? schema.anyOf ?? []);
  if (known.includes('"null"')) return schema;
  if (typeof schema.type === "string") {
    const words = schema.enum && { enum: [...schema.enum, null] };
    return { ...schema, type: [schema.type, "null"], ...words };
  }
  if (schema.anyOf) return { ...schema, anyOf: [...schema.anyOf, { type: "null" }] };
  const { description, ...rest } = schema;
  const words = description === undefined ? {} : { description };
  return Object.keys(rest).length === 0 ? schema : { anyOf: [rest, { type: "null" }], ...words };
}

writeFileSync(new URL("openapi.normalized.json", import.meta.url), JSON.stringify(api, null, 2));
