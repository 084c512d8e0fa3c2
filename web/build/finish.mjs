// Finishes dist/ after Vite: prerenders the public pages as HTML, and compresses every file with Brotli.
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
import { prerender, prerendered } from "../node_modules/.prerender/prerender.js";

const dist = join(import.meta.dirname, "../dist");
const manifest = JSON.parse(readFileSync(join(dist, ".vite/manifest.json"), "utf8"));
const assets = readdirSync(join(dist, "assets"));
const index = join(dist, "index.html");

/** The only file of assets/ with this name before its hash. */
function asset(stem, extension) {
  const found = assets.filter((name) => name.startsWith(`${stem}-`) && name.endsWith(`.${extension}`));
  if (found.length !== 1)
    throw new Error(`${found.length} files in assets/ are called ${stem}-*.${extension}`);
  return `/assets/${found[0]}`;
}

// Preloads the font, so that text does not shift when it arrives.
const font = asset("atkinson-hyperlegible-next-latin-wght-normal", "woff2");
const page = readFileSync(index, "utf8").replace(
  "</head>",
  () => `  <link rel="preload" href="${font}" as="font" type="font/woff2" crossorigin>\n  </head>`,
);
writeFileSync(index, page);

/** The files a browser loads for a module and its imports. */
function filesOf(module) {
  const files = new Set();
  const visit = (key) => {
    const chunk = manifest[key];
    if (!chunk) throw new Error(`${key} is no chunk of the build`);
    if (files.has(chunk.file)) return;
    files.add(chunk.file);
    chunk.imports?.forEach(visit);
  };
  visit(module);
  return [...files];
}

/** Preload links for the code of a page. */
function preloads(module) {
  const scripts = filesOf(module).filter((file) => !page.includes(file));
  return scripts.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`).join("\n    ");
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
  write(`${nameOf(path)}.html`, drawn(await prerender(path), preloads(modules[path])));
}

// ---- Compression -------------------------------------------------------------------------------------------------

const compress = promisify(brotliCompress);
const kept = join(process.env.PROMPTCASE_CACHE ?? join(import.meta.dirname, "../node_modules"), "brotli");
mkdirSync(kept, { recursive: true });
const compressible = /\.(html|js|mjs|css|wasm|svg|json|webmanifest)$/;

async function compressFile(file) {
  const data = readFileSync(join(dist, file));
  if (data.length <= 1024) return;
  // A name under assets/ has a content hash, so its compressed file is cached across builds.
  const known = file.startsWith("assets/") ? join(kept, file.slice("assets/".length)) : null;
  if (known && existsSync(known)) {
    writeFileSync(join(dist, `${file}.br`), readFileSync(known));
    utimesSync(known, new Date(), new Date());
    return;
  }
  // The highest quality costs the largest files seconds and saves two per cent.
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
