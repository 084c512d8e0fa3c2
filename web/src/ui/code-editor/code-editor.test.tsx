import { render, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { CodeEditor } from "./code-editor";

const { create, editor, model } = vi.hoisted(() => {
  const model = {
    setEOL: () => {},
    dispose: () => {},
    getValue: vi.fn(() => "one two"),
    getValueLength: () => model.getValue().length,
    getPositionAt: (offset: number) => ({ lineNumber: 1, column: offset + 1 }),
    onDidChangeContent: (heard: (event: { changes: object[] }) => void) => {
      model.type = (text) => heard({ changes: [{ rangeOffset: 7, rangeLength: 0, text }] });
      return { dispose: () => {} };
    },
    type: (_text: string) => {},
    pushStackElement: () => {},
    pushEditOperations: vi.fn(),
  };
  const editor = {
    updateOptions: vi.fn(),
    setPosition: vi.fn(),
    revealPositionInCenterIfOutsideViewport: vi.fn(),
    focus: vi.fn(),
    dispose: vi.fn(),
    getModel: () => model,
  };
  return { create: vi.fn(() => editor), editor, model };
});

vi.mock("./monaco", () => ({
  followTheme: () => {},
  supportSchema: () => () => {},
  monaco: {
    editor: {
      EndOfLineSequence: { LF: 0 },
      create,
      createModel: () => model,
    },
  },
}));

afterEach(() => {
  vi.clearAllMocks();
  model.getValue.mockReturnValue("one two");
});

test("an editor whose item moved stays the same one, and leaves the focus where it is", async () => {
  const { rerender } = render(
    <CodeEditor label="Text of Segment 2" value="one two" language="markdown" caret={0} />,
  );
  await waitFor(() => expect(editor.focus).toHaveBeenCalledOnce());
  rerender(<CodeEditor label="Text of Segment 1" value="one two" language="markdown" caret={0} />);
  expect(editor.updateOptions).toHaveBeenLastCalledWith({ ariaLabel: "Text of Segment 1", readOnly: false });
  // The code is loaded already, so a second editor would appear in the next task.
  await new Promise((resolve) => setTimeout(resolve));
  expect(create).toHaveBeenCalledOnce();
  expect(editor.dispose).not.toHaveBeenCalled();
  expect(editor.focus).toHaveBeenCalledOnce();
});

test("of a text that became another one only what changed is put in", async () => {
  const { rerender } = render(<CodeEditor label="Text" value="one two" language="markdown" caret={0} />);
  await waitFor(() => expect(editor.focus).toHaveBeenCalledOnce());
  rerender(<CodeEditor label="Text" value="one or two" language="markdown" caret={0} />);
  const range = { startLineNumber: 1, startColumn: 5, endLineNumber: 1, endColumn: 5 };
  expect(model.pushEditOperations.mock.lastCall?.[1]).toEqual([{ range, text: "or " }]);
});

test.each([
  { typed: "\0", comesBack: "\ufffd", putIn: true },
  { typed: "\ud83d", comesBack: "\ufffd", putIn: true },
  { typed: "😀", comesBack: "😀", putIn: false },
])("$typed that is typed and stored as $comesBack", async ({ typed, comesBack, putIn }) => {
  const { rerender } = render(<CodeEditor label="Text" value="one two" language="markdown" caret={0} />);
  await waitFor(() => expect(editor.focus).toHaveBeenCalledOnce());
  model.getValue.mockReturnValue(`one two${typed}`);
  model.type(typed);
  rerender(<CodeEditor label="Text" value={`one two${comesBack}`} language="markdown" caret={0} />);
  expect(model.pushEditOperations).toHaveBeenCalledTimes(putIn ? 1 : 0);
});
