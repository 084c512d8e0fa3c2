// Advanced analytics: what programs fetch, by day, version and label.
import { readFile } from "node:fs/promises";
import { createPrompt, expectAccessible } from "./fixtures";
import { expect, test } from "./paid-world";

// Nothing is sold, so every account has the Max plan.
test.use({ settings: "bare" });

test("fetches are shown by day, version and label, and downloaded", async ({ page, user }) => {
  expect(user.id).toBeTruthy();
  await page.goto("/analytics");
  const section = page.getByRole("region", { name: "Use in programs, runs and tests" });
  await expect(section.getByText("No program fetched a prompt in this period. “Use it”")).toBeVisible();
  await expectAccessible(page);

  const content = { segments: [{ id: "a", order: 0, type: "user", content: "Be kind." }] };
  const { id } = await createPrompt(page.request, { title: "Tone", content });
  const { handle } = await (await page.request.get(`/api/prompts/${id}`)).json();
  const address = `/api/fetch/${handle}/tone`;
  for (let time = 0; time < 3; time++) expect((await page.request.get(address)).status()).toBe(200);
  // Counts arrive within some seconds.
  await expect(async () => {
    await page.reload();
    await expect(section.getByRole("row", { name: /Tone.*1\.0\.0.*3/ })).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await expect(section.getByRole("table", { name: "Requests" })).toContainText("3");
  await section.getByText("Tests", { exact: true }).click();
  await expect(section.getByText("No test was run in this period.")).toBeVisible();
  await section.getByText("Requests", { exact: true }).first().click();
  await expectAccessible(page);

  const download = page.waitForEvent("download");
  await section.getByRole("button", { name: "Download “By version and label” as CSV" }).click();
  const lines = (await readFile(await (await download).path(), "utf8")).split("\r\n");
  expect(lines[0]).toBe("prompt_id,title,version,label,requests,last_used_at");
  expect(lines[1]).toContain(`${id},Tone,1.0.0,,3,`);
});
