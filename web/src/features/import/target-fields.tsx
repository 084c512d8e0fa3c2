// Where the imported prompts go: a collection, collections for folders, tags.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Folder, X } from "lucide-react";
import { useState } from "react";
import { useTags } from "@/api/tags";
import { parseTags } from "@/core";
import { Button } from "@/ui/button";
import { Checkbox } from "@/ui/checkbox";
import { Field } from "@/ui/field";
import { IconButton } from "@/ui/icon-button";
import { TagsInput } from "@/ui/tags-input";
import type { ImportParts } from "./parts";
import type { Target } from "./use-import";

interface TargetFieldsProps {
  parts: ImportParts;
  target: Target;
  /** Whether any file is in a folder. */
  hasFolders: boolean;
  onChange: (target: Partial<Target>) => void;
}

export function TargetFields({ parts, target, hasFolders, onChange }: TargetFieldsProps) {
  const [choosing, setChoosing] = useState(false);
  const { collection, withFolders, tags } = target;
  const suggestions = useTags().tags.map(({ tag }) => tag);
  return (
    <div className="grid gap-4 rounded-tray border bg-surface p-4 sm:grid-cols-2">
      <div className="flex flex-col gap-2">
        <p className="font-semibold">
          <Trans>Collection</Trans>
        </p>
        <div className="flex min-w-0 items-center gap-2">
          <Button className="min-w-0" onClick={() => setChoosing(true)}>
            <Folder aria-hidden="true" />
            <span className="truncate">{collection ? collection.title : t`Choose a collection`}</span>
          </Button>
          {collection && (
            <IconButton label={t`No collection`} onClick={() => onChange({ collection: null })}>
              <X aria-hidden="true" />
            </IconButton>
          )}
        </div>
        {hasFolders && (
          <Checkbox
            label={t`Folders become collections`}
            checked={withFolders}
            onChange={(event) => onChange({ withFolders: event.target.checked })}
          />
        )}
      </div>
      <Field label={t`Add tags`} hint={t`Press Enter to add a tag.`}>
        {(control) => (
          <TagsInput
            control={control}
            tags={tags}
            onChange={(tags) => onChange({ tags })}
            parse={parseTags}
            suggestions={suggestions}
          />
        )}
      </Field>
      {choosing && (
        <parts.ChooseCollection
          title={t`Import into`}
          onClose={() => setChoosing(false)}
          onChoose={(collection) => {
            onChange({ collection });
            setChoosing(false);
          }}
        />
      )}
    </div>
  );
}
