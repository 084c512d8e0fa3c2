import { t } from "@lingui/core/macro";
import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { Button, type ButtonProps } from "./button";
import { toast } from "./toast";

interface CopyButtonProps extends Omit<ButtonProps, "onClick"> {
  /** The text to copy; a function is called when the button is pressed. */
  text: string | (() => string | Promise<string>);
  onCopied?: () => void;
}

/** Copies a text and confirms it for two seconds. */
export function CopyButton({ text, onCopied, children = t`Copy`, ...rest }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [copied]);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(typeof text === "string" ? text : await text());
      setCopied(true);
      onCopied?.();
    } catch {
      // Browsers reject copying without a secure context or the permission.
      toast.error(t`Copying failed`, { description: t`Select the text and copy it with the keyboard.` });
    }
  };
  return (
    <Button {...rest} onClick={() => void copy()}>
      {copied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
      <span aria-live="polite">{copied ? t`Copied` : children}</span>
    </Button>
  );
}
