import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Command as Cmdk } from "cmdk";
import { Blocks, FileText, FolderTree, Puzzle, Search } from "lucide-react";
import * as Dialog from "radix-ui/dialog";
import { useRef, useState } from "react";
import {
  listCollectionsOptions,
  listComponentsOptions,
  listPromptsOptions,
} from "@/api/generated/@tanstack/react-query.gen";
import { useUser } from "@/api/session";
import { cn } from "@/ui/cn";
import { allCommands, type Command, useCommandStore } from "@/ui/commands";
import { useFocusBack } from "@/ui/focus-back";
import { commandKey, Kbd } from "@/ui/kbd";
import { keyCaps } from "@/ui/key-caps";
import { useTypedText } from "@/ui/use-typed-text";
import { closeOverlay, openCopy, takePaletteText } from "./overlays";
import { paletteBox, paletteHead, paletteInput, palettePlaceholder } from "./palette-shell";

/** Navigates to any page, finds any prompt, and runs the commands of the open page. */
export default function CommandPalette() {
  const navigate = useNavigate();
  const [wanted, setWanted] = useState("");
  const [text, setText] = useTypedText(wanted, setWanted, 80);
  const sets = useCommandStore((state) => state.sets);
  const commands = allCommands({ sets }).filter(
    (command) => command.id !== "palette" && !command.disabled && matches(command, text),
  );
  const isSearching = wanted.trim() !== "";
  const search = { enabled: isSearching, placeholderData: keepPreviousData } as const;
  const found = useQuery({
    ...listPromptsOptions({ query: { kind: "all", search: wanted, limit: 8 } }),
    ...search,
  });
  const foundCollections = useQuery({
    ...listCollectionsOptions({ query: { search: wanted, limit: 4 } }),
    ...search,
  });
  const foundComponents = useQuery({
    ...listComponentsOptions({ query: { search: wanted, limit: 4 } }),
    ...search,
  });
  const prompts = isSearching ? (found.data?.items ?? []) : [];
  const collections = isSearching ? (foundCollections.data?.items ?? []) : [];
  const components = isSearching ? (foundComponents.data?.items ?? []) : [];

  const run = (action: () => void) => {
    closeOverlay();
    action();
  };
  const open = (id: string, isPrompt: boolean) =>
    run(
      () =>
        void (isPrompt
          ? navigate({ to: "/editor", search: { prompt: id } })
          : navigate({ to: "/asset-editor/$id", params: { id } })),
    );

  // Beside opening it, a prompt is filled in and copied from here.
  const [chosen, setChosen] = useState("");
  const copied = prompts.find(({ id }) => id === chosen);
  const input = useRef<HTMLInputElement>(null);
  const onCloseAutoFocus = useFocusBack(true);
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && closeOverlay()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 animate-fade bg-scrim" />
        <Dialog.Content
          aria-describedby={undefined}
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            input.current?.focus();
            setText(takePaletteText());
          }}
          onCloseAutoFocus={onCloseAutoFocus}
          className={cn(paletteBox, "animate-rise")}
        >
          <Dialog.Title className="sr-only">
            <Trans>Command palette</Trans>
          </Dialog.Title>
          <Cmdk
            shouldFilter={false}
            label={t`Command palette`}
            loop
            value={chosen}
            onValueChange={setChosen}
            onKeyDown={(event) => {
              const isCopy = event.key === "Enter" && (event.ctrlKey || event.metaKey);
              if (!isCopy || !copied || event.nativeEvent.isComposing) return;
              event.preventDefault();
              openCopy(copied);
            }}
          >
            <div className={paletteHead}>
              <Search aria-hidden="true" className="size-4.5 text-muted" />
              <Cmdk.Input
                ref={input}
                value={text}
                onValueChange={setText}
                placeholder={palettePlaceholder}
                className={paletteInput}
              />
              <Kbd>
                <Trans>Esc</Trans>
              </Kbd>
            </div>
            <Cmdk.List className="max-h-[min(26rem,60vh)] overflow-y-auto p-1.5">
              <Cmdk.Empty className="px-3 py-8 text-center text-muted">
                {found.isFetching || foundCollections.isFetching || foundComponents.isFetching
                  ? t`Searching…`
                  : t`Nothing found`}
              </Cmdk.Empty>
              {groupsOf(commands).map(([group, members]) => (
                <Group key={group} heading={group}>
                  {members.map((command) => (
                    <Item key={command.id} value={command.id} onSelect={() => run(command.run)}>
                      <span className="flex-1">{command.title}</span>
                      {command.keys && (
                        <span className="flex gap-1">
                          {keyCaps(command.keys).map((cap) => (
                            <Kbd key={cap}>{cap}</Kbd>
                          ))}
                        </span>
                      )}
                    </Item>
                  ))}
                </Group>
              ))}
              {prompts.length > 0 && (
                <Group heading={t`Prompts and assets`}>
                  {prompts.map(({ id, title, prompt_type, user_id, author_name }) => {
                    const isPrompt = prompt_type === "prompt";
                    const Icon = isPrompt ? FileText : Puzzle;
                    return (
                      <Item key={id} value={id} onSelect={() => open(id, isPrompt)}>
                        <Icon aria-hidden="true" className="size-4 text-muted" />
                        <Named title={title} owner={user_id} name={author_name} />
                        {chosen === id && (
                          <span className="ml-auto flex shrink-0 items-center gap-1 text-sm text-muted">
                            <Trans>Copy</Trans> <Kbd>{commandKey}</Kbd>
                            <Kbd>Enter</Kbd>
                          </span>
                        )}
                      </Item>
                    );
                  })}
                </Group>
              )}
              {collections.length > 0 && (
                <Group heading={t`Collections`}>
                  {collections.map(({ id, title, user_id, author_name }) => (
                    <Item
                      key={id}
                      value={id}
                      onSelect={() => run(() => void navigate({ to: "/collections", search: { id } }))}
                    >
                      <FolderTree aria-hidden="true" className="size-4 text-muted" />
                      <Named title={title} owner={user_id} name={author_name} />
                    </Item>
                  ))}
                </Group>
              )}
              {components.length > 0 && (
                <Group heading={t`Library`}>
                  {components.map(({ id, title, user_id, author_name }) => (
                    <Item
                      key={id}
                      value={id}
                      onSelect={() =>
                        run(() => void navigate({ to: "/component-editor/$id", params: { id } }))
                      }
                    >
                      <Blocks aria-hidden="true" className="size-4 text-muted" />
                      <Named title={title} owner={user_id} name={author_name} />
                    </Item>
                  ))}
                </Group>
              )}
            </Cmdk.List>
          </Cmdk>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** A title, and whose it is unless it is one's own. */
function Named({ title, owner, name }: { title: string; owner: string; name: string }) {
  const isOwn = useUser().id === owner;
  return (
    <>
      <span className="truncate">{title}</span>
      {!isOwn && (
        <span className="ml-auto shrink-0 text-sm text-muted">
          <Trans>by {name || t`Anonymous User`}</Trans>
        </span>
      )}
    </>
  );
}

function matches({ title, group }: Command, text: string): boolean {
  const haystack = `${group} ${title}`.toLowerCase();
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => haystack.includes(word));
}

function groupsOf(commands: Command[]): [string, Command[]][] {
  const groups = new Map<string, Command[]>();
  for (const command of commands) groups.set(command.group, [...(groups.get(command.group) ?? []), command]);
  return [...groups];
}

function Group({ heading, children }: { heading: string; children: React.ReactNode }) {
  return (
    <Cmdk.Group
      heading={heading}
      className="[&>[cmdk-group-heading]]:px-2.5 [&>[cmdk-group-heading]]:pt-2.5 [&>[cmdk-group-heading]]:pb-1 [&>[cmdk-group-heading]]:text-sm [&>[cmdk-group-heading]]:font-semibold [&>[cmdk-group-heading]]:text-muted"
    >
      {children}
    </Cmdk.Group>
  );
}

function Item({
  value,
  onSelect,
  children,
}: {
  value: string;
  onSelect: () => void;
  children: React.ReactNode;
}) {
  return (
    <Cmdk.Item
      value={value}
      onSelect={onSelect}
      className="flex cursor-pointer items-center gap-2.5 rounded-control px-2.5 py-2 data-[selected=true]:bg-accent-wash"
    >
      {children}
    </Cmdk.Item>
  );
}
