import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { EditorDocument, newPrompt } from "@/core";
import { textBinding } from "./text-binding";
import { TextField } from "./text-field";

vi.mock("@/ui/code-editor/code-editor", () => ({ CodeEditor: () => <p>The large editor</p> }));

afterEach(() => vi.unstubAllGlobals());

test("a large editor can be closed in a window that became narrow", () => {
  const listeners = new Set<() => void>();
  const media = {
    matches: false,
    addEventListener: (_: string, listener: () => void) => listeners.add(listener),
    removeEventListener: (_: string, listener: () => void) => listeners.delete(listener),
  };
  vi.stubGlobal("matchMedia", () => media);
  const prompt = EditorDocument.open({
    ...newPrompt("prompt"),
    content: { segments: [{ id: "s", order: 0, type: "user", content: "one" }] },
  });
  render(<TextField id="field" label="Text" text={textBinding(prompt, "s", "segment")} />);
  fireEvent.click(screen.getByRole("button", { name: "Open in the large editor" }));
  act(() => {
    media.matches = true;
    for (const listener of listeners) listener();
  });
  expect(screen.getByText("The large editor")).toBeInTheDocument();
  fireEvent.click(screen.getByRole("button", { name: "Close the large editor" }));
  expect(screen.getByRole("textbox", { name: "Text" })).toHaveValue("one");
  // There is no switch back: a narrow window has plain fields only.
  expect(screen.queryByRole("button", { name: "Open in the large editor" })).not.toBeInTheDocument();
});
