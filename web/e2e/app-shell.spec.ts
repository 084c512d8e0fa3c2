import { createPrompt, expect, expectAccessible, registerUser, test } from "./fixtures";

const publicPages = [
  ["/", "A case for every prompt."],
  ["/login", "Welcome back"],
  ["/register", "Create your account"],
  ["/forgot-password", "Forgot your password?"],
  ["/reset-password", "Set a new password"],
  ["/features", "What's inside"],
  ["/docs", "Documentation"],
  ["/docs?tab=structures", "Documentation"],
  ["/docs?tab=components", "Documentation"],
  ["/docs?tab=exports", "Documentation"],
  ["/docs?tab=use", "Documentation"],
  ["/docs?tab=api", "Documentation"],
  ["/terms", "Terms of Service"],
  ["/privacy", "Privacy Policy"],
  ["/refund-policy", "Refund Policy"],
] as const;

const signedInPages = [
  "/studio",
  "/explorer",
  "/import",
  "/explorer?tab=assets",
  "/library",
  "/collections",
  "/community",
  "/community?tab=collections",
  "/analytics",
  "/profile",
  "/trash",
  "/admin",
  "/settings",
  "/settings?tab=privacy",
  "/settings?tab=billing",
  "/settings?tab=notifications",
  "/settings?tab=account",
  "/no/such/page",
];

for (const scheme of ["light", "dark"] as const) {
  test(`public pages are accessible in ${scheme}`, async ({ page }) => {
    test.setTimeout(180_000);
    await page.emulateMedia({ colorScheme: scheme });
    for (const [path, heading] of publicPages) {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading);
      if (path === "/docs?tab=api") await expect(page.getByText("/api/auth/login")).toBeVisible();
      await expectAccessible(page);
    }
  });

  test(`signed-in pages are accessible in ${scheme}`, async ({ page, user }) => {
    test.setTimeout(180_000);
    expect(user.id).toBeTruthy();
    await page.emulateMedia({ colorScheme: scheme });
    for (const path of signedInPages) {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expectAccessible(page);
    }
  });
}

test("the theme goes light, dark, system, light, survives a reload and follows the system", async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto("/");
  const html = page.locator("html");
  const toggle = page.getByRole("button", { name: /^Theme:/ });
  await expect(toggle).toHaveAccessibleName("Theme: system. Switch to light");
  await toggle.click();
  await toggle.click();
  await expect(toggle).toHaveAccessibleName("Theme: dark. Switch to system");
  await expect(html).toHaveClass(/dark/);
  await page.reload({ waitUntil: "commit" });
  await expect(html).toHaveClass(/dark/);
  await toggle.click();
  await expect(html).not.toHaveClass(/dark/);
  await page.emulateMedia({ colorScheme: "dark" });
  await expect(html).toHaveClass(/dark/);
  await toggle.click();
  await expect(toggle).toHaveAccessibleName("Theme: light. Switch to dark");
  await expect(html).not.toHaveClass(/dark/);
});

test("an unknown path shows the settings and names the path", async ({ page, user }) => {
  expect(user.id).toBeTruthy();
  await page.goto("/no/such/page");
  await expect(page.getByRole("heading", { level: 1, name: "Settings" })).toBeVisible();
  await expect(page.getByText("There is no page at /no/such/page.")).toBeVisible();
  await page.getByRole("button", { name: "Dismiss" }).click();
  await expect(page.getByText("There is no page at")).toBeHidden();
});

test("pages are titled, and navigation moves focus to the page", async ({ page, user }) => {
  expect(user.id).toBeTruthy();
  await page.goto("/studio");
  await expect(page).toHaveTitle("Prompt Studio · Promptcase");
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Explorer" }).click();
  await expect(page).toHaveTitle("Prompt Explorer · Promptcase");
  await expect(page.locator("main")).toBeFocused();
  await page.goto("/terms#dispute-resolution");
  await expect(page.getByRole("heading", { name: "Dispute resolution" })).toBeInViewport();
});

test("who goes on before the first page is there is taken along by the focus too", async ({ page, user }) => {
  expect(user.id).toBeTruthy();
  let letThrough = () => {};
  const later = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.route(/studio-route/, async (route) => {
    await later;
    await route.continue();
  });
  await page.goto("/studio", { waitUntil: "commit" });
  // Until the app has rendered, the links are plain and reload the page.
  await page.getByRole("button", { name: "Account menu" }).waitFor();
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Explorer" }).click();
  await expect(page).toHaveTitle("Prompt Explorer · Promptcase");
  await expect(page.locator("main")).toBeFocused();
  letThrough();
});

test("public pages can be read before a script has run", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL, javaScriptEnabled: false });
  const page = await context.newPage();
  for (const path of ["/", "/features", "/terms", "/privacy", "/refund-policy"]) {
    const heading = publicPages.find(([known]) => known === path)?.[1] ?? "";
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading);
    await expect(page).toHaveTitle(/Promptcase/);
    await expect(page.getByRole("link", { name: "Get Started", exact: true })).toBeVisible();
  }
  await page.goto("/login");
  await expect(page.getByRole("img", { name: "Promptcase" })).toBeVisible();
  await context.close();
});

test("a program of the core is served compressed", async ({ page, user }) => {
  expect(user.id).toBeTruthy();
  const asked = page.waitForRequest(/\/assets\/prompt_app_bg-[^/]+\.wasm$/);
  await page.goto("/editor");
  const program = await page.request.get((await asked).url(), { headers: { "accept-encoding": "br" } });
  expect(program.headers()["content-encoding"]).toBe("br");
  expect(program.headers()["content-type"]).toBe("application/wasm");
});

test("the HTML of a page behind the sign-in holds nothing of a person", async ({ playwright, baseURL }) => {
  const request = await playwright.request.newContext({ baseURL: baseURL ?? "" });
  const name = `Ada ${Date.now()}`;
  await registerUser(request, name);
  for (const path of ["/explorer", "/terms"]) {
    expect(await (await request.get(path)).text(), path).not.toContain(name);
  }
  await request.dispose();
});

test("who walks with Tab before the program runs keeps the place", async ({ page, user }) => {
  expect(user.id).toBeTruthy();
  let letThrough = () => {};
  const later = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.route(/explorer-route/, async (route) => {
    await later;
    await route.continue();
  });
  await page.goto("/explorer", { waitUntil: "commit" });
  await page.getByRole("heading", { name: "Prompt Explorer" }).waitFor();
  const link = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Library" });
  await link.focus();
  letThrough();
  await page.getByRole("list", { name: "Prompts" }).or(page.getByText("No prompts yet")).first().waitFor();
  await expect(link).toBeFocused();
});

test("cards come without WebAssembly, and their list is asked for once", async ({ page, user, context }) => {
  expect(user.id).toBeTruthy();
  const title = `First of all ${Date.now()}`;
  await createPrompt(context.request, { title });
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.addInitScript((title) => {
    new MutationObserver((_, observer) => {
      if (!document.querySelector("main")?.textContent?.includes(title)) return;
      observer.disconnect();
      performance.mark("cards");
    }).observe(document, { childList: true, subtree: true, characterData: true });
  }, title);
  await page.goto("/explorer");
  await expect(page.getByRole("list", { name: "Prompts" })).toContainText(title);
  expect(asked.filter((url) => url.includes("/api/prompts?"))).toHaveLength(1);
  expect(asked.filter((url) => url.includes("/api/auth/session"))).toHaveLength(1);
  // The prefetch starts some seconds later and may have begun.
  const before = await page.evaluate(() => {
    const [cards] = performance.getEntriesByName("cards");
    const fetched = performance.getEntriesByType("resource");
    return fetched.filter(({ startTime }) => startTime < (cards?.startTime ?? 0)).map(({ name }) => name);
  });
  expect(before.filter((url) => url.endsWith(".wasm"))).toHaveLength(0);
});

for (const [name, path] of [
  ["explorer", () => "/explorer"],
  ["editor", (id: string) => `/editor?prompt=${id}`],
] as const) {
  test(`nothing jumps while the ${name} comes to a phone`, async ({ page, user, context }) => {
    expect(user.id).toBeTruthy();
    const { id } = await createPrompt(context.request, { title: "Code reviewer" });
    await page.setViewportSize({ width: 412, height: 823 });
    await page.addInitScript(() => {
      const shifts: number[] = [];
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          shifts.push((entry as PerformanceEntry & { value: number }).value);
      }).observe({ type: "layout-shift", buffered: true });
    });
    // The responses arrive in sequence, so that each change is rendered separately.
    await page.route(/\/api\/|\.wasm$/, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 300));
      await route.continue();
    });
    await page.goto(path(id));
    await expect(page.getByText("Code reviewer").first()).toBeVisible();
    await page.waitForLoadState("networkidle");
    const total = await page.evaluate(() =>
      (window as Window & { shifts?: number[] }).shifts?.reduce((sum, shift) => sum + shift, 0),
    );
    expect(total).toBeLessThan(0.05);
  });
}

test("the first Tab offers to skip to the content", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.locator("main")).toBeFocused();
});

test("who skips to the content does not meet the sidebar again", async ({ page, user }) => {
  expect(user.id).toBeTruthy();
  await page.goto("/explorer");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  const main = page.getByRole("main");
  await expect(main.locator(":focus")).toBeVisible();
  await expect(main.getByRole("navigation", { name: "Workspace" })).toHaveCount(0);
  await expect(page.getByRole("navigation", { name: "Workspace" })).toBeVisible();
});

test("who skips to the content before the program has come stays there", async ({ page }) => {
  await page.addInitScript(() => {
    const seen = window as Window & { wasEmpty?: boolean };
    new MutationObserver(() => {
      const root = document.getElementById("root");
      if (document.readyState !== "loading" && root?.childElementCount === 0) seen.wasEmpty = true;
    }).observe(document, { childList: true, subtree: true });
  });
  const loaded = page.waitForResponse(/\/api\/auth\/session/);
  await page.route(/\/api\/auth\/session/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 800));
    await route.continue();
  });
  await page.goto("/features");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
  await page.keyboard.press("Tab");
  const first = page.getByRole("main").getByRole("link").first();
  await expect(first).toBeFocused();
  await loaded;
  await expect(first).toBeFocused();
  expect(await page.evaluate(() => (window as Window & { wasEmpty?: boolean }).wasEmpty)).toBeUndefined();
});

test("on a phone the menu slides in, leads on and closes", async ({ page, user }) => {
  expect(user.id).toBeTruthy();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/studio");
  await page.getByRole("button", { name: "Open menu" }).click();
  const menu = page.getByRole("dialog", { name: "Menu" });
  await expect(menu).toBeVisible();
  await expectAccessible(page);
  await menu.getByRole("link", { name: "Explorer" }).click();
  await expect(page).toHaveURL("/explorer");
  await expect(menu).toBeHidden();
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
});

test("the palette goes anywhere and the sheet lists the shortcuts", async ({ page, user }) => {
  expect(user.id).toBeTruthy();
  await page.goto("/studio");
  // The accessible name is the visible text: the words with their keys, and on a small screen the words alone.
  const button = page.getByRole("button", { name: /^Search…/ });
  await expect(button).toHaveAccessibleName("Search… Ctrl K");
  await expect(button).toHaveAccessibleDescription("Search and commands");
  const { width, height } = page.viewportSize() ?? { width: 1280, height: 720 };
  await page.setViewportSize({ width: 390, height });
  await expect(button).toHaveAccessibleName("Search…");
  await page.setViewportSize({ width, height });
  // The key listener's chunk loads a moment after the page.
  await expect(async () => {
    await page.keyboard.press("ControlOrMeta+k");
    await expect(page.getByPlaceholder("Find a command")).toBeVisible({ timeout: 2000 });
  }).toPass();
  await page.getByPlaceholder("Find a command").fill("explorer");
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/explorer");
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await page.keyboard.press("g");
  await page.keyboard.press(",");
  await expect(page).toHaveURL("/settings");
});

test("the palette finds a prompt and acts on the one that is open", async ({ page, user, context }) => {
  expect(user.id).toBeTruthy();
  const title = `Release notes ${Date.now()}`;
  const { id } = await createPrompt(context.request, { title });
  await page.goto("/studio");
  const type = page.getByPlaceholder("Find a command");
  await expect(async () => {
    await page.keyboard.press("ControlOrMeta+k");
    await expect(type).toBeVisible({ timeout: 2000 });
  }).toPass();
  await type.fill(title);
  await page.getByRole("option", { name: title }).click();
  await expect(page).toHaveURL(`/editor?prompt=${id}`);
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();

  await page.keyboard.press("ControlOrMeta+k");
  await expect(page.getByText("This prompt")).toBeVisible();
  await type.fill("export");
  await page.getByRole("option", { name: "Export" }).click();
  await expect(page.getByRole("dialog", { name: "Export" })).toBeVisible();
  await page.keyboard.press("Escape");

  await page.locator("main").focus();
  await page.keyboard.press("?");
  const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(sheet).toContainText("Undo");
  await page.keyboard.press("Escape");
  await page.locator("main").focus();
  await page.keyboard.press("v");
  await expect(page.getByRole("complementary", { name: "Versions" })).toBeVisible();
});

test("preferences are kept for the user in this browser", async ({ page, user }) => {
  await page.goto("/settings");
  await page.getByLabel("Timezone").selectOption("Asia/Tokyo");
  await page.getByLabel("Autosave").selectOption({ label: "Disabled" });
  await page.reload();
  await expect(page.getByLabel("Timezone")).toHaveValue("Asia/Tokyo");
  const stored = await page.evaluate((id) => localStorage.getItem(`promptcase.preferences.${id}`), user.id);
  // Only what was chosen: what is left follows the browser and later defaults.
  expect(JSON.parse(stored ?? "{}")).toEqual({ timezone: "Asia/Tokyo", auto_save_interval: 0 });
});

test("where nothing is sold, nothing is offered", async ({ page, user }) => {
  await page.goto("/studio");
  await expect(page.getByText("Payments are not set up on this server")).toBeVisible();
  await page.getByRole("button", { name: `Account menu of ${user.full_name}` }).click();
  await expect(page.getByRole("menuitem", { name: "Sign Out" })).toBeVisible();
  await expect(page.getByRole("menuitem", { name: /Upgrade/ })).toHaveCount(0);
});

test("the palette finds collections, components and settings, and says whose they are", async ({
  page,
  user,
  context,
}) => {
  expect(user.id).toBeTruthy();
  await context.request.post("/api/collections", { data: { title: "Engineering notes" } });
  await page.goto("/explorer");
  const palette = page.getByRole("dialog", { name: "Command palette" });
  await page.getByRole("button", { name: "Search…" }).click();
  await expect(palette.getByRole("option").first()).toBeVisible();
  await page.keyboard.type("engineering notes");
  await expect(palette.getByRole("option", { name: "Engineering notes" })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/collections\?id=/);
  await page.getByRole("button", { name: "Search…" }).click();
  await expect(palette.getByRole("option").first()).toBeVisible();
  await page.keyboard.type("second factor");
  await expect(palette.getByRole("option")).toHaveCount(1);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/settings\?tab=account/);
});

test("a card of the sidebar can be hidden for good and does not offer the page one is on", async ({
  page,
  user,
}) => {
  expect(user.id).toBeTruthy();
  await page.goto("/explorer");
  const sidebar = page.getByRole("navigation", { name: "Workspace" });
  await expect(sidebar.getByRole("link", { name: "Generate Prompt" })).toBeVisible();
  await sidebar.getByRole("button", { name: "Hide “AI Generation”" }).click();
  await expect(sidebar.getByRole("link", { name: "Generate Prompt" })).toBeHidden();
  await page.reload();
  await expect(sidebar.getByRole("link", { name: "Explore Community" })).toBeVisible();
  await expect(sidebar.getByRole("link", { name: "Generate Prompt" })).toBeHidden();
  await page.goto("/community");
  await expect(sidebar.getByRole("link", { name: "Explore Community" })).toBeHidden();
});
