// What is done to dist/ after Vite: pages drawn ahead of time, and every file compressed once, as well as Brotli can.
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import {
  firstRequests,
  prerender,
  prerendered,
  prerenderWorkspace,
  publicPaths,
} from "../node_modules/.prerender/prerender.js";

const dist = join(import.meta.dirname, "../dist");
const manifest = JSON.parse(readFileSync(join(dist, ".vite/manifest.json"), "utf8"));
const assets = readdirSync(join(dist, "assets"));
const page = readFileSync(join(dist, "index.html"), "utf8");

/** The one file of assets/ whose name, without the hash, is this. */
function asset(stem, extension) {
  const found = assets.filter((name) => name.startsWith(`${stem}-`) && name.endsWith(`.${extension}`));
  if (found.length !== 1)
    throw new Error(`${found.length} files in assets/ are called ${stem}-*.${extension}`);
  return `/assets/${found[0]}`;
}

/** The files a browser loads for these modules and what they import. */
function filesOf(modules) {
  const files = new Set();
  const visit = (key) => {
    const chunk = manifest[key];
    if (!chunk) throw new Error(`${key} is no chunk of the build`);
    if (files.has(chunk.file)) return;
    files.add(chunk.file);
    chunk.imports?.forEach(visit);
  };
  modules.forEach(visit);
  return [...files];
}

/** What else a file of the build needs: WebAssembly, mostly. */
function assetsOf(file) {
  return Object.values(manifest).find((chunk) => chunk.file === file)?.assets ?? [];
}

/** Links that have the browser fetch these modules, with the WebAssembly they need, and answers of the API. */
function preloads(modules, requests = []) {
  const font = asset("atkinson-hyperlegible-next-latin-wght-normal", "woff2");
  const chunks = filesOf(modules);
  const scripts = chunks.filter((file) => !page.includes(file));
  const programs = new Set(chunks.flatMap((file) => assetsOf(file)).filter((file) => file.endsWith(".wasm")));
  return [
    `<link rel="preload" href="${font}" as="font" type="font/woff2" crossorigin>`,
    ...requests.map(
      (url) => `<link rel="preload" href="${url.replaceAll("&", "&amp;")}" as="fetch" crossorigin>`,
    ),
    ...scripts.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
    ...[...programs].map((file) => `<link rel="preload" href="/${file}" as="fetch" crossorigin>`),
  ].join("\n    ");
}

/** The page with the program started by early.js instead of by itself. */
function startedLate(html) {
  const entry = html.match(/<script type="module" crossorigin src="([^"]+)"><\/script>/);
  if (!entry) throw new Error("index.html starts no module");
  const before = [...page.matchAll(/<link rel="modulepreload" crossorigin href="([^"]+)">/g)].map(
    ([, href]) => href,
  );
  const files = [...before, entry[1]];
  return html
    .replace(entry[0], () => `<link rel="modulepreload" crossorigin href="${entry[1]}">`)
    .replace('<script src="/early.js">', () => `<script src="/early.js" data-run="${files.join(" ")}">`);
}

function write(name, html) {
  const file = join(dist, "pages", name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, html);
}

// ---- Pages -------------------------------------------------------------------------------------------------------

const modules = {
  "/": "src/features/landing/landing-page.tsx",
  "/features": "src/features/landing/features-page.tsx",
  "/terms": "src/features/legal/terms-page.tsx",
  "/privacy": "src/features/legal/privacy-page.tsx",
  "/refund-policy": "src/features/legal/refund-policy-page.tsx",
};
const shell = /<div id="root">[\s\S]*?<!-- shell -->\s*<\/div>/;
if (!shell.test(page)) throw new Error("index.html has no shell to put a page into");
const nameOf = (path) => (path === "/" ? "home" : path.slice(1));

function drawn({ title, html }, links) {
  const safe = title.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  return page
    .replace(/<title>.*<\/title>/, () => `<title>${safe}</title>`)
    .replace("</head>", () => `  ${links}\n  </head>`)
    .replace(shell, () => `<div id="root">${html}</div>`);
}
for (const path of prerendered) {
  write(`${nameOf(path)}.html`, drawn(await prerender(path), preloads([modules[path]])));
}

// ---- The same for those who come with a session ------------------------------------------------------------------

// What every page behind the sign-in needs, and what each of them adds, by the first part of its address.
const frame = ["workspace", "signed-in-extras", "user-menu"].map((name) => `src/app/layout/${name}.tsx`);
const pages = {
  analytics: "src/features/analytics/analytics-page.tsx",
  "asset-editor": "src/app/editor-route.tsx",
  collections: "src/features/collections/collections-page.tsx",
  community: "src/app/community-route.tsx",
  "component-editor": "src/app/component-editor-route.tsx",
  editor: "src/app/editor-route.tsx",
  explorer: "src/app/explorer-route.tsx",
  library: "src/app/library-route.tsx",
  profile: "src/features/profile/profile-page.tsx",
  settings: "src/app/settings-route.tsx",
  studio: "src/app/studio-route.tsx",
  trash: "src/features/trash/trash-page.tsx",
};
const { workspace, explorer } = firstRequests;
const empty = await prerenderWorkspace("any");
const signedIn = (name, drawing, modules, requests) =>
  write(`signed-in/${name}.html`, startedLate(drawn(drawing, preloads([...frame, ...modules], requests))));
for (const [name, module] of Object.entries(pages)) signedIn(name, empty, [module], workspace);
signedIn("unknown", empty, [pages.settings], workspace);
signedIn(
  "explorer-unfiltered",
  await prerenderWorkspace("explorer"),
  [pages.explorer],
  [...workspace, ...explorer],
);
// A page that visitors may see as well has no sidebar.
const plain = page.replace("</head>", () => `  ${preloads(frame, workspace)}\n  </head>`);
for (const path of publicPaths) write(`signed-in/${nameOf(path)}.html`, plain);

// ---- Compression -------------------------------------------------------------------------------------------------

const compress = promisify(brotliCompress);
const kept = join(process.env.PROMPTCASE_CACHE ?? join(import.meta.dirname, "../node_modules"), "brotli");
mkdirSync(kept, { recursive: true });
const compressible = /\.(html|js|mjs|css|wasm|svg|json|webmanifest)$/;

async function compressFile(file) {
  const data = readFileSync(join(dist, file));
  if (data.length <= 1024) return;
  // A name under assets/ holds a hash of the content, so what was compressed before can be taken again.
  const known = file.startsWith("assets/") ? join(kept, file.slice("assets/".length)) : null;
  if (known && existsSync(known)) {
    writeFileSync(join(dist, `${file}.br`), readFileSync(known));
    utimesSync(known, new Date(), new Date());
    return;
  }
  // The last step costs the largest files seconds and wins two per cent.
  const quality = data.length > 1_000_000 ? 10 : constants.BROTLI_MAX_QUALITY;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_SIZE_HINT]: data.length,
  };
  const body = await compress(data, { params });
  if (known) writeFileSync(known, body);
  writeFileSync(join(dist, `${file}.br`), body);
}

const files = readdirSync(dist, { recursive: true }).filter(
  (file) => compressible.test(file) && !file.startsWith(".vite") && statSync(join(dist, file)).isFile(),
);
await Promise.all(files.map(compressFile));

const twoWeeksAgo = Date.now() - 14 * 24 * 3600 * 1000;
for (const name of readdirSync(kept)) {
  if (statSync(join(kept, name)).mtimeMs < twoWeeksAgo) rmSync(join(kept, name));
}
