import { type ReactNode, useEffect, useRef } from "react";

/**
 * Replaces a form that was sent. The focus left with the form, so it moves here and the outcome is read aloud.
 */
export function Outcome({ children }: { children: ReactNode }) {
  const text = useRef<HTMLDivElement>(null);
  useEffect(() => text.current?.focus(), []);
  return (
    <div ref={text} tabIndex={-1} className="focus:outline-none">
      {children}
    </div>
  );
}
