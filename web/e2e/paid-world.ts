// A separate server for the paid journeys, with third-party fakes behind it: one of OpenAI and Anthropic, one of
// Stripe with its hosted pages. `scripts/test-server` says how to install them.
import { type ChildProcess, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { existsSync, mkdtempSync, openSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { test as base, expect } from "./fixtures";

const fakes = resolve("../server/tests/fakes");
const target = process.env.CARGO_TARGET_DIR ?? "../target";
export const program =
  process.env.PROMPTCASE_SERVER_PROGRAM ??
  [`${target}/release/promptcase-server`, `${target}/debug/promptcase-server`].find((path) =>
    existsSync(path),
  ) ??
  "promptcase-server";
const python = process.env.PROMPTCASE_PYTHON ?? "python3";

const webhookSecret = "whsec_e2e";

/** A server that sells plans, one that grants all users Pro, or one without configuration. */
type Settings = "shop" | "pro" | "bare";

export interface World {
  /** The URL of the server. */
  url: string;
  /** The URL of Stripe's fake. */
  stripe: string;
  /** The log of our server, at its most verbose level. */
  log: string;
  /** The requests that the AI providers' fake received, oldest first. */
  asked: () => Promise<{ system: string; user: string }[]>;
}

/**
 * A free port that no other process is assigned before it is used: it is below the range from which the system
 * assigns ports.
 */
export function freePort(): Promise<number> {
  const port = randomInt(10_240, 32_240);
  return new Promise((found) => {
    const server = createServer()
      .once("error", () => found(freePort()))
      .listen(port, "127.0.0.1", () => server.close(() => found(port)));
  });
}

function run(
  children: ChildProcess[],
  command: string,
  args: string[],
  env: Record<string, string> = {},
  log?: string,
) {
  const stderr = log ? openSync(log, "a") : "inherit";
  children.push(
    spawn(command, args, { env: { ...process.env, ...env }, stdio: ["ignore", "ignore", stderr] }),
  );
}

/** The longest piece of a text that appears unescaped in a log, whatever the log's quoting. */
function piece(text: string): string {
  const parts = text.split(/["\\\n]/).sort((a, b) => b.length - a.length);
  return parts[0]?.slice(0, 60) ?? "";
}

export async function answers(url: string): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt++) {
    try {
      await fetch(url);
      return;
    } catch {
      await new Promise((resume) => setTimeout(resume, 100));
    }
  }
  throw new Error(`${url} does not answer`);
}

async function start(children: ChildProcess[], settings: Settings): Promise<World> {
  const [port, ai, stripe] = await Promise.all([freePort(), freePort(), freePort()]);
  const url = `http://127.0.0.1:${port}`;
  const provider = { OPENAI_API_KEY: "sk-e2e", OPENAI_BASE_URL: `http://127.0.0.1:${ai}/v1` };
  const shop = {
    ...provider,
    STRIPE_SECRET_KEY: "sk_test_e2e",
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_API_URL: `http://127.0.0.1:${stripe}`,
    STRIPE_PRICE_PRO_MONTHLY: "price_pro_monthly",
    STRIPE_PRICE_PRO_YEARLY: "price_pro_yearly",
    STRIPE_PRICE_MAX_MONTHLY: "price_max_monthly",
    STRIPE_PRICE_MAX_YEARLY: "price_max_yearly",
  };
  const folder = mkdtempSync(join(tmpdir(), "promptcase-paid-"));
  const log = join(folder, "log");
  const server = {
    LISTEN: `127.0.0.1:${port}`,
    PUBLIC_URL: url,
    DATA_DIR: join(folder, "data"),
    UNSAFE_FAST_PASSWORDS: "true",
    OLLAMA_URL: "off",
    LOG: "trace,hyper=info,hyper_util=info",
    ...{ shop, pro: { ...provider, DEFAULT_PLAN: "pro" }, bare: { WEBHOOKS_ALLOW_PRIVATE: "true" } }[
      settings
    ],
  };
  run(children, resolve(program), [], server, log);
  if (settings !== "bare") {
    const aimock = join(fakes, "node_modules/@copilotkit/aimock/dist/cli.js");
    const args = ["-p", String(ai), "--strict", "--log-level", "silent", "-f", join(fakes, "ai.json")];
    run(children, process.execPath, [aimock, ...args]);
    await answers(`http://127.0.0.1:${ai}`);
  }
  if (settings === "shop") {
    run(children, python, [join(fakes, "stripe_fake.py"), String(stripe)]);
    await answers(`http://127.0.0.1:${stripe}`);
    const form = new URLSearchParams({ url: `${url}/api/billing/webhook`, secret: webhookSecret });
    await fetch(`http://127.0.0.1:${stripe}/_config/webhooks/e2e`, { method: "POST", body: form });
  }
  await answers(`${url}/healthz`);
  const asked = async () => {
    const journal = await (await fetch(`http://127.0.0.1:${ai}/__aimock/journal`)).json();
    return journal.map(({ body }: { body: { messages: { content: string }[] } }) => ({
      system: body.messages[0]?.content,
      user: body.messages[1]?.content,
    }));
  };
  return { url, stripe: `http://127.0.0.1:${stripe}`, log, asked };
}

export const test = base.extend<{ settings: Settings; alsoExpected: string[]; world: World }>({
  settings: ["shop", { option: true }],
  alsoExpected: [[], { option: true }],

  world: async ({ settings }, use) => {
    const children: ChildProcess[] = [];
    try {
      const world = await start(children, settings);
      await use(world);
      const asked = settings === "bare" ? [] : await world.asked();
      const texts = asked.flatMap(({ system, user }) => [system, user].filter(Boolean).map(piece));
      const log = readFileSync(world.log, "utf8");
      expect(log, "the log is on").toContain("/healthz");
      for (const secret of ["sk-e2e", "sk_test_e2e", webhookSecret, "correct horse", ...texts]) {
        expect(log.includes(secret), `“${secret}” stands in the log`).toBe(false);
      }
    } finally {
      for (const child of children) child.kill();
    }
  },

  baseURL: async ({ world }, use) => use(world.url),

  // The hosted payment page is the one foreign place these journeys go to.
  expectedFailures: async ({ world, alsoExpected }, use) => use([...alsoExpected, world.stripe]),
});

export { expect } from "./fixtures";
