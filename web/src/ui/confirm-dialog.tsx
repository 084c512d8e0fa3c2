import { t } from "@lingui/core/macro";
import * as Radix from "radix-ui/alert-dialog";
import type { ReactNode } from "react";
import { Button } from "./button";
import { useFocusBack } from "./focus-back";
import type { OnClick } from "./use-click";

interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  children?: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  danger?: boolean;
  busy?: boolean;
  /** The error of the last attempt, shown above the buttons. */
  error?: string | undefined;
  onConfirm: OnClick;
}

/**
 * Confirms an action that cannot be undone. The focus starts on Cancel, and a click outside does not close it.
 */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    open,
    onOpenChange,
    title,
    children,
    confirmLabel,
    cancelLabel = t`Cancel`,
    danger,
    busy,
    error,
    onConfirm,
  } = props;
  const onCloseAutoFocus = useFocusBack(open);
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-50 animate-fade bg-scrim" />
        <Radix.Content
          {...(children ? {} : { "aria-describedby": undefined })}
          onCloseAutoFocus={onCloseAutoFocus}
          className="fixed inset-x-0 top-[18vh] z-50 mx-auto max-h-[75dvh] w-[calc(100%-2rem)] max-w-md animate-rise overflow-y-auto rounded-tray border bg-surface p-5 shadow-float focus:outline-none"
        >
          <Radix.Title className="text-lg leading-snug font-bold">{title}</Radix.Title>
          {children && (
            <Radix.Description asChild>
              <div className="mt-2 space-y-2 text-muted">{children}</div>
            </Radix.Description>
          )}
          {error && (
            <p role="alert" className="mt-3 font-medium text-danger">
              {error}
            </p>
          )}
          <div className="mt-5 flex flex-wrap justify-end gap-2">
            <Radix.Cancel asChild>
              <Button disabled={busy ?? false}>{cancelLabel}</Button>
            </Radix.Cancel>
            <Button variant={danger ? "danger" : "primary"} busy={busy ?? false} onClick={onConfirm}>
              {confirmLabel}
            </Button>
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
