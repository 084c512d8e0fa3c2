// Loads a server for some seconds: with wrk where it is installed, else with autocannon, which needs more of the
// processor for itself and so makes everything look slower.
import { execFile, execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { promisify } from "node:util";
import autocannon from "autocannon";

export const generator = hasWrk() ? "wrk" : "autocannon";

function hasWrk() {
  try {
    execFileSync("sh", ["-c", "command -v wrk"]);
    return true;
  } catch {
    return false;
  }
}

/** Requests a second, median and 99th percentile in milliseconds. Any answer but a success is an error. */
export async function load(base, work, seconds, folder, connections) {
  const measured =
    generator === "wrk"
      ? await wrk(base, work, seconds, folder, connections)
      : await cannon(base, work, seconds, connections);
  if (measured.failed > 0) throw new Error(`${work.name}: ${measured.failed} requests failed at ${base}`);
  return measured;
}

async function wrk(base, work, seconds, folder, connections) {
  const input = `${folder}/input.lua`;
  writeFileSync(input, `return ${lua({ ...work, from: undefined })}\n`);
  const { stderr } = await promisify(execFile)(
    "wrk",
    ["-t1", `-c${connections}`, `-d${seconds}s`, "-s", new URL("wrk.lua", import.meta.url).pathname, base],
    { env: { ...process.env, BENCH_INPUT: input, BENCH_FROM: String(work.from) } },
  );
  const { requests, seconds: took, failed, p50, p99 } = JSON.parse(stderr);
  return { rate: requests / took, p50, p99, failed, requests };
}

function lua(value) {
  if (Array.isArray(value)) return `{ ${value.map(lua).join(", ")} }`;
  if (value && typeof value === "object") {
    const fields = Object.entries(value).filter(([, field]) => field !== undefined);
    return `{ ${fields.map(([name, field]) => `${name} = ${lua(field)}`).join(", ")} }`;
  }
  return typeof value === "string" ? `[==[${value}]==]` : String(value);
}

async function cannon(base, work, seconds, connections) {
  const headers = { cookie: `session=${work.cookie}`, "content-type": "application/json" };
  if (work.tag) headers["if-none-match"] = work.tag;
  let at = work.from;
  const someone = () =>
    work.cookies ? { ...headers, cookie: `session=${work.cookies[at % work.cookies.length]}` } : headers;
  const versions = new Map();
  const next = {
    read: () => ({ method: "GET", headers: someone(), path: work.urls[at++ % work.urls.length] }),
    create: () => ({
      method: "POST",
      path: "/api/prompts",
      headers: someone(),
      body: `{"title":"Measured ${at++}",${work.body}`,
    }),
    update: () => {
      const { id, version } = work.prompts[at++ % work.prompts.length];
      const base_version = versions.get(id) ?? version;
      const body = `{"base_version":"${base_version}","title":"Saved ${at}",${work.body}`;
      return { method: "PUT", path: `/api/prompts/${id}`, body };
    },
  }[work.kind];
  const onResponse = (_, body) => {
    if (work.kind !== "update") return;
    const saved = JSON.parse(body);
    versions.set(saved.id, `${saved.version_major}.${saved.version_minor}.${saved.version_batch}`);
  };
  const result = await autocannon({
    url: base,
    connections,
    duration: seconds,
    headers,
    requests: [{ setupRequest: (request) => ({ ...request, ...next() }), onResponse }],
  });
  // 304 is what a client that has the answer asks for.
  const failed = result["4xx"] + result["5xx"] + result.errors + result.timeouts;
  return {
    rate: result.requests.total / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    failed,
    requests: result.requests.total,
  };
}
