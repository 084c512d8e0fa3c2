// What one person waits for each thing that is read, one request after the other, on whatever instance a program opens:
// SQLite in DATA_DIR or PostgreSQL at DATABASE_URL, as for the server.
//
//   node single.mjs SERVER      TIMES=200
import { spawn } from "node:child_process";
import { cpus, loadavg } from "node:os";
import { createServer } from "node:net";

const [program] = process.argv.slice(2);
const times = Number(process.env.TIMES ?? 200);

const probe = createServer().listen(0, "127.0.0.1");
await new Promise((resolve) => probe.once("listening", resolve));
const base = `http://127.0.0.1:${probe.address().port}`;
await new Promise((resolve) => probe.close(resolve));

const server = spawn(program, [], {
  stdio: ["ignore", "inherit", "inherit"],
  env: { LOG: "warn", ...process.env, LISTEN: base.slice("http://".length), PUBLIC_URL: base },
});
process.on("exit", () => server.kill("SIGINT"));
server.on("exit", (code) => process.exit(code ?? 1));

const patience = Date.now() + 60_000;
for (;;) {
  const answer = await fetch(`${base}/readyz`).catch(() => null);
  if (answer?.ok) break;
  if (Date.now() > patience) throw new Error(`${base} is not ready after a minute`);
  await new Promise((resolve) => setTimeout(resolve, 100));
}

const signedIn = await fetch(`${base}/api/auth/login`, {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ email: "demo@promptcase.example", password: "promptcase" }),
});
if (!signedIn.ok) throw new Error(`the demo account cannot sign in: ${await signedIn.text()}`);
const cookie = signedIn.headers.getSetCookie()[0].split(";")[0];

async function get(path) {
  const answer = await fetch(base + path, { headers: { cookie } });
  const body = await answer.text();
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${body}`);
  return JSON.parse(body);
}

const own = (await get("/api/prompts?owner=me&kind=prompt&limit=100")).items.map((prompt) => prompt.id);
const words = ["contract", "lesson", "meeting roadmap", "kalomi", "summarise survey", "rosusu"];
const reads = {
  "read a prompt": own.map((id) => `/api/prompts/${id}`),
  "its versions": own.map((id) => `/api/prompts/${id}/versions`),
  list: ["/api/prompts?limit=20", "/api/prompts?limit=20&category=web", "/api/prompts?limit=20&sort=title"],
  "own list": ["/api/prompts?limit=20&owner=me", "/api/prompts?limit=20&owner=me&category=ai"],
  search: words.map((word) => `/api/prompts?limit=20&search=${encodeURIComponent(word)}`),
  "trending, a day": ["/api/community/trending?period=1"],
  "trending, a week": ["/api/community/trending?period=7"],
  "trending, a month": ["/api/community/trending?period=30"],
  "trending, a year": ["/api/community/trending?period=365"],
  recommended: ["/api/community/recommended"],
  recent: ["/api/community/recent"],
  "instance figures": ["/api/community/figures"],
  "own analytics": ["/api/analytics?period=30", "/api/analytics?period=365"],
};

const { prompts } = await get("/api/community/figures");
console.log(
  `${cpus().length} × ${cpus()[0].model}, load ${loadavg()[0].toFixed(1)}; ${prompts} public prompts, ${times} requests each, one at a time\n`,
);
const row = (name, ...cells) => console.log(name.padEnd(20) + cells.map((cell) => cell.padStart(12)).join(""));
row("", "first_ms", "p50_ms", "p99_ms");
for (const [name, paths] of Object.entries(reads)) {
  const took = [];
  for (let at = 0; at < times; at += 1) {
    const from = performance.now();
    await get(paths[at % paths.length]);
    took.push(performance.now() - from);
  }
  const sorted = took.toSorted((a, b) => a - b);
  const at = (part) => sorted[Math.floor((sorted.length - 1) * part)].toFixed(2);
  row(name, took[0].toFixed(2), at(0.5), at(0.99));
}
process.exit(0);
