// The script and the style with which an exported page fills a prompt in: those of share pages.
import style from "../../../prompt-core/src/export/fill.css?raw";
import script from "../../../prompt-core/src/export/fill.js?raw";

export { script, style };
