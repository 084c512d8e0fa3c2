// The title, description and classification of the prompt. Collapsible, so that the text comes first.

import { t } from "@lingui/core/macro";
import { ChevronDown } from "lucide-react";
import { type ReactNode, useEffect, useId, useMemo, useRef, useState } from "react";
import { type Edit, newPrompt, titleChars, words } from "@/core";
import { translated } from "@/i18n";
import { BoundedField } from "@/ui/bounded-field";
import { Field } from "@/ui/field";
import { Textarea } from "@/ui/input";
import { Select } from "@/ui/select";
import { Switch } from "@/ui/switch";
import { useEditor, useSnapshot } from "../context";
import { isFocusFree } from "../focus";
import { ofTheRecord } from "../use-shortcuts";
import { choiceFields, choose } from "./choices";
import { StructurePicker } from "./structure-picker";
import { TagsField } from "./tags-field";

interface DetailsCardProps {
  /** Whether the prompt was ever saved: complexity is chosen only then. */
  isSaved: boolean;
  /** Whether whoever has the secret link can read it while it is private. */
  hasLink: boolean;
  children?: ReactNode;
}

export function DetailsCard({ isSaved, hasLink, children }: DetailsCardProps) {
  const { document: prompt, readOnly } = useEditor();
  const details = useSnapshot((document) => document.details());
  const structureLocked = useSnapshot((document) => document.state().is_structure_locked);
  const complexityLocked = useSnapshot((document) => document.state().is_complexity_locked);
  const [open, setOpen] = useState(false);
  // For a new prompt the details are expanded above its text. The first save must not collapse them under the
  // pointer.
  const [isNew] = useState(!isSaved);
  const bodyId = useId();
  const card = useRef<HTMLElement>(null);
  // Unless the user has focused something, the focus starts in the title of a new prompt: at the top of the page
  // the typed letters would be shortcuts.
  useEffect(() => {
    if (isNew && isFocusFree()) card.current?.querySelector("input")?.focus();
  }, [isNew]);
  const isAsset = details.prompt_type !== "prompt";
  const apply = (edit: Edit) => void prompt.apply(edit);

  return (
    <section ref={card} aria-label={t`Details`} className="rounded-tray border bg-surface">
      {isNew && (
        <div className="flex flex-col gap-3 border-b p-4">
          <TitleField />
          {!isAsset && (
            <StructurePicker value={details.structure_type} locked={structureLocked || readOnly} />
          )}
        </div>
      )}
      <h2>
        <button
          type="button"
          aria-expanded={open}
          aria-controls={bodyId}
          onClick={() => setOpen(!open)}
          className="flex w-full items-center justify-between gap-3 rounded-tray px-4 py-2.5 text-left hover:bg-well/60"
        >
          <span className="shrink-0 font-bold">{isAsset ? t`Asset Details` : t`Details`}</span>
          <span className="flex min-w-0 items-center gap-2 text-sm text-muted">
            {!open && <span className="truncate">{summary(details, hasLink)}</span>}
            <ChevronDown
              aria-hidden="true"
              className={open ? "size-4 shrink-0 rotate-180" : "size-4 shrink-0"}
            />
          </span>
        </button>
      </h2>
      <div id={bodyId} hidden={!open} className="border-t p-4">
        <div className="grid grid-cols-1 gap-4 md:grid-cols-2">
          {!isNew && <TitleField className="md:col-span-2" />}
          <Field label={t`Description`} className="md:col-span-2">
            {(control) => (
              <Textarea
                {...control}
                {...ofTheRecord}
                value={details.description}
                readOnly={readOnly}
                rows={2}
                placeholder={t`What this is for`}
                className="field-sizing-content min-h-0 max-h-60 resize-none"
                onChange={(event) => apply({ op: "set_description", description: event.target.value })}
              />
            )}
          </Field>
          {!isNew && !isAsset && (
            <StructurePicker
              className="md:col-span-2"
              value={details.structure_type}
              locked={structureLocked || readOnly}
            />
          )}
          <div className="grid grid-cols-2 gap-4 md:col-span-2 lg:grid-cols-4">
            {choiceFields(isAsset, isSaved, complexityLocked).map(({ name, label, options, locked }) => (
              <Field key={name} label={label}>
                {(control) => (
                  <Select
                    {...control}
                    disabled={readOnly || locked !== undefined}
                    title={locked}
                    options={options}
                    value={details[name]}
                    onChange={(event) => apply(choose(name, event.target.value))}
                  />
                )}
              </Field>
            ))}
          </div>
          <TagsField tags={details.tags} className="md:col-span-2" />
          {!readOnly && (
            <Switch
              className="md:col-span-2"
              label={t`Make Public`}
              hint={
                hasLink && !details.is_public
                  ? t`Whoever has the link can read it; Share shows and ends the link. Anyone can find, read and clone a public prompt with its versions.`
                  : t`Anyone can find, read and clone a public prompt with its versions. Only you, and whoever you give its link, can read a private one.`
              }
              checked={details.is_public}
              onChange={(is_public) => apply({ op: "set_public", is_public })}
            />
          )}
        </div>
        {children}
      </div>
    </section>
  );
}

function TitleField({ className }: { className?: string }) {
  const { document: prompt, readOnly } = useEditor();
  const title = useSnapshot((document) => document.details().title);
  const type = useSnapshot((document) => document.details().prompt_type);
  const untitled = useMemo(() => newPrompt(type).title, [type]);
  return (
    <BoundedField
      {...ofTheRecord}
      label={t`Title`}
      className={className}
      value={title}
      limit={titleChars}
      readOnly={readOnly}
      placeholder={translated(untitled)}
      // Typing replaces the default title.
      onFocus={selectDefault}
      onClick={selectDefault}
      onText={(text) => void prompt.apply({ op: "set_title", title: text })}
    />
  );
}

function selectDefault({ currentTarget: input }: { currentTarget: HTMLInputElement }) {
  if (input.value === input.placeholder && !input.readOnly) input.select();
}

function summary(
  details: { category: string; language: string; tags: readonly string[]; is_public: boolean },
  hasLink: boolean,
): string {
  const label = (list: readonly { value: string; label: string }[], value: string) =>
    list.find((word) => word.value === value)?.label ?? value;
  return [
    label(words.categories, details.category),
    label(words.languages, details.language),
    details.is_public ? t`Public` : hasLink ? t`Shared by link` : t`Private`,
    ...details.tags.slice(0, 3).map((tag) => `#${tag}`),
  ].join(" · ");
}
