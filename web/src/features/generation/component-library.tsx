import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Blocks, X } from "lucide-react";
import { useState } from "react";
import { messageOf } from "@/api/client";
import { listComponentsOptions } from "@/api/generated/@tanstack/react-query.gen";
import type { ComponentSummary, ComponentType } from "@/api/generated/types.gen";
import { labelOf, messages, words } from "@/core/lists";
import { Alert } from "@/ui/alert";
import { Badge } from "@/ui/badge";
import { Button } from "@/ui/button";
import { IconButton } from "@/ui/icon-button";
import { SearchField } from "@/ui/search-field";
import { Select } from "@/ui/select";
import { Skeleton } from "@/ui/skeleton";
import { ResponsivePanel } from "./responsive-panel";

/** A component to include in the prompt. */
export type ChosenComponent = Pick<ComponentSummary, "id" | "title">;

interface ComponentLibraryProps {
  chosen: readonly ChosenComponent[];
  onChange: (chosen: readonly ChosenComponent[]) => void;
  disabled: boolean;
}

/** The component-library control. Ticked components take effect with Apply. */
export function ComponentLibrary({ chosen, onChange, disabled }: ComponentLibraryProps) {
  const [open, setOpen] = useState(false);
  const [draft, setDraft] = useState(chosen);
  const change = (next: boolean) => {
    if (next) setDraft(chosen);
    setOpen(next);
  };
  const toggle = ({ id, title }: ComponentSummary, on: boolean) =>
    setDraft((before) => (on ? [...before, { id, title }] : before.filter((other) => other.id !== id)));
  return (
    <ResponsivePanel
      title={t`Component Library`}
      open={open}
      onOpenChange={change}
      onApply={() => onChange(draft)}
      trigger={
        <IconButton
          label={t`Use components`}
          aria-haspopup="dialog"
          aria-expanded={open}
          disabled={disabled}
          onClick={() => change(!open)}
        >
          <Blocks aria-hidden="true" />
        </IconButton>
      }
    >
      <Chosen
        components={draft}
        onRemove={(id) => setDraft((before) => before.filter((other) => other.id !== id))}
      />
      <Browser chosen={new Set(draft.map(({ id }) => id))} onToggle={toggle} />
    </ResponsivePanel>
  );
}

interface ChosenProps {
  components: readonly ChosenComponent[];
  onRemove: (id: string) => void;
}

/** The chosen components, whether or not the list below shows them. */
function Chosen({ components, onRemove }: ChosenProps) {
  if (components.length === 0) return null;
  return (
    <ul aria-label={t`Chosen`} className="mb-3 flex flex-wrap gap-1.5">
      {components.map(({ id, title }) => (
        <li key={id} className="min-w-0">
          <Button
            size="sm"
            aria-label={t`Remove ${title}`}
            onClick={() => onRemove(id)}
            className="max-w-full"
          >
            <span className="truncate">{title}</span>
            <X aria-hidden="true" />
          </Button>
        </li>
      ))}
    </ul>
  );
}

const all = { value: "", label: t`All` };

interface BrowserProps {
  chosen: ReadonlySet<string>;
  onToggle: (component: ComponentSummary, on: boolean) => void;
}

function Browser({ chosen, onToggle }: BrowserProps) {
  const [type, setType] = useState("");
  const [search, setSearch] = useState("");
  const components = useQuery({
    ...listComponentsOptions({
      query: { type: (type as ComponentType) || undefined, search: search || undefined, limit: 50 },
    }),
    placeholderData: keepPreviousData,
  });
  return (
    <div className="space-y-3">
      <div className="grid grid-cols-[1fr_auto] gap-2">
        <SearchField label={t`Search components`} value={search} onChange={setSearch} />
        <Select
          aria-label={t`Type`}
          options={[all, ...words.component_types]}
          value={type}
          onChange={(event) => setType(event.target.value)}
        />
      </div>
      {components.isPending && <Skeleton className="h-40" />}
      {components.error && <Alert>{messageOf(components.error)}</Alert>}
      {components.data?.items.length === 0 && (
        <p className="py-6 text-center text-muted">{messages.no_components_found}</p>
      )}
      <ul className="divide-y">
        {components.data?.items.map((component) => (
          <li key={component.id}>
            <label className="flex cursor-pointer items-start gap-3 py-2.5">
              <input
                type="checkbox"
                checked={chosen.has(component.id)}
                onChange={(event) => onToggle(component, event.target.checked)}
                className="mt-1 size-4 accent-accent-strong"
              />
              <span className="min-w-0">
                <span className="flex flex-wrap items-center gap-2 font-semibold">
                  {component.title}
                  <Badge>{labelOf(words.component_types, component.type)}</Badge>
                </span>
                <span className="line-clamp-2 text-sm text-muted">{component.description}</span>
              </span>
            </label>
          </li>
        ))}
      </ul>
      <p className="text-sm text-muted">
        <Trans>
          Your finished prompts are in the{" "}
          <Link to="/collections" className="text-accent underline">
            Collections
          </Link>
          .
        </Trans>
      </p>
    </div>
  );
}
