// The whole text of a prompt that was read, as plain text.
import { t } from "@lingui/core/macro";
import { useMemo } from "react";
import { defaultExportOptions, EditorDocument, type Prompt } from "@/core";

/** The most characters shown; a prompt may have two million. */
const MAX_CHARS = 50_000;

export function PromptText({ prompt }: { prompt: Prompt }) {
  const text = useMemo(() => textOf(prompt), [prompt]);
  return (
    <section
      aria-label={t`Text of ${prompt.title}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a text that scrolls is scrolled with the keyboard, too.
      tabIndex={0}
      className="mt-2 ml-7 max-h-80 overflow-auto rounded-control border bg-well p-3"
    >
      <pre className="font-mono text-sm whitespace-pre-wrap wrap-anywhere">{text}</pre>
    </section>
  );
}

function textOf(prompt: Prompt): string {
  const document = EditorDocument.create(prompt);
  try {
    const { bytes } = document.export({
      ...defaultExportOptions(),
      format: "plain-text",
      include_metadata: false,
      include_version_info: false,
    });
    const text = new TextDecoder().decode(bytes);
    return text.length > MAX_CHARS ? `${text.slice(0, MAX_CHARS)}…` : text;
  } finally {
    document.close();
  }
}
