import { defineConfig } from "@lingui/cli";
import babel from "@lingui/cli/api/extractors/babel";
import { formatter } from "@lingui/format-po";
import { listsExtractor } from "./build/lists-extractor.ts";

// English is the source: its texts stand in the code. The other languages have one file each in locales/.
export default defineConfig({
  sourceLocale: "en",
  locales: ["fr", "de", "es"],
  catalogs: [
    {
      path: "<rootDir>/locales/{locale}",
      include: ["src", "../prompt-core/src/asset/fields.rs"],
      exclude: ["**/*.test.*", "**/core/pkg/**", "**/api/generated/**"],
    },
  ],
  format: formatter({ origins: false, lineNumbers: false }),
  orderBy: "message",
  extractors: [listsExtractor, babel],
  runtimeConfigModule: { i18n: ["@/i18n", "i18n"], Trans: ["@/i18n", "Trans"] },
});
