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
