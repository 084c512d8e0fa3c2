// Reads exports with third-party parsers and compares the results with the prompts.
// Usage: node check.mjs FOLDER; see check.py.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as jsYaml from "js-yaml";
import { parse as parseHtml } from "parse5";
import * as yaml from "yaml";

const folder = process.argv[2];
const numbers = readdirSync(folder)
  .filter((name) => name.endsWith(".expected"))
  .map((name) => Number.parseInt(name, 10))
  .sort((a, b) => a - b);
const read = (number, extension) => readFileSync(join(folder, `${number}.${extension}`), "utf8");

const TAGS = new Set(
  "html head meta title style body main h1 h2 h3 h4 p dl dt dd section pre ul li a".split(" "),
);
const ATTRIBUTES = new Set("lang charset http-equiv content name class dir rel href".split(" "));

function* elements(node) {
  for (const child of node.childNodes ?? []) {
    if (child.tagName) yield child;
    yield* elements(child);
  }
}
const attribute = (element, name) => element.attrs.find((one) => one.name === name)?.value;
const textOf = (node) =>
  node.nodeName === "#text" ? node.value : (node.childNodes ?? []).map(textOf).join("");
const unescape = (text) =>
  text.replace(/\\(\\|r|u[0-9a-f]{4})/g, (_, code) =>
    code === "\\" ? "\\" : code === "r" ? "\r" : String.fromCharCode(Number.parseInt(code.slice(1), 16)),
  );

const checks = {
  "JSON.parse": (number) => {
    const { prompt } = JSON.parse(read(number, "expected"));
    assert.equal(JSON.parse(read(number, "json")).title, prompt.title);
  },
  yaml: (number) =>
    assert.deepStrictEqual(yaml.parse(read(number, "yaml")), JSON.parse(read(number, "json"))),
  "js-yaml": (number) =>
    assert.deepStrictEqual(jsYaml.load(read(number, "yaml")), JSON.parse(read(number, "json"))),
  parse5: (number) => {
    const { prompt } = JSON.parse(read(number, "expected"));
    const found = [];
    for (const element of elements(parseHtml(read(number, "html")))) {
      assert(TAGS.has(element.tagName), `<${element.tagName}> in the page`);
      for (const { name, value } of element.attrs) {
        assert(ATTRIBUTES.has(name) || name.startsWith("data-"), `${name} in the page`);
        if (name === "href") assert.match(value, /^https?:\/\//);
      }
      if (attribute(element, "data-field") === "content") {
        const text = textOf(element);
        found.push(attribute(element, "data-encoding") === "escaped" ? unescape(text) : text);
      }
    }
    const list = { standard: "segments", structured: "sections", modulized: "modules", advanced: "blocks" };
    const items = prompt.content[list[prompt.structure_type]] ?? [];
    const wanted = items
      .flatMap((item) => item.modules ?? [item])
      .map((item) => item.content)
      .filter((text) => text !== "");
    assert.deepStrictEqual(found, wanted);
  },
};

let failures = 0;
for (const [name, check] of Object.entries(checks)) {
  let bad = 0;
  for (const number of numbers) {
    try {
      check(number);
    } catch (error) {
      bad += 1;
      if (bad <= 3) console.error(`${name}, prompt ${number}: ${String(error.message).slice(0, 1500)}`);
    }
  }
  console.log(`${name.padEnd(36)} ${String(numbers.length - bad).padStart(4)} of ${numbers.length} read as meant`);
  failures += bad;
}
process.exit(failures ? 1 : 0);
