// Prepares openapi.json for the generator: the server returns `null` for an empty optional value (and accepts it
// to clear one), which OpenAPI 3.0 can express only with `nullable`. Every property that is not required gets it.
import { readFileSync, writeFileSync } from "node:fs";

const source = process.argv[2] ?? new URL("../../openapi.json", import.meta.url);
const api = JSON.parse(readFileSync(source, "utf8"));

for (const schema of Object.values(api.components?.schemas ?? {})) {
  for (const part of [schema, ...(schema.allOf ?? [])]) {
    for (const [name, property] of Object.entries(part.properties ?? {})) {
      if (part.required?.includes(name)) continue;
      part.properties[name] = property.$ref
        ? { allOf: [property], nullable: true }
        : { ...property, nullable: true };
    }
  }
}

writeFileSync(new URL("openapi.normalized.json", import.meta.url), JSON.stringify(api, null, 2));
