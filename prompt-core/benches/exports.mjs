// What other people's writers take for the same prompts, in time on the processor: node benches/exports.mjs FOLDER, after the bench `exports`.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { XMLBuilder } from "fast-xml-parser";
import * as jsYaml from "js-yaml";
import * as yaml from "yaml";

const xml = new XMLBuilder({ format: true });
const writers = {
  "JSON.stringify": (prompt) => JSON.stringify(prompt, null, 2),
  yaml: (prompt) => yaml.stringify(prompt),
  "js-yaml": (prompt) => jsYaml.dump(prompt),
  "fast-xml-parser": (prompt) => xml.build({ prompt }),
};

for (const size of ["50KB", "1MB"]) {
  const prompt = JSON.parse(readFileSync(join(process.argv[2], `${size}.json`), "utf8"));
  for (const [name, write] of Object.entries(writers)) {
    let best = Number.POSITIVE_INFINITY;
    for (let run = 0; run < 9; run += 1) {
      const before = process.cpuUsage();
      write(prompt);
      const { user, system } = process.cpuUsage(before);
      best = Math.min(best, (user + system) / 1e3);
    }
    console.log(`${`${name} ${size}`.padEnd(32)} ${best.toFixed(3).padStart(10)} ms`);
  }
}
