// A module's configuration as JSON.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Maximize2, Minimize2 } from "lucide-react";
import { useId, useState } from "react";
import type { JsonValue } from "@/core";
import { cn } from "@/ui/cn";
import { CodeEditor } from "@/ui/code-editor/code-editor";
import { IconButton } from "@/ui/icon-button";
import { controlClass } from "@/ui/input";
import { useEditor } from "../context";
import { configText } from "../state/invalid-json-drafts";
import { useJsonText } from "../use-json-text";

interface ConfigFieldProps {
  id: string;
  /** The name of the module in labels. */
  name: string;
  config: JsonValue;
}

export function ConfigField({ id, name, config }: ConfigFieldProps) {
  const { document: prompt, invalidJson, readOnly } = useEditor();
  const isEmpty = configText(config) === "{}";
  const { text, error, type } = useJsonText(
    invalidJson,
    id,
    // Reads the current value: several characters may arrive before the first is rendered.
    () => prompt.item(id, "module")?.config ?? {},
    (_, json) => prompt.apply({ op: "set_config", id, json }),
  );
  const [open, setOpen] = useState(!isEmpty || error !== undefined);
  const [large, setLarge] = useState(false);
  const errorId = useId();

  if (readOnly && isEmpty) return null;
  const label = t`Configuration of ${name}`;
  return (
    <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="w-fit cursor-pointer rounded-control text-sm font-semibold">
        <Trans>
          Configuration <span className="font-normal text-muted">({isEmpty ? t`JSON, empty` : "JSON"})</span>
        </Trans>
      </summary>
      {open && (
        <div className="relative mt-2">
          {large ? (
            <CodeEditor
              label={label}
              language="json"
              value={text}
              readOnly={readOnly}
              caret={0}
              onChange={(_, read) => type(read())}
              className="h-64 rounded-control border border-line-strong/60"
            />
          ) : (
            <textarea
              aria-label={label}
              aria-invalid={error ? true : undefined}
              aria-describedby={error ? errorId : undefined}
              value={text}
              readOnly={readOnly}
              spellCheck={false}
              rows={3}
              onChange={(event) => type(event.target.value)}
              className={cn(
                controlClass,
                "field-sizing-content max-h-80 min-h-20 py-2 pr-10 font-mono text-sm",
              )}
            />
          )}
          <IconButton
            size="sm"
            label={large ? t`Close the large editor` : t`Open in the large editor`}
            aria-pressed={large}
            onClick={() => setLarge(!large)}
            className="absolute top-1 right-1 max-sm:hidden"
          >
            {large ? <Minimize2 aria-hidden="true" /> : <Maximize2 aria-hidden="true" />}
          </IconButton>
          {error && (
            <p id={errorId} className="mt-1 text-sm font-medium text-danger">
              <Trans>
                {error}. The prompt keeps the last valid configuration. Your text is kept in this browser.
              </Trans>
            </p>
          )}
        </div>
      )}
    </details>
  );
}
