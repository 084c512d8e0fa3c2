// Tells screen readers what happened where the focus tells them nothing.
import { create } from "zustand";

const useAnnouncement = create<{ text: string; count: number }>(() => ({ text: "", count: 0 }));

/** Says a sentence, also when it was the last one said. */
export function announce(text: string): void {
  useAnnouncement.setState(({ count }) => ({ text, count: count + 1 }));
}

/** The place that is read aloud; one on a page. */
export function Announcer() {
  const { text, count } = useAnnouncement();
  return (
    <div aria-live="polite" className="sr-only">
      <p key={count}>{text}</p>
    </div>
  );
}
