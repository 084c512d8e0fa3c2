// The editor as it is, in the theme of the page. `scripts/landing-picture` takes the pictures.
import { t } from "@lingui/core/macro";

/** The size of the pictures in pixels. */
const size = { width: 1280, height: 800 };

export function ProductPicture() {
  return (
    <figure className="overflow-hidden rounded-tray border border-line-strong/40 bg-surface shadow-float">
      {/* A picture that is not displayed is not loaded either. */}
      <Picture theme="light" className="dark:hidden" />
      <Picture theme="dark" className="hidden dark:block" />
    </figure>
  );
}

function Picture({ theme, className }: { theme: "light" | "dark"; className: string }) {
  return (
    <img
      src={`/editor-${theme}.webp`}
      {...size}
      loading="lazy"
      decoding="async"
      alt={t`The prompt editor: a code review prompt in two segments with its variables, and beside it the text that a model gets.`}
      className={`h-auto w-full ${className}`}
    />
  );
}
