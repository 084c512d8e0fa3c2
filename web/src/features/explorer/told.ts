// What a change did, in a sentence: to one prompt or asset by its title, or to a number of them.
import { plural, t } from "@lingui/core/macro";
import type { Action } from "./bulk";
import type { Noun } from "./task-dialog";

export interface Changed {
  count: number;
  noun: Noun;
  /** The title of the only one. */
  title?: string;
}

/** `collection` is the title of the collection that they were added to. */
export function told(action: Action, { count, noun, title }: Changed, collection = ""): string {
  const isAsset = noun === "asset";
  switch (action.action) {
    case "set_public":
      return action.is_public ? madePublic({ count, noun, title }) : madePrivate({ count, noun, title });
    case "add_tags":
      if (title !== undefined) return t`“${title}” was tagged`;
      return isAsset
        ? plural(count, { one: "# asset was tagged", other: "# assets were tagged" })
        : plural(count, { one: "# prompt was tagged", other: "# prompts were tagged" });
    case "remove_tags":
      if (title !== undefined) return t`“${title}” was changed`;
      return isAsset
        ? plural(count, { one: "# asset was changed", other: "# assets were changed" })
        : plural(count, { one: "# prompt was changed", other: "# prompts were changed" });
    case "delete":
      if (title !== undefined) return t`“${title}” was moved to the trash`;
      return isAsset
        ? plural(count, { one: "# asset was moved to the trash", other: "# assets were moved to the trash" })
        : plural(count, {
            one: "# prompt was moved to the trash",
            other: "# prompts were moved to the trash",
          });
    case "add_to_collection":
      if (title !== undefined) return t`“${title}” was added to “${collection}”`;
      return isAsset
        ? plural(count, {
            one: `# asset was added to “${collection}”`,
            other: `# assets were added to “${collection}”`,
          })
        : plural(count, {
            one: `# prompt was added to “${collection}”`,
            other: `# prompts were added to “${collection}”`,
          });
  }
}

function madePublic({ count, noun, title }: Changed): string {
  if (title !== undefined) return t`“${title}” was made public`;
  return noun === "asset"
    ? plural(count, { one: "# asset was made public", other: "# assets were made public" })
    : plural(count, { one: "# prompt was made public", other: "# prompts were made public" });
}

function madePrivate({ count, noun, title }: Changed): string {
  if (title !== undefined) return t`“${title}” was made private`;
  return noun === "asset"
    ? plural(count, { one: "# asset was made private", other: "# assets were made private" })
    : plural(count, { one: "# prompt was made private", other: "# prompts were made private" });
}
