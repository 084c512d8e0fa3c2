// Renders templates with Handlebars and Mustache and compares the texts with ours. Usage: node templates.mjs FILE, a JSON
// list of {language, template, values, text}. Nothing is escaped for HTML, as in a prompt.

import { readFileSync } from "node:fs";
import Handlebars from "handlebars";
import Mustache from "mustache";

const engines = {
  handlebars: (template, values) => Handlebars.compile(template, { noEscape: true })(values),
  mustache: (template, values) => Mustache.render(template, values, {}, { escape: String }),
};
const cases = JSON.parse(readFileSync(process.argv[2], "utf8"));
let wrong = 0;
for (const { language, template, values, text } of cases) {
  let found;
  try {
    found = engines[language](template, values);
  } catch (error) {
    found = String(error);
  }
  if (found === text) continue;
  wrong += 1;
  console.log(`${language} ${JSON.stringify(template)}\n  theirs ${JSON.stringify(found)}\n  ours   ${JSON.stringify(text)}`);
}
console.log(`${cases.length - wrong} of ${cases.length} templates give the text of Handlebars and Mustache`);
process.exit(wrong ? 1 : 0);
