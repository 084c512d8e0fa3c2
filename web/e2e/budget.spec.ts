// Checks the size budget of a first page on the built app.
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "@playwright/test";
import { test as journey } from "./fixtures";

interface Chunk {
  file: string;
  imports?: string[];
  isEntry?: boolean;
}

const dist = join(import.meta.dirname, "../dist");

function readManifest(): Record<string, Chunk> {
  return JSON.parse(readFileSync(join(dist, ".vite/manifest.json"), "utf8"));
}

/** Gzipped kilobytes of JavaScript that the browser loads before it can render these modules. */
function initialKilobytes(manifest: Record<string, Chunk>, modules: string[]): number {
  const entry = Object.keys(manifest).find((key) => manifest[key]?.isEntry) ?? "";
  const seen = new Set<string>();
  const visit = (key: string) => {
    const chunk = manifest[key];
    if (!chunk || seen.has(key)) return;
    seen.add(key);
    chunk.imports?.forEach(visit);
  };
  visit(entry);
  modules.forEach(visit);
  const files = new Set([...seen].map((key) => manifest[key]?.file ?? ""));
  let bytes = 0;
  for (const file of files) {
    if (file.endsWith(".js")) bytes += gzipSync(readFileSync(join(dist, file)), { level: 9 }).length;
  }
  return bytes / 1024;
}

const publicPages = [
  "src/features/landing/landing-page.tsx",
  "src/features/landing/features-page.tsx",
  "src/features/auth/login-page.tsx",
  "src/features/auth/register-page.tsx",
  "src/features/docs/docs-page.tsx",
  "src/features/legal/terms-page.tsx",
  "src/features/legal/privacy-page.tsx",
  "src/features/legal/refund-policy-page.tsx",
];

for (const page of publicPages) {
  test(`${page} needs less than 150 KB of gzipped JavaScript`, () => {
    const manifest = readManifest();
    expect(manifest[page], "the page is a chunk of its own").toBeDefined();
    const size = initialKilobytes(manifest, [page]);
    console.log(`${page}: ${size.toFixed(1)} KB`);
    expect(size).toBeLessThan(150);
  });
}

test("the signed-in shell needs less than 220 KB of gzipped JavaScript", () => {
  const shell = ["workspace", "signed-in-extras", "user-menu"].map((name) => `src/app/layout/${name}.tsx`);
  const size = initialKilobytes(readManifest(), shell);
  console.log(`signed-in shell: ${size.toFixed(1)} KB`);
  expect(size).toBeLessThan(220);
});

/** Bytes the server sends for a file of the build: the compressed size where the build compressed it. */
function servedBytes(file: string): number {
  const compressed = join(dist, `${file}.br`);
  return statSync(existsSync(compressed) ? compressed : join(dist, file)).size;
}

// 3 KB more since teams have a switcher and zeros a font.
journey("a first visit of the editor downloads less than 673 KB in all", async ({ page, user }) => {
  expect(user.id).toBeTruthy();
  const files = new Set(["index.html"]);
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (request.resourceType() !== "document" && !pathname.startsWith("/api/")) files.add(pathname.slice(1));
  });
  await page.goto("/editor?new=prompt");
  await expect(page.getByRole("button", { name: "Add Segment" })).toBeVisible();
  await page.waitForLoadState("networkidle");
  const programs = [...files].filter((file) => file.endsWith(".wasm"));
  expect(programs.length, "the visit has fetched its programs").toBeGreaterThan(0);
  let bytes = 0;
  for (const file of files) bytes += servedBytes(file);
  console.log(`first visit of the editor: ${files.size} files, ${(bytes / 1024).toFixed(1)} KB`);
  expect(bytes / 1024).toBeLessThan(673);
});
