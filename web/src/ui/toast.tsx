// Toasts, loaded with the first signed-in page; public pages show none.
import { t } from "@lingui/core/macro";
import { Toaster as Sonner } from "sonner";

export { toast } from "sonner";

// The look of the app's secondary button. Sonner's styles come later and are more specific.
const actionButton =
  "h-8! rounded-control! border! border-solid! border-line-strong/60! bg-surface! px-2.5! text-sm! font-semibold! text-ink! transition-colors! hover:border-line-strong! hover:bg-well! focus-visible:shadow-none! focus-visible:outline-2! focus-visible:outline-offset-2! focus-visible:outline-accent!";

export function Toaster({ theme }: { theme: "light" | "dark" }) {
  return (
    <Sonner
      theme={theme}
      position="bottom-right"
      containerAriaLabel={t`Notifications`}
      className="toasts"
      closeButton
      toastOptions={{
        closeButtonAriaLabel: t`Close toast`,
        classNames: { actionButton },
        style: {
          background: "var(--surface)",
          color: "var(--ink)",
          border: "1px solid var(--line-strong)",
          borderRadius: "var(--radius-tray)",
          fontFamily: "var(--font-sans)",
          fontSize: "0.9375rem",
          boxShadow: "var(--float)",
        },
      }}
    />
  );
}
