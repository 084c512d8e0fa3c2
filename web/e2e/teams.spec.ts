// A team: made in the settings, joined by a colleague with a link, worked in, and left.
import { createPrompt, expectAccessible, registerUser } from "./fixtures";
import { expect, test } from "./paid-world";

// Nothing is sold, so every account may make teams.
test.use({
  settings: "bare",
  alsoExpected: ["/api/workspaces 422", " 409", "Failed to load resource"],
});

test("a team is made, a guest joins with a link, and both see its prompts", async ({
  page,
  user,
  context,
  browser,
}) => {
  await createPrompt(context.request, { title: "My own prompt" });
  await page.goto("/settings?tab=team");
  await expect(page.getByText("You are in no team yet.")).toBeVisible();
  // Who has no team has nothing to switch.
  await expect(page.getByRole("button", { name: /^Workspace:/ })).toHaveCount(0);
  await page.getByRole("button", { name: "New team" }).click();
  const form = page.getByRole("dialog", { name: "New team" });
  await form.getByLabel("Name").fill("Customer care");
  await form.getByLabel("Handle").fill("support");
  await form.getByRole("button", { name: "Create team" }).click();
  await expect(form.getByLabel("Handle")).toHaveAccessibleDescription(/reserved/);
  await expectAccessible(page);
  await form.getByLabel("Handle").fill(`care-${Date.now()}`);
  await form.getByRole("button", { name: "Create team" }).click();
  const switcher = page.getByRole("button", { name: "Workspace: Customer care" });
  await expect(switcher).toBeVisible();
  await expectAccessible(page);

  // What is created is the team's, and lists show the team's.
  await page.goto("/explorer");
  await expect(page.getByText("My own prompt")).toHaveCount(0);
  const team = (await (await context.request.get("/api/workspaces")).json()).items[1];
  const made = await context.request.post("/api/prompts", {
    data: { title: "Refund answer" },
    headers: { Workspace: team.id },
  });
  const prompt = await made.json();
  await page.goto("/explorer");
  await expect(page.getByText("Refund answer")).toBeVisible();

  // A link for a viewer.
  await page.goto("/settings?tab=team");
  await page.getByRole("button", { name: "Invite" }).click();
  const invite = page.getByRole("dialog", { name: "Invite to Customer care" });
  await invite.getByText("With a link").click();
  await invite.getByLabel("Role").selectOption("viewer");
  await expectAccessible(page);
  await invite.getByRole("button", { name: "Create link" }).click();
  const link = await invite.getByRole("textbox", { name: "Link" }).inputValue();
  expect(link).toContain("/join#token=");
  await invite.getByRole("button", { name: "Done" }).click();

  // A guest reaches it, signs up, and comes back to it.
  const other = await browser.newContext({ baseURL: new URL(link).origin });
  const guest = await other.newPage();
  await guest.goto(link);
  await expect(guest.getByRole("heading", { name: "Customer care" })).toBeVisible();
  await expectAccessible(guest);
  await guest.getByRole("link", { name: "Create an account" }).click();
  await expect(guest).toHaveURL(/\/register\?from=.*#token=/);
  await registerUser(other.request, "Ada Lovelace");
  await guest.goto(link);
  await guest.getByRole("button", { name: "Join Customer care" }).click();
  await expect(guest.getByText("Refund answer")).toBeVisible();
  await expect(guest.getByRole("note")).toContainText("change nothing, because of your role");
  await expectAccessible(guest);
  // A viewer reads the prompt; the same page of an editor is the editor.
  await guest.goto(`/editor?prompt=${prompt.id}`);
  await expect(guest.getByRole("heading", { name: "Refund answer" })).toBeVisible();
  await expect(guest.getByLabel("Title")).toHaveCount(0);
  await page.goto("/settings?tab=team");
  await page.getByRole("combobox", { name: "Role of Ada Lovelace" }).selectOption("editor");
  await guest.goto(`/editor?prompt=${prompt.id}`);
  await expect(guest.getByLabel("Title")).toHaveValue("Refund answer");

  // The last owner cannot leave.
  await page.getByRole("button", { name: "Leave team" }).click();
  const leave = page.getByRole("alertdialog", { name: "Leave Customer care?" });
  await leave.getByRole("button", { name: "Leave", exact: true }).click();
  await expect(leave.getByText("This is the only owner of the team.")).toBeVisible();
  await leave.getByRole("button", { name: "Cancel" }).click();

  // Switching, by keyboard, opens the other workspace; a prompt of the team opens from there.
  await page.goto("/explorer");
  await switcher.focus();
  await page.keyboard.press("Enter");
  await page.getByRole("menuitemradio", { name: /Personal/ }).press("Enter");
  await expect(page.getByText("My own prompt")).toBeVisible();
  await expect(page.getByText("Refund answer")).toHaveCount(0);
  await page.goto(`/editor?prompt=${prompt.id}`);
  await expect(page.getByLabel("Title")).toHaveValue("Refund answer");

  // Removal: the colleague's page falls back to the personal workspace.
  const members = await (await context.request.get(`/api/workspaces/${team.id}/members`)).json();
  const ada = members.items.find(({ full_name }: { full_name: string }) => full_name === "Ada Lovelace");
  expect(ada.user_id).not.toBe(user.id);
  await context.request.delete(`/api/workspaces/${team.id}/members/${ada.user_id}`);
  await guest.goto("/explorer");
  await expect(guest.getByRole("button", { name: /^Workspace:/ })).toHaveCount(0);
  await expect(guest.getByText("Refund answer")).toHaveCount(0);
  // The links of the team ended with the removal.
  await guest.goto("about:blank");
  await guest.goto(link);
  await expect(guest.getByText("This invitation was used or revoked already, or is too old.")).toBeVisible();
  await other.close();

  // It is deleted after its name was typed.
  await page.goto("/settings?tab=team");
  await page.getByRole("button", { name: "Switch to Customer care" }).click();
  await page.getByRole("button", { name: "Delete team" }).click();
  const gone = page.getByRole("dialog", { name: "Delete Customer care?" });
  await expect(gone.getByText("prompts and assets (1)")).toBeVisible();
  await gone.getByRole("textbox").fill("Customer care");
  await expectAccessible(page);
  await gone.getByRole("button", { name: "Delete team" }).click();
  await expect(page.getByText("My own prompt")).toBeVisible();
  await page.goto("/settings?tab=team");
  await expect(page.getByText("You are in no team yet.")).toBeVisible();
});
