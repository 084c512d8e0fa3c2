// Where the focus begins in what has just opened: at what one came for.

const fields = "input:enabled:not([type=hidden]):not([type=file]), textarea:enabled, select:enabled";
const others = "button:enabled:not([aria-disabled=true], [tabindex='-1']), a[href], summary";

/** The first field of an area, otherwise its first button or link; null where that is not to be entered before one has read. */
export function firstControl(area: HTMLElement | null): HTMLElement | null | undefined {
  if (!area) return undefined;
  const first = (selector: string) =>
    Array.from(area.querySelectorAll<HTMLElement>(selector)).find((one) => one.checkVisibility());
  const field = first(fields);
  const found = field ? chosenOf(field, area) : first(others);
  if (!found) return undefined;
  const isOutOfSight = found.getBoundingClientRect().top >= area.getBoundingClientRect().bottom;
  // On a touch screen a field would open the keyboard over what one wants to see first.
  const opensKeyboard =
    found.matches("textarea, input:not([type=radio], [type=checkbox])") &&
    matchMedia("(pointer: coarse)").matches;
  return isOutOfSight || opensKeyboard ? null : found;
}

/** A choice is entered where it stands. */
function chosenOf(field: HTMLElement, area: HTMLElement): HTMLElement {
  if (!field.matches("[type=radio]")) return field;
  const name = CSS.escape(field.getAttribute("name") ?? "");
  return area.querySelector<HTMLElement>(`input[name="${name}"]:checked`) ?? field;
}
