import { fireEvent, render } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { Button } from "./button";

/** What a double click is to a page: two clicks, of which the second says so. */
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

test("any other button counts every click", () => {
  const add = vi.fn();
  const page = render(<Button onClick={add}>Add</Button>);
  doubleClick(page.getByRole("button"));
  expect(add).toHaveBeenCalledTimes(2);
});
