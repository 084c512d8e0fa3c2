import { fireEvent, render } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { type Command, useCommandKeys, useCommands } from "./commands";
import { keyCaps } from "./key-caps";

function Page({ commands, singleKeys = true }: { commands: Command[]; singleKeys?: boolean }) {
  useCommands(commands);
  useCommandKeys(singleKeys);
  return (
    <>
      <input aria-label="text" />
      <input aria-label="box" type="checkbox" />
    </>
  );
}

const command = (keys: string, run: () => void, disabled = false): Command => ({
  id: keys,
  title: keys,
  group: "Page",
  keys,
  run,
  disabled,
});

describe("command keys", () => {
  it("run a command by Ctrl, by a single key and by a sequence", () => {
    const [save, help, go] = [vi.fn(), vi.fn(), vi.fn()];
    render(<Page commands={[command("mod+s", save), command("?", help), command("g e", go)]} />);
    fireEvent.keyDown(window, { key: "s", ctrlKey: true });
    fireEvent.keyDown(window, { key: "?", shiftKey: true });
    fireEvent.keyDown(window, { key: "g" });
    fireEvent.keyDown(window, { key: "e" });
    expect([save, help, go].map((run) => run.mock.calls.length)).toEqual([1, 1, 1]);
  });

  it("leave typing alone, but for those with Ctrl", () => {
    const [save, help] = [vi.fn(), vi.fn()];
    const { getByLabelText } = render(<Page commands={[command("mod+s", save), command("?", help)]} />);
    fireEvent.keyDown(getByLabelText("text"), { key: "?" });
    fireEvent.keyDown(getByLabelText("text"), { key: "s", metaKey: true });
    expect(help).not.toHaveBeenCalled();
    expect(save).toHaveBeenCalledOnce();
  });

  it("work on a ticked box, where no key writes anything", () => {
    const help = vi.fn();
    const { getByLabelText } = render(<Page commands={[command("?", help)]} />);
    fireEvent.keyDown(getByLabelText("box"), { key: "?" });
    expect(help).toHaveBeenCalledOnce();
  });

  it("do nothing when single keys are off or the command is disabled", () => {
    const [help, save] = [vi.fn(), vi.fn()];
    render(<Page singleKeys={false} commands={[command("?", help), command("mod+s", save, true)]} />);
    fireEvent.keyDown(window, { key: "?" });
    fireEvent.keyDown(window, { key: "s", ctrlKey: true });
    expect(help).not.toHaveBeenCalled();
    expect(save).not.toHaveBeenCalled();
  });

  it("run what the latest render says, and nothing after the page is gone", () => {
    const [first, second] = [vi.fn(), vi.fn()];
    const { rerender, unmount } = render(<Page commands={[command("?", first)]} />);
    rerender(<Page commands={[command("?", second)]} />);
    fireEvent.keyDown(window, { key: "?" });
    unmount();
    fireEvent.keyDown(window, { key: "?" });
    expect(first).not.toHaveBeenCalled();
    expect(second).toHaveBeenCalledOnce();
  });

  it("are drawn as caps", () => {
    expect(keyCaps("mod+shift+s")).toEqual(["Ctrl", "Shift", "S"]);
    expect(keyCaps("g e")).toEqual(["G", "E"]);
  });
});
