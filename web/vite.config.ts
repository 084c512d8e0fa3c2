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
  },
  server: { proxy: { "/api": server } },
});
