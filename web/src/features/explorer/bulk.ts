// One change to many prompts: optimistic, sent in batches, and rolled back by name where the server rejects it.
import { plural, t } from "@lingui/core/macro";
import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { ApiError, isStatus, messageOf } from "@/api/client";
import { changePrompts, restoreFromTrash } from "@/api/generated/sdk.gen";
import type { BulkChange, PromptSummary } from "@/api/generated/types.gen";
import { refresh } from "@/api/infinite";
import { useMayWrite } from "@/api/workspace";
import { importModule } from "@/lib/dynamic-import";
import { toast } from "@/ui/toast";
import { type Edit, editInLists } from "./lists";

/** The maximum number of prompts in one request of the API. */
const PROMPTS_PER_REQUEST = 100;
/** The number of names in a message before it only counts. */
const named = 5;

type WithoutIds<Change> = Change extends unknown ? Omit<Change, "prompt_ids"> : never;
export type Action = WithoutIds<BulkChange>;

interface Change {
  action: Action;
  prompts: readonly PromptSummary[];
  /** The success message for a number of prompts: "3 prompts were deleted". */
  done: (count: number) => string;
}

interface Failure {
  title: string;
  message: string;
}

export function useBulkChange() {
  const queryClient = useQueryClient();
  const mayWrite = useMayWrite();
  return useMutation({
    mutationFn: async ({ action, prompts, done }: Change) => {
      const [mine, foreign] =
        action.action === "add_to_collection" ? [prompts, []] : byRight(prompts, mayWrite);
      const settle = await editInLists(queryClient, idsOf(mine), await editOf(action));
      const { changed, failed } = await send(action, mine).catch((error: unknown) => {
        settle([]);
        throw error;
      });
      settle(idsOf(changed));
      const failures = [...failed, ...foreign.map(notMine)];
      if (changed.length > 0) {
        toast.success(
          done(changed.length),
          action.action === "delete" ? { action: undo(queryClient, changed) } : {},
        );
      }
      if (failures.length > 0) tell(failures, prompts.length);
      await refresh(queryClient, "listPrompts", "listTrash", "getPrompt", ...collectionLists);
      return changed;
    },
  });
}

const collectionLists = ["listCollections", "getCollection", "listCollectionItems"];

function byRight(
  prompts: readonly PromptSummary[],
  mayWrite: (prompt: PromptSummary) => boolean,
): [PromptSummary[], PromptSummary[]] {
  return [prompts.filter(mayWrite), prompts.filter((prompt) => !mayWrite(prompt))];
}

function notMine({ title, author_name }: PromptSummary): Failure {
  return { title, message: author_name ? t`it belongs to ${author_name}` : t`it belongs to someone else` };
}

const idsOf = (prompts: readonly PromptSummary[]) => prompts.map(({ id }) => id);

/** The optimistic edit of a listed prompt for an action. */
export async function editOf(action: Action): Promise<Edit> {
  switch (action.action) {
    case "delete":
      return () => null;
    case "add_tags": {
      const { parseTags } = await importModule(() => import("@/core"));
      return (prompt) => ({ ...prompt, tags: parseTags([...prompt.tags, ...action.tags].join(",")) });
    }
    case "remove_tags": {
      const { parseTags } = await importModule(() => import("@/core"));
      // The core decides which tags are equal: a removed tag adds nothing to the count of those removed.
      const count = (tags: readonly string[]) => parseTags(tags.join(",")).length;
      const stays = (tag: string) => count([...action.tags, tag]) > count(action.tags);
      return (prompt) => ({ ...prompt, tags: prompt.tags.filter(stays) });
    }
    case "set_public":
      return (prompt) => ({ ...prompt, is_public: action.is_public });
    case "add_to_collection":
      return (prompt) => prompt;
  }
}

async function send(action: Action, prompts: readonly PromptSummary[]) {
  const changed: PromptSummary[] = [];
  const failed: Failure[] = [];
  const attempt = async (some: readonly PromptSummary[]): Promise<void> => {
    try {
      await changePrompts({ body: { ...action, prompt_ids: idsOf(some) }, throwOnError: true });
      changed.push(...some);
    } catch (error) {
      // The session has ended: the whole page redirects to sign-in.
      if (isStatus(error, 401)) throw error;
      // The server rejects a batch as a whole. Retried one by one, the others succeed and the message can name
      // the rejected ones.
      if (some.length > 1 && isRefusal(error)) for (const one of some) await attempt([one]);
      else failed.push(...some.map(({ title }) => ({ title, message: messageOf(error) })));
    }
  };
  for (let from = 0; from < prompts.length; from += PROMPTS_PER_REQUEST)
    await attempt(prompts.slice(from, from + PROMPTS_PER_REQUEST));
  return { changed, failed };
}

/** Whether the server rejected the request, as opposed to being unreachable, failing or rate limiting. */
function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && [403, 404, 409, 422].includes(error.status);
}

function tell(failures: readonly Failure[], of: number): void {
  const lines = failures.slice(0, named).map(({ title, message }) => t`“${title}”: ${message}`);
  if (failures.length > named) lines.push(t`and ${failures.length - named} more`);
  const count = failures.length;
  const title = plural(count, {
    one: `# of ${of} could not be changed`,
    other: `# of ${of} could not be changed`,
  });
  toast.error(title, {
    description: lines.join("\n"),
    descriptionClassName: "whitespace-pre-line",
    duration: Number.POSITIVE_INFINITY,
  });
}

/** The toast button that restores deleted prompts from the trash. */
export function undo(queryClient: QueryClient, prompts: readonly Pick<PromptSummary, "id" | "title">[]) {
  return { label: t`Undo`, onClick: () => void bringBack(queryClient, prompts) };
}

async function bringBack(queryClient: QueryClient, prompts: readonly Pick<PromptSummary, "id" | "title">[]) {
  const results = await Promise.allSettled(
    prompts.map(({ id }) => restoreFromTrash({ path: { type: "prompt", id }, throwOnError: true })),
  );
  const failures = results.flatMap((result, index) =>
    result.status === "rejected"
      ? [{ title: prompts[index]?.title ?? "", message: messageOf(result.reason) }]
      : [],
  );
  if (failures.length > 0) tell(failures, prompts.length);
  else
    toast.success(prompts.length === 1 ? t`Restored` : plural(prompts.length, { other: "All # restored" }));
  await refresh(queryClient, "listPrompts", "listTrash", ...collectionLists);
}
