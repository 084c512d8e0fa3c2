// What an application writes, in a project with the strictest options. It is compiled and never run.
import Anthropic from "@anthropic-ai/sdk";
import OpenAI from "openai";
import { anthropic, langchain, openai, type Prompt, type Problem, Promptcase } from "../typescript/dist/index.js";

const environment: Record<string, string | undefined> = {};
const bundle = { version: 1, prompts: { "@ada/tone": { sha256: "0", prompt: { name: "@ada/tone" } } } };
const promptcase = new Promptcase({
  server: "https://prompts.example.org",
  token: environment["PROMPTCASE_TOKEN"],
  bundle,
  cacheDir: environment["CACHE"],
  onError: (error) => console.warn(error.message),
});
const prompt: Prompt = await promptcase.get("@ada/tone", { label: environment["LABEL"], values: { language: "Rust" } });
const problems: Problem[] = prompt.problems;
if (problems.some(({ kind }) => kind === "not_rendered")) console.warn(prompt.text);
await new OpenAI().chat.completions.create({ model: "gpt-5", ...openai(prompt) });
await new Anthropic().messages.create({ model: "claude-sonnet-5", ...anthropic(prompt) });
const { messages, model, tools = [] } = langchain(prompt);
console.log(messages.length, model.maxTokens?.toFixed(), tools[0]?.function.name);
