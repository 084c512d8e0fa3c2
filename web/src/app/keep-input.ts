// Restores what a visitor did while the page was only prerendered HTML, which the app then replaces: the focus moves
// to the same link, button or field, and the fields keep the text typed into them.
import { mainId, skipToMain } from "@/ui/main";

/** A page that takes longer to load is not waited for. */
const LOADING_MS = 30_000;

/**
 * Tracks the focus and the typed text until the app renders. The returned function then restores both in the elements
 * that replaced the old ones.
 */
export function keepInput(root: HTMLElement): () => void {
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
  const fields = fieldsIn(root);
  root.addEventListener("click", skip);
  root.addEventListener("focusin", follow);
  root.addEventListener("focusout", leave);
  const restoreFields = () => {
    const twins = fieldsIn(root);
    // Until the page has loaded, other fields or none are in sight.
    if (twins.length !== fields.length) return false;
    fields.forEach((field, index) => {
      const twin = twins[index];
      if (!twin || twin.type !== field.type) return;
      if (field.value !== initialOf(field)) fillIn(twin, field.value);
      if (field === last && document.activeElement === document.body) twin.focus({ preventScroll: true });
    });
    return true;
  };
  return () => {
    root.removeEventListener("click", skip);
    root.removeEventListener("focusin", follow);
    root.removeEventListener("focusout", leave);
    if (!restoreFields()) {
      const observer = new MutationObserver(() => restoreFields() && observer.disconnect());
      observer.observe(root, { childList: true, subtree: true });
      setTimeout(() => observer.disconnect(), LOADING_MS);
    }
    if (!last || isField(last) || document.activeElement !== document.body) return;
    const name = nameOf(last);
    const twin = [...root.querySelectorAll<HTMLElement>(last.tagName)].find((one) => nameOf(one) === name);
    twin?.focus({ preventScroll: true });
  };
}

type Field = HTMLInputElement | HTMLSelectElement;

const isField = (element: Element): element is Field => element.matches("input, select");

const fieldsIn = (root: HTMLElement): Field[] => [...root.querySelectorAll<Field>("input, select")];

/** The value that the page came with. */
function initialOf(field: Field): string {
  if (field instanceof HTMLInputElement) return field.defaultValue;
  const options = [...field.options];
  return (options.find((option) => option.defaultSelected) ?? options[0])?.value ?? "";
}

/** Sets the value of a field that React controls, as a person would. */
function fillIn(field: Field, value: string) {
  if (field instanceof HTMLInputElement && field.value) return;
  const { prototype } = field instanceof HTMLInputElement ? HTMLInputElement : HTMLSelectElement;
  Object.getOwnPropertyDescriptor(prototype, "value")?.set?.call(field, value);
  for (const kind of ["input", "change"]) field.dispatchEvent(new Event(kind, { bubbles: true }));
}

function nameOf(element: Element): string {
  // An element with an id matches even while its content is loading.
  if (element.id) return element.id;
  return [element.getAttribute("href"), element.getAttribute("aria-label") ?? element.textContent].join(" ");
}
