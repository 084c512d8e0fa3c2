/**
 * What an edit did, for a view that re-reads only what it must.
 */
export type Applied = { 
/**
 * The document's revision afterwards.
 */
revision: number, 
/**
 * Ids of items that say or hold something else now, added and removed ones included. Of an added item the first.
 */
changed: Array<string>, 
/**
 * Whether the prompt's details changed.
 */
details_changed: boolean, 
/**
 * Whether items were added, removed or moved; then `order` may have changed in items that are not named.
 */
structure_changed: boolean, };

/**
 * One part of an advanced prompt: modules that belong together, and what they rely on.
 */
export type Block = { 
/**
 * Unique in its prompt.
 */
id: string, 
/**
 * Position in its list, from 0.
 */
order: number, 
/**
 * Its heading.
 */
title: string, 
/**
 * What it is for.
 */
description: string, 
/**
 * Its modules.
 */
modules: Array<Module>, 
/**
 * What the modules rely on.
 */
assets: Array<BlockAsset>, };

/**
 * Something a block relies on, named but never fetched.
 */
export type BlockAsset = { 
/**
 * Unique in its prompt.
 */
id: string, 
/**
 * What it points at.
 */
type: BlockAssetType, 
/**
 * The prompt's id, the file's name or the address; not empty.
 */
reference: string, 
/**
 * How to call it.
 */
title?: string, 
/**
 * What it is for.
 */
description?: string, };

/**
 * What a block's asset points at.
 */
export type BlockAssetType = "prompt" | "file" | "url" | "image";

/**
 * Every closed list, each in the order in which a person chooses from it.
 */
export type Catalogue = { prompt_types: Array<Choice<PromptType>>, structure_types: Array<Choice<StructureType>>, complexities: Array<Choice<Complexity>>, categories: Array<Choice<Category>>, types: Array<Choice<PromptKind>>, languages: Array<Choice<Language>>, segment_types: Array<Choice<SegmentType>>, wrappers: Array<Choice<Wrapper>>, block_asset_types: Array<Choice<BlockAssetType>>, version_types: Array<Choice<VersionType>>, export_formats: Array<Choice<ExportFormat>>, import_formats: Array<Choice<ImportFormat>>, };

/**
 * What a prompt is about. `general` is for assets.
 */
export type Category = "ai" | "web" | "data" | "creative" | "business" | "research" | "general";

/**
 * One value of a closed list.
 */
export type Choice<T> = { 
/**
 * The word on the wire.
 */
value: T, 
/**
 * What a person reads.
 */
label: string, };

/**
 * How involved a prompt is. The first three come from generation; a person's own prompts are `custom`.
 */
export type Complexity = "simple" | "medium" | "complex" | "custom";

/**
 * The four lists. All may be filled; the structure type says which one the editor and the exports use.
 */
export type Content = { 
/**
 * Items of a standard prompt.
 */
segments?: Array<Segment>, 
/**
 * Items of a structured prompt.
 */
sections?: Array<Section>, 
/**
 * Items of a modulized prompt.
 */
modules?: Array<Module>, 
/**
 * Items of an advanced prompt.
 */
blocks?: Array<Block>, };

/**
 * A remark on text that was read or written; the work went on.
 */
export type Diagnostic = { 
/**
 * A stable word for programs.
 */
code: string, 
/**
 * How much it matters.
 */
severity: Severity, 
/**
 * Where: a path in the prompt (`segments[2].content`) or a line of the file (`line 12`).
 */
place?: string, 
/**
 * What happened, in one sentence.
 */
message: string, 
/**
 * What to do about it.
 */
hint?: string, };

/**
 * What a view needs to know about the document as a whole, beside the prompt's details.
 */
export type DocumentState = { 
/**
 * Grows with every edit, undo and redo.
 */
revision: number, 
/**
 * Whether the prompt differs from what was saved.
 */
is_changed: boolean, 
/**
 * Whether there is something to undo.
 */
can_undo: boolean, 
/**
 * Whether there is something to redo.
 */
can_redo: boolean, 
/**
 * Whether the structure type is settled: once the prompt has an id, and always for assets.
 */
is_structure_locked: boolean, 
/**
 * Whether the complexity is settled: until the prompt is saved, and then unless it was saved as `custom`.
 */
is_complexity_locked: boolean, };

/**
 * One edit. Items are named by id; positions in lists are clamped to the list, positions in texts are not.
 */
export type Edit = { "op": "set_title", 
/**
 * The new title; whether it may be saved is for validation to say.
 */
title: string, } | { "op": "set_description", 
/**
 * The new description.
 */
description: string, } | { "op": "set_category", 
/**
 * The new category.
 */
category: Category, } | { "op": "set_type", 
/**
 * The new type.
 */
type: PromptKind, } | { "op": "set_language", 
/**
 * The new language.
 */
language: Language, } | { "op": "set_complexity", 
/**
 * The new complexity.
 */
complexity: Complexity, } | { "op": "set_tags", 
/**
 * The new tags: trimmed, empty and repeated ones dropped.
 */
tags: Array<string>, } | { "op": "set_public", 
/**
 * Whether they can.
 */
is_public: boolean, } | { "op": "set_asset_field", 
/**
 * The field's name.
 */
name: string, 
/**
 * Its value.
 */
value: JsonValue, } | { "op": "set_asset_fields", 
/**
 * The values by field name.
 */
fields: { [key in string]: JsonValue }, } | { "op": "set_asset_metadata", 
/**
 * The notes.
 */
metadata: { [key in string]: JsonValue }, } | { "op": "set_structure", 
/**
 * The structure.
 */
structure_type: StructureType, } | { "op": "set_content", 
/**
 * The content.
 */
content: Content, } | { "op": "set_prompt", 
/**
 * The prompt.
 */
prompt: Prompt, } | { "op": "add_item", 
/**
 * The item.
 */
item: Item, 
/**
 * Where in its list; at the end when absent.
 */
index?: number, 
/**
 * The block to put a module or asset into.
 */
parent?: string, } | { "op": "duplicate_item", 
/**
 * The item.
 */
id: string, } | { "op": "remove_item", 
/**
 * The item.
 */
id: string, } | { "op": "move_item", 
/**
 * The item.
 */
id: string, 
/**
 * Its position afterwards.
 */
index: number, 
/**
 * The block to move into; its own list when absent.
 */
parent?: string, } | { "op": "set_text", 
/**
 * The item.
 */
id: string, 
/**
 * Which of its texts.
 */
field: TextField, 
/**
 * The new text.
 */
text: string, } | { "op": "splice", 
/**
 * The item.
 */
id: string, 
/**
 * Which of its texts.
 */
field: TextField, 
/**
 * First byte replaced.
 */
start: number, 
/**
 * First byte kept after it.
 */
end: number, 
/**
 * What stands there instead.
 */
text: string, } | { "op": "splice_utf16", 
/**
 * The item.
 */
id: string, 
/**
 * Which of its texts.
 */
field: TextField, 
/**
 * First unit replaced.
 */
start: number, 
/**
 * First unit kept after it.
 */
end: number, 
/**
 * What stands there instead.
 */
text: string, } | { "op": "set_segment_type", 
/**
 * The segment.
 */
id: string, 
/**
 * Its new type.
 */
segment_type: SegmentType, } | { "op": "add_wrapper", 
/**
 * The module.
 */
id: string, 
/**
 * The wrapper.
 */
wrapper: Wrapper, 
/**
 * Where; at the end when absent.
 */
index?: number, } | { "op": "remove_wrapper", 
/**
 * The module.
 */
id: string, 
/**
 * The position.
 */
index: number, } | { "op": "move_wrapper", 
/**
 * The module.
 */
id: string, 
/**
 * Its position now.
 */
from: number, 
/**
 * Its position afterwards.
 */
to: number, } | { "op": "set_wrappers", 
/**
 * The module.
 */
id: string, 
/**
 * The wrappers in order.
 */
wrappers: Array<Wrapper>, } | { "op": "set_config", 
/**
 * The module.
 */
id: string, 
/**
 * The text.
 */
json: string, } | { "op": "set_asset", 
/**
 * The asset.
 */
id: string, 
/**
 * What it points at.
 */
asset_type: BlockAssetType, 
/**
 * The prompt's id, the file's name or the address.
 */
reference: string, 
/**
 * How to call it.
 */
title?: string, 
/**
 * What it is for.
 */
description?: string, } | { "op": "batch", 
/**
 * The edits, each on what the former ones left.
 */
edits: Array<Edit>, };

/**
 * The seven formats a prompt can be exported to.
 */
export type ExportFormat = "plain-text" | "markdown" | "yaml" | "html" | "xml" | "json" | "prompty";

/**
 * Everything that can be chosen about an export.
 */
export type ExportOptions = { 
/**
 * The format.
 */
format: ExportFormat, 
/**
 * Whether the prompt's details, ids and everything else that is not its text are written.
 */
include_metadata: boolean, 
/**
 * Whether the version number is written.
 */
include_version_info: boolean, 
/**
 * How the file is laid out. JSON ignores it.
 */
formatting: Formatting, };

/**
 * The beginning of an export, to look at before it is taken.
 */
export type ExportPreview = { 
/**
 * The first 1,000 characters, then an ellipsis if there is more.
 */
text: string, 
/**
 * What to call the file.
 */
file_name: string, 
/**
 * What the format could not hold as it is.
 */
warnings: Array<Diagnostic>, };

/**
 * A prompt as a file.
 */
export type Exported = { 
/**
 * The file's text, with line feeds and without a byte order mark.
 */
text: string, 
/**
 * What to call the file.
 */
file_name: string, 
/**
 * What a web server calls its kind.
 */
media_type: string, 
/**
 * What the format could not hold as it is.
 */
warnings: Array<Diagnostic>, };

/**
 * How an exported file is laid out.
 */
export type Formatting = { 
/**
 * Spaces a level of nested output.
 */
indentation: Indentation, 
/**
 * Whether blank lines stand between the parts.
 */
line_breaks: boolean, 
/**
 * Whether comments explain the file, where the format has comments.
 */
comments: boolean, };

/**
 * The kinds of file that can be imported: the seven we write, and what people have from elsewhere.
 */
export type ImportFormat = "json" | "yaml" | "xml" | "html" | "markdown" | "plain-text" | "prompty" | "dotprompt" | "github-models" | "promptfoo" | "langfuse" | "langchain" | "openai" | "anthropic" | "mcp" | "fabric" | "prompts-chat" | "cursor" | "claude-code" | "vscode";

/**
 * What a file gave.
 */
export type Imported = { 
/**
 * What kind of file it was.
 */
format: ImportFormat, 
/**
 * The prompts it held.
 */
prompts: Array<ImportedPrompt>, 
/**
 * Remarks on the file as a whole. Without prompts, the reason is here.
 */
diagnostics: Array<Diagnostic>, };

/**
 * One prompt of a file.
 */
export type ImportedPrompt = { 
/**
 * The prompt, in normal form: dense orders, every item with an id.
 */
prompt: Prompt, 
/**
 * What was changed, dropped or guessed.
 */
diagnostics: Array<Diagnostic>, };

/**
 * Spaces a level: 2, 4 or 8.
 */
export type Indentation = 2 | 4 | 8;

/**
 * Any item of a prompt, as a value of its own: to add one, or to keep one that was removed.
 */
export type Item = { "kind": "segment" } & Segment | { "kind": "section" } & Section | { "kind": "module" } & Module | { "kind": "block" } & Block | { "kind": "asset" } & BlockAsset;

/**
 * What an item is.
 */
export type ItemKind = "segment" | "section" | "module" | "block" | "asset";

/**
 * One item as it is now, without what nests in it: a block names its modules and assets by id.
 */
export type ItemView = { "kind": "segment" } & Segment | { "kind": "section" } & Section | { "kind": "module" } & Module | { "kind": "block", 
/**
 * Unique in its prompt.
 */
id: string, 
/**
 * Position in its list, from 0.
 */
order: number, 
/**
 * Its heading.
 */
title: string, 
/**
 * What it is for.
 */
description: string, 
/**
 * Ids of its modules, in order.
 */
modules: Array<string>, 
/**
 * Ids of its assets, in order.
 */
assets: Array<string>, } | { "kind": "asset" } & BlockAsset;

export type JsonValue = number | string | boolean | Array<JsonValue> | { [key in string]: JsonValue } | null;

/**
 * The language a prompt is written in.
 */
export type Language = "english" | "french" | "german" | "spanish";

/**
 * One reusable piece, alone in a modulized prompt or inside a block.
 */
export type Module = { 
/**
 * Unique in its prompt.
 */
id: string, 
/**
 * Position in its list, from 0.
 */
order: number, 
/**
 * Its heading.
 */
title: string, 
/**
 * What it is for.
 */
description: string, 
/**
 * Its text.
 */
content: string, 
/**
 * How its text is processed, in this order.
 */
wrappers: Array<Wrapper>, 
/**
 * Free JSON for whoever runs it.
 */
config: JsonValue, };

/**
 * An item's id and what nests in it: the skeleton of a prompt, without any text.
 */
export type Node = { 
/**
 * The item's id.
 */
id: string, 
/**
 * What it is.
 */
kind: ItemKind, 
/**
 * A block's modules, in order.
 */
modules?: Array<Node>, 
/**
 * A block's assets, in order.
 */
assets?: Array<Node>, };

/**
 * A prompt or asset as its author writes it. Who owns it, when it was saved and who liked it are the server's to know.
 */
export type Prompt = { 
/**
 * Its name, 1 to 200 characters.
 */
title: string, 
/**
 * What it is for, at most 2,000 characters.
 */
description: string, 
/**
 * Prompt, or which kind of asset.
 */
prompt_type: PromptType, 
/**
 * Which list of the content is in use.
 */
structure_type: StructureType, 
/**
 * What it is about.
 */
category: Category, 
/**
 * What it makes of the model.
 */
type: PromptKind, 
/**
 * The language it is written in.
 */
language: Language, 
/**
 * How involved it is.
 */
complexity: Complexity, 
/**
 * At most 50 tags of at most 50 characters, without repeats.
 */
tags: Array<string>, 
/**
 * Whether others can find it.
 */
is_public: boolean, 
/**
 * Major part of the version.
 */
version_major: number, 
/**
 * Minor part of the version.
 */
version_minor: number, 
/**
 * Batch part of the version: grows with every save.
 */
version_batch: number, 
/**
 * Values of an asset's type-specific fields, by field name.
 */
asset_fields?: { [key in string]: JsonValue }, 
/**
 * Free notes that travel with an asset.
 */
asset_metadata?: { [key in string]: JsonValue }, 
/**
 * Its text, in one of four structures. Last, since it is the large part.
 */
content: Content, };

/**
 * What a prompt makes of the model. `asset` is for assets.
 */
export type PromptKind = "assistant" | "analyzer" | "generator" | "optimizer" | "tool" | "agent" | "asset";

/**
 * What a prompt record is: a prompt, or one of the seven kinds of asset.
 */
export type PromptType = "prompt" | "context" | "response_schema" | "response_examples" | "persona" | "instructions" | "constraints" | "examples";

/**
 * One titled piece of a structured prompt.
 */
export type Section = { 
/**
 * Unique in its prompt.
 */
id: string, 
/**
 * Position in its list, from 0.
 */
order: number, 
/**
 * Its heading.
 */
title: string, 
/**
 * What it is for.
 */
description?: string, 
/**
 * Its text.
 */
content: string, };

/**
 * One piece of a standard prompt.
 */
export type Segment = { 
/**
 * Unique in its prompt.
 */
id: string, 
/**
 * Position in its list, from 0.
 */
order: number, 
/**
 * What it says, and to whom.
 */
type: SegmentType, 
/**
 * Its text.
 */
content: string, };

/**
 * What a segment says, and to whom.
 */
export type SegmentType = "system" | "user" | "assistant" | "context" | "instruction";

/**
 * How much a [`Diagnostic`] matters.
 */
export type Severity = "info" | "warning" | "error";

/**
 * Which list of the content the editor and the exports use.
 */
export type StructureType = "standard" | "structured" | "modulized" | "advanced";

/**
 * How long a text is.
 */
export type TextCounts = { 
/**
 * Characters, as people count them roughly: Unicode scalar values.
 */
characters: number, 
/**
 * About how many tokens a model makes of it; every model counts differently.
 */
tokens: number, };

/**
 * A text of an item that can be edited.
 */
export type TextField = "title" | "description" | "content" | "reference";

/**
 * Which part of the number a new version raises.
 */
export type VersionType = "major" | "minor" | "batch";

/**
 * How a module's text is processed.
 */
export type Wrapper = "no_wrapper" | "format-json" | "format-list" | "format-table" | "validate-input" | "transform-data" | "conditional-logic" | "error-handling" | "format-markdown" | "format-yaml" | "format-xml" | "format-csv" | "summarize" | "translate" | "custom";
