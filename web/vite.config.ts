import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import wasm from "vite-plugin-wasm";

// The server program that `vite dev` forwards API calls to.
const server = process.env.PROMPTCASE_SERVER ?? "http://127.0.0.1:8080";

export default defineConfig({
  plugins: [react(), tailwindcss(), wasm()],
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
            { name: "vendor", tags: ["$initial"], test: /node_modules/, priority: 3 },
            { name: "frame", tags: ["$initial"], test: (id) => !/main.tsx|index.html/.test(id), priority: 2 },
            {
              name: "parts",
              test: (id) => !/monaco|pdfjs|mammoth|recharts/.test(id),
              minShareCount: 2,
              entriesAware: true,
              entriesAwareMergeThreshold: 3_000,
            },
          ],
        },
      },
    },
  },
  server: { proxy: { "/api": server } },
});
