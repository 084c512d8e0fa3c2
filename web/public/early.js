// Runs before the first paint. It is a separate file because the Content-Security-Policy blocks inline scripts.

// A dark page never flashes white. src/app/theme.ts keeps the same key and class.
(() => {
  let choice = "system";
  try {
    choice = localStorage.getItem("promptcase.theme") || "system";
  } catch {
    // Storage may be blocked; the system's setting applies then.
  }
  const dark =
    choice === "dark" || (choice !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.classList.toggle("dark", dark);
  document.documentElement.style.colorScheme = dark ? "dark" : "light";
})();
