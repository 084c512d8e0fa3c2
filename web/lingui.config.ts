import { defineConfig } from "@lingui/cli";
import { formatter } from "@lingui/format-po";

// English is the source: its texts stand in the code. The other languages have one file each in locales/.
export default defineConfig({
  sourceLocale: "en",
  locales: ["fr", "de", "es"],
  catalogs: [
    {
      path: "<rootDir>/locales/{locale}",
      include: ["src"],
      exclude: ["**/*.test.*", "**/core/pkg/**", "**/api/generated/**"],
    },
  ],
  format: formatter({ origins: false, lineNumbers: false }),
  orderBy: "message",
  runtimeConfigModule: { i18n: ["@/i18n", "i18n"], Trans: ["@/i18n", "Trans"] },
});
