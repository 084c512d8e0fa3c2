// A server that answers nobody who is not signed in, and on which one signs up by invitation.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, expectAccessible, test } from "./fixtures";
import { answers, freePort, program } from "./paid-world";

let child: ChildProcess | undefined;

test.afterAll(() => {
  child?.kill();
});

/** Starts a server, and returns its address and what runs a command of it. */
async function start(): Promise<{ url: string; command: (...args: string[]) => string }> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = {
    ...process.env,
    LISTEN: `127.0.0.1:${port}`,
    PUBLIC_URL: url,
    DATA_DIR: mkdtempSync(join(tmpdir(), "promptcase-members-")),
    UNSAFE_FAST_PASSWORDS: "true",
    REQUIRE_SIGN_IN: "true",
    REGISTRATION: "invite",
    LOG: "warn",
  };
  child = spawn(program, [], { env, stdio: ["ignore", "ignore", "inherit"] });
  await answers(`${url}/healthz`);
  return { url, command: (...args) => execFileSync(program, args, { env, encoding: "utf8" }) };
}

// The server of this journey is not the one of all others.
test.use({ expectedFailures: ["external request: http://127.0.0.1"] });

test("somebody who is invited signs up, and visitors are led to the sign-in form and back", async ({
  page,
}) => {
  const server = await start();
  await page.goto(server.url);
  await expect(page).toHaveURL(`${server.url}/login`);
  await page.getByRole("link", { name: "Create your account" }).click();
  await expect(page.getByText("Free, with 100 credits to start.")).toBeVisible();

  const [link = ""] = server.command("user", "invite", "ada@example.org").split("\n");
  await page.goto("about:blank");
  await page.goto(link);
  await expect(page.getByText("You are invited. The link works once.")).toBeVisible();
  await expect(page.getByLabel("Email")).toHaveValue("ada@example.org");
  await expectAccessible(page);
  await page.getByLabel("Full name").fill("Ada");
  await page.getByLabel("Password", { exact: true }).fill("difference");
  await page.getByLabel("Confirm password").fill("difference");
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page).toHaveURL(`${server.url}/studio`);

  const prompt = { title: "Code review", description: "Reviews", is_public: true };
  expect((await page.request.post(`${server.url}/api/prompts`, { data: prompt })).status()).toBe(201);
  await page.getByRole("button", { name: "Skip for now" }).click();
  await page.getByRole("button", { name: "Account menu of Ada" }).click();
  await page.getByRole("menuitem", { name: "Sign Out" }).click();
  await expect(page).toHaveURL(`${server.url}/login`);

  await page.goto(`${server.url}/community?search=review`);
  await expect(page).toHaveURL(`${server.url}/login?from=%2Fcommunity%3Fsearch%3Dreview`);
  // A page that the server draws
  await page.goto(`${server.url}/p/ada/code-review`);
  await page.getByLabel("Email").fill("ada@example.org");
  await page.getByLabel("Password", { exact: true }).fill("difference");
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page).toHaveURL(`${server.url}/p/ada/code-review`);
  await expect(page.getByRole("heading", { level: 1, name: "Code review" })).toBeVisible();
});
