/** The page of a public prompt or collection that anybody can read. */
export function publicPath({ handle, slug }: { handle: string | null; slug: string }): string {
  return `/p/${encodeURIComponent(handle ?? "")}/${encodeURIComponent(slug)}`;
}
