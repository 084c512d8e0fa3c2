import { plural, t } from "@lingui/core/macro";
import { useEffect, useRef } from "react";
import type { EditorDocument } from "@/core";
import { useCommands } from "@/ui/commands";
import { CopyButton } from "@/ui/copy-button";
import { toast } from "@/ui/toast";
import { useIncludes } from "./includes";
import { valuesIn } from "./link";
import { useCopyFormat, useValues } from "./values";

interface CopyPromptProps {
  document: EditorDocument;
  promptId: string | null;
  /** Shows the form of the variables. */
  onFill: () => void;
}

/** Copies the rendered prompt with the values filled in last, in the form chosen last. */
export function CopyPrompt({ document, promptId, onFill }: CopyPromptProps) {
  const [values, setValues] = useValues(promptId);
  // A link with values fills them in once; reloading the page keeps what was typed since.
  const linked = useRef(valuesIn(window.location.hash));
  useEffect(() => {
    if (!linked.current) return;
    setValues(linked.current);
    linked.current = null;
    window.history.replaceState(window.history.state, "", window.location.pathname + window.location.search);
    onFill();
  }, [setValues, onFill]);
  const includes = useIncludes(document, promptId);
  const [format] = useCopyFormat();
  const text = async () => {
    await document.ready(includes);
    return document.renderedCopy(values, includes, format);
  };
  const tellMissing = () => {
    const { problems } = document.render(values, includes);
    const missing = problems.filter(({ kind }) => kind === "missing_value").map(({ name }) => name);
    if (missing.length === 0) return;
    toast(
      plural(missing.length, {
        one: "Copied. # variable has no value",
        other: "Copied. # variables have no value",
      }),
      {
        description: missing.join(", "),
        action: { label: t`Fill in`, onClick: onFill },
      },
    );
  };
  useCommands([
    {
      id: "copy-text",
      title: t`Copy text`,
      keys: "mod+shift+y",
      group: t`This prompt`,
      run: () =>
        void text()
          .then((copied) => navigator.clipboard.writeText(copied))
          .then(
            () => {
              toast.success(t`Copied`);
              tellMissing();
            },
            () => toast.error(t`Copying failed`, { description: t`Use the Copy button instead.` }),
          ),
    },
    { id: "fill", title: t`Fill in variables`, keys: "f", group: t`This prompt`, run: onFill },
  ]);
  return <CopyButton text={text} onCopied={tellMissing} title={t`Copy the text that a model gets`} />;
}
