import { t } from "@lingui/core/macro";
import { useState } from "react";
import { messageOf } from "@/api/client";
import { Input } from "@/ui/input";
import { toast } from "@/ui/toast";
import { type Collection, useUpdateCollection } from "./queries";

interface TitleEditorProps {
  collection: Collection;
  /** After a key the focus has no target yet; otherwise it has moved already. */
  onClose: (byKey: boolean) => void;
}

/** Renames in place: Enter and blur save, Escape cancels. */
export function TitleEditor({ collection, onClose }: TitleEditorProps) {
  const update = useUpdateCollection();
  const [title, setTitle] = useState(collection.title);
  const keep = (byKey: boolean) => {
    const wanted = title.trim();
    onClose(byKey);
    if (wanted === "" || wanted === collection.title) return;
    const { description, is_public } = collection;
    update.mutate(
      { path: { id: collection.id }, body: { title: wanted, description, is_public } },
      { onError: (error) => toast.error(t`Renaming failed`, { description: messageOf(error) }) },
    );
  };
  return (
    <Input
      autoFocus
      aria-label={t`New title of ${collection.title}`}
      value={title}
      // The input covers the title exactly, so that nothing below it shifts.
      className="relative z-10 -mt-1.25 -mb-0.75 -ml-1.25 h-8 w-[calc(100%+0.3125rem)] px-2 font-bold"
      onFocus={(event) => event.target.select()}
      onChange={(event) => setTitle(event.target.value)}
      onBlur={() => keep(false)}
      onKeyDown={(event) => {
        if (event.key === "Enter") keep(true);
        if (event.key === "Escape") onClose(true);
      }}
    />
  );
}
