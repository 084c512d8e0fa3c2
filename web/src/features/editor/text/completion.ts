// Completes the name of a variable that is being typed in a field: `{{na|`.

/** What can be typed at the caret. */
export interface Completion {
  /** The number of UTF-16 units before the caret that a choice replaces. */
  typed: number;
  choices: Choice[];
}

export interface Choice {
  name: string;
  /** The text that takes the place of what was typed. */
  text: string;
}

/** The longest name that is completed, in UTF-16 units. */
const nameLimit = 100;

const choiceLimit = 8;

/**
 * The names that complete the variable opened before the caret: those that begin with what was typed, then those that
 * contain it.
 */
export function complete(
  before: string,
  after: string,
  [open, close]: readonly [string, string],
  names: () => readonly string[],
): Completion | null {
  const near = before.slice(-nameLimit - open.length);
  const at = near.lastIndexOf(open);
  // `{{` of a Python format string is a brace.
  if (at === -1 || (open === "{" && near[at - 1] === "{")) return null;
  const [, blanks = "", typed] = /^([ \t]*)([^\s{}>#/^&!]*)$/.exec(near.slice(at + open.length)) ?? [];
  if (typed === undefined) return null;
  const lower = typed.toLowerCase();
  const rank = (name: string) => Math.min(name.toLowerCase().indexOf(lower), 1);
  // The name as it is typed is no choice.
  const found = names().filter((name) => rank(name) >= 0 && name !== typed);
  const isClosed = after.trimStart().startsWith(close);
  const choices = found
    .toSorted((a, b) => rank(a) - rank(b))
    .slice(0, choiceLimit)
    .map((name) => ({ name, text: isClosed ? name : `${name}${blanks}${close}` }));
  return choices.length === 0 ? null : { typed: typed.length, choices };
}
