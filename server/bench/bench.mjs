// Our server and the baseline, in one run, on copies of one filled instance: the same requests in turn to each.
//
//   node bench.mjs SERVER FILLED_DATABASE      SECONDS=3 ROUNDS=3 CASES=read,list
import { execFileSync, spawn } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { copyFileSync, mkdirSync, mkdtempSync, openSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { cpus, loadavg, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import Database from "better-sqlite3";
import { generator, load } from "./load.mjs";

const [program, filled] = process.argv.slice(2);
const seconds = Number(process.env.SECONDS ?? 3);
const rounds = Number(process.env.ROUNDS ?? 3);
const connections = 16;
const only = process.env.CASES?.split(",");
const folder = mkdtempSync(join(process.env.BENCH_TMP ?? tmpdir(), "promptcase-bench-"));
const running = [];
const log = openSync(join(folder, "log"), "a");

process.on("exit", () => {
  for (const child of running) child.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(1));

async function freePort() {
  const probe = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => probe.once("listening", resolve));
  const { port } = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

function start(command, args, env) {
  const child = spawn(command, args, { stdio: ["ignore", log, log], env: { ...process.env, ...env } });
  running.push(child);
}

async function untilUp(base) {
  for (let tries = 0; tries < 200; tries += 1) {
    try {
      await fetch(base);
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  throw new Error(`${base} does not answer`);
}

// The demo account reads, lists and saves. Creating goes round through many accounts, since each may have 10,000.
const ourFile = join(folder, "ours", "promptcase.db");
const theirFile = join(folder, "theirs", "promptcase.db");
mkdirSync(dirname(ourFile));
mkdirSync(dirname(theirFile));
copyFileSync(filled, ourFile);
// Brings the file to the form of this build, for both.
execFileSync(program, ["seed"], { env: { ...process.env, DATA_DIR: dirname(ourFile) } });
const [cookie, ...cookies] = signIn(ourFile);
copyFileSync(ourFile, theirFile);

const ourPort = await freePort();
const ours = `http://127.0.0.1:${ourPort}`;
start(program, [], { DATA_DIR: dirname(ourFile), LISTEN: `127.0.0.1:${ourPort}`, PUBLIC_URL: ours, FETCH_LIMIT: "0" });
const baselinePort = await freePort();
const theirs = `http://127.0.0.1:${baselinePort}`;
const baseline = new URL("baseline-fastify.mjs", import.meta.url).pathname;
start("node", [baseline, theirFile, String(baselinePort)], { NODE_ENV: "production" });
await Promise.all([untilUp(ours), untilUp(theirs)]);

/** Sessions of the demo account and of others, as a sign-in leaves them. */
function signIn(file) {
  const db = new Database(file);
  const demo = db.prepare("SELECT id FROM users WHERE email_key = 'demo@promptcase.example'").get();
  const others = db.prepare("SELECT id FROM users WHERE id <> ? ORDER BY id DESC LIMIT 400").all(demo.id);
  const insert = db.prepare(
    `INSERT INTO sessions (id, user_id, token_hash, created_at, last_seen_at, expires_at) VALUES (?, ?, ?, ?, ?, ?)`,
  );
  const now = Date.now() * 1000;
  const tokens = db.transaction(() =>
    [demo, ...others].map(({ id }) => {
      const token = randomBytes(32).toString("base64url");
      insert.run(
        randomBytes(16),
        id,
        createHash("sha256").update(token).digest(),
        now,
        now,
        now + 86_400_000_000,
      );
      return token;
    }),
  )();
  db.pragma("wal_checkpoint(TRUNCATE)");
  db.close();
  return tokens;
}

const get = async (base, url) => {
  const answer = await fetch(base + url, { headers: { cookie: `session=${cookie}` } });
  if (!answer.ok) throw new Error(`${base}${url}: ${answer.status} ${await answer.text()}`);
  return answer.json();
};

/** Some pages of a list, one after the other, by the addresses they have. */
async function pages(url, most) {
  const found = [];
  let cursor = null;
  do {
    found.push(cursor ? `${url}&cursor=${cursor}` : url);
    cursor = (await get(ours, found.at(-1))).next_cursor;
  } while (cursor && found.length < most);
  return found;
}

const own = [];
let cursor = null;
do {
  const page = await get(
    ours,
    `/api/prompts?owner=me&kind=prompt&limit=100${cursor ? `&cursor=${cursor}` : ""}`,
  );
  own.push(...page.items);
  cursor = page.next_cursor;
} while (cursor && own.length < 1000);
const lists = [
  ...(await pages("/api/prompts?limit=20", 8)),
  ...(await pages("/api/prompts?limit=20&category=web", 8)),
  ...(await pages("/api/prompts?limit=20&structure_type=structured&complexity=simple", 8)),
  ...(await pages("/api/prompts?limit=20&owner=me", 8)),
  ...(await pages("/api/prompts?limit=20&owner=me&category=ai", 4)),
];
const words = [
  "contract",
  "lesson",
  "meeting roadmap",
  "kalomi",
  "zidor",
  "quinquin",
  "pelgal",
  "veneta",
  "rosusu",
  "kakaka",
  "summarise survey",
  "falsch geschrieben",
];
const searches = words.map((word) => `/api/prompts?limit=20&search=${encodeURIComponent(word)}`);
const trending = [1, 7, 30, 365].map((period) => `/api/community/trending?period=${period}`);

const sample = await get(ours, `/api/prompts/${own[0].id}`);
const { title: _, id: __, version_batch: ___, ...rest } = sample;
const writable = Object.fromEntries(
  [
    "description",
    "prompt_type",
    "structure_type",
    "category",
    "type",
    "language",
    "complexity",
    "tags",
    "is_public",
    "content",
  ].map((name) => [name, rest[name]]),
);
const body = JSON.stringify({ ...writable, is_public: false }).slice(1);
const published = JSON.stringify({ ...writable, is_public: true }).slice(1);

const reads = [
  { name: "read a prompt", kind: "read", urls: own.map((prompt) => `/api/prompts/${prompt.id}`) },
  { name: "list", kind: "read", urls: lists },
  // An account may search once at a time, so many do.
  { name: "search", kind: "read", urls: searches, cookies },
  { name: "trending", kind: "read", urls: trending },
];
let different = 0;
for (const { urls } of reads) {
  for (const url of urls.slice(0, 40)) {
    const [one, other] = await Promise.all([get(ours, url), get(theirs, url)]);
    if (!isDeepStrictEqual(rounded(one), rounded(other))) {
      different += 1;
      console.error(`different answers: ${url}`);
    }
  }
}
if (different > 0) process.exit(1);

// The structure of a saved prompt is locked, and every save sends the sample's.
const sameStructure = own.filter((prompt) => prompt.structure_type === sample.structure_type);
const prompts = sameStructure.slice(0, 400).map((prompt) => ({
  id: prompt.id,
  version: `${prompt.version_major}.${prompt.version_minor}.${prompt.version_batch}`,
}));
const cases = [
  ...reads,
  { name: "create a prompt", kind: "create", body, cookies },
  { name: "save a prompt", kind: "update", body, prompts: prompts.filter((_, at) => at % 2 === 0) },
  {
    name: "save a public one",
    kind: "update",
    body: published,
    prompts: prompts.filter((_, at) => at % 2 === 1),
  },
].filter((one) => !only || only.some((word) => one.name.includes(word)));

const counts = await get(ours, "/api/community/figures");
const load1 = loadavg()
  .map((number) => number.toFixed(1))
  .join(" ");
console.log(
  `${cpus().length} × ${cpus()[0].model}, load ${load1}; ${generator}, ${connections} connections, ${rounds} × ${seconds} s each`,
);
console.log(`${counts.prompts} public prompts\n`);
console.log(
  ["", "ours_rps", "theirs_rps", "ratio", "ours_p50_ms", "ours_p99_ms", "alone_ms"].map(column).join(""),
);

const state = new Map();
for (const one of cases) {
  const measured = { ours: [], theirs: [], alone: 0 };
  for (let round = 0; round <= rounds; round += 1) {
    for (const [who, base] of [
      ["ours", ours],
      ["theirs", theirs],
    ]) {
      const key = `${who} ${one.name}`;
      const work = { ...one, cookie, from: state.get(key) ?? 0 };
      if (one.kind === "update") work.prompts = await current(base, one.prompts);
      // The first round warms up.
      const result = await load(base, work, round === 0 ? 1 : seconds, folder, connections);
      state.set(key, work.from + result.requests + 100);
      if (round > 0) measured[who].push(result);
    }
  }
  // What one person waits while nobody else asks.
  if (one.kind === "read") measured.alone = (await load(ours, { ...one, cookie, from: 0 }, 1, folder, 1)).p50;
  const [a, b] = [middle(measured.ours), middle(measured.theirs)];
  const cells = [
    a.rate.toFixed(0),
    b.rate.toFixed(0),
    (a.rate / b.rate).toFixed(2),
    a.p50.toFixed(2),
    a.p99.toFixed(2),
    one.kind === "read" ? measured.alone.toFixed(2) : "",
  ];
  console.log([one.name, ...cells].map(column).join(""));
}

// What an application asks for: the prompt that a label points to, whole and if it has changed, beside a file of the app.
if (!only || only.includes("fetch")) {
  const { id, version } = prompts[0];
  const { handle, slug } = await get(ours, `/api/prompts/${id}`);
  const address = `/api/fetch/${handle}/${slug}`;
  const label = { method: "PUT", headers: { "content-type": "application/json", cookie: `session=${cookie}`, origin: ours } };
  const moved = await fetch(`${ours}/api/prompts/${id}/labels/production`, { ...label, body: JSON.stringify({ version }) });
  if (!moved.ok) throw new Error(`the label: ${moved.status} ${await moved.text()}`);
  const labelled = `${address}?label=production`;
  const answer = await fetch(ours + labelled, { headers: { cookie: `session=${cookie}` } });
  const tag = answer.headers.get("etag");
  const size = (await answer.text()).length;
  console.log(`\nfetching a label, ${size} bytes; a file of the app is /favicon.svg`);
  for (const one of [
    { name: "a file of the app", urls: ["/favicon.svg"] },
    { name: "fetch, 304", urls: [labelled], tag },
    { name: "fetch, 200", urls: [labelled] },
  ]) {
    const results = [];
    for (let round = 0; round < rounds; round += 1) {
      results.push(await load(ours, { ...one, kind: "read", cookie, from: 0 }, seconds, folder, connections));
    }
    const { rate, p50, p99 } = middle(results);
    console.log([one.name, rate.toFixed(0), "", "", p50.toFixed(2), p99.toFixed(2), ""].map(column).join(""));
  }
}

/** Powers of two differ in the last digit between languages. */
function rounded(answer) {
  for (const item of answer.items ?? []) {
    if (item.trend_score) item.trend_score = Number(item.trend_score.toPrecision(12));
  }
  return answer;
}

/** The versions as they stand at a server. */
async function current(base, prompts) {
  const found = [];
  for (const { id } of prompts) {
    const prompt = await get(base, `/api/prompts/${id}`);
    found.push({ id, version: `${prompt.version_major}.${prompt.version_minor}.${prompt.version_batch}` });
  }
  return found;
}

function middle(results) {
  const sorted = [...results].sort((a, b) => a.rate - b.rate);
  return sorted[Math.floor(sorted.length / 2)];
}

function column(text, at) {
  return at === 0 ? text.padEnd(18) : text.padStart(14);
}

process.exit(0);
