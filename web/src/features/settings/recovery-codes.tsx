import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Download } from "lucide-react";
import { useRef } from "react";
import { Button } from "@/ui/button";
import { CopyButton } from "@/ui/copy-button";
import { Dialog } from "@/ui/dialog";
import { download } from "@/ui/download";

/** Shows recovery codes, once. */
export function RecoveryCodes({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  // The dialog follows an Enter, and a repeated Enter must not close it.
  const list = useRef<HTMLUListElement>(null);
  return (
    <Dialog
      open
      startIn={list}
      onOpenChange={(open) => !open && onClose()}
      title={t`Recovery codes`}
      description={t`Use one instead of a code if you lose your phone. Each works once. They won't be shown again.`}
      size="sm"
      footer={
        <>
          <Button
            onClick={() => download(`${codes.join("\n")}\n`, "promptcase-recovery-codes.txt", "text/plain")}
          >
            <Download aria-hidden="true" /> <Trans>Download</Trans>
          </Button>
          <CopyButton text={codes.join("\n")} />
          <Button variant="primary" onClick={onClose}>
            <Trans>I've saved them</Trans>
          </Button>
        </>
      }
    >
      <ul
        ref={list}
        tabIndex={-1}
        aria-label={t`Recovery codes`}
        className="grid grid-cols-2 gap-2 font-mono"
      >
        {codes.map((code) => (
          <li key={code} className="rounded-control bg-well px-3 py-1.5 text-center">
            {code}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
