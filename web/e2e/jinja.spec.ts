import { createPrompt, expect, test } from "./fixtures";

const content = {
  template_language: "jinja2",
  segments: [
    {
      type: "user",
      content:
        "{% if name %}Hi {{ name | upper }}{% else %}Hi you{% endif %}{% for i in range(2) %} {{ i }}{% endfor %}",
    },
  ],
};

test.describe("a program that does not load", () => {
  test.use({ expectedFailures: ["Failed to load resource: net::ERR_FAILED"] });

  test("statements of Jinja2 are rendered by a program that loads when it is needed", async ({
    page,
    user,
    context,
  }) => {
    expect(user.id).toBeTruthy();
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const loaded: string[] = [];
    page.on("request", (request) => loaded.push(request.url()));
    const plain = await createPrompt(context.request, {
      title: "Plain",
      content: { segments: [{ type: "user", content: "Hi {{name}}" }] },
    });
    const { id } = await createPrompt(context.request, { title: "Greeting", content });
    const rendered = page.getByRole("region", { name: "Rendered" });
    const isProgram = (url: string) => url.includes("prompt_jinja") && url.includes(".wasm");

    await page.goto(`/editor?prompt=${plain.id}`);
    await page.getByRole("radio", { name: "Rendered" }).check();
    await rendered.getByLabel("name", { exact: true }).fill("Ada");
    await expect(rendered.getByRole("listitem").first()).toContainText("Hi Ada");
    expect(loaded.filter(isProgram)).toEqual([]);

    // Without the program the text stays as it is written, with what to do.
    await page.route(
      (url) => isProgram(url.href),
      (route) => route.abort(),
    );
    await page.goto(`/editor?prompt=${id}`);
    await page.getByRole("radio", { name: "Rendered" }).check();
    await expect(rendered.getByText("The statements of Jinja2 are not rendered")).toBeVisible();
    await page.unrouteAll();
    await rendered.getByRole("button", { name: "Reload" }).click();
    await page.getByRole("radio", { name: "Rendered" }).check();
    await expect(rendered.getByRole("listitem").first()).toContainText("Hi you 0 1");

    await rendered.getByLabel("name", { exact: true }).fill("{{ Ada }}");
    await expect(rendered.getByRole("listitem").first()).toContainText("Hi {{ ADA }} 0 1");
    await rendered.getByRole("button", { name: "Copy", exact: true }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("Hi {{ ADA }} 0 1");
  });
});

test("an image of the prompt is shown, and one of the web is a link", async ({ page, user, context }) => {
  expect(user.id).toBeTruthy();
  const pixel =
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  const assets = [
    { type: "image", title: "Pixel", reference: pixel },
    { type: "image", title: "Web", reference: "https://images.example.org/a.png" },
  ];
  const { id } = await createPrompt(context.request, {
    title: "Look",
    structure_type: "advanced",
    content: { blocks: [{ title: "Look", modules: [], assets }] },
  });
  await page.goto(`/editor?prompt=${id}`);
  await page.getByRole("radio", { name: "Rendered" }).check();
  const rendered = page.getByRole("region", { name: "Rendered" });
  const image = rendered.getByRole("img", { name: "Pixel" });
  await expect(image).toBeVisible();
  expect(await image.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(1);
  await expect(rendered.getByRole("link", { name: "https://images.example.org/a.png" })).toBeVisible();
  expect(asked.filter((url) => url.includes("images.example.org"))).toEqual([]);
});
