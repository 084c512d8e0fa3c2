import { t } from "@lingui/core/macro";
import { allCommands, type Command, useCommandStore } from "@/ui/commands";
import { Dialog } from "@/ui/dialog";
import { commandKey, Kbd } from "@/ui/kbd";
import { keyCaps } from "@/ui/key-caps";
import { closeOverlay } from "./overlays";

/** Lists every shortcut of the open page. */
export default function ShortcutsSheet() {
  const sets = useCommandStore((state) => state.sets);
  const groups = new Map<string, Command[]>();
  for (const command of allCommands({ sets })) {
    if (command.keys) groups.set(command.group, [...(groups.get(command.group) ?? []), command]);
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && closeOverlay()}
      title={t`Keyboard shortcuts`}
      description={t`Shortcuts without ${commandKey} can be turned off in Settings.`}
      size="lg"
    >
      <div className="gap-x-10 sm:columns-2">
        {[...groups].map(([group, commands]) => (
          <section key={group} className="mb-6 break-inside-avoid">
            <h3 className="mb-1 font-bold">{group}</h3>
            <dl className="divide-y">
              {commands.map(({ id, title, keys }) => (
                <div key={id} className="flex items-center justify-between gap-4 py-1.5">
                  <dt>{title}</dt>
                  <dd className="flex gap-1">
                    {keyCaps(keys ?? "").map((cap) => (
                      <Kbd key={cap}>{cap}</Kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
