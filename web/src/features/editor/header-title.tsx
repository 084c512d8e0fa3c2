// The title of the open record in the header: a click turns it into a field.
import { t } from "@lingui/core/macro";
import { Pencil } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { titleChars } from "@/core";
import { bounded } from "@/ui/bounded-field";
import { cn } from "@/ui/cn";
import { controlClass } from "@/ui/input";
import { useEditor, useSnapshot } from "./context";
import { ofTheRecord } from "./use-shortcuts";

const look = "text-xl leading-tight font-bold tracking-[-0.01em]";

export function HeaderTitle() {
  const { document: prompt, readOnly } = useEditor();
  const title = useSnapshot((document) => document.details().title);
  const [isEditing, setEditing] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  // A key gives the focus back to the button; a click has given it to something else.
  const endedByKey = useRef(false);
  useEffect(() => {
    if (!isEditing && endedByKey.current) button.current?.focus();
    endedByKey.current = false;
  }, [isEditing]);
  const shown = title || t`Untitled Prompt`;
  if (readOnly) return <h1 className={cn("min-w-0 truncate", look)}>{shown}</h1>;
  if (isEditing) {
    return (
      <h1 className="min-w-0 flex-1">
        <input
          {...ofTheRecord}
          // biome-ignore lint/a11y/noAutofocus: the click that opened the field was on it.
          autoFocus
          aria-label={t`Rename`}
          className={cn(controlClass, "-ml-2 h-8 w-full px-2", look)}
          value={title}
          onFocus={({ target }) => target.select()}
          onChange={({ target }) =>
            void prompt.apply({ op: "set_title", title: bounded(target.value, titleChars).kept })
          }
          onBlur={() => setEditing(false)}
          onKeyDown={(event) => {
            if ((event.key !== "Enter" && event.key !== "Escape") || event.nativeEvent.isComposing) return;
            // Enter would also press the button that takes the focus.
            event.preventDefault();
            endedByKey.current = true;
            setEditing(false);
          }}
        />
      </h1>
    );
  }
  return (
    <h1 className="-ml-2 min-w-0">
      <button
        ref={button}
        type="button"
        title={t`Rename`}
        className={cn(
          "group flex max-w-full items-center gap-2 rounded-control px-2 py-0.5 text-left hover:bg-well",
          look,
        )}
        onClick={() => setEditing(true)}
      >
        <span className="truncate">{shown}</span>
        <Pencil
          aria-hidden="true"
          className="size-3.5 shrink-0 text-muted opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100"
        />
      </button>
    </h1>
  );
}
