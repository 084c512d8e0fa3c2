// Renders prompts with statements of Jinja2: a separate WebAssembly program that loads when such a prompt is shown.
import { importModule } from "@/lib/dynamic-import";

type Program = typeof import("./pkg/jinja/prompt_jinja");

let program: Program | null = null;
let loading: Promise<Program> | null = null;

/** The program, if it is loaded. */
export const loadedJinja = (): Program | null => program;

/** Loads the program. After a failure the page has to be loaded anew. */
export function loadJinja(): Promise<Program> {
  loading ??= importModule(() => import("./pkg/jinja/prompt_jinja")).then((loaded) => {
    program = loaded;
    return loaded;
  });
  return loading;
}
