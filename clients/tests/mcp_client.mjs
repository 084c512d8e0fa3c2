// Uses a server through the official SDK, and prints what it got.
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
const { url, token, program, env } = JSON.parse(process.argv.at(-1));
const client = new Client({ name: "test", version: "1" });
await client.connect(
  program
    ? new StdioClientTransport({ command: program, args: ["mcp"], env })
    : new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers: { Authorization: `Bearer ${token}` } } }),
);
const prompts = (await client.listPrompts()).prompts.map((prompt) => prompt.name);
const got = await client.getPrompt({ name: "code-review", arguments: { focus: "speed" } });
const filled = await client.callTool({ name: "fill_prompt", arguments: { name: "tone" } });
const completed = await client.complete({
  ref: { type: "ref/prompt", name: "code-review" },
  argument: { name: "focus", value: "sa" },
});
const failed = await client.getPrompt({ name: "nothing" }).catch((error) => error.message);
await client.close();
console.log(JSON.stringify({ prompts, text: got.messages[0].content.text, filled, completed, failed }));
