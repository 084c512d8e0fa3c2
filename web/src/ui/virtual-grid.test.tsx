import { fireEvent, render } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { VirtualGrid } from "./virtual-grid";

const height = 100;
const items = Array.from({ length: 1000 }, (_, index) => `item ${index}`);

function scrollTo(y: number) {
  Object.defineProperty(window, "scrollY", { value: y, configurable: true });
  fireEvent.scroll(window);
}

describe("a long list", () => {
  it("draws what comes on screen, and nothing that is there already", () => {
    // Given a list of which a screen shows the beginning
    const draw = vi.fn((item: string) => <p>{item}</p>);
    const { getAllByRole } = render(
      <VirtualGrid label="Items" items={items} keyOf={(item) => item} minWidth={0} height={height}>
        {draw}
      </VirtualGrid>,
    );
    const before = getAllByRole("listitem").map((item) => item.textContent);
    expect(before).toContain("item 0");
    expect(before.length).toBeLessThan(50);
    draw.mockClear();

    // When it is scrolled by two rows
    scrollTo(2 * height);

    // Then only the rows that came are drawn
    const after = getAllByRole("listitem").map((item) => item.textContent);
    const came = after.filter((item) => !before.includes(item));
    expect(came).toHaveLength(2);
    expect(draw.mock.calls.map(([item]) => item)).toEqual(came);
  });
});
