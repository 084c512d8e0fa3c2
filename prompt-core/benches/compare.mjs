// Compares the core, native and as WebAssembly under Node, with common JavaScript libraries on the same
// input.
// Prints one line per case: name, our milliseconds, theirs, and the ratio. Run it with `make
// bench-core`.
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { diffLines, diffWordsWithSpace } from "diff";
import { XMLBuilder } from "fast-xml-parser";
import * as jsYaml from "js-yaml";
import * as yaml from "yaml";

const [packages, folder, ...native] = process.argv.slice(2);
const core = await load("app");

// Loads a package built for bundlers in plain Node.
async function load(name) {
  const file = (ending) => join(packages, name, `prompt_${name}_bg.${ending}`);
  const program = await import(pathToFileURL(file("js")));
  const { instance } = await WebAssembly.instantiate(readFileSync(file("wasm")), { [`./prompt_${name}_bg.js`]: program });
  program.__wbg_set_wasm(instance.exports);
  instance.exports.__wbindgen_start();
  return program;
}

// Text that resembles prompts: sentences, lists, some code and several scripts. No two lines are equal.
const LINES = [
  "You are a careful reviewer. Read the whole change before you answer.",
  "- Name the file and the line of every finding; say what to do about it.",
  "Use the tone of a colleague: direct, kind, without filler.",
  '{"severity": "high", "path": "src/main.rs", "line": 42}',
  "Antworte auf Deutsch, wenn die Frage auf Deutsch gestellt wurde: größtmögliche Klarheit.",
  "日本語の質問には日本語で答えてください。",
  "If the input is empty, ask for it; never invent one: {{input}}",
  "    const answer = await model.run(prompt, { temperature: 0.7 });",
];

function textOf(bytes, seed) {
  let text = "";
  for (let line = 0; text.length < bytes; line += 1) text += `${LINES[(line * 7 + seed) % LINES.length]} (${seed}.${line})\n`;
  return text;
}

function promptOf(bytes) {
  const sections = [];
  for (let at = 0; at * 5_000 < bytes; at += 1)
    sections.push({ id: `item-${at}`, order: at, title: `Section ${at}`, description: "What it is for", content: textOf(5_000, at) });
  return { title: "Benchmark", description: "Measured", structure_type: "structured", tags: ["bench", "core"], content: { sections } };
}

// One line in fifty is changed, one in a hundred is new.
function edited(text) {
  return text
    .split("\n")
    .flatMap((line, at) => (at % 50 === 7 ? [line.replace("the", "each") + "!"] : at % 100 === 3 ? [line, "A new line."] : [line]))
    .join("\n");
}

// Returns the median of as many runs as fit into a second, at least five. Both sides run equally long,
// so that the JIT
// compiler warms up for both.
function time(run) {
  const begin = performance.now();
  const runs = [];
  while (runs.length < 5 || performance.now() - begin < 1_000) {
    const start = performance.now();
    run();
    runs.push(performance.now() - start);
    if (runs.length >= 2 && performance.now() - begin > 20_000) break;
  }
  return runs.sort((a, b) => a - b)[Math.floor(runs.length / 2)];
}

// Computes the content of a comparison view with jsdiff: the lines, and the words within changed lines.
function diffLinesAndWords(old, now) {
  const parts = diffLines(old, now);
  return parts.map((part, at) => {
    const added = parts[at + 1];
    if (!part.removed || !added?.added) return part;
    const lines = added.value.split("\n");
    return part.value.split("\n").map((line, at) => diffWordsWithSpace(line, lines[at] ?? ""));
  });
}

const options = (format) => ({ format, include_metadata: true, include_version_info: true, formatting: { indentation: 2, line_breaks: true, comments: true } });

// Files are bytes on both sides, as in a download or an upload.
const encoder = new TextEncoder();
const encoded = (write) => () => encoder.encode(write());

mkdirSync(folder, { recursive: true });
const cases = [];
for (const [size, bytes] of [["50KB", 50_000], ["1MB", 1_000_000]]) {
  const prompt = promptOf(bytes);
  const [old, now] = [textOf(bytes, 1), edited(textOf(bytes, 1))];
  writeFileSync(join(folder, `${size}-prompt.json`), JSON.stringify(prompt));
  writeFileSync(join(folder, `${size}-old.txt`), old);
  writeFileSync(join(folder, `${size}-new.txt`), now);
  const document = core.Document.open(prompt);
  const whole = document.prompt();
  const builder = new XMLBuilder({ ignoreAttributes: false, format: true });
  const add = (name, ours, theirs) => cases.push({ size, name, wasm: time(ours), theirs: Object.entries(theirs).map(([who, run]) => [who, time(run)]) });
  const write = (format) => () => document.export(options(format)).bytes;

  const jsdiff = { "jsdiff, lines and words": () => diffLinesAndWords(old, now) };
  add("diff", () => core.diffText(old, now, 3, 400), jsdiff);
  add("write yaml", write("yaml"), { yaml: encoded(() => yaml.stringify(whole)), "js-yaml": encoded(() => jsYaml.dump(whole)) });
  add("write xml", write("xml"), { "fast-xml-parser": encoded(() => builder.build({ prompt: whole })) });
  add("write json", write("json"), { "JSON.stringify": encoded(() => JSON.stringify(whole, null, 2)) });
  document.free();
}

const natively = new Map();
for (const line of execFileSync(native[0], [...native.slice(1), folder], { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] }).split("\n")) {
  const [size, name, milliseconds] = line.split("\t");
  if (milliseconds) natively.set(`${size} ${name}`, Number(milliseconds));
}

const column = (text, width) => String(text).padStart(width);
console.log(`${"name".padEnd(56)}${column("ours_ms", 12)}${column("theirs_ms", 12)}${column("ratio", 9)}`);
for (const { size, name, wasm, theirs } of cases)
  for (const [who, their] of theirs)
    for (const [how, our] of [["native", natively.get(`${size} ${name}`)], ["wasm", wasm]])
      console.log(`${`${name} ${size} ${how} / ${who}`.padEnd(56)}${column(our.toFixed(4), 12)}${column(their.toFixed(4), 12)}${column((their / our).toFixed(2), 9)}`);
