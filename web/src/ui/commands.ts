// Commands: actions of a page, with a name and optional keys. A page registers them; the command palette lists
// them, the shortcuts sheet explains them, and one listener runs them.
import { useEffect, useRef } from "react";
import { create } from "zustand";

export interface Command {
  id: string;
  /** The action, worded as on a button: "Save". */
  title: string;
  /** "mod+s" (Ctrl, or Command on a Mac), "?" or a sequence such as "g e". */
  keys?: string | undefined;
  group: string;
  /** The registering component handles the keys itself; here they are only listed. */
  elsewhere?: boolean;
  disabled?: boolean | undefined;
  run: () => void;
}

interface CommandState {
  /** The registered groups of commands, oldest first. */
  sets: readonly { id: symbol; commands: readonly Command[] }[];
}

export const useCommandStore = create<CommandState>(() => ({ sets: [] }));

/** Registers commands while the calling component is mounted. The list may be created anew on every render. */
export function useCommands(commands: readonly Command[]): void {
  const latest = useRef(commands);
  latest.current = commands;
  // Only visible properties count as a change; `run` is always looked up when it is called.
  const shown = commands
    .map(({ id, title, keys, disabled }) => [id, title, keys, disabled].join(" "))
    .join("\n");
  // biome-ignore lint/correctness/useExhaustiveDependencies: `shown` stands for the commands, see above.
  useEffect(() => {
    const id = Symbol("commands");
    const stable = latest.current.map((command) => ({
      ...command,
      run: () => latest.current.find((one) => one.id === command.id)?.run(),
    }));
    useCommandStore.setState(({ sets }) => ({ sets: [...sets, { id, commands: stable }] }));
    return () => useCommandStore.setState(({ sets }) => ({ sets: sets.filter((set) => set.id !== id) }));
  }, [shown]);
}

/** All registered commands, those of the latest group first. */
export function allCommands({ sets }: CommandState): Command[] {
  return sets.toReversed().flatMap((set) => set.commands);
}

// How long after its first key a sequence can be completed.
const KEY_SEQUENCE_TIMEOUT_MS = 1200;

/** Handles the keys of all commands. Mounted once. `singleKeys` allows shortcuts without Ctrl or Command. */
export function useCommandKeys(singleKeys: boolean): void {
  useEffect(() => {
    let pending = { key: "", at: 0 };
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.altKey) return;
      const mod = event.ctrlKey || event.metaKey;
      if (!mod && (!singleKeys || isTyping(event.target) || isDialogOpen())) return;
      const key = event.key.toLowerCase();
      const stroke = mod ? `mod+${event.shiftKey ? "shift+" : ""}${key}` : key;
      const sequence =
        event.timeStamp - pending.at < KEY_SEQUENCE_TIMEOUT_MS ? `${pending.key} ${stroke}` : stroke;
      const commands = allCommands(useCommandStore.getState()).filter((command) => !command.elsewhere);
      const match =
        commands.find(({ keys }) => keys === sequence) ?? commands.find(({ keys }) => keys === stroke);
      pending = { key: stroke, at: event.timeStamp };
      if (!match) return;
      event.preventDefault();
      pending = { key: "", at: 0 };
      if (!match.disabled) match.run();
    };
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, [singleKeys]);
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.matches(
        "input:not([type=checkbox], [type=radio]), textarea, select, [role=textbox], [role=menuitem]",
      ))
  );
}

function isDialogOpen(): boolean {
  return document.querySelector("[role=dialog], [role=alertdialog]") !== null;
}
