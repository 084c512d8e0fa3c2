import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { Button, type ButtonProps } from "./button";
import { toast } from "./toast";

interface CopyButtonProps extends Omit<ButtonProps, "onClick"> {
  /** What is copied; a function is asked when the button is pressed. */
  text: string | (() => string);
  onCopied?: () => void;
}

/** Copies a text and says for two seconds that it did. */
export function CopyButton({ text, onCopied, children = "Copy", ...rest }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [copied]);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(typeof text === "string" ? text : text());
      setCopied(true);
      onCopied?.();
    } catch {
      // Browsers refuse without a secure connection or a permission.
      toast.error("Copying failed", { description: "Select the text and copy it with the keyboard." });
    }
  };
  return (
    <Button {...rest} onClick={() => void copy()}>
      {copied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
      <span aria-live="polite">{copied ? "Copied" : children}</span>
    </Button>
  );
}
