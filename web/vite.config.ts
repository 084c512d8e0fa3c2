import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import wasm from "vite-plugin-wasm";

// The server program that `vite dev` forwards API calls to.
const server = process.env.PROMPTCASE_SERVER ?? "http://127.0.0.1:8080";

// What every page behind the sign-in loads at once, and what a visitor may load.
const behind = /app\/layout\/(workspace|signed-in-extras|user-menu)\.tsx$|credits\/header-badge\.tsx$/;
const open = /index\.html$|features\/(landing|legal|auth|docs)\/[a-z-]+-page\.tsx$/;
// WebAssembly, which only pages load where something is written or read from files.
const programs = /src\/core\/pkg\//;
const visitors = new Set<string>();
const signedIn = new Set<string>();
const loadsProgram = new Set<string>();

/** Finds the modules that visitors' pages load, those that every page behind the sign-in does besides, and those that load a program. */
const findAudience: Plugin = {
  name: "audience",
  buildEnd() {
    const closure = (from: RegExp, next: "importedIds" | "importers") => {
      const seen = new Set([...this.getModuleIds()].filter((id) => from.test(id)));
      for (const id of seen) for (const other of this.getModuleInfo(id)?.[next] ?? []) seen.add(other);
      return seen;
    };
    for (const id of closure(open, "importedIds")) visitors.add(id);
    for (const id of closure(behind, "importedIds")) if (!visitors.has(id)) signedIn.add(id);
    for (const id of closure(programs, "importers")) loadsProgram.add(id);
  },
};

// What only those load who ask for it: editors, readers of files, charts.
const heavy = /monaco|pdfjs|mammoth|recharts/;
// A module in a shared file brings all that it imports to every page that loads the file.
const isShared = (id: string) => !heavy.test(id) && !loadsProgram.has(id);
const parts = { name: "parts", minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 3_000 };

export default defineConfig({
  plugins: [react(), tailwindcss(), wasm(), findAudience],
  resolve: { tsconfigPaths: true },
  worker: { format: "es", plugins: () => [wasm()] },
  optimizeDeps: { exclude: ["prompt-wasm"] },
  build: {
    // A .wasm inlined as a data: URL would be refused by the Content-Security-Policy.
    assetsInlineLimit: (file) => (file.endsWith(".wasm") ? false : undefined),
    // The size budget test reads which chunks a public page loads from here.
    manifest: true,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 5000,
    rolldownOptions: {
      output: {
        chunkFileNames: ({ name }) => `assets/${name.startsWith("parts~") ? "parts" : name}-[hash].js`,
        // A file of one kilobyte costs a slow line as much as one of ten. What every page loads is two files, one of
        // them the same from release to release; what several pages share is cut by who shares it, and crumbs are joined.
        codeSplitting: {
          groups: [
            { name: "vendor", tags: ["$initial"], test: /node_modules/, priority: 5 },
            {
              name: "frame",
              tags: ["$initial"],
              test: (id) => !/main.tsx|index.html/.test(id),
              priority: 4,
            },
            { name: "open", test: (id) => visitors.has(id), minShareCount: 3, priority: 3 },
            { name: "signed-in", test: (id) => signedIn.has(id), priority: 2 },
            { name: "common", test: isShared, minShareCount: 5, priority: 1 },
            { ...parts, test: isShared },
          ],
        },
      },
    },
  },
  server: { proxy: { "/api": server } },
});
