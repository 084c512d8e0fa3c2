/** Which text: a label, a version, or the newest. */
export interface At {
  label?: string | undefined;
  version?: string | undefined;
}

/** A text that is asked for. */
export interface Wanted extends At {
  /** `@ada/code-review:production` */
  name: string;
  /** Its path below `/api/fetch`. */
  path: string;
}

/** A name may carry a label or a version itself: `@ada/code-review:production`. */
export function wantedOf(name: string, at: At): Wanted {
  const match = /^(?:@?([^/@:]+)\/)?([^/@:]+)(?:@([\d.]+)|:([\w-]+))?$/.exec(name.trim());
  if (!match?.[2]) throw new TypeError(`${name} is not a name such as @ada/code-review`);
  const [, handle = "me", slug] = match;
  const label = (at.label || match[4])?.trim();
  const version = (at.version || match[3])?.replace(/^v/, "");
  if (label && version) throw new TypeError("Give a label or a version, not both");
  return {
    name: `@${handle}/${slug}${label ? `:${label}` : version ? `@${version}` : ""}`,
    path: `${encodeURIComponent(handle)}/${encodeURIComponent(slug)}`,
    label,
    version,
  };
}

/** Whether an answer is of the version or the label that is asked for. */
export function isAt(wanted: Wanted, version: string, label: string | null): boolean {
  if (wanted.version) return label === null && numbersOf(version) === numbersOf(wanted.version);
  return (label ?? "").toLowerCase() === (wanted.label ?? "").toLowerCase();
}

/** The name in the letters that all its spellings share. */
export function same(name: string): string {
  const [text = "", version] = name.toLowerCase().replace(/^@/, "").split("@");
  return version === undefined ? text : `${text}@${numbersOf(version)}`;
}

function numbersOf(version: string): string {
  return version.split(".").map((part) => part.replace(/^0+/, "")).join(".");
}

/** Whether a name is the one that is asked for. `@me` may be anybody. */
export function isNamed(wanted: Wanted, name: string): boolean {
  const [handle, slug] = partsOf(name);
  const [asked, askedSlug] = partsOf(wanted.name);
  return (asked === "me" || asked === handle) && askedSlug === slug;
}

function partsOf(name: string): [string, string] {
  const [handle = "", slug = ""] = name.toLowerCase().replace(/^@/, "").split("/");
  return [handle, slug.split(/[@:]/)[0] ?? ""];
}
