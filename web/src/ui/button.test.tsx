import { act, fireEvent, render } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { Button } from "./button";
import { IconButton } from "./icon-button";

/** A double click as the page receives it: two clicks, the second with `detail: 2`. */
function doubleClick(button: HTMLElement) {
  fireEvent.click(button, { detail: 1 });
  fireEvent.click(button, { detail: 2 });
}

test("a double click sends a form once", () => {
  const submit = vi.fn((event: Event) => event.preventDefault());
  const page = render(
    <form onSubmit={(event) => submit(event.nativeEvent)}>
      <Button type="submit">Create</Button>
    </form>,
  );
  doubleClick(page.getByRole("button"));
  expect(submit).toHaveBeenCalledTimes(1);
});

test("what is sent is sent once, by a double click and while it is on its way", async () => {
  let arrive = (_: unknown) => {};
  const create = vi.fn(
    () =>
      new Promise((resolve) => {
        arrive = resolve;
      }),
  );
  const page = render(<Button onClick={create}>Create</Button>);
  const button = page.getByRole("button") as HTMLButtonElement;
  doubleClick(button);
  fireEvent.click(button, { detail: 0 });
  expect(create).toHaveBeenCalledTimes(1);
  expect(button.getAttribute("aria-busy")).toBe("true");

  await act(async () => arrive(null));
  expect(button.disabled).toBe(false);
  // The response arrived before the second half of the double click.
  fireEvent.click(button, { detail: 2 });
  expect(create).toHaveBeenCalledTimes(1);
  fireEvent.click(button, { detail: 1 });
  expect(create).toHaveBeenCalledTimes(2);
  await act(async () => arrive(null));
});

test("what failed can be tried again", async () => {
  const create = vi.fn(() => Promise.reject(new Error("offline")));
  const page = render(<IconButton label="Clone" onClick={create} />);
  const button = page.getByRole("button");
  await act(async () => void fireEvent.click(button, { detail: 1 }));
  await act(async () => void fireEvent.click(button, { detail: 1 }));
  expect(create).toHaveBeenCalledTimes(2);
});

test("what stays on the page counts every click", () => {
  const add = vi.fn();
  const page = render(<Button onClick={add}>Add</Button>);
  doubleClick(page.getByRole("button"));
  expect(add).toHaveBeenCalledTimes(2);
});

test("a button that is busy keeps the focus and sends nothing more", () => {
  const submit = vi.fn((event: Event) => event.preventDefault());
  const form = (busy: boolean) => (
    <form onSubmit={(event) => submit(event.nativeEvent)}>
      <Button type="submit" busy={busy}>
        Create
      </Button>
    </form>
  );
  const page = render(form(false));
  const button = page.getByRole("button");
  button.focus();
  page.rerender(form(true));
  fireEvent.click(button, { detail: 0 });
  expect(submit).not.toHaveBeenCalled();
  expect(button.getAttribute("aria-disabled")).toBe("true");
  expect(document.activeElement).toBe(button);
});
