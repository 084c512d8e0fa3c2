import { t } from "@lingui/core/macro";
import { Search, X } from "lucide-react";
import { useRef } from "react";
import { cn } from "./cn";
import { IconButton } from "./icon-button";
import { InputWith } from "./input";
import { useTypedText } from "./use-typed-text";

interface SearchFieldProps {
  label: string;
  placeholder?: string;
  value: string;
  onChange: (text: string) => void;
  className?: string;
}

/** Search as you type; `value` is the value in the URL. */
export function SearchField({ label, placeholder = label, value, onChange, className }: SearchFieldProps) {
  const [text, setText] = useTypedText(value, onChange);
  const input = useRef<HTMLInputElement>(null);
  const clear = () => {
    setText("");
    input.current?.focus();
  };
  return (
    <InputWith
      ref={input}
      type="search"
      aria-label={label}
      placeholder={placeholder}
      lead={<Search aria-hidden="true" />}
      trail={
        text !== "" && (
          // Escape clears it by key, which saves a tab stop.
          <IconButton size="sm" label={t`Clear the search`} tabIndex={-1} onClick={clear} className="mr-0.5">
            <X aria-hidden="true" />
          </IconButton>
        )
      }
      value={text}
      onChange={(event) => setText(event.target.value)}
      className={cn("[&::-webkit-search-cancel-button]:hidden", className)}
    />
  );
}
