// The actions on an item of a list, and the focus after each.
import { t } from "@lingui/core/macro";
import { announce } from "@/ui/announcer";
import { useEditor } from "../context";
import { changeAndFocus, itemElement } from "../focus";

interface Place {
  id: string;
  /** The name used in announcements of its position. */
  called: string;
  index: number;
  siblings: readonly string[];
  addButtonId: string;
}

export interface ItemActions {
  moveUp: () => void;
  moveDown: () => void;
  duplicate: () => void;
  remove: () => void;
}

export function useItemActions({ id, called, index, siblings, addButtonId }: Place): ItemActions {
  const { document: prompt } = useEditor();
  const moveTo = (target: number) => {
    if (target < 0 || target >= siblings.length) return;
    // Moving an element blurs it, so the focused control inside the item is focused again.
    const focused = document.activeElement;
    changeAndFocus(
      () => prompt.apply({ op: "move_item", id, index: target }),
      () => (focused instanceof HTMLElement && focused !== document.body ? focused : itemElement(id, "head")),
    );
    announce(t`${called} is now at position ${target + 1} of ${siblings.length}.`);
  };
  return {
    moveUp: () => moveTo(index - 1),
    moveDown: () => moveTo(index + 1),
    duplicate: () => {
      let copy: string | undefined;
      changeAndFocus(
        () => {
          copy = prompt.duplicate(id);
        },
        () => itemElement(copy, "text"),
      );
    },
    remove: () =>
      changeAndFocus(
        () => prompt.apply({ op: "remove_item", id }),
        () =>
          itemElement(siblings[index + 1] ?? siblings[index - 1], "head") ??
          document.getElementById(addButtonId),
      ),
  };
}
