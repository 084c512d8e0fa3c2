// The editor's tools: a row and a menu of rarer ones on a wide screen, one menu on a phone.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import {
  Download,
  Eye,
  FilePlus2,
  FileUp,
  FolderTree,
  History,
  ListChecks,
  type LucideIcon,
  MoreHorizontal,
  Play,
  Plus,
  Redo2,
  Share2,
  Sparkles,
  Terminal,
  Trash2,
  Undo2,
} from "lucide-react";
import { Button } from "@/ui/button";
import { cn } from "@/ui/cn";
import { IconButton } from "@/ui/icon-button";
import { commandKey } from "@/ui/kbd";
import { Menu, MenuItem } from "@/ui/menu";
import { useSnapshot } from "./context";
import type { PromptSession } from "./queries";

export type SidePanel = "preview" | "run" | "tests" | "versions" | null;

export interface ToolbarProps {
  session: PromptSession;
  readOnly: boolean;
  side: SidePanel;
  onSide: (side: SidePanel) => void;
  onNew: () => void;
  onNewAsset: () => void;
  onImport: () => void;
  onImprove: () => void;
  onExport: () => void;
  /** Only for a saved prompt. */
  onShare: (() => void) | null;
  /** Only for a saved prompt. */
  onUse: (() => void) | null;
  /** Only for a saved prompt. */
  onCollections: (() => void) | null;
  /** Only for a saved prompt of the user's own. */
  onDelete: (() => void) | null;
}

interface Tool {
  label: string;
  icon: LucideIcon;
  onClick: () => void;
  pressed?: boolean;
  /** Whether the row leaves it out: it is beside the title there. */
  menuOnly?: boolean;
  /** Whether it has to wait for the first save. */
  needsSave?: boolean;
}

export function Toolbar({
  session,
  readOnly,
  side,
  onSide,
  onNew,
  onNewAsset,
  onImport,
  onImprove,
  onExport,
  onShare,
  onUse,
  onCollections,
  onDelete,
}: ToolbarProps) {
  const canUndo = useSnapshot((document) => document.state().can_undo);
  const canRedo = useSnapshot((document) => document.state().can_redo);
  const panel = (name: Exclude<SidePanel, null>) => () => onSide(side === name ? null : name);
  const tools: Tool[] = [
    { label: t`New`, icon: Plus, onClick: onNew },
    { label: t`New Asset`, icon: FilePlus2, onClick: onNewAsset },
    { label: t`Import`, icon: FileUp, onClick: onImport },
    ...(readOnly ? [] : [{ label: t`Improve`, icon: Sparkles, onClick: onImprove }]),
    { label: t`Run`, icon: Play, onClick: panel("run"), pressed: side === "run" },
    { label: t`Tests`, icon: ListChecks, onClick: panel("tests"), pressed: side === "tests" },
    { label: t`Export`, icon: Download, onClick: onExport },
    ...(onShare ? [{ label: t`Share`, icon: Share2, onClick: onShare, menuOnly: true }] : []),
    ...(onUse ? [{ label: t`Use it`, icon: Terminal, onClick: onUse }] : []),
    {
      label: t`Versions`,
      icon: History,
      onClick: panel("versions"),
      pressed: side === "versions",
      needsSave: !session.recordId,
    },
    {
      label: t`Collections`,
      icon: FolderTree,
      onClick: () => onCollections?.(),
      needsSave: !onCollections,
    },
    { label: t`Preview`, icon: Eye, onClick: panel("preview"), pressed: side === "preview" },
  ];
  return (
    <fieldset
      aria-label={t`Editor`}
      className="flex min-w-0 flex-wrap items-center gap-0.5 md:max-[70rem]:gap-0"
    >
      {!readOnly && (
        <>
          <IconButton
            size="sm"
            label={t`Undo (${commandKey}+Z)`}
            disabled={!canUndo}
            onClick={() => session.document.undo()}
          >
            <Undo2 aria-hidden="true" />
          </IconButton>
          <IconButton
            size="sm"
            label={t`Redo (${commandKey}+Shift+Z)`}
            disabled={!canRedo}
            onClick={() => session.document.redo()}
            className="mr-1"
          >
            <Redo2 aria-hidden="true" />
          </IconButton>
        </>
      )}
      {tools
        .filter(({ menuOnly }) => !menuOnly)
        .map(({ label, icon: Icon, onClick, pressed, needsSave }) => (
          <Button
            key={label}
            variant="ghost"
            size="sm"
            onClick={onClick}
            disabled={needsSave}
            title={needsSave ? t`Save the prompt first` : undefined}
            aria-pressed={pressed}
            className={cn(
              // Between a phone and a very wide screen only the labels fit.
              "gap-1.5 px-1.25 font-medium text-muted max-md:hidden md:max-[70rem]:px-0.75 md:max-[100rem]:[&>svg]:hidden",
              pressed && "bg-accent-wash text-accent",
            )}
          >
            <Icon aria-hidden="true" /> {label}
          </Button>
        ))}
      <div className={cn(!onDelete && "md:hidden")}>
        <Menu
          trigger={
            <IconButton size="sm" label={t`More`}>
              <MoreHorizontal aria-hidden="true" />
            </IconButton>
          }
        >
          {tools.map(({ label, icon: Icon, onClick, needsSave }) => (
            <MenuItem key={label} onSelect={onClick} disabled={needsSave === true} className="md:hidden">
              <Icon aria-hidden="true" /> {label}
            </MenuItem>
          ))}
          {onDelete && (
            <MenuItem danger onSelect={onDelete}>
              <Trash2 aria-hidden="true" /> <Trans>Delete</Trans>
            </MenuItem>
          )}
        </Menu>
      </div>
    </fieldset>
  );
}
