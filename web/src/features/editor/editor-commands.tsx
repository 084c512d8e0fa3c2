// The command palette's commands of the open prompt.
import { t } from "@lingui/core/macro";
import { useCommands } from "@/ui/commands";
import { useSnapshot } from "./context";
import type { ToolbarProps } from "./toolbar";

interface EditorCommandsProps extends ToolbarProps {
  onSave: () => void;
  onClone: () => Promise<void>;
  onRun: () => void;
}

/**
 * Registers the commands while the prompt is open; renders nothing. The editor handles the keys that also work in
 * a text.
 */
export function EditorCommands(props: EditorCommandsProps) {
  const {
    session,
    readOnly,
    side,
    onSide,
    onSave,
    onClone,
    onImprove,
    onExport,
    onImport,
    onShare,
    onUse,
    onCollections,
    onDelete,
    onRun,
  } = props;
  const isPrompt = useSnapshot((document) => document.details().prompt_type === "prompt");
  const canUndo = useSnapshot((document) => document.state().can_undo);
  const canRedo = useSnapshot((document) => document.state().can_redo);
  const group = isPrompt ? t`This prompt` : t`This asset`;
  const isSaved = session.recordId !== null;
  const elsewhere = true;
  useCommands([
    ...(readOnly
      ? []
      : [
          { id: "save", title: t`Save`, keys: "mod+s", group, elsewhere, run: onSave },
          {
            id: "undo",
            title: t`Undo`,
            keys: "mod+z",
            group,
            elsewhere,
            disabled: !canUndo,
            run: () => void session.document.undo(),
          },
          {
            id: "redo",
            title: t`Redo`,
            keys: "mod+shift+z",
            group,
            elsewhere,
            disabled: !canRedo,
            run: () => void session.document.redo(),
          },
          { id: "improve", title: t`Improve with AI`, group, run: onImprove },
        ]),
    ...(readOnly ? [] : [{ id: "run", title: t`Run`, keys: "mod+enter", group, run: onRun }]),
    { id: "tests", title: t`Tests`, keys: "t", group, run: () => onSide("tests") },
    { id: "export", title: t`Export`, keys: "e", group, run: onExport },
    ...(isSaved
      ? [
          { id: "versions", title: t`Versions`, keys: "v", group, run: () => onSide("versions") },
          { id: "clone", title: t`Clone`, group, run: () => void onClone() },
        ]
      : []),
    ...(onShare ? [{ id: "share", title: t`Share`, group, run: onShare }] : []),
    ...(onUse ? [{ id: "use", title: t`Use it in an application`, group, run: onUse }] : []),
    ...(onCollections ? [{ id: "collect", title: t`Add to collection`, group, run: onCollections }] : []),
    ...(onDelete ? [{ id: "delete", title: t`Delete`, group, run: onDelete }] : []),
    {
      id: "preview",
      title: side === "preview" ? t`Hide preview` : t`Show preview`,
      keys: "p",
      group,
      run: () => onSide(side === "preview" ? null : "preview"),
    },
    { id: "import", title: t`Import files`, group: t`Create`, run: onImport },
  ]);
  return null;
}
