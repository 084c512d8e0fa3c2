// Everything of Monaco that Promptcase uses, in one lazy-loaded chunk: editor, features, four languages, workers.
import * as monaco from "monaco-editor/editor";
import editorWorkerUrl from "monaco-editor/editor/editor.worker?worker&url";
import "monaco-editor/features/register.all";
import jsonWorkerUrl from "monaco-editor/language/json/json.worker?worker&url";
import "monaco-editor/languages/definitions/markdown/register";
import "monaco-editor/languages/definitions/xml/register";
import "monaco-editor/languages/definitions/yaml/register";
import "monaco-editor/languages/features/json/register";
import { startWorker } from "@/lib/worker";

self.MonacoEnvironment = {
  getWorker(_module: string, label: string) {
    const url = label === "json" ? jsonWorkerUrl : editorWorkerUrl;
    return startWorker(url, label);
  },
};

/** Defines a theme from the page's own colours, so that the editor looks like the other fields. */
function defineTheme(name: string, base: "vs" | "vs-dark"): void {
  monaco.editor.defineTheme(name, {
    base,
    inherit: true,
    rules: [],
    colors: {
      "editor.background": token("--surface"),
      "editor.foreground": token("--ink"),
      "editorLineNumber.foreground": token("--muted"),
      "editorLineNumber.activeForeground": token("--ink"),
      "editorCursor.foreground": token("--accent"),
      "editor.lineHighlightBackground": token("--well"),
      "editor.lineHighlightBorder": "#00000000",
      "editorWidget.background": token("--surface"),
      "editorWidget.border": token("--line-strong"),
      "scrollbar.shadow": "#00000000",
      focusBorder: "#00000000",
    },
  });
}

/**
 * A colour token as `#rrggbb`, the only form Monaco reads: painted and read back, since the tokens are in oklch.
 */
function token(name: string): string {
  const canvas = document.createElement("canvas");
  canvas.width = 1;
  canvas.height = 1;
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) return "#808080";
  context.fillStyle = getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  context.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
  return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}

/** Applies the page's current theme. Monaco has one theme for all its editors. */
export function followTheme(): void {
  const dark = document.documentElement.classList.contains("dark");
  const name = dark ? "promptcase-dark" : "promptcase-light";
  defineTheme(name, dark ? "vs-dark" : "vs");
  monaco.editor.setTheme(name);
}

export { supportSchema } from "./json-schemas";
export { monaco };
