import { useEffect, useRef, useState } from "react";

/**
 * A text that is typed here and stored elsewhere (in the URL). Shows every key at once, debounces the report by a
 * delay too short to notice, and follows other changes of the stored value, as by Back.
 */
export function useTypedText(kept: string, keep: (text: string) => void, rest = 15) {
  const [text, setText] = useState(kept);
  const reported = useRef(kept);
  const latestKeep = useRef(keep);
  latestKeep.current = keep;
  useEffect(() => {
    if (kept !== reported.current) {
      reported.current = kept;
      setText(kept);
    }
  }, [kept]);
  useEffect(() => {
    if (text === reported.current) return;
    const timer = setTimeout(() => {
      reported.current = text;
      latestKeep.current(text);
    }, rest);
    return () => clearTimeout(timer);
  }, [text, rest]);
  return [text, setText] as const;
}
