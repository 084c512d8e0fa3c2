// Vite plugins for the texts of the interface: Lingui's macros in the code, and the catalogues of locales/.
import { readFileSync } from "node:fs";
import { formatter } from "@lingui/format-po";
import { compileMessage } from "@lingui/message-utils/compileMessage";
import babel from "@rolldown/plugin-babel";
import type { Plugin } from "vite";

interface Literal {
  leadingComments?: { value: string }[] | null;
  properties: { key?: { name?: string } }[];
}

/**
 * Removes the ids that the macros make of the texts. The English text itself is the key of its translations, and ids
 * are the part of a file that does not compress.
 */
const withoutIds = {
  visitor: {
    ObjectExpression({ node }: { node: Literal }) {
      if (!node.leadingComments?.some(({ value }) => value === "i18n")) return;
      node.properties = node.properties.filter(({ key }) => key?.name !== "id");
    },
  },
};

const macros = babel({
  presets: [
    {
      preset: () => ({
        plugins: [["@lingui/babel-plugin-lingui-macro", { stripMessageField: false }], withoutIds],
      }),
      rolldown: { filter: { code: /@lingui\/(core|react)\/macro/ } },
    },
  ],
});

const { parse } = formatter();

/** Compiles a catalogue to a module: the translations by their English texts. */
const catalogues: Plugin = {
  name: "catalogues",
  async load(id) {
    const locale = /(\w+)\.po$/.exec(id)?.[1];
    if (!locale) return null;
    const entries = await parse(readFileSync(id, "utf8"), { locale, sourceLocale: "en", filename: id });
    const messages: Record<string, unknown> = {};
    for (const { message, translation } of Object.values(entries)) {
      if (!message || !translation) continue;
      const [first, ...others] = compileMessage(translation);
      messages[message] = typeof first === "string" && others.length === 0 ? first : [first, ...others];
    }
    const json = JSON.stringify(JSON.stringify(messages));
    return { code: `export const messages = JSON.parse(${json});`, map: null, moduleType: "js" };
  },
};

export const texts = [macros, catalogues];
