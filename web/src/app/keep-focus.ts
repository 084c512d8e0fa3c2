// Restores the focus when the app replaces the prerendered HTML, which can be tabbed through before that. The
// focus moves to the same link or button.
import { mainId, skipToMain } from "@/ui/main";

/**
 * Tracks the focus until the app renders. The returned function then focuses the element that replaced the
 * focused one.
 */
export function keepFocus(root: HTMLElement): () => void {
  let last = root.contains(document.activeElement) ? document.activeElement : null;
  const follow = ({ target }: FocusEvent) => {
    last = target instanceof Element ? target : null;
  };
  // Removing an element from the document also blurs it, at the moment of rendering. Only an earlier blur clears
  // the element.
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
  // An element with an id matches even while its content is loading.
  if (element.id) return element.id;
  return [element.getAttribute("href"), element.getAttribute("aria-label") ?? element.textContent].join(" ");
}
