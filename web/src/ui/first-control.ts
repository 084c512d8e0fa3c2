// Where the focus begins in what has just opened: at what one came for.

const fields = "input:enabled:not([type=hidden]):not([type=file]), textarea:enabled, select:enabled";
const others = "button:enabled:not([aria-disabled=true], [tabindex='-1']), a[href], summary";

/** The first field of an area, otherwise its first button or link; nothing where that is out of sight, as below a long text. */
export function firstControl(area: HTMLElement | null): HTMLElement | undefined {
  if (!area) return undefined;
  const first = (selector: string) =>
    Array.from(area.querySelectorAll<HTMLElement>(selector)).find((one) => one.checkVisibility());
  const field = first(fields);
  const found = field ? chosenOf(field, area) : first(others);
  if (!found || found.getBoundingClientRect().top >= area.getBoundingClientRect().bottom) return undefined;
  // On a touch screen a field would open the keyboard over what one wants to see first.
  const wantsKeyboard = found.matches("textarea, input:not([type=radio], [type=checkbox])");
  return wantsKeyboard && matchMedia("(pointer: coarse)").matches ? undefined : found;
}

/** A choice is entered where it stands. */
function chosenOf(field: HTMLElement, area: HTMLElement): HTMLElement {
  if (!field.matches("[type=radio]")) return field;
  const name = CSS.escape(field.getAttribute("name") ?? "");
  return area.querySelector<HTMLElement>(`input[name="${name}"]:checked`) ?? field;
}
