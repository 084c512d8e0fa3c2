import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { Popover } from "@/ui/popover";
import { useMediaQuery } from "@/ui/use-media-query";

interface ResponsivePanelProps {
  title: string;
  trigger: ReactNode;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onApply: () => void;
  children: ReactNode;
}

/**
 * Choices that take effect with Apply: a popover on wide screens, a bottom sheet on narrow ones. Closing it in
 * any other way discards them.
 */
export function ResponsivePanel(props: ResponsivePanelProps) {
  const { title, trigger, open, onOpenChange, onApply, children } = props;
  const isNarrow = useMediaQuery("(max-width: 767px)");
  const apply = () => {
    onApply();
    onOpenChange(false);
  };
  const buttons = (
    <>
      <Button onClick={() => onOpenChange(false)}>
        <Trans>Cancel</Trans>
      </Button>
      <Button variant="primary" onClick={apply}>
        <Trans>Apply</Trans>
      </Button>
    </>
  );
  if (isNarrow) {
    return (
      <>
        {trigger}
        <Dialog open={open} onOpenChange={onOpenChange} title={title} side="bottom" footer={buttons}>
          {children}
        </Dialog>
      </>
    );
  }
  return (
    <Popover
      trigger={trigger}
      label={title}
      open={open}
      onOpenChange={onOpenChange}
      className="flex max-h-[min(40rem,var(--radix-popover-content-available-height))] w-96 flex-col p-0"
    >
      <h2 className="border-b px-4 py-3 font-bold">{title}</h2>
      <div className="min-h-0 flex-1 overflow-y-auto px-4 py-4">{children}</div>
      <div className="flex justify-end gap-2 border-t bg-ground px-4 py-3">{buttons}</div>
    </Popover>
  );
}
