import { useEffect, useRef, useState } from "react";

/**
 * A text that is typed here and kept elsewhere (in the URL): shows every key at once, reports after a rest too short to be
 * felt, which joins keys that come in one go, and follows when the kept value changes by other means, as with Back.
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
