// The fixtures of every journey: a page that fails the test on errors, users created through the API, axe.
import AxeBuilder from "@axe-core/playwright";
import { type APIRequestContext, test as base, expect, type Locator, type Page } from "@playwright/test";

export { expect };

export interface TestUser {
  id: string;
  email: string;
  password: string;
  full_name: string;
}

interface Fixtures {
  /** Failures that this test expects: parts of console messages or of "METHOD url status". */
  expectedFailures: string[];
  /** Signs up a new user in this test's browser. */
  user: TestUser;
  /** Fails the test on console errors, page errors, and failed or external requests. */
  complaints: undefined;
}

/** How many times slower the browser runs than the machine could: what fails with 5 would fail on a busy CI machine. */
const slowdown = Number(process.env.E2E_SLOWDOWN ?? 1);

let made = 0;

export async function registerUser(
  request: APIRequestContext,
  name = "Grace Hopper",
  welcome = false,
): Promise<TestUser> {
  made += 1;
  const email = `user-${process.pid}-${Date.now()}-${made}@example.org`;
  const password = "correct horse";
  const response = await request.post("/api/auth/register", { data: { full_name: name, email, password } });
  expect(response.status(), await response.text()).toBe(201);
  const { user } = await response.json();
  // The onboarding has its own journey and would cover the page elsewhere.
  if (!welcome) expect((await request.post("/api/onboarding/complete")).status()).toBe(200);
  return { id: user.id, email, password, full_name: name };
}

export async function createPrompt(
  request: APIRequestContext,
  data: Record<string, unknown>,
): Promise<{ id: string }> {
  const response = await request.post("/api/prompts", { data });
  expect(response.status(), await response.text()).toBe(201);
  return response.json();
}

/** Types a new prompt of one segment without saving it. */
export async function write(page: Page, title: string, text: string): Promise<void> {
  await page.goto("/editor");
  await page.getByRole("button", { name: "New", exact: true }).click();
  await page.getByLabel("Title").fill(title);
  await page.getByRole("button", { name: "Add Segment" }).click();
  await page.keyboard.type(text);
}

export const test = base.extend<Fixtures>({
  expectedFailures: [[], { option: true }],

  user: async ({ context }, use) => {
    await use(await registerUser(context.request));
  },

  complaints: [
    async ({ page, baseURL, expectedFailures }, use) => {
      const found: string[] = [];
      const note = (text: string) => {
        if (!expectedFailures.some((part) => text.includes(part))) found.push(text);
      };
      page.on("console", (message) => {
        if (message.type() === "error" || message.type() === "warning") note(`console: ${message.text()}`);
      });
      page.on("pageerror", (error) => note(`page error: ${error.message}`));
      page.on("request", (request) => {
        const url = request.url();
        if (!url.startsWith(baseURL ?? "") && !/^(data|blob):/.test(url)) note(`external request: ${url}`);
      });
      page.on("response", (response) => {
        if (response.status() >= 400)
          note(`${response.request().method()} ${response.url()} ${response.status()}`);
      });
      if (slowdown > 1) {
        const session = await page.context().newCDPSession(page);
        await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
      }
      await use(undefined);
      expect(found, "the page complained").toEqual([]);
    },
    { auto: true },
  ],
});

/** Expects no violation of WCAG 2.2 A and AA on the current page. */
export async function expectAccessible(page: Page): Promise<void> {
  // A page's code is lazy-loaded, so this waits for the page itself.
  await page.locator("h1").first().waitFor({ state: "attached" });
  // The page has no foreign frames, and only violations are located: this takes less than half the time.
  const { violations } = await new AxeBuilder({ page })
    .options({ resultTypes: ["violations"] })
    .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"])
    .setLegacyMode()
    .analyze();
  const found = violations.map(
    ({ id, help, nodes }) => `${id}: ${help} at ${nodes.map(({ html }) => html).join(" | ")}`,
  );
  expect(found).toEqual([]);
}

/**
 * Presses a copy button and checks its confirmation, however short. Returns all its texts from then on, with
 * their times.
 */
export async function pressCopy(button: Locator) {
  const said = await button.evaluateHandle((element) => {
    const said: { text: string; at: number }[] = [];
    new MutationObserver(() => {
      const text = element.textContent ?? "";
      if (said.at(-1)?.text !== text) said.push({ text, at: performance.now() });
    }).observe(element, { childList: true, subtree: true, characterData: true });
    return said;
  });
  await button.click();
  await expect.poll(async () => (await said.jsonValue())[0]?.text).toBe("Copied");
  return said;
}
