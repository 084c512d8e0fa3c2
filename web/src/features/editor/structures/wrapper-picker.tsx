// The wrappers of a module, in the order in which they are applied.
import { ChevronLeft, ChevronRight, X } from "lucide-react";
import { type Wrapper, words } from "@/core";
import { IconButton } from "@/ui/icon-button";
import { Select } from "@/ui/select";
import { useEditor } from "../context";

interface WrapperPickerProps {
  id: string;
  /** The module, to people. */
  name: string;
  wrappers: readonly Wrapper[];
}

export function WrapperPicker({ id, name, wrappers }: WrapperPickerProps) {
  const { document: prompt, readOnly } = useEditor();
  const label = (wrapper: Wrapper) => words.wrappers.find(({ value }) => value === wrapper)?.label ?? wrapper;
  if (readOnly && wrappers.length === 0) return null;
  return (
    <fieldset className="flex flex-wrap items-center gap-1.5">
      <legend className="float-left mr-2 text-sm font-semibold">Wrappers</legend>
      <ol aria-label={`Wrappers of ${name}`} className="contents">
        {wrappers.map((wrapper, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: a list read from a file may hold one wrapper twice.
            key={`${wrapper}-${index}`}
            className="flex h-8 items-center rounded-control bg-accent-wash pl-2 text-sm font-medium text-accent"
          >
            {!readOnly && index > 0 && (
              <IconButton
                size="sm"
                label={`Apply ${label(wrapper)} earlier`}
                className="-ml-1.5 text-accent"
                onClick={() => prompt.apply({ op: "move_wrapper", id, from: index, to: index - 1 })}
              >
                <ChevronLeft aria-hidden="true" />
              </IconButton>
            )}
            <span className={readOnly ? "pr-2" : undefined}>{label(wrapper)}</span>
            {!readOnly && index < wrappers.length - 1 && (
              <IconButton
                size="sm"
                label={`Apply ${label(wrapper)} later`}
                className="-mr-1.5 text-accent"
                onClick={() => prompt.apply({ op: "move_wrapper", id, from: index, to: index + 1 })}
              >
                <ChevronRight aria-hidden="true" />
              </IconButton>
            )}
            {!readOnly && (
              <IconButton
                size="sm"
                label={`Remove ${label(wrapper)}`}
                className="text-accent"
                onClick={() => prompt.apply({ op: "remove_wrapper", id, index })}
              >
                <X aria-hidden="true" />
              </IconButton>
            )}
          </li>
        ))}
      </ol>
      {!readOnly && (
        <Select
          aria-label={`Add a wrapper to ${name}`}
          className="h-8 w-40 py-0 text-sm"
          value=""
          options={[
            { value: "", label: "Add wrapper…" },
            ...words.wrappers.filter(({ value }) => value !== "no_wrapper" && !wrappers.includes(value)),
          ]}
          onChange={(event) =>
            prompt.apply({ op: "add_wrapper", id, wrapper: event.target.value as Wrapper })
          }
        />
      )}
    </fieldset>
  );
}
