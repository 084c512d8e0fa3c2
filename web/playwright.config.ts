// Journeys against the real server program with the built web app inside. Run `npm run build` and build the
// server first (`make test-e2e` does both); PROMPTCASE_SERVER_PROGRAM names another program, CHROMIUM another
// browser.
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig } from "@playwright/test";

// The workers read this file again, so the chosen values are passed on in the environment.
process.env.E2E_PORT ??= execFileSync(process.execPath, [
  "-e",
  "const s = require('net').createServer().listen(0, '127.0.0.1', () => { console.log(s.address().port); s.close(); })",
])
  .toString()
  .trim();
process.env.E2E_DATA ??= mkdtempSync(join(tmpdir(), "promptcase-e2e-"));
const baseURL = `http://127.0.0.1:${process.env.E2E_PORT}`;

const target = process.env.CARGO_TARGET_DIR ?? "../target";
const program =
  process.env.PROMPTCASE_SERVER_PROGRAM ??
  [`${target}/release/promptcase-server`, `${target}/debug/promptcase-server`].find((path) =>
    existsSync(path),
  ) ??
  "promptcase-server";

const browser =
  process.env.CHROMIUM ??
  ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"].find((path) => existsSync(path));

export default defineConfig({
  testDir: "e2e",
  testMatch: "**/*.spec.ts",
  timeout: 60_000,
  expect: { timeout: 15_000 },
  fullyParallel: true,
  workers: 2,
  // A CI machine may stall for seconds; a test that passes only on retry is reported as flaky.
  retries: process.env.CI ? 1 : 0,
  forbidOnly: Boolean(process.env.CI),
  reporter: process.env.CI ? [["list"], ["html", { open: "never" }]] : "list",
  outputDir: "test-results",
  use: {
    baseURL,
    // Recording costs a journey more than its own work, so only a retry is recorded, or a run with `--trace on`.
    trace: "on-first-retry",
    contextOptions: { reducedMotion: "reduce" },
    launchOptions: {
      ...(browser ? { executablePath: browser } : {}),
      args: ["--no-sandbox", "--disable-gpu", "--disable-quic"],
    },
  },
  webServer: {
    command: `"${program}"`,
    url: `${baseURL}/api/auth/session`,
    env: {
      LISTEN: `127.0.0.1:${process.env.E2E_PORT}`,
      PUBLIC_URL: baseURL,
      DATA_DIR: process.env.E2E_DATA,
      UNSAFE_FAST_PASSWORDS: "true",
      // Without this the plan would be Max, since nothing is sold: most journeys are those of a user on the free
      // plan.
      DEFAULT_PLAN: "free",
      LOG: "warn",
    },
    stdout: "ignore",
    stderr: "pipe",
    timeout: 30_000,
    reuseExistingServer: false,
  },
});
