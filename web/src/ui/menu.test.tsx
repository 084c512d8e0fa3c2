import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { Menu, MenuItem } from "./menu";

function setup() {
  const onSelect = vi.fn();
  render(
    <Menu trigger={<button type="button">Actions</button>}>
      <MenuItem onSelect={onSelect}>Clone</MenuItem>
      <MenuItem>Delete</MenuItem>
    </Menu>,
  );
  return { user: userEvent.setup(), button: screen.getByRole("button", { name: "Actions" }), onSelect };
}

describe("a menu", () => {
  it("is announced by its button before it was ever opened", () => {
    const { button } = setup();
    expect(button).toHaveAttribute("aria-haspopup", "menu");
    expect(button).toHaveAttribute("aria-expanded", "false");
    expect(screen.queryByRole("menu")).toBeNull();
  });

  it.each(["{Enter}", " ", "{ArrowDown}"])(
    "opens by the key %j at its first item, and gives the focus back",
    async (key) => {
      // Given the focus on the button
      const { user, button } = setup();
      await user.tab();
      expect(button).toHaveFocus();

      // When it is opened
      await user.keyboard(key);

      // Then the menu is the button's, and its first item has the focus
      const menu = await screen.findByRole("menu", { name: "Actions" });
      expect(button).toHaveAttribute("aria-expanded", "true");
      expect(button).toHaveAttribute("aria-controls", menu.id);
      await vi.waitFor(() => expect(screen.getByRole("menuitem", { name: "Clone" })).toHaveFocus());

      // And when it is closed, the button has it again
      await user.keyboard("{Escape}");
      expect(screen.queryByRole("menu")).toBeNull();
      expect(button).toHaveFocus();
      expect(button).toHaveAttribute("aria-expanded", "false");
      expect(button).not.toHaveAttribute("aria-controls");
    },
  );

  it("opens and closes by pressing its button, and does what is chosen", async () => {
    const { user, button, onSelect } = setup();
    await user.click(button);
    expect(screen.getByRole("menu")).toBeVisible();
    await user.click(button);
    expect(screen.queryByRole("menu")).toBeNull();
    await user.click(button);
    await user.click(screen.getByRole("menuitem", { name: "Clone" }));
    expect(onSelect).toHaveBeenCalledOnce();
    expect(screen.queryByRole("menu")).toBeNull();
  });
});
