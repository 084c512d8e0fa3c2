import { createPrompt, expect, expectAccessible, test } from "./fixtures";

const hostile = `</script><script>document.title = "run"</script><img src=x onerror="document.title='run'">`;

test("a guest fills in, copies and opens a shared prompt", async ({
  page,
  user,
  context,
  browser,
  baseURL,
}) => {
  expect(user.id).toBeTruthy();
  const properties = {
    tone: { type: "string", enum: ["kind", "strict"], default: "kind" },
    topic: { type: "string", description: "What it is about." },
  };
  const created = await createPrompt(context.request, {
    title: "Shared review",
    is_public: true,
    content: {
      segments: [{ type: "user", content: `A {{tone}} review of {{topic}}.\n${hostile}` }],
      variables: { type: "object", properties },
    },
  });
  const { handle, slug, id } = await (await context.request.get(`/api/prompts/${created.id}`)).json();
  const guest = await browser.newContext({
    ...(baseURL ? { baseURL } : {}),
    permissions: ["clipboard-read", "clipboard-write"],
  });
  const visit = await guest.newPage();
  for (const width of [1440, 390]) {
    await visit.setViewportSize({ width, height: 900 });
    for (const colorScheme of ["light", "dark"] as const) {
      await visit.emulateMedia({ colorScheme });
      await visit.goto(`/p/${handle}/${slug}`);
      await expectAccessible(visit);
      const overflow = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;
      expect(await visit.evaluate(overflow)).toBe(0);
    }
  }
  const text = visit.locator("pre");
  await expect(text).toHaveText(`A kind review of {{topic}}.\n${hostile}`);
  await visit.getByLabel("topic").fill("{{tone}} & <b>Rust</b>");
  await visit.getByLabel("tone").selectOption("strict");
  await visit.getByRole("button", { name: "Copy", exact: true }).click();
  await expect(visit.getByRole("status")).toHaveText("Copied.");
  const filled = `A strict review of {{tone}} & <b>Rust</b>.\n${hostile}`;
  const clipboard = () => visit.evaluate(() => navigator.clipboard.readText());
  expect(await clipboard()).toBe(filled);
  await visit.getByRole("button", { name: "Copy link with values" }).click();
  const link = await clipboard();
  await visit.goto("/features");
  await visit.goto(link);
  await expect(text).toHaveText(filled);
  await expect(visit).not.toHaveTitle("run");
  // Opening it asks for an account, and leads back.
  await visit.getByRole("link", { name: "Open in Promptcase" }).click();
  await expect(visit).toHaveURL(/\/login/);
  // What was typed is there after signing up.
  await visit.getByRole("link", { name: "Create your account" }).click();
  await visit.getByLabel("Full name").fill("Guest");
  await visit.getByLabel("Email").fill(`guest-${Date.now()}@example.org`);
  await visit.getByLabel("Password", { exact: true }).fill("correct horse");
  await visit.getByLabel("Confirm password").fill("correct horse");
  await visit.getByRole("button", { name: "Create account" }).click();
  await expect(visit).toHaveURL(new RegExp(`/editor\\?prompt=${id}$`));
  await expect(visit.getByText("{{tone}} & <b>Rust</b>").first()).toBeVisible();
  await guest.close();
  await page.goto(`/p/${handle}/${slug}`);
  await page.getByRole("link", { name: "Open in Promptcase" }).click();
  await expect(page).toHaveURL(new RegExp(id));
});

test("the page of a hostile prompt runs nothing even without its policy", async ({
  user,
  context,
  browser,
  baseURL,
}) => {
  expect(user.id).toBeTruthy();
  const created = await createPrompt(context.request, {
    title: hostile,
    description: hostile,
    is_public: true,
    tags: ["x"],
    content: { segments: [{ type: "user", content: `{{a}} ${hostile}` }] },
  });
  const { handle, slug } = await (await context.request.get(`/api/prompts/${created.id}`)).json();
  const open = await browser.newContext({ bypassCSP: true, ...(baseURL ? { baseURL } : {}) });
  const page = await open.newPage();
  await page.goto(`/p/${handle}/${slug}#values=${encodeURIComponent(JSON.stringify({ a: hostile }))}`);
  await expect(page.locator("pre")).toHaveText(`${hostile} ${hostile}`);
  expect(await page.locator("img").count()).toBe(0);
  await expect(page).not.toHaveTitle("run");
  await open.close();
});

test("a visitor reports a page", async ({ user, context, browser, baseURL }) => {
  expect(user.id).toBeTruthy();
  const created = await createPrompt(context.request, {
    title: "To report",
    is_public: true,
    content: { segments: [{ type: "user", content: "Read me." }] },
  });
  const { handle, slug } = await (await context.request.get(`/api/prompts/${created.id}`)).json();
  const guest = await browser.newContext(baseURL ? { baseURL } : {});
  const visit = await guest.newPage();
  await visit.goto(`/p/${handle}/${slug}`);
  await visit.getByText("Report this page").click();
  await visit.getByLabel("What is wrong with it?").selectOption("spam");
  await visit.getByLabel("What should we know?").fill("It sells things.");
  await expectAccessible(visit);
  await visit.getByRole("button", { name: "Send report" }).click();
  await expect(visit.getByRole("heading", { level: 1 })).toHaveText("Thank you for your report");
  await guest.close();
});

test("a private prompt is made public and its address is copied", async ({
  page,
  user,
  context,
  browser,
  baseURL,
}) => {
  expect(user.id).toBeTruthy();
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { id } = await createPrompt(context.request, {
    title: "To share",
    content: { segments: [{ type: "user", content: "Read me." }] },
  });
  await page.goto(`/editor?prompt=${id}`);
  // Its name stands in the header, to copy.
  await page.getByRole("button", { name: /^@.+\/to-share/ }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^@.+\/to-share/);
  await page.getByRole("button", { name: "Share", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Share" });
  await expectAccessible(page);
  await expect(dialog.getByText("Only you can read this prompt.")).toBeVisible();
  // Publishing says what it means before it happens.
  await dialog.getByText("Everyone").click();
  await expect(dialog.getByText("Publish this prompt?")).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog.getByText("Only you can read this prompt.")).toBeVisible();
  await dialog.getByText("Everyone").click();
  await dialog.getByRole("button", { name: "Publish" }).click();
  await dialog.getByRole("button", { name: "Copy address" }).click();
  await expectAccessible(page);
  const address = await page.evaluate(() => navigator.clipboard.readText());
  const guest = await browser.newContext(baseURL ? { baseURL } : {});
  const visit = await guest.newPage();
  await visit.goto(address);
  await expect(visit.locator("pre")).toHaveText("Read me.");
  await dialog.getByText("Only you", { exact: true }).click();
  await expect(dialog.getByText("Only you can read this prompt.")).toBeVisible();
  expect((await visit.request.get(address)).status()).toBe(404);

  // With the link, by keyboard: whoever has it reads the prompt, and it ends with the next choice.
  await page.keyboard.press("ArrowRight");
  await dialog.getByRole("button", { name: "Copy address" }).click();
  await expect(dialog.getByRole("textbox", { name: "Address" })).toHaveValue(/\/s\//);
  await expectAccessible(page);
  const link = await page.evaluate(() => navigator.clipboard.readText());
  await visit.goto(link);
  await expect(visit.locator("pre")).toHaveText("Read me.");
  await expectAccessible(visit);
  await expect(visit.getByRole("link", { name: "Open in Promptcase" })).toHaveCount(0);
  await dialog.getByText("Everyone").click();
  await dialog.getByRole("button", { name: "Publish" }).click();
  await expect(dialog.getByRole("textbox", { name: "Address" })).toHaveValue(address);
  // Back to a link the address changes, which is asked for before.
  await dialog.getByText("With the link").click();
  await expect(dialog.getByText("The address will change")).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Keep it public" }).click();
  expect((await visit.request.get(address)).status()).toBe(200);
  await dialog.getByText("With the link").click();
  await dialog.getByRole("button", { name: "Change the address" }).click();
  await expect(dialog.getByRole("textbox", { name: "Address" })).toHaveValue(/\/s\//);
  expect((await visit.request.get(address)).status()).toBe(404);
  await page.keyboard.press("Escape");
  // Details, the button and the card say so too.
  await expect(page.getByRole("button", { name: "Details" })).toContainText("Shared by link");
  const share = page.getByRole("button", { name: "Share", exact: true });
  await expect(share).toHaveAttribute("title", "Whoever has the link can read it");
  await page.goto("/explorer");
  await expect(
    page.getByRole("article").filter({ hasText: "To share" }).getByText("Shared by link"),
  ).toBeAttached();
  await page.goto(`/editor?prompt=${id}`);
  await share.click();
  await dialog.getByText("Only you", { exact: true }).click();
  await expect(dialog.getByText("Only you can read this prompt.")).toBeVisible();
  expect((await visit.request.get(link)).status()).toBe(404);
  await guest.close();
});
