import { render, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { CodeEditor } from "./code-editor";

const { create, editor } = vi.hoisted(() => {
  const editor = {
    updateOptions: vi.fn(),
    setPosition: vi.fn(),
    revealPositionInCenterIfOutsideViewport: vi.fn(),
    focus: vi.fn(),
    dispose: vi.fn(),
    getModel: vi.fn(() => null),
  };
  return { create: vi.fn(() => editor), editor };
});

vi.mock("./monaco", () => ({
  followTheme: () => {},
  monaco: {
    editor: {
      EndOfLineSequence: { LF: 0 },
      create,
      createModel: () => ({
        setEOL: () => {},
        dispose: () => {},
        getPositionAt: () => ({ lineNumber: 1, column: 1 }),
        onDidChangeContent: () => ({ dispose: () => {} }),
      }),
    },
  },
}));

afterEach(() => vi.clearAllMocks());

test("an editor whose item moved stays the same one, and leaves the focus where it is", async () => {
  const { rerender } = render(
    <CodeEditor label="Text of Segment 2" value="two" language="markdown" caret={0} />,
  );
  await waitFor(() => expect(editor.focus).toHaveBeenCalledOnce());
  rerender(<CodeEditor label="Text of Segment 1" value="two" language="markdown" caret={0} />);
  expect(editor.updateOptions).toHaveBeenLastCalledWith({ ariaLabel: "Text of Segment 1", readOnly: false });
  // Another editor would come with the next task: its code is there already.
  await new Promise((resolve) => setTimeout(resolve));
  expect(create).toHaveBeenCalledOnce();
  expect(editor.dispose).not.toHaveBeenCalled();
  expect(editor.focus).toHaveBeenCalledOnce();
});
