import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import wasm from "vite-plugin-wasm";
import { texts } from "./build/texts.ts";

// The server program that `vite dev` forwards API calls to.
const server = process.env.PROMPTCASE_SERVER ?? "http://127.0.0.1:8080";

// Modules that every page behind sign-in loads at once, and modules that visitors load.
const behind = /app\/layout\/(workspace|signed-in-extras|user-menu)\.tsx$|credits\/header-badge\.tsx$/;
const open = /index\.html$|features\/(landing|legal|auth|docs)\/[a-z-]+-page\.tsx$/;
// The WebAssembly programs, loaded only by pages that edit a record or read files.
const programs = /src\/core\/pkg\//;
const visitors = new Set<string>();
const signedIn = new Set<string>();
const loadsProgram = new Set<string>();

/**
 * Collects the modules of visitors' pages, the further ones of every page behind sign-in, and those that load a
 * program.
 */
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

// Modules loaded on demand only: editors, file readers, charts.
const heavy = /monaco|pdfjs|mammoth|recharts/;
// A module in a shared chunk brings all its imports to every page that loads the chunk.
const isShared = (id: string) => !heavy.test(id) && !loadsProgram.has(id);
const parts = { name: "parts", minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 3_000 };

export default defineConfig({
  plugins: [texts, react(), tailwindcss(), wasm(), findAudience],
  resolve: { tsconfigPaths: true },
  worker: { format: "es", plugins: () => [wasm()] },
  optimizeDeps: { exclude: ["prompt-wasm"] },
  build: {
    // A .wasm inlined as a data: URL would be refused by the Content-Security-Policy.
    assetsInlineLimit: (file) => (file.endsWith(".wasm") ? false : undefined),
    // The size budget test reads the chunks of each public page from here.
    manifest: true,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 5000,
    rolldownOptions: {
      // Babel compiles the texts, which takes a third of the build.
      checks: { pluginTimings: false },
      output: {
        chunkFileNames: ({ name }) => `assets/${name.startsWith("parts~") ? "parts" : name}-[hash].js`,
        // On a slow line a file of one kilobyte takes as long as one of ten. Modules that every page loads form
        // two chunks, one stable across releases; others are split by the pages that share them, and small chunks
        // are merged.
        codeSplitting: {
          groups: [
            { name: "vendor", tags: ["$initial"], test: /node_modules/, priority: 5 },
            {
              name: "frame",
              tags: ["$initial"],
              test: (id) => !/main.tsx|index.html/.test(id),
              priority: 4,
            },
            // One function for each operation, which the landing page does not need.
            { name: "operations", test: /src\/api\/generated\/(sdk|@tanstack)/, priority: 3.5 },
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
