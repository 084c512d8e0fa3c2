import { act, fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Imported, newPrompt } from "@/core";
import { FileList } from "./file-list";
import type { FileReport } from "./read-files";

const rowHeight = 108;
const count = 200;

const reports: FileReport[] = Array.from({ length: count }, (_, index) => {
  const prompt = { ...newPrompt("prompt"), title: `Prompt ${index}` };
  const imported = { format: "markdown", prompts: [{ prompt, diagnostics: [] }], diagnostics: [] };
  return { id: `f${index}`, name: `${index}.md`, imported: imported as unknown as Imported, error: null };
});

function Files({ onChoose }: { onChoose: (keys: readonly string[]) => void }) {
  return (
    <FileList
      reports={reports}
      chosen={new Set()}
      known={new Map()}
      outcomes={new Map()}
      disabled={false}
      onChoose={onChoose}
      onOpen={() => {}}
    />
  );
}

beforeEach(() => {
  vi.stubGlobal("innerHeight", 5 * rowHeight);
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(rowHeight);
  // Scrolling moves the list up.
  vi.spyOn(HTMLElement.prototype, "getBoundingClientRect").mockImplementation(function (this: HTMLElement) {
    const top = this.ariaLabel === "Files" ? -window.scrollY : 0;
    return new DOMRect(0, top, 500, rowHeight);
  });
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const boxOf = (index: number) => screen.queryByRole("checkbox", { name: new RegExp(`^Prompt ${index}\\b`) });

test("the row with the focus stays when it is scrolled away, and Tab goes on from it", async () => {
  const onChoose = vi.fn();
  const keys = userEvent.setup();
  render(<Files onChoose={onChoose} />);
  const scrollTo = (row: number) =>
    act(() => {
      vi.stubGlobal("scrollY", row * (rowHeight + 12));
      fireEvent.scroll(window);
    });
  act(() => boxOf(2)?.focus());

  scrollTo(100);
  expect(boxOf(102)).toBeVisible();
  expect(boxOf(2)).toHaveFocus();
  expect(boxOf(20)).toBeNull();
  await keys.keyboard(" ");
  expect(onChoose).toHaveBeenCalledWith(["f2/0"], true);

  // Each row has a box and a button.
  const tab = async (shift = false) => {
    await keys.tab({ shift });
    await keys.tab({ shift });
  };
  await tab();
  expect(boxOf(3)).toHaveFocus();
  await tab();
  expect(boxOf(4)).toHaveFocus();
  await tab(true);
  expect(boxOf(3)).toHaveFocus();
  // The rows are in document order, whichever are rendered.
  const drawn = screen.getAllByRole("listitem").flatMap((row) => row.getAttribute("aria-posinset") ?? []);
  expect(drawn.map(Number)).toEqual(drawn.map(Number).sort((one, other) => one - other));
});
