// Signing in by an OpenID Connect provider, with the forms of oidc-provider.
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "./fixtures";
import { answers, freePort, program } from "./paid-world";

const children: ChildProcess[] = [];

test.afterAll(() => {
  for (const child of children) child.kill();
});

async function start(): Promise<string> {
  const [port, at] = [await freePort(), await freePort()];
  const url = `http://localhost:${port}`;
  const issuer = `http://127.0.0.1:${at}`;
  const provider = resolve("../server/tests/fakes/oidc_provider.mjs");
  children.push(spawn("node", [provider, String(at), `${url}/api/auth/oidc/callback`], { stdio: "ignore" }));
  await answers(`${issuer}/.well-known/openid-configuration`);
  const env = {
    ...process.env,
    LISTEN: `127.0.0.1:${port}`,
    PUBLIC_URL: url,
    DATA_DIR: mkdtempSync(join(tmpdir(), "promptcase-oidc-")),
    UNSAFE_FAST_PASSWORDS: "true",
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: "promptcase",
    OIDC_CLIENT_SECRET: "s3cret",
    OIDC_NAME: "Example",
    LOG: "warn",
  };
  children.push(spawn(program, [], { env, stdio: ["ignore", "ignore", "inherit"] }));
  await answers(`${url}/healthz`);
  return url;
}

async function enter(page: Page, login: string) {
  await page.getByRole("button", { name: "Continue with Example" }).click();
  await page.locator("input[name=login]").fill(login);
  await page.locator("input[name=password]").fill("x");
  await page.getByRole("button").click();
  await page.getByRole("button", { name: "Continue" }).click();
}

// The provider’s pages load a font, and neither they nor this server are those of other journeys.
test.use({
  expectedFailures: [
    "fonts.googleapis.com",
    "external request: http://",
    "ERR_NAME_NOT_RESOLVED",
    "Content Security Policy",
  ],
});

test("somebody signs up by the provider, and an address that is known is told what to do", async ({
  page,
}) => {
  const url = await start();
  await page.goto(`${url}/login?from=%2Fsettings%3Ftab%3Daccount`);
  await expect(page.getByRole("button", { name: "Continue with Example" })).toBeVisible();
  await expectAccessible(page);
  await enter(page, "ada");
  await expect(page).toHaveURL(`${url}/settings?tab=account`);
  await page.getByRole("button", { name: "Skip for now" }).click();
  await expect(page.getByText("You can sign in with Example as ada@example.org.")).toBeVisible();
  await expectAccessible(page);

  await page.context().clearCookies();
  await page.goto(`${url}/register`);
  await enter(page, "mallory=ada@example.org");
  await expect(page.getByRole("alert")).toContainText("An account here has this address already.");
  await expect(page).toHaveURL(/\/login/);
});
