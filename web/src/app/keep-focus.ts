// The page that came as HTML can be walked through with Tab before the program has drawn its own in its place. The focus
// goes over to the same link or button there.
import { mainId, skipToMain } from "@/ui/main";

/** Watches the focus until the page is drawn anew; the answer, called then, gives it to the element that took the place. */
export function keepFocus(root: HTMLElement): () => void {
  let last = root.contains(document.activeElement) ? document.activeElement : null;
  const follow = ({ target }: FocusEvent) => {
    last = target instanceof Element ? target : null;
  };
  // What is taken out of the document loses the focus too, at the very moment the page is drawn: only what was left before
  // that is forgotten.
  const leave = ({ target }: FocusEvent) => {
    setTimeout(() => {
      if (last === target) last = null;
    });
  };
  const skip = (event: MouseEvent) => {
    if (event.target instanceof Element && event.target.closest(`a[href="#${mainId}"]`)) skipToMain(event);
  };
  root.addEventListener("click", skip);
  root.addEventListener("focusin", follow);
  root.addEventListener("focusout", leave);
  return () => {
    root.removeEventListener("click", skip);
    root.removeEventListener("focusin", follow);
    root.removeEventListener("focusout", leave);
    if (!last || document.activeElement !== document.body) return;
    const name = nameOf(last);
    const twin = [...root.querySelectorAll<HTMLElement>(last.tagName)].find((one) => nameOf(one) === name);
    twin?.focus({ preventScroll: true });
  };
}

function nameOf(element: Element): string {
  // What the page holds may still be on its way; the place for it is the same.
  if (element.id) return element.id;
  return [element.getAttribute("href"), element.getAttribute("aria-label") ?? element.textContent].join(" ");
}
