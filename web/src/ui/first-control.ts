// Chooses the initial focus of a dialog or panel.

const fields = "input:enabled:not([type=hidden]):not([type=file]), textarea:enabled, select:enabled";
const others = "button:enabled:not([aria-disabled=true], [tabindex='-1']), a[href], summary";

/**
 * The first field of an area, otherwise its first button or link; null if that is scrolled out of view or would
 * open a touch keyboard.
 */
export function firstControl(area: HTMLElement | null): HTMLElement | null | undefined {
  if (!area) return undefined;
  const first = (selector: string) =>
    Array.from(area.querySelectorAll<HTMLElement>(selector)).find((one) => one.checkVisibility());
  const field = first(fields);
  const found = field ? chosenOf(field, area) : first(others);
  if (!found) return undefined;
  const isOutOfSight = found.getBoundingClientRect().top >= area.getBoundingClientRect().bottom;
  // On a touch screen, focusing a field would open the keyboard over the content.
  const opensKeyboard =
    found.matches("textarea, input:not([type=radio], [type=checkbox])") &&
    matchMedia("(pointer: coarse)").matches;
  return isOutOfSight || opensKeyboard ? null : found;
}

/** A radio group is entered at its checked radio. */
function chosenOf(field: HTMLElement, area: HTMLElement): HTMLElement {
  if (!field.matches("[type=radio]")) return field;
  const name = CSS.escape(field.getAttribute("name") ?? "");
  return area.querySelector<HTMLElement>(`input[name="${name}"]:checked`) ?? field;
}
