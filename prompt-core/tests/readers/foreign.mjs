// Renders exports to dotprompt and promptfoo with dotprompt and with Nunjucks, the engine of promptfoo.
// Usage: node foreign.mjs FOLDER; see foreign.py.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Dotprompt } from "dotprompt";
import * as jsYaml from "js-yaml";
import nunjucks from "nunjucks";

const folder = process.argv[2];
const cases = readdirSync(folder)
  .filter((name) => name.endsWith(".expected"))
  .map((name) => ({ file: name.slice(0, -".expected".length), ...JSON.parse(readFileSync(join(folder, name), "utf8")) }));
const read = ({ file }, format) => readFileSync(join(folder, `${file}.${format}`), "utf8");
const plain = (text) => text.replaceAll("\u200b", "").trim();
const nunjucksOf = new nunjucks.Environment(null, { autoescape: false });

const checks = {
  dotprompt: async (one) => {
    const { messages } = await new Dotprompt().render(read(one, "dotprompt"), { input: one.values });
    const roles = { model: "assistant" };
    const found = messages.map(({ role, content }) => ({
      role: roles[role] ?? role,
      content: content.map(({ text, media }) => media?.url ?? plain(text)).filter((part) => part !== ""),
    }));
    const wanted = (content) =>
      typeof content === "string" ? [plain(content)] : content.map(({ text, image_url }) => image_url?.url ?? plain(text));
    assert.deepStrictEqual(found, one.parts.map(({ role, content }) => ({ role, content: wanted(content) })));
    if (one.variables.length > 0) {
      const { input } = await new Dotprompt().renderMetadata(read(one, "dotprompt"));
      const { properties } = input.schema;
      assert.deepStrictEqual(Object.keys(properties).sort(), [...one.variables].sort());
    }
  },
  promptfoo: async (one) => {
    const { prompts, providers } = jsYaml.load(read(one, "promptfoo"));
    assert.deepStrictEqual(providers, ["echo"]);
    const { raw } = prompts[0];
    // As promptfoo does: templates within JSON are rendered one by one.
    const render = (value) => nunjucksOf.renderString(value, one.values);
    let found = [{ role: "user", content: raw }];
    try {
      found = JSON.parse(raw);
    } catch {
      // A text.
    }
    found = found.map(({ role, content }) => ({ role, content: plain(render(content)) }));
    assert.deepStrictEqual(found, one.messages.map(({ role, content }) => ({ role, content: plain(content) })));
  },
};

let failures = 0;
for (const [name, check] of Object.entries(checks)) {
  let bad = 0;
  const checked = cases.filter(({ warnings }) => !warnings[name].includes("template_kept"));
  assert(checked.length >= 10, `${name}: only ${checked.length} cases were read`);
  for (const one of checked) {
    try {
      await check(one);
    } catch (error) {
      bad += 1;
      console.error(`${name}, ${one.name}: ${String(error.message).slice(0, 1500)}`);
    }
  }
  console.log(`${name.padEnd(36)} ${String(checked.length - bad).padStart(4)} of ${checked.length} read as meant`);
  failures += bad;
}
process.exit(failures ? 1 : 0);
