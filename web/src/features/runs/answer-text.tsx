import { useEffect, useRef } from "react";
import type { Answer } from "./answer";

/** The text of an answer. New pieces are appended to it, and it follows its end while the reader is there. */
export function AnswerText({ answer, label }: { answer: Answer; label: string }) {
  const box = useRef<HTMLElement>(null);
  const shown = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    const paragraph = shown.current;
    if (!paragraph) return;
    paragraph.textContent = answer.text();
    return answer.subscribeText((added) => {
      const scroller = box.current;
      const isAtEnd = scroller && scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < 24;
      const last = paragraph.lastChild;
      if (last instanceof Text) last.appendData(added);
      else paragraph.append(added);
      if (isAtEnd) scroller.scrollTop = scroller.scrollHeight;
    });
  });
  return (
    <section
      ref={box}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by key.
      tabIndex={0}
      className="max-h-96 min-h-16 overflow-y-auto rounded-control"
    >
      <p ref={shown} className="leading-relaxed whitespace-pre-wrap wrap-anywhere" />
    </section>
  );
}
