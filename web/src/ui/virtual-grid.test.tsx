import { fireEvent, render } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { VirtualGrid } from "./virtual-grid";

const height = 100;
const items = Array.from({ length: 1000 }, (_, index) => `item ${index}`);

function scrollTo(y: number) {
  Object.defineProperty(window, "scrollY", { value: y, configurable: true });
  fireEvent.scroll(window);
}

const wide = 900;

/** A grid of three columns, and what it rendered. */
function grid(length: number, onEnd?: () => void) {
  vi.spyOn(HTMLElement.prototype, "getBoundingClientRect").mockReturnValue(new DOMRect(0, 0, wide, 0));
  const draw = vi.fn((item: string) => <p>{item}</p>);
  const list = (length: number) => (
    <VirtualGrid
      label="Items"
      items={items.slice(0, length)}
      keyOf={(item) => item}
      minWidth={wide / 3}
      height={height}
      onEnd={onEnd}
    >
      {draw}
    </VirtualGrid>
  );
  const { rerender, getAllByRole } = render(list(length));
  return { draw, lines: () => getAllByRole("listitem"), grow: (length: number) => rerender(list(length)) };
}

describe("a long list", () => {
  afterEach(() => {
    vi.restoreAllMocks();
    scrollTo(0);
  });

  it("draws of a grid the rows on screen and two on either side", () => {
    // Given a grid scrolled to the middle
    const { lines } = grid(items.length);
    scrollTo(100 * height);

    // Then all rendered rows are complete, and at most four of them are off screen
    const onScreen = Math.ceil(window.innerHeight / height);
    const drawn = lines().map((line) => Number(line.getAttribute("aria-posinset")) - 1);
    expect(drawn[0]).toBe(98 * 3);
    expect(drawn.length % 3).toBe(0);
    expect(drawn.length / 3).toBeLessThanOrEqual(onScreen + 1 + 4);
  });

  it("keeps what it drew when more arrives", () => {
    // Given a list at its beginning
    const { draw, lines, grow } = grid(300);
    const before = lines();
    draw.mockClear();

    // When another page of it arrives
    grow(600);

    // Then nothing is rendered again, and every item knows the new total
    expect(draw).not.toHaveBeenCalled();
    expect(lines()).toEqual(before);
    expect(lines()[0]).toHaveAttribute("aria-setsize", "600");
  });

  it("asks for more a screen and a half before its end", () => {
    // Given a list of a hundred rows
    const onEnd = vi.fn();
    grid(300, onEnd);
    const screen = window.innerHeight;
    expect(onEnd).not.toHaveBeenCalled();

    // When more than that is left, nothing is fetched; when less is left, more is fetched
    scrollTo(100 * height - 2.5 * screen - 4 * height);
    expect(onEnd).not.toHaveBeenCalled();
    scrollTo(100 * height - 2.5 * screen + 4 * height);
    expect(onEnd).toHaveBeenCalledOnce();
  });

  it("draws what comes on screen, and nothing that is there already", () => {
    // Given a list at its beginning
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

    // Then only the new rows are rendered
    const after = getAllByRole("listitem").map((item) => item.textContent);
    const came = after.filter((item) => !before.includes(item));
    expect(came).toHaveLength(2);
    expect(draw.mock.calls.map(([item]) => item)).toEqual(came);
  });
});
