// The frame of every item: grip, number, name, counts and actions, by pointer and key.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import {
  ArrowDown,
  ArrowUp,
  ChevronDown,
  ChevronRight,
  Copy,
  MoreHorizontal,
  Sparkles,
  Trash2,
} from "lucide-react";
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import type { EditorDocument } from "@/core";
import { quoted } from "@/lib/quoted";
import { cn } from "@/ui/cn";
import { IconButton } from "@/ui/icon-button";
import { Menu, MenuItem, MenuSeparator } from "@/ui/menu";
import { WINDOWED_FROM } from "@/ui/windowed-rows";
import { useEditor } from "../context";
import { elementId } from "../focus";
import { useItemActions } from "./use-item-actions";

/** The number of cards laid out from the start, so that no visible card grows and shifts the others. */
const firstScreen = 10;

/**
 * Milliseconds until those of them that are off screen may be skipped too; the browser remembers their height.
 */
const settled = 1000;

/**
 * The collapsed items of each open document, stored here because a virtualized card unmounts and mounts again.
 */
const foldedItems = new WeakMap<EditorDocument, Set<string>>();

function useFolded(id: string): [boolean, (folded: boolean) => void] {
  const { document } = useEditor();
  const [folded, setFolded] = useState(() => foldedItems.get(document)?.has(id) ?? false);
  const fold = (folded: boolean) => {
    const ids = foldedItems.get(document) ?? new Set();
    foldedItems.set(document, ids);
    if (folded) ids.add(id);
    else ids.delete(id);
    setFolded(folded);
  };
  return [folded, fold];
}

interface ItemCardProps {
  id: string;
  /** The name of the item by its position: "Segment 2". */
  name: string;
  /** The user's own title of the item. */
  title?: string;
  index: number;
  /** Ids of the whole list, in order. */
  siblings: readonly string[];
  /** The id of the button that adds to this list; it takes the focus when the last item is removed. */
  addButtonId: string;
  handle: ReactNode;
  /** The content of the header beside the grip: a type, a title. */
  head: ReactNode;
  /** Shown instead of the body while the item is collapsed. */
  summary: ReactNode;
  nested?: boolean;
  children: ReactNode;
}

export function ItemCard(props: ItemCardProps) {
  const {
    id,
    name,
    title,
    index,
    siblings,
    addButtonId,
    handle,
    head,
    summary,
    nested = false,
    children,
  } = props;
  const { readOnly, improve } = useEditor();
  const [folded, setFolded] = useFolded(id);
  const [mayRest, setMayRest] = useState(index >= firstScreen);
  const card = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the card's position on mount matters.
  useEffect(() => {
    // Skipping a visible card would blank it for a frame.
    const restOffScreen = () =>
      setMayRest((card.current?.getBoundingClientRect().top ?? 0) > window.innerHeight);
    const timer = index < firstScreen ? setTimeout(restOffScreen, settled) : undefined;
    return () => clearTimeout(timer);
  }, []);
  const actions = useItemActions({ id, called: title ? quoted(title) : name, index, siblings, addButtonId });

  const onKeyDown = (event: KeyboardEvent) => {
    if (readOnly || !event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === "ArrowUp") actions.moveUp();
    else actions.moveDown();
  };

  return (
    <section
      ref={card}
      aria-label={name}
      onKeyDown={onKeyDown}
      className={cn(
        "rounded-tray border bg-surface",
        nested && "bg-ground",
        // The browser neither lays out nor paints a card off screen: a prompt may have hundreds.
        !nested && "contain-content [contain-intrinsic-size:auto_11rem]",
        !nested && mayRest && siblings.length <= WINDOWED_FROM && "[content-visibility:auto]",
      )}
    >
      <div className="flex items-center gap-1.5 py-1.5 pr-1.5 pl-1">
        {!readOnly && handle}
        <IconButton
          size="sm"
          label={folded ? t`Unfold ${name}` : t`Fold ${name}`}
          aria-expanded={!folded}
          onClick={() => setFolded(!folded)}
          className={cn("aria-expanded:bg-transparent", readOnly && "ml-1")}
        >
          {folded ? <ChevronRight aria-hidden="true" /> : <ChevronDown aria-hidden="true" />}
        </IconButton>
        <div className="flex min-w-0 flex-1 items-center gap-2" id={elementId(id, "head")} tabIndex={-1}>
          {head}
        </div>
        {!readOnly && (
          <>
            <IconButton
              size="sm"
              label={t`Duplicate ${name}`}
              onClick={actions.duplicate}
              className="max-sm:hidden"
            >
              <Copy aria-hidden="true" />
            </IconButton>
            <IconButton
              size="sm"
              label={t`Remove ${name}`}
              onClick={actions.remove}
              className="max-sm:hidden"
            >
              <Trash2 aria-hidden="true" />
            </IconButton>
            <Menu
              trigger={
                <IconButton size="sm" label={t`More for ${name}`}>
                  <MoreHorizontal aria-hidden="true" />
                </IconButton>
              }
            >
              <MenuItem onSelect={() => improve({ id, name })}>
                <Sparkles aria-hidden="true" /> <Trans>Improve with AI</Trans>
              </MenuItem>
              <MenuSeparator />
              <MenuItem disabled={index === 0} onSelect={actions.moveUp}>
                <ArrowUp aria-hidden="true" /> <Trans>Move up</Trans>
              </MenuItem>
              <MenuItem disabled={index === siblings.length - 1} onSelect={actions.moveDown}>
                <ArrowDown aria-hidden="true" /> <Trans>Move down</Trans>
              </MenuItem>
              <MenuItem onSelect={actions.duplicate}>
                <Copy aria-hidden="true" /> <Trans>Duplicate</Trans>
              </MenuItem>
              <MenuSeparator />
              <MenuItem danger onSelect={actions.remove}>
                <Trash2 aria-hidden="true" /> <Trans>Remove</Trans>
              </MenuItem>
            </Menu>
          </>
        )}
      </div>
      {folded ? summary : <div className="flex flex-col gap-3 px-3 pb-3">{children}</div>}
    </section>
  );
}

/** The summary of a collapsed item, if it has text. */
export function CardSummary({ text }: { text: string }) {
  return text && <p className="truncate px-4 pb-3 text-muted">{text}</p>;
}
