// The wrappers of a module, in the order in which they are applied.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { ChevronDown, ChevronLeft, ChevronRight, X } from "lucide-react";
import { useRef } from "react";
import { type Wrapper, words } from "@/core/lists";
import { Button } from "@/ui/button";
import { IconButton } from "@/ui/icon-button";
import { Menu, MenuItem, MenuLabel } from "@/ui/menu";
import { useEditor } from "../context";
import { changeAndFocus } from "../focus";

interface WrapperPickerProps {
  id: string;
  /** The name of the module in labels. */
  name: string;
  wrappers: readonly Wrapper[];
}

export function WrapperPicker({ id, name, wrappers }: WrapperPickerProps) {
  const { document: prompt, readOnly } = useEditor();
  const label = (wrapper: Wrapper) => words.wrappers.find(({ value }) => value === wrapper)?.label ?? wrapper;
  const addLabel = t`Add wrapper to ${name}`;
  const all = useRef<HTMLFieldSetElement>(null);
  const button = (name: string) =>
    all.current?.querySelector<HTMLElement>(`[aria-label="${CSS.escape(name)}"]`) ?? null;
  const move = (wrapper: Wrapper, from: number, to: number) =>
    changeAndFocus(
      () => prompt.apply({ op: "move_wrapper", id, from, to }),
      () => {
        const earlier = button(t`Apply ${label(wrapper)} earlier`);
        const later = button(t`Apply ${label(wrapper)} later`);
        return to < from ? (earlier ?? later) : (later ?? earlier);
      },
    );
  const remove = (index: number) => {
    const next = wrappers[index + 1] ?? wrappers[index - 1];
    changeAndFocus(
      () => prompt.apply({ op: "remove_wrapper", id, index }),
      () => button(next ? t`Remove ${label(next)}` : addLabel),
    );
  };
  if (readOnly && wrappers.length === 0) return null;
  const others = words.wrappers.filter(({ value }) => value !== "no_wrapper" && !wrappers.includes(value));
  return (
    <fieldset ref={all} className="flex flex-wrap items-center gap-1.5">
      <legend className="float-left mr-2 text-sm font-semibold">
        <Trans>Wrappers</Trans>
      </legend>
      <ol aria-label={t`Wrappers of ${name}`} className="contents">
        {wrappers.map((wrapper, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: a list read from a file may hold one wrapper twice.
            key={`${wrapper}-${index}`}
            className="flex h-8 items-center rounded-control bg-accent-wash pl-2 text-sm font-medium text-accent"
          >
            {!readOnly && index > 0 && (
              <IconButton
                size="sm"
                label={t`Apply ${label(wrapper)} earlier`}
                className="-ml-1.5 text-accent"
                onClick={() => move(wrapper, index, index - 1)}
              >
                <ChevronLeft aria-hidden="true" />
              </IconButton>
            )}
            <span className={readOnly ? "pr-2" : undefined}>{label(wrapper)}</span>
            {!readOnly && index < wrappers.length - 1 && (
              <IconButton
                size="sm"
                label={t`Apply ${label(wrapper)} later`}
                className="-mr-1.5 text-accent"
                onClick={() => move(wrapper, index, index + 1)}
              >
                <ChevronRight aria-hidden="true" />
              </IconButton>
            )}
            {!readOnly && (
              <IconButton
                size="sm"
                label={t`Remove ${label(wrapper)}`}
                className="text-accent"
                onClick={() => remove(index)}
              >
                <X aria-hidden="true" />
              </IconButton>
            )}
          </li>
        ))}
      </ol>
      {!readOnly && (
        // A select would add every wrapper that the arrow keys pass.
        <Menu
          align="start"
          trigger={
            <Button size="sm" aria-label={addLabel}>
              <Trans>Add wrapper</Trans> <ChevronDown aria-hidden="true" />
            </Button>
          }
        >
          {others.length === 0 && (
            <MenuLabel>
              <Trans>All wrappers are applied</Trans>
            </MenuLabel>
          )}
          {others.map(({ value, label: other }) => (
            <MenuItem key={value} onSelect={() => prompt.apply({ op: "add_wrapper", id, wrapper: value })}>
              {other}
            </MenuItem>
          ))}
        </Menu>
      )}
    </fieldset>
  );
}
