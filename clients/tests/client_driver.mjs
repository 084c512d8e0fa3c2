// Runs the TypeScript client for the tests: a JSON command a line, an answer a line.
import { createInterface } from "node:readline";
import { Promptcase, anthropic, langchain, openai } from "../typescript/dist/index.js";

let client;
let time = null;
const errors = [];
const modes = [];
const commands = {
  open({ bundle, cache_dir, alarms, ...options }) {
    client = new Promptcase({
      ...options,
      bundle: bundle ?? undefined,
      cacheDir: cache_dir,
      fetch: (url, init) => {
        modes.push(init.cache);
        return fetch(url, init);
      },
      now: () => time ?? Date.now(),
      onError: (error) => {
        errors.push(error.message);
        if (alarms) throw new Error("an alarm");
      },
    });
  },
  clock({ at }) {
    time = at * 1000;
  },
  async get({ name, values, ...options }) {
    const given = Object.entries(values).map(([key, value]) => [key, value?.number ? Number(value.number.replace("inf", "Infinity")) : value]);
    const prompt = await client.get(name, { ...options, values: Object.fromEntries(given) });
    const { isStale: is_stale, ...rest } = prompt;
    return { ...rest, is_stale, openai: openai(prompt), anthropic: anthropic(prompt), langchain: langchain(prompt) };
  },
  modes: () => modes.splice(0),
  errors: () => errors.splice(0),
};

for await (const line of createInterface({ input: process.stdin })) {
  const { command, ...options } = JSON.parse(line);
  try {
    console.log(JSON.stringify({ result: (await commands[command](options)) ?? null }));
  } catch (error) {
    console.log(JSON.stringify({ error: `${error.name}: ${error.message}` }));
  }
}
