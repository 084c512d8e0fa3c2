// Reads answers of a server with the clients that three generators wrote from its contract. Every value is used with its
// type, so that a contract that says too little or too much does not compile.
import createFetchClient from "openapi-fetch";
import { createClient } from "./hey/client";
import * as hey from "./hey/sdk.gen";
import * as orval from "./orval/client";
import type { paths } from "./schema";

declare const process: { argv: string[] };

const [server, token, id] = process.argv.slice(2) as [string, string, string];
const headers = { Authorization: `Bearer ${token}` };

/** What each client reads, for the test to compare. */
interface Read {
  titles: string[];
  content: string;
  text: string;
  versions: string[];
  missing: number;
}

async function withOpenapiFetch(): Promise<Read> {
  const client = createFetchClient<paths>({ baseUrl: server, headers });
  const list = await client.GET("/api/prompts", { params: { query: { owner: "me", limit: 10 } } });
  const path = { id };
  const prompt = await client.GET("/api/prompts/{id}", { params: { path } });
  if (!list.data || !prompt.data) throw new Error("no data");
  const { handle, slug, content } = prompt.data;
  const named = { handle: handle ?? "me", slug };
  const fetched = await client.GET("/api/fetch/{handle}/{slug}", { params: { path: named } });
  const versions = await client.GET("/api/prompts/{id}/versions", { params: { path } });
  const missing = await client.GET("/api/prompts/{id}", { params: { path: { id: crypto.randomUUID() } } });
  if (!fetched.data || !versions.data || !missing.error) throw new Error("no data");
  return {
    titles: list.data.items.map(({ title }) => title),
    content: content.segments?.[0]?.content ?? "",
    text: textOf(fetched.data),
    versions: versions.data.items.map(({ changelog }) => changelog),
    missing: missing.response.status,
  };
}

async function withHeyApi(): Promise<Read> {
  const client = createClient({ baseUrl: server, headers });
  const path = { id };
  const list = await hey.listPrompts({ client, query: { owner: "me", limit: 10 }, throwOnError: true });
  const prompt = await hey.getPrompt({ client, path, throwOnError: true });
  const named = { handle: prompt.data.handle ?? "me", slug: prompt.data.slug };
  const fetched = await hey.fetchPrompt({ client, path: named, throwOnError: true });
  const versions = await hey.listVersions({ client, path, throwOnError: true });
  const missing = await hey.getPrompt({ client, path: { id: crypto.randomUUID() } });
  return {
    titles: list.data.items.map(({ title }) => title),
    content: prompt.data.content.segments?.[0]?.content ?? "",
    text: textOf(fetched.data),
    versions: versions.data.items.map(({ changelog }) => changelog),
    missing: missing.response?.status ?? 0,
  };
}

async function withOrval(): Promise<Read> {
  const options = { headers };
  const list = await orval.listPrompts({ owner: "me", limit: 10 }, options);
  const prompt = await orval.getPrompt(id, options);
  if (list.status !== 200 || prompt.status !== 200) throw new Error("no data");
  const { handle, slug, content } = prompt.data;
  const fetched = await orval.fetchPrompt(handle ?? "me", slug, {}, options);
  const versions = await orval.listVersions(id, {}, options);
  const missing = await orval.getPrompt(crypto.randomUUID(), options);
  if (fetched.status !== 200 || versions.status !== 200) throw new Error("no data");
  return {
    titles: list.data.items.map(({ title }) => title),
    content: content.segments?.[0]?.content ?? "",
    text: textOf(fetched.data),
    versions: versions.data.items.map(({ changelog }) => changelog),
    missing: missing.status,
  };
}

/** A fetched prompt is one of several forms. */
function textOf(fetched: unknown): string {
  const { messages } = fetched as { messages: { content: string }[] };
  return messages.map(({ content }) => content).join("\n");
}

const read = {
  "openapi-typescript": await withOpenapiFetch(),
  "hey-api": await withHeyApi(),
  orval: await withOrval(),
};
console.log(JSON.stringify(read));
