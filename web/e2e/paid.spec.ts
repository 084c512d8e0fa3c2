// The paid journey, end to end: see the upgrade screen, subscribe, generate, watch the balance decrease, cancel.
import type { Page } from "@playwright/test";
import { expectAccessible } from "./fixtures";
import { expect, test } from "./paid-world";

const balance = (page: Page) => page.getByRole("banner").getByRole("link", { name: /AI credits/ });

async function buyPro(page: Page) {
  await page.goto("/settings?tab=billing");
  await page.getByRole("button", { name: "Start Pro Plan" }).click();
  await page.getByRole("button", { name: "Pay" }).click();
  await expect(page.getByText("Thank you! Your plan is active")).toBeVisible({ timeout: 40_000 });
}

async function generate(page: Page, text: string, structure?: string) {
  await page.goto("/studio");
  if (structure) {
    await page.getByRole("button", { name: "Configure the prompt" }).click();
    await page.getByLabel("Structure").selectOption({ label: structure });
    await page.getByRole("button", { name: "Apply" }).click();
  }
  await page.getByLabel("Describe the prompt you want").fill(text);
  await page.getByRole("button", { name: "Generate", exact: true }).click();
}

test("a free user upgrades, generates all four structures and cancels", async ({ page, user }) => {
  test.setTimeout(240_000);
  expect(user.id).toBeTruthy();
  await page.goto("/studio");
  await expect(page.getByRole("heading", { name: "Upgrade for AI Features" })).toBeVisible();
  await expect(balance(page)).toBeHidden();
  await expectAccessible(page);
  await page.getByRole("button", { name: /^Account menu/ }).click();
  await expect(page.getByRole("menuitem", { name: /^Upgrade Plan/ })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "See the plans" }).click();

  const pro = page.getByRole("region", { name: "Pro plan" });
  await expect(pro.getByText("Most Popular")).toBeVisible();
  await expect(pro.getByText("$9")).toBeVisible();
  await page.getByText("Yearly").click();
  await expect(pro.getByText("$7")).toBeVisible();
  await expect(pro.getByText("Billed annually")).toBeVisible();
  await page.getByText("Monthly", { exact: true }).click();
  await expectAccessible(page);

  // Leaving the payment page buys nothing.
  await page.getByRole("button", { name: "Start Pro Plan" }).click();
  await page.getByRole("link", { name: "Back" }).click();
  await expect(page.getByText("Checkout cancelled")).toBeVisible();

  await buyPro(page);
  await expect(balance(page)).toHaveText("1,100");
  await expect(page.getByText("renews on")).toBeVisible();

  let left = 1_100;
  for (const [structure, text, first] of [
    ["Standard", "Please write a poem", "You are a poet."],
    ["Structured", "In structured sections", "You are a poet."],
    ["Modulized", "As reusable modules", "Read {{input}}."],
    ["Advanced", "As blocks of modules", "Ask the user."],
  ] as const) {
    await page.goto("/studio");
    await page.getByRole("button", { name: "Configure the prompt" }).click();
    await page.getByLabel("Structure").selectOption({ label: structure });
    await page.getByRole("button", { name: "Apply" }).click();
    // The dialog returns the focus when it has closed; the keys below are for the text.
    await expect(page.getByRole("dialog")).toBeHidden();
    await page.getByLabel("Describe the prompt you want").fill(text);
    const quote = page.getByText(/^\d+ credits$/).last();
    left -= Number.parseInt((await quote.textContent()) ?? "", 10);
    await page.keyboard.press("Control+Enter");
    await expect(page).toHaveURL(/\/editor\?prompt=/, { timeout: 30_000 });
    await expect(balance(page)).toHaveText(left.toLocaleString("en"));
    await expect(page.getByText(first).first()).toBeVisible();
  }

  await page.goto("/settings?tab=billing");
  await expect(page.getByText("Prompt generation with gpt-4o-mini").first()).toBeVisible();
  await page.getByRole("button", { name: "Cancel plan" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel plan" }).click();
  await expect(page.getByText("ends on")).toBeVisible();
  await page.getByRole("button", { name: "Keep my plan" }).click();
  await expect(page.getByText("renews on")).toBeVisible();
});

test.describe("while generating", () => {
  test.use({ alsoExpected: ["502"] });

  test("progress shows, cancelling costs nothing, a failure keeps what was typed", async ({ page, user }) => {
    test.setTimeout(180_000);
    expect(user.id).toBeTruthy();
    await buyPro(page);

    await generate(page, "a stalled answer");
    await expect(page.getByText("Creating your prompt with AI...")).toBeVisible();
    await expect(page.getByRole("button", { name: "Generating..." })).toBeDisabled();
    await expect(page.getByLabel("Describe the prompt you want")).toBeDisabled();
    await page.getByRole("button", { name: "Cancel" }).click();
    await expect(page.getByText("Creating your prompt with AI...")).toBeHidden();
    await expect(page.getByLabel("Describe the prompt you want")).toHaveValue("a stalled answer");

    await generate(page, "an answer of the wrong shape");
    const banner = page.getByRole("alert");
    await expect(banner).toContainText("Generation failed");
    await expect(banner).toContainText("Failed to parse generated content as JSON");
    await expect(page.getByLabel("Describe the prompt you want")).toHaveValue("an answer of the wrong shape");
    await expect(balance(page)).toHaveText("1,100");
    await expectAccessible(page);

    await page.reload();
    await expect(page.getByLabel("Describe the prompt you want")).toHaveValue("an answer of the wrong shape");
    // Records every displayed count, however briefly it is shown.
    await page.addInitScript(() => {
      const counts = new Set<string>();
      Object.assign(window, { counts });
      new MutationObserver(() => {
        for (const element of document.querySelectorAll("main p, main span")) {
          const count = /\d+ characters written/.exec(element.textContent ?? "");
          if (count && element.checkVisibility()) counts.add(count[0]);
        }
      }).observe(document, { childList: true, subtree: true, characterData: true });
    });
    await generate(page, "a slow answer");
    await expect(page).toHaveURL(/\/editor\?prompt=/, { timeout: 30_000 });
    const counts = () => [...(window as unknown as { counts: Set<string> }).counts];
    expect(await page.evaluate(counts)).not.toEqual([]);
  });
});

test("invoices are in the portal, and the way back leads to the plan", async ({ page, user }) => {
  test.setTimeout(120_000);
  expect(user.id).toBeTruthy();
  await buyPro(page);
  await page.getByRole("button", { name: "Invoices and payment" }).click();
  await expect(page.getByRole("heading", { name: "Invoices" })).toBeVisible();
  await page.getByRole("link", { name: "Return" }).click();
  await expect(page).toHaveURL(/\/settings\?tab=billing/);
  await expect(page.getByText("renews on")).toBeVisible();
});

test.describe("with a plan for everybody", () => {
  test.use({ settings: "pro" });

  test("a balance that runs low is marked, with a way to add to it and all its history", async ({
    page,
    user,
  }) => {
    test.setTimeout(180_000);
    expect(user.id).toBeTruthy();
    await page.goto("/studio");
    await expect(page.getByText("1,100 credits")).toBeVisible();
    await expect(page.getByRole("link", { name: "Add", exact: true })).toBeHidden();

    const generate = async (model: string) => {
      const data = { user_input: "a poem", model };
      const made = await page.request.post("/api/generations", { data });
      expect(made.status(), await made.text()).toBe(201);
    };
    // More transactions than a page of the history: 3 × 100 credits and 50 × 5.
    for (let number = 0; number < 3; number++) await generate("gpt-4.1");
    for (let number = 0; number < 50; number++) await generate("gpt-4.1-nano");
    await page.goto("/settings?tab=billing");
    const left = 1_100 - 300 - 250;
    await expect(balance(page)).toHaveText(left.toLocaleString("en"));
    await page.getByRole("button", { name: "Show all" }).click();
    const history = page.getByRole("dialog", { name: "Credit history" });
    await expect(history.getByRole("listitem")).toHaveCount(50);
    await expectAccessible(page);
    await history.getByRole("button", { name: "Show older" }).click();
    await expect(history.getByRole("listitem")).toHaveCount(55);
    await expect(history.getByText("Welcome credits")).toBeVisible();
    await expect(history.getByRole("button", { name: "Show older" })).toBeHidden();
    await page.keyboard.press("Escape");

    await generate("gpt-4o");
    await generate("gpt-4o");
    await generate("gpt-4o");
    await generate("gpt-4.1");
    await page.goto("/studio");
    await expect(page.getByText("75 credits", { exact: true })).toBeVisible();
    await expect(page.getByText("Low", { exact: true })).toBeVisible();
    await expect(
      page.getByRole("banner").getByRole("link", { name: "75 AI credits, running low" }),
    ).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("link", { name: "Add", exact: true }).click();
    await expect(page).toHaveURL(/\/settings\?tab=billing/);
  });
});

test("context files are checked and read in the browser", async ({ page, user, world }) => {
  test.setTimeout(120_000);
  expect(user.id).toBeTruthy();
  await buyPro(page);
  await page.goto("/studio");
  await page.getByRole("button", { name: "Attach context files" }).click();
  const picker = page.getByLabel("Context files", { exact: true });
  await picker.setInputFiles([
    { name: "notes.md", mimeType: "text/markdown", buffer: Buffer.from("# Notes\nLike Sappho.") },
    { name: "face.png", mimeType: "image/png", buffer: Buffer.from([137, 80, 78, 71]) },
    { name: "tool.exe", mimeType: "application/octet-stream", buffer: Buffer.from("MZ") },
  ]);
  await expect(page.getByText("File type .exe is not supported.")).toBeVisible();
  await expect(page.getByText("A picture: only its name is sent")).toBeVisible();
  const many = Array.from({ length: 4 }, (_, n) => ({
    name: `${n}.txt`,
    mimeType: "text/plain",
    buffer: Buffer.from("x"),
  }));
  await picker.setInputFiles(many);
  await expect(page.getByText("Maximum 5 files allowed.")).toBeVisible();
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page.getByRole("region", { name: "Active Configuration" })).toContainText("2 files");

  await page.getByLabel("Describe the prompt you want").fill("a poem with context");
  const sent = page.waitForRequest((request) => request.url() === `${world.url}/api/generations`);
  await page.getByRole("button", { name: "Generate", exact: true }).click();
  const body = (await sent).postDataJSON();
  expect(body.file_context).toBe(
    "Uploaded 2 context files\n\n### notes.md\n# Notes\nLike Sappho.\n\n### face.png\n(an image; only its name is given)",
  );
  await expect(page).toHaveURL(/\/editor\?prompt=/, { timeout: 30_000 });
});

test("on a phone the controls open as sheets", async ({ page, user }) => {
  test.setTimeout(120_000);
  expect(user.id).toBeTruthy();
  await buyPro(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/studio");
  for (const [button, title] of [
    ["Attach context files", "Add Context Files"],
    ["Use components", "Component Library"],
    ["Configure the prompt", "Prompt Configuration"],
  ] as const) {
    await page.getByRole("button", { name: button }).click();
    await expect(page.getByRole("dialog", { name: title })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Cancel" }).click();
  }
});

test.describe("with nothing configured", () => {
  test.use({ settings: "bare" });

  test("every account has the Max plan, and the Studio says how to get a provider", async ({
    page,
    user,
  }) => {
    expect(user.id).toBeTruthy();
    await page.goto("/settings?tab=billing");
    await expect(page.getByText("Payments are not set up on this server")).toBeVisible();
    await expect(page.getByText("Every account has the Max plan")).toBeVisible();
    await page.goto("/studio");
    await page.getByRole("button", { name: "Creative Writer" }).click();
    await expect(page.getByText("No AI provider is set up yet")).toBeVisible();
    await expect(page.getByRole("button", { name: "Generate", exact: true })).toBeDisabled();
    await expectAccessible(page);
    await page.getByRole("link", { name: "Add your own key" }).click();
    await expect(page).toHaveURL(/\/settings#api-keys$/);
  });

  test("a key of one's own is kept in the browser and makes generations free", async ({ page, user }) => {
    await page.goto("/settings");
    await page.getByLabel("Name", { exact: true }).fill("Work");
    await page.getByLabel("Key", { exact: true }).fill("sk-proj-abcdefghijklmnop");
    await page.getByRole("button", { name: "Add key" }).click();
    await expect(page.getByText("sk-proj-…mnop")).toBeVisible();
    const stored = await page.evaluate(
      (id) => localStorage.getItem(`promptcase.api-key.${id}.openai`),
      user.id,
    );
    expect(stored).toBe("sk-proj-abcdefghijklmnop");
    await expectAccessible(page);
    await page.goto("/studio");
    await page.getByRole("button", { name: "Data Analyst" }).click();
    await expect(page.getByText("Free with your key")).toBeVisible();
    await expect(page.getByText("No AI provider is set up yet")).toBeHidden();
    await expect(page.getByRole("button", { name: "Generate", exact: true })).toBeEnabled();
  });
});
