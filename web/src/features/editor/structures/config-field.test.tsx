import { act, fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { EditorDocument, newPrompt } from "@/core";
import type { CodeEditor } from "@/ui/code-editor/code-editor";
import { EditorProvider } from "../context";
import { configText, InvalidJsonDrafts } from "../state/invalid-json-drafts";
import { PendingInputs } from "../state/pending-inputs";
import { ConfigField } from "./config-field";

type Heard = Parameters<NonNullable<Parameters<typeof CodeEditor>[0]["onChange"]>>;

const large = vi.hoisted(() => ({ onChange: (..._heard: unknown[]) => {} }));

vi.mock("@/ui/code-editor/code-editor", () => ({
  CodeEditor: (props: { onChange: (...heard: unknown[]) => void }) => {
    large.onChange = props.onChange;
    return null;
  },
}));

/**
 * Characters that an input method enters at once over the whole text: the large editor reports them one after the
 * other.
 */
function enter(over: string, entered: string) {
  const onChange = large.onChange;
  act(() => {
    for (const [at, text] of [...entered].entries()) {
      const end = at === 0 ? over.length : at;
      const heard: Heard = [[{ start: at, end, text }], () => entered.slice(0, at + 1)];
      onChange(...heard);
    }
  });
}

function opened() {
  const prompt = EditorDocument.open({
    ...newPrompt("prompt"),
    structure_type: "modulized",
    content: {
      modules: [
        { id: "m", order: 0, title: "", description: "", content: "", wrappers: [], config: { a: 1 } },
      ],
    },
  });
  const invalidJson = new InvalidJsonDrafts({
    subscribe: prompt.subscribe,
    read: (id) => configText(prompt.item(id, "module")?.config),
  });
  render(
    <EditorProvider
      document={prompt}
      invalidJson={invalidJson}
      pendingInputs={new PendingInputs()}
      readOnly={false}
      improve={() => {}}
    >
      <ConfigField id="m" name="Module 1" config={{ a: 1 }} />
    </EditorProvider>,
  );
  fireEvent.click(screen.getByRole("button", { name: "Open in the large editor" }));
  return { invalidJson, config: () => prompt.item("m", "module")?.config };
}

const before = '{\n  "a": 1\n}';

test("what comes at once in the large editor is the configuration as a whole", () => {
  const { invalidJson, config } = opened();
  enter(before, '{"b": 22}');
  expect(config()).toEqual({ b: 22 });
  expect(invalidJson.count()).toBe(0);
});

test("what becomes invalid again meanwhile is kept as it was typed", () => {
  const { invalidJson, config } = opened();
  enter(before, '{"b": 22},');
  expect(config()).toEqual({ b: 22 });
  expect(invalidJson.get("m")?.text).toBe('{"b": 22},');
});
