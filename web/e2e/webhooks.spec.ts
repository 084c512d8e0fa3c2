import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createPrompt, expectAccessible } from "./fixtures";
import { expect, test } from "./paid-world";

// Nothing is sold, so every account has the Max plan.
test.use({ settings: "bare", alsoExpected: ["/api/webhooks 422", "Failed to load resource"] });

test("a webhook is made, tried, paused and deleted, and its log tells how messages fared", async ({
  page,
  user,
  context,
}) => {
  expect(user.id).toBeTruthy();
  let status = 500;
  const got: string[] = [];
  const receiver = createServer((request, response) => {
    let body = "";
    request.on("data", (part) => {
      body += part;
    });
    request.on("end", () => {
      got.push(JSON.parse(body).type);
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((ready) => receiver.listen(0, "127.0.0.1", ready));
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;

  await page.goto("/settings?tab=webhooks");
  await expect(page.getByText("No webhooks yet.")).toBeVisible();
  await page.getByRole("button", { name: "New webhook" }).click();
  const form = page.getByRole("dialog", { name: "New webhook" });
  await form.getByLabel("Address").fill("ftp://nowhere.example.org");
  await form.getByRole("button", { name: "Create webhook" }).click();
  await expect(form.getByText("The address must begin with https://")).toBeVisible();
  await expectAccessible(page);
  await form.getByLabel("Address").fill(url);
  await form.getByLabel("Purpose").fill("Tells the chat");
  await form.getByLabel("Moved labels").uncheck();
  await form.getByRole("button", { name: "Create webhook" }).click();
  const secret = page.getByRole("dialog", { name: "The webhook's secret" });
  await expect(secret.getByLabel("Secret")).toHaveValue(/^whsec_/);
  await expectAccessible(page);
  await secret.getByRole("button", { name: "I've saved it" }).click();
  await expect(page.getByText("New versions, Shared prompts")).toBeVisible();

  await page.getByRole("button", { name: `Send a test message to ${url}` }).click();
  const log = page.getByRole("dialog", { name: "Messages" });
  await expect(log.getByText("webhook.test", { exact: true })).toBeVisible();
  await expect(log.getByText("It answered 500.")).toBeVisible();
  await expectAccessible(page);
  // It is tried again after five seconds, without anybody's help.
  status = 204;
  await expect.poll(() => got.length).toBe(2);
  await expect(async () => {
    await log.getByRole("button", { name: "Refresh" }).click();
    await expect(log.getByText("Delivered")).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await log.getByRole("button", { name: "Send webhook.test again" }).click();
  await expect.poll(() => got.length).toBe(3);
  await log.getByRole("button", { name: "Close" }).last().click();

  await createPrompt(context.request, { title: "Open", is_public: true });
  await expect.poll(() => got.at(-1)).toBe("prompt.shared");
  await page.getByRole("button", { name: `Pause ${url}` }).click();
  await expect(page.getByText("Paused")).toBeVisible();
  await createPrompt(context.request, { title: "Open too", is_public: true });
  await page.getByRole("button", { name: `Delete ${url}` }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("No webhooks yet.")).toBeVisible();
  expect(got.length).toBe(4);
  receiver.close();
});
