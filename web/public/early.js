// Runs before the first paint. It is a file of its own because the Content-Security-Policy allows no inline script.

// A dark page never flashes white. src/app/theme.ts keeps the same key and class.
(() => {
  let choice = "system";
  try {
    choice = localStorage.getItem("promptcase.theme") || "system";
  } catch {
    // Storage can be blocked; the system's setting is a good answer then.
  }
  const dark =
    choice === "dark" || (choice !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.classList.toggle("dark", dark);
  document.documentElement.style.colorScheme = dark ? "dark" : "light";
})();

// The page that came as HTML is painted before the program runs, and each of its files runs in a turn of its own, so that a
// phone goes on answering to fingers. build/finish.mjs writes which files these are.
(() => {
  const files = (document.currentScript.dataset.run || "").split(" ").filter(Boolean);
  if (files.length === 0) return;
  let started = false;
  const start = async () => {
    if (started) return;
    started = true;
    for (const file of files) {
      await import(file);
      await new Promise((resolve) => setTimeout(resolve));
    }
  };
  const afterPaint = () => {
    requestAnimationFrame(() => setTimeout(start));
    // Nothing is painted in a tab behind others.
    setTimeout(start, document.hidden ? 0 : 250);
  };
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", afterPaint);
  else afterPaint();
})();
