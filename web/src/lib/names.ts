interface Named {
  handle: string | null;
  slug: string;
}

/** The page of a public prompt or collection that anybody can read. */
export function publicPath({ handle, slug }: Named): string {
  return `/p/${encodeURIComponent(handle ?? "")}/${encodeURIComponent(slug)}`;
}

/** The name of a prompt or collection everywhere else: `@ada/tone`. */
export function qualifiedName({ handle, slug }: Named): string {
  return handle ? `@${handle}/${slug}` : slug;
}
