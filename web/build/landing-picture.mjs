// Takes the pictures of the editor for the landing page from a running server, in both themes.
//
//   node build/landing-picture.mjs URL      writes public/editor-light.webp and public/editor-dark.webp
import { writeFileSync } from "node:fs";
import { chromium } from "@playwright/test";

const base = process.argv[2];
const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium-headless-shell";
const viewport = { width: 1280, height: 800 };
/** WebP's quality, of 1. */
const quality = 0.82;

const content = {
  segments: [
    {
      id: "system",
      order: 0,
      type: "system",
      content:
        "You review {{language}} pull requests. You are exact and kind, and you say nothing that a formatter would say.",
    },
    {
      id: "user",
      order: 1,
      type: "user",
      content:
        "Review this change for {{team}}.\n\n1. Name the riskiest line first, and say what breaks.\n2. List what you would change, with a reason each.\n3. End with one thing that is done well.\n\n{{diff}}",
    },
  ],
  variables: {
    properties: {
      language: { type: "string", default: "Rust", description: "The language of the code" },
      team: { type: "string", default: "the payments team" },
      diff: { type: "string", format: "multiline" },
    },
  },
};

const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
const context = await browser.newContext({ baseURL: base, viewport, reducedMotion: "reduce" });
const account = { full_name: "Ada Lovelace", email: "ada@example.org", password: "correct horse" };
await context.request.post("/api/auth/register", { data: account });
await context.request.post("/api/onboarding/complete");
const data = {
  title: "Pull request reviewer",
  description: "Names the riskiest line first.",
  category: "web",
  tags: ["review", "code"],
  content,
};
const prompt = await (await context.request.post("/api/prompts", { data })).json();
const page = await context.newPage();
for (const theme of ["light", "dark"]) {
  await page.emulateMedia({ colorScheme: theme });
  await page.goto(`/editor?prompt=${prompt.id}`);
  await page.getByRole("radio", { name: "Rendered" }).check();
  await page.getByRole("region", { name: "Rendered" }).getByText("the payments team").last().waitFor();
  await page.evaluate(() => document.fonts.ready);
  const png = (await page.screenshot()).toString("base64");
  // The browser writes the WebP: no other program is needed.
  const webp = await page.evaluate(
    async ([png, quality]) => {
      const image = new Image();
      image.src = `data:image/png;base64,${png}`;
      await image.decode();
      const canvas = document.createElement("canvas");
      canvas.width = image.width;
      canvas.height = image.height;
      canvas.getContext("2d").drawImage(image, 0, 0);
      return canvas.toDataURL("image/webp", quality).split(",")[1];
    },
    [png, quality],
  );
  const bytes = Buffer.from(webp, "base64");
  writeFileSync(`public/editor-${theme}.webp`, bytes);
  process.stdout.write(`public/editor-${theme}.webp ${bytes.length} bytes\n`);
}
await browser.close();
