// Inserts a library component into the prompt: a module as a module, a template as its sections.
import { t } from "@lingui/core/macro";
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Puzzle } from "lucide-react";
import { useState } from "react";
import { messageOf } from "@/api/client";
import {
  useComponentMutation as countUseMutation,
  getComponentOptions,
  listComponentsOptions,
} from "@/api/generated/@tanstack/react-query.gen";
import type { ComponentSummary } from "@/api/generated/types.gen";
import { refresh } from "@/api/infinite";
import { messages } from "@/core/lists";
import { Button } from "@/ui/button";
import { Popover } from "@/ui/popover";
import { SearchField } from "@/ui/search-field";
import { Skeleton } from "@/ui/skeleton";
import { toast } from "@/ui/toast";
import { useClick } from "@/ui/use-click";
import { useEditor } from "../context";
import { changeAndFocus, itemElement } from "../focus";
import { itemsOf } from "./of-component";

interface FromLibraryProps {
  type: "module" | "template";
  /** The block to insert into. */
  parent?: string | undefined;
}

export function FromLibrary({ type, parent }: FromLibraryProps) {
  const [open, setOpen] = useState(false);
  const queryClient = useQueryClient();
  const { document: prompt } = useEditor();
  const count = useMutation({
    ...countUseMutation(),
    onSuccess: () => refresh(queryClient, "listComponents", "getComponent"),
  });
  const take = useMutation({
    mutationFn: (id: string) => queryClient.fetchQuery(getComponentOptions({ path: { id } })),
    onSuccess: (component) => {
      let first: string | undefined;
      changeAndFocus(
        () => {
          for (const item of itemsOf(component)) {
            const added = prompt.add(item, parent);
            first ??= added;
          }
          setOpen(false);
        },
        () => itemElement(first, "text"),
      );
      count.mutate({ path: { id: component.id } });
    },
    onError: (error) => toast.error(t`The component could not be loaded`, { description: messageOf(error) }),
  });
  return (
    <Popover
      label={type === "module" ? t`Modules of the library` : t`Templates of the library`}
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button size={parent === undefined ? "md" : "sm"}>
          <Puzzle aria-hidden="true" /> {type === "module" ? t`From library` : t`From a template`}
        </Button>
      }
    >
      <Choice type={type} busy={take.isPending} onChoose={(id) => take.mutateAsync(id)} />
    </Popover>
  );
}

interface ChoiceProps {
  type: "module" | "template";
  busy: boolean;
  onChoose: (id: string) => Promise<unknown>;
}

function Choice({ type, busy, onChoose }: ChoiceProps) {
  const [search, setSearch] = useState("");
  const { data, error, isPending } = useQuery({
    ...listComponentsOptions({ query: { type, search: search || undefined, limit: 50 } }),
    placeholderData: keepPreviousData,
  });
  return (
    <div className="flex flex-col gap-2">
      <SearchField label={t`Search components`} value={search} onChange={setSearch} />
      {isPending && <Skeleton className="h-24" />}
      {error && (
        <p role="alert" className="text-sm text-danger">
          {messageOf(error)}
        </p>
      )}
      {data?.items.length === 0 && (
        <p className="py-3 text-center text-muted">{messages.no_components_found}</p>
      )}
      {data && data.items.length > 0 && (
        <ul aria-label={t`Components`} className="-mx-1 max-h-64 overflow-y-auto">
          {data.items.map((component) => (
            <li key={component.id}>
              <ChoiceButton component={component} busy={busy} onChoose={onChoose} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

interface ChoiceButtonProps extends Pick<ChoiceProps, "busy" | "onChoose"> {
  component: ComponentSummary;
}

function ChoiceButton({ component, busy, onChoose }: ChoiceButtonProps) {
  const { click, pending } = useClick({ onClick: () => onChoose(component.id) });
  return (
    <button
      type="button"
      disabled={busy || pending}
      onClick={click}
      className="w-full rounded-control px-2 py-1.5 text-left hover:bg-well focus-visible:-outline-offset-2"
    >
      <span className="block font-medium wrap-anywhere">{component.title}</span>
      <span className="line-clamp-2 text-sm text-muted">{component.description}</span>
    </button>
  );
}
