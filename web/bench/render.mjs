// Measures rendering 1 MB with 200 variables in Chromium, with the app's WebAssembly: from the call to the messages as
// JavaScript values. It prints the median; it is not a test.
//
//   node bench/render.mjs      after scripts/wasm
import { readFile } from "node:fs/promises";
import { chromium } from "@playwright/test";

const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium-headless-shell";
const origin = "http://bench.localhost";
const folder = new URL("../src/core/pkg/app/", import.meta.url);
const types = { js: "text/javascript", wasm: "application/wasm", html: "text/html" };

const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
const page = await browser.newPage();
await page.route(`${origin}/**`, async (route) => {
  const name = new URL(route.request().url()).pathname.slice(1) || "index.html";
  const body = name === "index.html" ? "<!doctype html>" : await readFile(new URL(name, folder));
  await route.fulfill({ body, contentType: types[name.split(".").pop()] });
});
await page.goto(origin);
const took = await page.evaluate(async () => {
  const core = await import("/prompt_app_bg.js");
  const program = await WebAssembly.instantiateStreaming(fetch("/prompt_app_bg.wasm"), {
    "./prompt_app_bg.js": core,
  });
  core.__wbg_set_wasm(program.instance.exports);
  program.instance.exports.__wbindgen_start?.();
  const names = Array.from({ length: 200 }, (_, at) => `name_${at}`);
  const sentence =
    "You read a change and say what could go wrong, the riskiest line first, with the reason. ";
  const content = names.map((name) => `${sentence.repeat(59)}{{${name}}}\n`).join("");
  const values = Object.fromEntries(names.map((name) => [name, "a value"]));
  const segments = [{ id: "a", order: 0, type: "user", content }];
  const document = core.Document.open({ ...core.newPrompt("prompt"), content: { segments } });
  const times = [];
  for (let run = 0; run < 60; run++) {
    const begun = performance.now();
    const { messages } = document.render(values, {});
    times.push(performance.now() - begun);
    if (messages[0].pieces.length < 400) throw new Error("the variables were not found");
  }
  times.sort((a, b) => a - b);
  return { bytes: content.length, median: times[30], least: times[0] };
});
console.log(
  `${took.bytes} bytes with 200 variables rendered: median ${took.median.toFixed(1)} ms, least ${took.least.toFixed(1)} ms`,
);
await browser.close();
