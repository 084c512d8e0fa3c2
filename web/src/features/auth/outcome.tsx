import { type ReactNode, useEffect, useRef } from "react";

/** What stands in place of a form that was sent. With the form the focus has gone: it comes here, and what came of it is read. */
export function Outcome({ children }: { children: ReactNode }) {
  const text = useRef<HTMLDivElement>(null);
  useEffect(() => text.current?.focus(), []);
  return (
    <div ref={text} tabIndex={-1} className="focus:outline-none">
      {children}
    </div>
  );
}
