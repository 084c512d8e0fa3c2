// The user's tags with their counts: a click filters by a tag, and a tag can be renamed everywhere.
import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { PencilLine } from "lucide-react";
import { useState } from "react";
import { messageOf } from "@/api/client";
import { type TagCount, useTags } from "@/api/tags";
import { useFormat } from "@/lib/format";
import { Alert } from "@/ui/alert";
import { Button } from "@/ui/button";
import { cn } from "@/ui/cn";
import { Dialog } from "@/ui/dialog";
import { Field } from "@/ui/field";
import { IconButton } from "@/ui/icon-button";
import { Input } from "@/ui/input";
import { SearchField } from "@/ui/search-field";
import { useRenameTag } from "./queries";
import type { Noun } from "./task-dialog";

/** From this number of tags on, the list can be searched. */
const MANY = 8;

interface TagListDialogProps {
  kind: Noun;
  /** The tag that the list is filtered by. */
  tag: string;
  onTag: (tag: string) => void;
  onRenamed: (from: string, to: string) => void;
  onClose: () => void;
}

export default function TagListDialog({ kind, tag, onTag, onRenamed, onClose }: TagListDialogProps) {
  const { tags, isPending } = useTags(kind);
  // A tag is renamed in prompts and assets alike.
  const all = useTags().tags;
  const [word, setWord] = useState("");
  const [renaming, setRenaming] = useState<string | null>(null);
  const shown = tags.filter((one) => one.tag.toLowerCase().includes(word.trim().toLowerCase()));
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t`Tags`}
      description={kind === "asset" ? t`The tags of your assets.` : t`The tags of your prompts.`}
      size="sm"
    >
      {tags.length >= MANY && (
        <div className="mb-3">
          <SearchField label={t`Search tags`} value={word} onChange={setWord} />
        </div>
      )}
      {!isPending && tags.length === 0 && (
        <p className="text-muted">
          {kind === "asset" ? (
            <Trans>No tags yet. Add tags in the details of an asset, and they are listed here.</Trans>
          ) : (
            <Trans>No tags yet. Add tags in the details of a prompt, and they are listed here.</Trans>
          )}
        </p>
      )}
      {tags.length > 0 && shown.length === 0 && (
        <p className="text-muted">
          <Trans>No tag contains this word.</Trans>
        </p>
      )}
      <ul aria-label={t`Your tags`} className="space-y-0.5">
        {shown.map((one) =>
          renaming === one.tag ? (
            <li key={one.tag}>
              <RenameForm
                tag={all.find(({ tag }) => tag === one.tag) ?? one}
                others={all}
                onDone={(to) => {
                  setRenaming(null);
                  if (to !== null) onRenamed(one.tag, to);
                }}
              />
            </li>
          ) : (
            <TagRow
              key={one.tag}
              tag={one}
              isChosen={one.tag === tag}
              onTag={() => onTag(one.tag)}
              onRename={() => setRenaming(one.tag)}
            />
          ),
        )}
      </ul>
    </Dialog>
  );
}

interface TagRowProps {
  tag: TagCount;
  isChosen: boolean;
  onTag: () => void;
  onRename: () => void;
}

function TagRow({ tag: { tag, count }, isChosen, onTag, onRename }: TagRowProps) {
  const format = useFormat();
  return (
    <li className="flex items-center gap-1">
      <button
        type="button"
        aria-current={isChosen || undefined}
        onClick={onTag}
        className={cn(
          "flex min-w-0 flex-1 items-center justify-between gap-3 rounded-control px-2 py-1.5 text-left hover:bg-well",
          isChosen && "bg-accent-wash font-semibold text-accent",
        )}
      >
        <span className="min-w-0 wrap-anywhere">{tag}</span>
        <span className="text-sm text-muted tabular-nums">{format.number(count)}</span>
      </button>
      <IconButton size="sm" label={t`Rename ${tag}`} onClick={onRename}>
        <PencilLine aria-hidden="true" />
      </IconButton>
    </li>
  );
}

interface RenameFormProps {
  tag: TagCount;
  others: readonly TagCount[];
  /** Called with the new name, or with null if nothing was renamed. */
  onDone: (to: string | null) => void;
}

function RenameForm({ tag: { tag, count }, others, onDone }: RenameFormProps) {
  const [to, setTo] = useState(tag);
  const rename = useRenameTag();
  const name = to.trim();
  const other = others.find((one) => one.tag !== tag && one.tag.toLowerCase() === name.toLowerCase());
  const hint = other
    ? t`“${other.tag}” is a tag already. The two become one.`
    : plural(count, {
        one: "Changes # item, components and smart collections with this tag.",
        other: "Changes # items, components and smart collections with this tag.",
      });
  return (
    <form
      className="space-y-2 rounded-control border bg-ground p-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (name === tag) onDone(null);
        // The form goes with its tag when the list is loaded again; a callback of `mutate` would go with it.
        else
          void rename.mutateAsync({ from: tag, to: name }).then(
            () => onDone(name),
            () => {},
          );
      }}
    >
      {rename.error && (
        <Alert>
          <Trans>The tag was not renamed: {messageOf(rename.error)}</Trans>
        </Alert>
      )}
      <Field label={t`New name of “${tag}”`} hint={hint}>
        {(control) => (
          <Input {...control} autoFocus value={to} onChange={(event) => setTo(event.target.value)} />
        )}
      </Field>
      <div className="flex justify-end gap-2">
        <Button size="sm" onClick={() => onDone(null)}>
          <Trans>Cancel</Trans>
        </Button>
        <Button size="sm" variant="primary" type="submit" busy={rename.isPending} disabled={name === ""}>
          {other ? t`Merge` : t`Rename`}
        </Button>
      </div>
    </form>
  );
}
