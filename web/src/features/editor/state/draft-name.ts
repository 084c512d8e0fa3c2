// The name of a draft that was never saved, in the list of drafts.
import { newPrompt, onOneLine, type Prompt, truncate } from "@/core";

const MAX_CHARS = 70;

/** The typed title, else the beginning of the typed text. */
export function draftName(text: Prompt): string {
  const untitled = newPrompt(text.prompt_type).title;
  const title = text.title.trim();
  const begun = title && title !== untitled ? title : firstText(text);
  return truncate(onOneLine(begun ?? untitled).trim(), MAX_CHARS);
}

/** The first text, in the order of the editor. */
function firstText({ asset_fields, content, description }: Prompt): string | undefined {
  const modules = [content.modules ?? [], ...(content.blocks ?? []).map((block) => block.modules)].flat();
  const items = [...(content.segments ?? []), ...(content.sections ?? []), ...modules];
  const texts = [...Object.values(asset_fields ?? {}), ...items.map((item) => item.content), description];
  return texts.find((text): text is string => typeof text === "string" && text.trim() !== "");
}
