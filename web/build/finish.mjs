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
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import { prerender, prerendered } from "../node_modules/.prerender/prerender.js";

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

function preloads(modules, { rules = false } = {}) {
  const links = [];
  const font = asset("atkinson-hyperlegible-next-latin-wght-normal", "woff2");
  links.push(`<link rel="preload" href="${font}" as="font" type="font/woff2" crossorigin>`);
  if (rules)
    links.push(
      `<link rel="preload" href="${asset("prompt_wasm_bg", "wasm")}" as="fetch" crossorigin fetchpriority="low">`,
    );
  for (const file of filesOf(modules)) {
    if (!page.includes(file)) links.push(`<link rel="modulepreload" crossorigin href="/${file}">`);
  }
  return links.join("\n    ");
}

function write(name, html) {
  mkdirSync(join(dist, "pages"), { recursive: true });
  writeFileSync(join(dist, "pages", name), html);
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
for (const path of prerendered) {
  const { title, html } = await prerender(path);
  const drawn = page
    .replace(
      /<title>.*<\/title>/,
      () => `<title>${title.replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</title>`,
    )
    .replace("</head>", () => `  ${preloads([modules[path]])}\n  </head>`)
    .replace(shell, () => `<div id="root">${html}</div>`);
  write(`${path === "/" ? "home" : path.slice(1)}.html`, drawn);
}
// For those who come with a session: the shell, and what every page behind the sign-in needs.
const signedIn = ["workspace", "signed-in-extras", "user-menu"].map((name) => `src/app/layout/${name}.tsx`);
write(
  "workspace.html",
  page.replace("</head>", () => `  ${preloads(signedIn, { rules: true })}\n  </head>`),
);

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
