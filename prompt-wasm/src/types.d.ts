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
export type Catalogue = { prompt_types: Array<Choice<PromptType>>, structure_types: Array<Choice<StructureType>>, complexities: Array<Choice<Complexity>>, categories: Array<Choice<Category>>, types: Array<Choice<PromptKind>>, languages: Array<Choice<Language>>, segment_types: Array<Choice<SegmentType>>, wrappers: Array<Choice<Wrapper>>, block_asset_types: Array<Choice<BlockAssetType>>, version_types: Array<Choice<VersionType>>, };

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
 * Which part of the number a new version raises.
 */
export type VersionType = "major" | "minor" | "batch";

/**
 * How a module's text is processed.
 */
export type Wrapper = "no_wrapper" | "format-json" | "format-list" | "format-table" | "validate-input" | "transform-data" | "conditional-logic" | "error-handling" | "format-markdown" | "format-yaml" | "format-xml" | "format-csv" | "summarize" | "translate" | "custom";
