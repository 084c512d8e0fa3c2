// Announces to screen readers what the focus does not tell them.
import { create } from "zustand";

const useAnnouncement = create<{ text: string; count: number }>(() => ({ text: "", count: 0 }));

/** Announces a sentence, even if it equals the last one. */
export function announce(text: string): void {
  useAnnouncement.setState(({ count }) => ({ text, count: count + 1 }));
}

/** The live region, rendered once on a page. */
export function Announcer() {
  const { text, count } = useAnnouncement();
  return (
    <div aria-live="polite" className="sr-only">
      <p key={count}>{text}</p>
    </div>
  );
}
