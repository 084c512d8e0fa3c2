// The sources of an import: the picker, a folder, or pasted text.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { ClipboardPaste, FileUp, FolderUp } from "lucide-react";
import { useRef, useState } from "react";
import { Button } from "@/ui/button";
import { cn } from "@/ui/cn";
import { Field } from "@/ui/field";
import { Textarea } from "@/ui/input";
import { type GivenFile, givenFiles, givenText } from "./given-files";

interface SourcesProps {
  /** Whether files were given already: the sources then add more. */
  compact: boolean;
  onGive: (files: readonly GivenFile[]) => void;
}

export function Sources({ compact, onGive }: SourcesProps) {
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const [pasting, setPasting] = useState(false);
  const [text, setText] = useState("");
  const picked = (input: HTMLInputElement) => {
    onGive(givenFiles(input.files ?? []));
    // Reset, so that choosing the same file again fires a change event.
    input.value = "";
  };
  const readText = () => {
    onGive([givenText(text)]);
    setText("");
    setPasting(false);
  };
  return (
    <div
      className={cn(
        "flex flex-col gap-3",
        !compact && "rounded-tray border border-dashed border-line-strong/50 px-6 py-8 text-center",
      )}
    >
      {!compact && (
        <p className="text-muted">
          <Trans>
            Drop files or folders anywhere on the page. Markdown, YAML, JSON, XML, HTML, .prompty, and files
            of Cursor, Claude Code, VS Code, Langfuse, LangChain, promptfoo, fabric and others.
          </Trans>
        </p>
      )}
      <div className={cn("flex flex-wrap gap-2", !compact && "justify-center")}>
        <Button size={compact ? "sm" : "md"} onClick={() => files.current?.click()}>
          <FileUp aria-hidden="true" /> {compact ? t`Add files` : t`Choose files`}
        </Button>
        <Button
          size={compact ? "sm" : "md"}
          onClick={() => folder.current?.click()}
          className="max-sm:hidden"
        >
          <FolderUp aria-hidden="true" /> {compact ? t`Add folder` : t`Choose folder`}
        </Button>
        <Button size={compact ? "sm" : "md"} aria-expanded={pasting} onClick={() => setPasting(!pasting)}>
          <ClipboardPaste aria-hidden="true" /> <Trans>Paste text</Trans>
        </Button>
      </div>
      <input
        ref={files}
        type="file"
        multiple
        hidden
        aria-label={t`Files to import`}
        onChange={(event) => picked(event.target)}
      />
      <input
        ref={folder}
        type="file"
        multiple
        hidden
        aria-label={t`Folder to import`}
        {...{ webkitdirectory: "" }}
        onChange={(event) => picked(event.target)}
      />
      {pasting && (
        <div className="flex flex-col gap-2 text-left">
          <Field label={t`Text to import`}>
            {(control) => (
              <Textarea
                {...control}
                autoFocus
                rows={6}
                value={text}
                className="font-mono text-sm"
                onChange={(event) => setText(event.target.value)}
              />
            )}
          </Field>
          <Button size="sm" className="self-end" disabled={text === ""} onClick={readText}>
            <Trans>Read text</Trans>
          </Button>
        </div>
      )}
    </div>
  );
}
