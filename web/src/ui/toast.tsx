// Toasts load with the first signed-in page; public pages never need one.
import { Toaster as Sonner } from "sonner";

export { toast } from "sonner";

export function Toaster({ theme }: { theme: "light" | "dark" }) {
  return (
    <Sonner
      theme={theme}
      position="bottom-right"
      className="toasts"
      closeButton
      toastOptions={{
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
