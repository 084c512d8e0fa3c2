import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { FolderPlus, Globe, LockKeyhole, Share, Tags, Trash2, X } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useMayWrite } from "@/api/workspace";
import { Button } from "@/ui/button";
import { useCommands } from "@/ui/commands";
import { ConfirmDialog } from "@/ui/confirm-dialog";
import { IconButton } from "@/ui/icon-button";
import { type Action, useBulkChange } from "./bulk";
import type { ExplorerParts } from "./parts";
import type { Selection } from "./selection";
import { type Noun, type Task, TaskDialog } from "./task-dialog";
import { told } from "./told";

interface SelectionBarProps {
  selection: Selection;
  /** The number of items in the list. */
  shown: number;
  noun: Noun;
  parts: ExplorerParts;
  onDone: () => void;
}

/** The actions on the selected items. The bar is sticky while the list scrolls. */
export function SelectionBar({ selection, shown, noun, parts, onDone }: SelectionBarProps) {
  const mayWrite = useMayWrite();
  const bulk = useBulkChange();
  const [task, setTask] = useState<Task | "delete" | null>(null);
  const { chosen } = selection;
  const mine = chosen.filter(mayWrite);

  const run = (action: Action, collection?: string) => {
    setTask(null);
    bulk.mutate(
      {
        action,
        prompts: chosen,
        done: (count) => told(action, { count, noun }, collection),
      },
      {
        onSuccess: (changed) => {
          if (action.action === "delete") selection.drop(changed.map(({ id }) => id));
        },
      },
    );
  };

  const makePublic = () => run({ action: "set_public", is_public: true });
  const makePrivate = () => run({ action: "set_public", is_public: false });
  // Reaching the bar by Tab from the hundredth card takes long, so the palette has the actions too.
  const none = { chosen: chosen.length === 0 || bulk.isPending, mine: mine.length === 0 || bulk.isPending };
  const group = t`Selection`;
  useCommands([
    { id: "select-all", title: t`Select all ${shown} shown`, group, run: selection.chooseAll },
    {
      id: "selected-collect",
      title: t`Add the selected to a collection`,
      group,
      disabled: none.chosen,
      run: () => setTask("collection"),
    },
    {
      id: "selected-export",
      title: t`Export the selected`,
      group,
      disabled: none.chosen,
      run: () => setTask("export"),
    },
    {
      id: "selected-tags",
      title: t`Tags of the selected`,
      group,
      disabled: none.mine,
      run: () => setTask("tags"),
    },
    {
      id: "selected-public",
      title: t`Make the selected public`,
      group,
      disabled: none.mine,
      run: makePublic,
    },
    {
      id: "selected-private",
      title: t`Make the selected private`,
      group,
      disabled: none.mine,
      run: makePrivate,
    },
    {
      id: "selected-delete",
      title: t`Delete the selected`,
      group,
      disabled: none.mine,
      run: () => setTask("delete"),
    },
    { id: "select-none", title: t`Clear selection`, group, run: onDone },
  ]);

  return (
    <section
      aria-label={t`Selection`}
      className="sticky top-14 z-20 mb-3 flex flex-wrap items-center gap-x-1.5 gap-y-2 rounded-tray border border-accent bg-surface px-3 py-2 shadow-float"
    >
      <p role="status" className="mr-1 font-semibold tabular-nums">
        {plural(chosen.length, { one: "# selected", other: "# selected" })}
      </p>
      <Button size="sm" variant="ghost" disabled={chosen.length === shown} onClick={selection.chooseAll}>
        <Trans>Select all {shown} shown</Trans>
      </Button>
      <div className="ml-auto flex flex-wrap items-center gap-1.5">
        <Act
          icon={<FolderPlus aria-hidden="true" />}
          disabled={none.chosen}
          onClick={() => setTask("collection")}
        >
          {t`Add to collection`}
        </Act>
        <Act icon={<Share aria-hidden="true" />} disabled={none.chosen} onClick={() => setTask("export")}>
          {t`Export`}
        </Act>
        <Act icon={<Tags aria-hidden="true" />} disabled={none.mine} onClick={() => setTask("tags")}>
          {t`Tags`}
        </Act>
        <Act icon={<Globe aria-hidden="true" />} disabled={none.mine} onClick={makePublic}>
          {t`Make public`}
        </Act>
        <Act icon={<LockKeyhole aria-hidden="true" />} disabled={none.mine} onClick={makePrivate}>
          {t`Make private`}
        </Act>
        <Act icon={<Trash2 aria-hidden="true" />} disabled={none.mine} onClick={() => setTask("delete")}>
          {t`Delete`}
        </Act>
        <IconButton label={t`Clear selection`} size="sm" className="ml-1" onClick={onDone}>
          <X aria-hidden="true" />
        </IconButton>
      </div>
      {task && task !== "delete" && (
        <TaskDialog
          task={task}
          prompts={chosen}
          noun={noun}
          parts={parts}
          onRun={run}
          onClose={() => setTask(null)}
        />
      )}
      <ConfirmDialog
        open={task === "delete"}
        onOpenChange={(open) => !open && setTask(null)}
        title={questionOf(mine.length, noun)}
        confirmLabel={t`Delete`}
        danger
        onConfirm={() => run({ action: "delete" })}
      >
        <p>
          <Trans>They stay in the trash for 30 days, versions included.</Trans>
        </p>
        {mine.length < chosen.length && <p>{untouched(chosen.length - mine.length, noun)}</p>}
      </ConfirmDialog>
    </section>
  );
}

function questionOf(count: number, noun: Noun): string {
  return noun === "asset"
    ? plural(count, {
        one: "Are you sure you want to delete this asset?",
        other: "Are you sure you want to delete # assets?",
      })
    : plural(count, {
        one: "Are you sure you want to delete this prompt?",
        other: "Are you sure you want to delete # prompts?",
      });
}

function untouched(count: number, noun: Noun): string {
  return noun === "asset"
    ? plural(count, {
        one: "# asset of others in your selection will not be changed.",
        other: "# assets of others in your selection will not be changed.",
      })
    : plural(count, {
        one: "# prompt of others in your selection will not be changed.",
        other: "# prompts of others in your selection will not be changed.",
      });
}

interface ActProps {
  icon: ReactNode;
  disabled: boolean;
  onClick: () => void;
  children: string;
}

/** An action; a small screen shows only its icon. */
function Act({ icon, disabled, onClick, children }: ActProps) {
  return (
    <Button size="sm" title={children} disabled={disabled} onClick={onClick}>
      {icon}
      <span className="max-xl:sr-only">{children}</span>
    </Button>
  );
}
