import { Search } from "lucide-react";
import { InputWith } from "./input";
import { useTypedText } from "./use-typed-text";

interface SearchFieldProps {
  label: string;
  placeholder?: string;
  value: string;
  onChange: (text: string) => void;
  className?: string;
}

/** Search as you type; `value` is what the URL holds. */
export function SearchField({ label, placeholder = label, value, onChange, className }: SearchFieldProps) {
  const [text, setText] = useTypedText(value, onChange);
  return (
    <InputWith
      type="search"
      aria-label={label}
      placeholder={placeholder}
      lead={<Search aria-hidden="true" />}
      value={text}
      onChange={(event) => setText(event.target.value)}
      className={className}
    />
  );
}
