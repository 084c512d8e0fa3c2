// Runs Lighthouse on the pages that have a budget: the median of three runs each. It prints figures; it is not a
// test.
//
//   node bench/lighthouse/run.mjs [URL of a running server]      default http://127.0.0.1:8080
//   PAGES=shared,editor                                           only these pages
import { launch } from "chrome-launcher";
import lighthouse, { desktopConfig } from "lighthouse";

const base = process.argv[2] ?? "http://127.0.0.1:8080";
const runs = Number(process.env.RUNS ?? 3);
const chromePath = process.env.CHROMIUM ?? "/usr/bin/chromium-headless-shell";
const chromeFlags = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

async function post(path, body, cookie = "") {
  const headers = { "content-type": "application/json", cookie };
  const answer = await fetch(base + path, { method: "POST", headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer;
}

/** Creates an account as it is after some weeks: onboarded, and with prompts to list. */
async function signUp() {
  const account = {
    full_name: "Bench",
    email: `lighthouse-${Date.now()}@example.org`,
    password: "correct horse",
  };
  const answer = await post("/api/auth/register", account);
  const cookie = answer.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  await post("/api/onboarding/complete", {}, cookie);
  let prompt = {};
  for (let number = 1; number <= 40; number += 1) {
    const text = "Read the change and say what could go wrong, the riskiest line first, with the reason. ";
    const content = { segments: [{ id: "s1", order: 0, type: "system", content: text.repeat(12) }] };
    const description =
      "Reviews a change, finds the riskiest line and says why it is the riskiest one of all.";
    const made = await post(
      "/api/prompts",
      { title: `Code reviewer ${number}`, description, content, is_public: number === 40 },
      cookie,
    );
    prompt = await made.json();
  }
  return { cookie, prompt };
}

const { cookie, prompt } = await signUp();
const only = process.env.PAGES?.split(",");
const pages = [
  ["landing", "/", ""],
  ["features", "/features", ""],
  ["docs", "/docs", ""],
  ["sign in", "/login", ""],
  ["shared", `/p/${prompt.handle}/${prompt.slug}`, ""],
  ["explorer", "/explorer", cookie],
  ["editor", `/editor?prompt=${prompt.id}`, cookie],
].filter(([name]) => !only || only.includes(name));

const categories = ["performance", "accessibility", "best-practices", "seo"];
console.log(
  `page       profile  ${categories.join("  ")}  first paint  largest paint  interactive  layout shift`,
);
for (const [name, path, session] of pages) {
  for (const profile of ["desktop", "mobile"]) {
    const seen = [];
    for (let run = 0; run < runs; run += 1) {
      const chrome = await launch({ chromePath, chromeFlags });
      const extraHeaders = session ? { Cookie: session } : undefined;
      const flags = { port: chrome.port, logLevel: "error", onlyCategories: categories, extraHeaders };
      const result = await lighthouse(base + path, flags, profile === "desktop" ? desktopConfig : undefined);
      chrome.kill();
      if (!result) throw new Error(`Lighthouse gave no result for ${path}`);
      seen.push(result.lhr);
    }
    seen.sort((a, b) => a.categories.performance.score - b.categories.performance.score);
    const { categories: scores, audits } = seen[Math.floor(runs / 2)];
    const points = categories.map((id) => String(Math.round(scores[id].score * 100)).padStart(id.length));
    const seconds = (id) => `${((audits[id].numericValue ?? 0) / 1000).toFixed(1)} s`;
    const figures = [
      seconds("first-contentful-paint").padStart(11),
      seconds("largest-contentful-paint").padStart(13),
      seconds("interactive").padStart(11),
      (audits["cumulative-layout-shift"].numericValue ?? 0).toFixed(3).padStart(12),
    ];
    console.log(`${name.padEnd(10)} ${profile.padEnd(7)}  ${points.join("  ")}  ${figures.join("  ")}`);
    for (const id of categories.slice(1)) {
      for (const { id: audit } of scores[id].auditRefs) {
        const { score, scoreDisplayMode, title } = audits[audit];
        if (score !== null && score < 1 && scoreDisplayMode === "binary") console.log(`    ${id}: ${title}`);
      }
    }
  }
}
