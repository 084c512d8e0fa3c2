/**
 * An achievement.
 */
export type Achievement = "prolific_creator" | "community_favorite" | "consistent_creator" | "quality_creator";

/**
 * The result of checking a batch of files.
 */
export type AdmittedFiles = { 
/**
 * The indices of the accepted files in the batch.
 */
accepted: Array<number>, 
/**
 * The errors of the rejected files.
 */
refused: Array<Problem>, };

/**
 * The provider and model that answer a request.
 */
export type AiConfig = { 
/**
 * The provider.
 */
provider: Provider, 
/**
 * The model's name.
 */
model: string, 
/**
 * The user's limit of tokens for an answer.
 */
max_tokens: number, };

/**
 * The effect of an edit, for a view that re-reads only the changed items.
 */
export type Applied = { 
/**
 * The document's revision after the edit.
 */
revision: number, 
/**
 * Ids of items whose own text or nested items changed, including added and removed ones. An added
 * item comes before its nested items.
 */
changed: Array<string>, 
/**
 * Whether the prompt's details changed.
 */
details_changed: boolean, 
/**
 * Whether items were added, removed or moved. Then `order` may also have changed in items that are
 * not listed.
 */
structure_changed: boolean, };

/**
 * A component type that a new prompt can begin with.
 */
export type Beginning = { 
/**
 * The type of the component.
 */
component: ComponentType, 
/**
 * The structure of the new prompt.
 */
structure: StructureType, };

/**
 * One part of an advanced prompt: related modules and the assets they depend on.
 */
export type Block = { 
/**
 * Unique within its prompt.
 */
id: string, 
/**
 * Position in its list, zero-based.
 */
order: number, 
/**
 * Its heading.
 */
title: string, 
/**
 * Its purpose.
 */
description: string, 
/**
 * Its modules.
 */
modules: Array<Module>, 
/**
 * The assets its modules depend on.
 */
assets: Array<BlockAsset>, };

/**
 * A resource that a block depends on. It is named but never fetched.
 */
export type BlockAsset = { 
/**
 * Unique within its prompt.
 */
id: string, 
/**
 * The kind of target.
 */
type: BlockAssetType, 
/**
 * The prompt's id, the file's name or the address; not empty.
 */
reference: string, 
/**
 * Its title.
 */
title?: string, 
/**
 * Its purpose.
 */
description?: string, };

/**
 * The kind of target of a block asset.
 */
export type BlockAssetType = "prompt" | "file" | "url" | "image";

/**
 * Every enum, with its values in display order.
 */
export type Catalogue = { prompt_types: Array<Choice<PromptType>>, structure_types: Array<Choice<StructureType>>, complexities: Array<Choice<Complexity>>, categories: Array<Choice<Category>>, 
/**
 * The categories allowed for prompts; an asset may have any.
 */
prompt_categories: Array<Choice<Category>>, types: Array<Choice<PromptKind>>, 
/**
 * The types allowed for prompts.
 */
prompt_kinds: Array<Choice<PromptKind>>, languages: Array<Choice<Language>>, segment_types: Array<Choice<SegmentType>>, wrappers: Array<Choice<Wrapper>>, block_asset_types: Array<Choice<BlockAssetType>>, version_types: Array<Choice<VersionType>>, change_types: Array<Choice<ChangeType>>, conflict_kinds: Array<Choice<ConflictKind>>, merge_takes: Array<Choice<Take>>, export_formats: Array<Choice<ExportFormat>>, 
/**
 * The formats of other tools that a prompt can be exported to.
 */
tool_formats: Array<ToolFormat>, component_types: Array<Choice<ComponentType>>, 
/**
 * The component types that a new prompt can begin with.
 */
beginnings: Array<Beginning>, component_categories: Array<Choice<ComponentCategory>>, component_wrapper_types: Array<Choice<WrapperType>>, component_asset_types: Array<Choice<ComponentAssetType>>, providers: Array<Choice<Provider>>, plans: Array<Choice<PlanType>>, achievements: Array<Choice<Achievement>>, import_formats: Array<Choice<ImportFormat>>, variable_kinds: Array<Choice<VariableKind>>, copy_formats: Array<Choice<CopyFormat>>, roles: Array<Choice<Role>>, check_kinds: Array<Choice<CheckKind>>, check_targets: Array<Choice<CheckTarget>>, };

/**
 * The subject of a prompt. `general` is for assets.
 */
export type Category = "ai" | "web" | "data" | "creative" | "business" | "research" | "general";

/**
 * One difference between two versions.
 */
export type Change = { 
/**
 * The kind of change.
 */
type: ChangeType, 
/**
 * The path of the changed value: `title`, `tags`, `segments[<id>].content`,
 * `blocks[<id>].modules[<id>]`.
 */
path: string, 
/**
 * The name of the changed detail or item: `Title`, `Segment 1 (System)`, `Module "Role"`.
 */
subject: string, 
/**
 * The old value; for a moved item its old position.
 */
old_value: string | null, 
/**
 * The new value; for a moved item its new position.
 */
new_value: string | null, 
/**
 * The change in one sentence.
 */
description: string, };

/**
 * The kind of a change.
 */
export type ChangeType = "added" | "removed" | "modified" | "moved";

/**
 * A check of a test.
 */
export type Check = { 
/**
 * What it looks for.
 */
kind: CheckKind, 
/**
 * A text; a number for the two limits, a list of words for `forbidden_words`, a JSON Schema for `json_schema`.
 */
value: JsonValue, 
/**
 * The text it reads; the answer unless it says otherwise.
 */
on?: CheckTarget, 
/**
 * Whether upper and lower case are the same. For `contains`, `not_contains` and `equals`.
 */
ignore_case?: boolean, };

/**
 * What a check looks for.
 */
export type CheckKind = "contains" | "not_contains" | "equals" | "regex" | "json_schema" | "max_characters" | "max_tokens" | "forbidden_words" | "judge";

/**
 * The text that a check reads.
 */
export type CheckTarget = "answer" | "prompt";

/**
 * One value of an enum.
 */
export type Choice<T> = { 
/**
 * The string on the wire.
 */
value: T, 
/**
 * The label for users.
 */
label: string, };

/**
 * The content after applying the accepted changes.
 */
export type Chosen = { 
/**
 * The content.
 */
content: Content, 
/**
 * Warnings to show before the content is replaced.
 */
warnings: Array<Diagnostic>, };

/**
 * All differences between two versions.
 */
export type Comparison = { 
/**
 * The older version.
 */
from: VersionNumber, 
/**
 * The version compared with it.
 */
to: VersionNumber, 
/**
 * The changes: details first, then items in reading order, removed items before the others.
 */
changes: Array<Change>, 
/**
 * The new version that fits these changes.
 */
suggestion: Suggestion, };

/**
 * The complexity of a prompt. The first three come from generation; prompts written by a user are
 * `custom`.
 */
export type Complexity = "simple" | "medium" | "complex" | "custom";

/**
 * A component as saved by its author.
 */
export type Component = { 
/**
 * Its name, 1 to 200 characters.
 */
title: string, 
/**
 * Its purpose.
 */
description: string, 
/**
 * Its type.
 */
type: ComponentType, 
/**
 * Its subject.
 */
category: ComponentCategory, 
/**
 * At most 50 tags.
 */
tags: Array<string>, 
/**
 * Whether the component is visible to other users.
 */
is_public: boolean, 
/**
 * Its content.
 */
content: ComponentContent, };

/**
 * The kind of target of an asset component.
 */
export type ComponentAssetType = "prompt" | "file" | "url" | "image" | "document";

/**
 * The subject of a component.
 */
export type ComponentCategory = "general" | "formatting" | "development" | "analysis" | "creative" | "business";

/**
 * All differences between two versions of a component.
 */
export type ComponentComparison = { 
/**
 * The changes, field by field.
 */
changes: Array<Change>, 
/**
 * The new version that fits these changes.
 */
suggestion: Suggestion, };

/**
 * The content of a component; its type determines which keys apply. The names are those of the public
 * API.
 */
export type ComponentContent = { 
/**
 * A module's text.
 */
moduleContent?: string, 
/**
 * A module's configuration.
 */
moduleConfig?: JsonValue, 
/**
 * A wrapper's kind of processing.
 */
wrapperType?: WrapperType, 
/**
 * A wrapper's logic, in words.
 */
wrapperLogic?: string, 
/**
 * A wrapper's configuration.
 */
wrapperConfig?: JsonValue, 
/**
 * A template's sections.
 */
templateStructure?: TemplateStructure, 
/**
 * A template's variables.
 */
templateVariables?: Array<TemplateVariable>, 
/**
 * The kind of target of an asset.
 */
assetType?: ComponentAssetType, 
/**
 * An asset's target: an address, name or id.
 */
assetReference?: string, 
/**
 * An asset's free notes.
 */
assetMetadata?: JsonValue, };

/**
 * The merged component and the unresolved conflicts.
 */
export type ComponentMerge = { 
/**
 * The result of both edits; conflicting fields have my value.
 */
component: Component, 
/**
 * The unresolved conflicts.
 */
conflicts: Array<Conflict>, };

/**
 * The state of a component's document, for a view.
 */
export type ComponentState = { 
/**
 * Incremented by every edit, undo and redo.
 */
revision: number, 
/**
 * Whether the component differs from the saved one.
 */
is_changed: boolean, 
/**
 * Whether there is something to undo.
 */
can_undo: boolean, 
/**
 * Whether there is something to redo.
 */
can_redo: boolean, };

/**
 * The type of a component.
 */
export type ComponentType = "module" | "wrapper" | "template" | "asset";

/**
 * A conflict between the two sides. Until it is resolved, the merged prompt has my version.
 */
export type Conflict = { 
/**
 * The path that identifies the conflict: `title`, `segments[<id>].content`, or
 * `segments[<id>].content#2` for a second range of lines.
 */
path: string, 
/**
 * The kind of conflict.
 */
kind: ConflictKind, 
/**
 * The original value.
 */
base: string | null, 
/**
 * My value; absent if I removed it.
 */
mine: string | null, 
/**
 * Their value; absent if they removed it.
 */
theirs: string | null, };

/**
 * The kind of a conflict.
 */
export type ConflictKind = "text" | "value" | "removed" | "moved";

/**
 * The four lists. All may be filled; the structure type determines the one used by the editor and the
 * exports.
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
 * The share of the attached texts that is sent.
 */
export type ContextBudget = { 
/**
 * The number of characters of all texts.
 */
whole: number, 
/**
 * The number of characters sent.
 */
sent: number, };

/**
 * One attached file with its extracted text; images have none.
 */
export type ContextFile = { 
/**
 * Its name.
 */
name: string, 
/**
 * Its text, if it has any.
 */
text: string | null, };

/**
 * The form in which a rendered prompt is copied.
 */
export type CopyFormat = "text" | "markdown" | "messages";

/**
 * The price of one request, with its breakdown.
 */
export type Cost = { 
/**
 * The total price in whole credits.
 */
total_cost: number, 
/**
 * The feature's base price.
 */
base_cost: number, 
/**
 * The product of all factors, as an exact decimal such as `1.35`.
 */
multiplier: string, 
/**
 * The provider's factor.
 */
provider_multiplier: string, 
/**
 * The model's factor.
 */
model_multiplier: string, 
/**
 * The complexity's factor.
 */
complexity_multiplier: string, 
/**
 * The length's factor.
 */
length_multiplier: string, 
/**
 * The request's length class.
 */
length: LengthClass, };

/**
 * A remark on input or output that did not stop the operation.
 */
export type Diagnostic = { 
/**
 * A stable code.
 */
code: string, 
/**
 * Its severity.
 */
severity: Severity, 
/**
 * Its location: a path in the prompt (`segments[2].content`) or a line of the file (`line 12`).
 */
place?: string, 
/**
 * What happened, in one sentence.
 */
message: string, 
/**
 * A suggested fix.
 */
hint?: string, };

/**
 * The state of the document as a whole, for a view.
 */
export type DocumentState = { 
/**
 * Incremented by every edit, undo and redo.
 */
revision: number, 
/**
 * Whether the prompt differs from the saved one.
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
 * Whether the structure type is locked: once the prompt has an id, and always for assets.
 */
is_structure_locked: boolean, 
/**
 * Whether the complexity is locked: until the prompt is saved, and afterwards unless it was saved
 * as `custom`.
 */
is_complexity_locked: boolean, };

/**
 * One edit. Items are addressed by id; list positions are clamped, text positions are not.
 */
export type Edit = { "op": "set_title", 
/**
 * The new title. Validation decides whether it can be saved.
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
 * The new tags. They are trimmed; empty and repeated tags are dropped.
 */
tags: Array<string>, } | { "op": "set_public", 
/**
 * Whether other users can find the prompt.
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
metadata: { [key in string]: JsonValue }, } | { "op": "set_variables", 
/**
 * The JSON Schema of an object whose properties are the variables.
 */
schema: JsonValue, } | { "op": "set_settings", 
/**
 * The settings: `model`, `temperature`, `max_tokens`, `token_budget`, `response_schema`,
 * `tools`.
 */
settings: JsonValue, } | { "op": "set_tests", 
/**
 * A list of tests: `id`, `title`, `values`, `checks`.
 */
tests: JsonValue, } | { "op": "set_structure", 
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
 * Its position in the list; the end if absent.
 */
index?: number, 
/**
 * The block that receives a module or asset.
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
 * The new position.
 */
index: number, 
/**
 * The target block; the current list if absent.
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
 * The first byte to replace.
 */
start: number, 
/**
 * The first byte after the replaced range.
 */
end: number, 
/**
 * The replacement.
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
 * The first unit to replace.
 */
start: number, 
/**
 * The first unit after the replaced range.
 */
end: number, 
/**
 * The replacement.
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
 * The position; the end if absent.
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
 * Its current position.
 */
from: number, 
/**
 * Its new position.
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
 * The new type.
 */
asset_type: BlockAssetType, 
/**
 * The prompt's id, the file's name or the address.
 */
reference: string, 
/**
 * The new title.
 */
title?: string, 
/**
 * The new description.
 */
description?: string, } | { "op": "batch", 
/**
 * The edits, each applied to the result of the previous ones.
 */
edits: Array<Edit>, };

/**
 * The seven export formats.
 */
export type ExportFormat = "plain-text" | "markdown" | "yaml" | "html" | "xml" | "json" | "prompty";

/**
 * All options of an export.
 */
export type ExportOptions = { 
/**
 * The format.
 */
format: ExportFormat, 
/**
 * Whether to write the prompt's details, ids and all other data except its text.
 */
include_metadata: boolean, 
/**
 * Whether to write the version number.
 */
include_version_info: boolean, 
/**
 * The layout of the file. JSON ignores it.
 */
formatting: Formatting, };

/**
 * The beginning of an export, for a preview.
 */
export type ExportPreview = { 
/**
 * The first 1,000 characters, followed by an ellipsis if truncated.
 */
text: string, 
/**
 * The suggested file name.
 */
file_name: string, 
/**
 * Warnings about content the format could not represent exactly.
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
 * The suggested file name.
 */
file_name: string, 
/**
 * The media type, for HTTP.
 */
media_type: string, 
/**
 * Warnings about content the format could not represent exactly.
 */
warnings: Array<Diagnostic>, 
/**
 * The other files of a skill: the path of each beside the file, and its text. The warning `files_left_out` is for
 * those who write the one file alone.
 */
files?: Array<[string, string]>, };

/**
 * One field of an asset type.
 */
export type FieldDefinition = { 
/**
 * Its key in `asset_fields`.
 */
field_name: string, 
/**
 * Its label on screen.
 */
field_label: string, 
/**
 * Its input type.
 */
field_type: FieldType, 
/**
 * A hint about its content.
 */
field_description: string, 
/**
 * Whether the field is required and marked with an asterisk.
 */
is_required: boolean, 
/**
 * The options of a select or multiselect.
 */
field_options: Array<string>, };

/**
 * The input type of a field.
 */
export type FieldType = "text" | "url" | "email" | "textarea" | "number" | "boolean" | "select" | "multiselect" | "date";

/**
 * A file selected in the browser.
 */
export type FileInfo = { 
/**
 * Its name with the extension.
 */
name: string, 
/**
 * Its size in bytes.
 */
size: number, };

/**
 * A non-empty field, formatted for display.
 */
export type FilledField = { 
/**
 * Its label on screen.
 */
label: string, 
/**
 * Its value as text: options joined by commas, `Yes` or `No`.
 */
text: string, };

/**
 * The filled and the missing fields of an asset.
 */
export type Filling = { 
/**
 * The filled fields, see [`filled_fields`].
 */
filled: Array<FilledField>, 
/**
 * The names of the required fields that are empty, see [`missing_fields`].
 */
missing: Array<string>, };

/**
 * The formats of other tools that a prompt can be exported to.
 */
export type ForeignFormat = "skill" | "claude-command" | "claude-agent" | "agents-md" | "cursor" | "vscode-prompt" | "vscode-instructions" | "vscode-agent" | "gemini" | "dotprompt" | "prompty-1" | "github-models" | "langchain" | "langfuse" | "openai" | "anthropic" | "promptfoo";

/**
 * The layout of an exported file.
 */
export type Formatting = { 
/**
 * Spaces per nesting level.
 */
indentation: Indentation, 
/**
 * Whether to write blank lines between the parts.
 */
line_breaks: boolean, 
/**
 * Whether to write explanatory comments, in formats that support them.
 */
comments: boolean, };

/**
 * A request to generate a prompt.
 */
export type GenerationConfig = { 
/**
 * The description of the prompt, as the user wrote it.
 */
user_input: string, 
/**
 * A prompt, or a type of asset.
 */
prompt_type: PromptType, 
/**
 * The structure of the answer.
 */
structure_type: StructureType, 
/**
 * The desired complexity.
 */
complexity: Complexity, 
/**
 * The category.
 */
category: Category, 
/**
 * The type.
 */
type: PromptKind, 
/**
 * The language of the generated prompt.
 */
language: Language, 
/**
 * The text of the attached files; empty without files.
 */
file_context: string, };

/**
 * The importable file formats: the seven export formats and the formats of other tools.
 */
export type ImportFormat = "json" | "yaml" | "xml" | "html" | "markdown" | "plain-text" | "prompty" | "dotprompt" | "github-models" | "promptfoo" | "langfuse" | "langchain" | "openai" | "anthropic" | "mcp" | "fabric" | "prompts-chat" | "cursor" | "claude-code" | "vscode" | "opencode" | "windsurf" | "gemini" | "roo" | "continue" | "chatgpt" | "claude" | "sharegpt" | "librechat" | "open-webui" | "typingmind" | "nextchat" | "prompt-genius" | "espanso" | "raycast" | "poml" | "helicone" | "humanloop" | "mlflow";

/**
 * The result of an import.
 */
export type Imported = { 
/**
 * The format of the file.
 */
format: ImportFormat, 
/**
 * The prompts of the file.
 */
prompts: Array<ImportedPrompt>, 
/**
 * Diagnostics of the file as a whole. If there are no prompts, they contain the reason.
 */
diagnostics: Array<Diagnostic>, };

/**
 * One prompt of a file.
 */
export type ImportedPrompt = { 
/**
 * The prompt, normalised: orders without gaps, every item with an id.
 */
prompt: Prompt, 
/**
 * Warnings about data that was changed, dropped or guessed.
 */
diagnostics: Array<Diagnostic>, };

/**
 * A request to improve a prompt.
 */
export type ImprovementConfig = { 
/**
 * The current prompt, saved or not.
 */
prompt: Prompt, 
/**
 * The id of the segment, section, module or block to improve; the whole prompt when absent.
 */
part?: string, 
/**
 * The goal of the improvement; if empty, the model decides.
 */
instruction: string, };

/**
 * Spaces per nesting level: 2, 4 or 8.
 */
export type Indentation = 2 | 4 | 8;

/**
 * Any item of a prompt as an owned value, to add one or to restore a removed one.
 */
export type Item = { "kind": "segment" } & Segment | { "kind": "section" } & Section | { "kind": "module" } & Module | { "kind": "block" } & Block | { "kind": "asset" } & BlockAsset;

/**
 * The kind of an item.
 */
export type ItemKind = "segment" | "section" | "module" | "block" | "asset";

/**
 * A view of one item without its nested items: a block lists its modules and assets by id.
 */
export type ItemView = { "kind": "segment" } & Segment | { "kind": "section" } & Section | { "kind": "module" } & Module | { "kind": "block", 
/**
 * Unique within its prompt.
 */
id: string, 
/**
 * Position in its list, zero-based.
 */
order: number, 
/**
 * Its heading.
 */
title: string, 
/**
 * Its description.
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
 * The length of a request, by its characters.
 */
export type LengthClass = "short" | "medium" | "long";

/**
 * A marked stretch of a template.
 */
export type Mark = { 
/**
 * The position of its first character: bytes here, UTF-16 units in a browser.
 */
start: number, 
/**
 * The position after its last character.
 */
end: number, 
/**
 * What it is.
 */
kind: MarkKind, };

/**
 * What a marked stretch of a template is.
 */
export type MarkKind = "variable" | "include" | "tag";

/**
 * The merged prompt and the unresolved conflicts.
 */
export type Merge = { 
/**
 * The result of both edits; conflicting values are mine. Its version is theirs, because it
 * replaces theirs.
 */
prompt: Prompt, 
/**
 * The unresolved conflicts.
 */
conflicts: Array<Conflict>, };

/**
 * The resolution of one conflict.
 */
export type MergeChoice = { 
/**
 * The conflict's path.
 */
path: string, 
/**
 * The resolution.
 */
take: Take, 
/**
 * The text for [`Take::Written`].
 */
text?: string, };

/**
 * One reusable piece, either in a modulized prompt or inside a block.
 */
export type Module = { 
/**
 * Unique within its prompt.
 */
id: string, 
/**
 * Position in its list, zero-based.
 */
order: number, 
/**
 * Its heading.
 */
title: string, 
/**
 * Its purpose.
 */
description: string, 
/**
 * Its text.
 */
content: string, 
/**
 * The wrappers applied to its text, in order.
 */
wrappers: Array<Wrapper>, 
/**
 * Free JSON for the program that runs the module.
 */
config: JsonValue, };

/**
 * The id of an item and of its nested items: the skeleton of a prompt, without any text.
 */
export type Node = { 
/**
 * The item's id.
 */
id: string, 
/**
 * Its kind.
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
 * The answers given so far.
 */
export type OnboardingData = { 
/**
 * One of [`ROLES`].
 */
role: string, 
/**
 * One of [`EXPERIENCE`].
 */
experience: string, 
/**
 * Any of [`GOALS`].
 */
goals: Array<string>, 
/**
 * Any of [`INTERESTS`].
 */
interests: Array<string>, 
/**
 * The selected plan.
 */
plan: PlanType | null, };

/**
 * An onboarding step, in order.
 */
export type OnboardingStep = "welcome" | "about_you" | "your_goals" | "choose_plan" | "complete";

/**
 * A step with the state of its buttons.
 */
export type OnboardingView = { 
/**
 * The step.
 */
step: OnboardingStep, 
/**
 * Its number, from 1.
 */
number: number, 
/**
 * The number of steps.
 */
steps: number, 
/**
 * Its heading.
 */
label: string, 
/**
 * The label of the Continue button.
 */
continue_label: string, 
/**
 * Whether Continue is enabled while no save is in progress.
 */
can_continue: boolean, 
/**
 * Whether Previous is enabled.
 */
can_go_back: boolean, 
/**
 * Whether Skip is available.
 */
can_skip: boolean, };

/**
 * Where a piece of a rendered text comes from.
 */
export type Origin = "text" | "layout" | "wrapper" | "value" | "default" | "missing" | "failed" | "image" | "left_out";

/**
 * A stretch of a rendered text of one origin.
 */
export type Piece = { 
/**
 * Its text; the texts of all pieces in order are the text of the message.
 */
text: string, 
/**
 * Where it comes from.
 */
origin: Origin, 
/**
 * The id of the item it belongs to.
 */
item?: string, 
/**
 * The variable, the include or the wrapper it stands for, or the title of the image.
 */
name?: string, 
/**
 * The address of the image that takes the place of the text where a model takes images: in messages of the user.
 */
image?: string, };

/**
 * A plan with its price and features.
 */
export type Plan = { 
/**
 * The type of plan.
 */
plan_type: PlanType, 
/**
 * Its name.
 */
name: string, 
/**
 * Dollars per month, billed monthly.
 */
price: number, 
/**
 * Dollars per month, billed yearly.
 */
yearly_price_per_month: number, 
/**
 * Dollars per year, billed yearly.
 */
yearly_price: number, 
/**
 * Credits per month; for the free plan, the starting credits.
 */
credits: number, 
/**
 * Credits per year.
 */
yearly_credits: number, 
/**
 * The features shown, one per line.
 */
features: Array<string>, 
/**
 * Whether to show the 'Most Popular' badge.
 */
popular: boolean, };

/**
 * A plan.
 */
export type PlanType = "free" | "pro" | "max";

/**
 * One validation error.
 */
export type Problem = { 
/**
 * A stable error code.
 */
code: string, 
/**
 * The message for users.
 */
message: string, 
/**
 * The field: `title`, `tags[3]`, `content.blocks[2].assets[0].reference`.
 */
field?: string, };

/**
 * The reason why a part of a prompt is not rendered.
 */
export type ProblemKind = "missing_value" | "missing_include" | "cycle" | "too_deep" | "too_long" | "condition" | "template" | "settings" | "no_text";

/**
 * The editable fields of a profile.
 */
export type ProfileFields = { 
/**
 * The user's name; may be empty.
 */
full_name: string, 
/**
 * A short biography.
 */
bio: string, 
/**
 * A web address.
 */
website: string, 
/**
 * A GitHub user name.
 */
github_username: string, 
/**
 * A Twitter user name.
 */
twitter_username: string, };

/**
 * A prompt or asset as edited by its author. Owner, timestamps and likes are stored by the server.
 */
export type Prompt = { 
/**
 * Its name, 1 to 200 characters.
 */
title: string, 
/**
 * Its purpose, at most 2,000 characters.
 */
description: string, 
/**
 * A prompt, or a type of asset.
 */
prompt_type: PromptType, 
/**
 * The structure, which selects the list of the content in use.
 */
structure_type: StructureType, 
/**
 * Its subject.
 */
category: Category, 
/**
 * The role it gives the model.
 */
type: PromptKind, 
/**
 * The language it is written in.
 */
language: Language, 
/**
 * Its complexity.
 */
complexity: Complexity, 
/**
 * At most 50 distinct tags of at most 50 characters.
 */
tags: Array<string>, 
/**
 * Whether it is visible to other users.
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
 * Patch part of the version, incremented by every save.
 */
version_batch: number, 
/**
 * Values of an asset's type-specific fields, by field name.
 */
asset_fields?: { [key in string]: JsonValue }, 
/**
 * Free notes of an asset.
 */
asset_metadata?: { [key in string]: JsonValue }, 
/**
 * Its text, in one of four structures. It is serialised last because it is the largest field.
 */
content: Content, };

/**
 * The role that a prompt gives the model. `asset` is for assets.
 */
export type PromptKind = "assistant" | "analyzer" | "generator" | "optimizer" | "tool" | "agent" | "asset";

/**
 * The type of a prompt record: a prompt, or one of the seven asset types.
 */
export type PromptType = "prompt" | "context" | "response_schema" | "response_examples" | "persona" | "instructions" | "constraints" | "examples";

/**
 * The AI provider.
 */
export type Provider = "openai" | "anthropic";

/**
 * A registration form.
 */
export type Registration = { 
/**
 * The user's name.
 */
full_name: string, 
/**
 * The handle that names the account, as in `@ada`; suggested from the name if left out.
 */
handle?: string, 
/**
 * The email address to sign in with.
 */
email: string, 
/**
 * 6 to 256 characters.
 */
password: string, 
/**
 * The repeated password; clients without a second field omit it.
 */
confirm_password?: string, 
/**
 * The token of an invitation, from its link.
 */
invitation?: string, };

/**
 * A part of a prompt that is not rendered, and why.
 */
export type RenderProblem = { 
/**
 * The reason.
 */
kind: ProblemKind, 
/**
 * The variable, the include or the condition.
 */
name: string, 
/**
 * The id of the item.
 */
item: string, 
/**
 * The reason in words.
 */
message: string, };

/**
 * A rendered prompt.
 */
export type Rendered = { 
/**
 * The messages in order. A message without text is left out.
 */
messages: Array<RenderedMessage>, 
/**
 * What is not rendered. Each variable is named once.
 */
problems: Array<RenderProblem>, 
/**
 * What is left out as the prompt says: modules whose condition is false.
 */
remarks: Array<RenderProblem>, };

/**
 * A rendered message.
 */
export type RenderedMessage = { 
/**
 * Its author.
 */
role: Role, 
/**
 * Its text in pieces.
 */
pieces: Array<Piece>, };

/**
 * The author of a message.
 */
export type Role = "system" | "user" | "assistant";

/**
 * A line on both sides, or on one of them.
 */
export type Row = { 
/**
 * The kind of row.
 */
kind: RowKind, 
/**
 * The old line.
 */
old: Side | null, 
/**
 * The new line.
 */
new: Side | null, 
/**
 * Whether the line endings differ.
 */
line_end_differs?: boolean, 
/**
 * The number of lines a gap hides; 0 for other rows.
 */
hidden: number, };

/**
 * The kind of a row.
 */
export type RowKind = "same" | "added" | "removed" | "modified" | "gap";

/**
 * One titled piece of a structured prompt.
 */
export type Section = { 
/**
 * Unique within its prompt.
 */
id: string, 
/**
 * Position in its list, zero-based.
 */
order: number, 
/**
 * Its heading.
 */
title: string, 
/**
 * Its purpose.
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
 * Unique within its prompt.
 */
id: string, 
/**
 * Position in its list, zero-based.
 */
order: number, 
/**
 * Its role.
 */
type: SegmentType, 
/**
 * Its text.
 */
content: string, };

/**
 * The role of a segment.
 */
export type SegmentType = "system" | "user" | "assistant" | "context" | "instruction";

/**
 * The severity of a [`Diagnostic`].
 */
export type Severity = "info" | "warning" | "error";

/**
 * One side of a row.
 */
export type Side = { 
/**
 * The line's number, from 1.
 */
line: number, 
/**
 * Its text without the line ending, with changes marked.
 */
spans: Array<Span>, };

/**
 * A stretch of a line.
 */
export type Span = { 
/**
 * Its text.
 */
text: string, 
/**
 * Whether it differs from the other side.
 */
changed?: boolean, };

/**
 * The structure, which selects the list of the content that the editor and the exports use.
 */
export type StructureType = "standard" | "structured" | "modulized" | "advanced";

/**
 * A proposal for a new version, for the author to edit.
 */
export type Suggestion = { 
/**
 * The part of the number to raise.
 */
part: VersionType, 
/**
 * A drafted changelog.
 */
changelog: string, };

/**
 * The resolution of a conflict.
 */
export type Take = "mine" | "theirs" | "base" | "both" | "written";

/**
 * The syntax of the variables in a prompt's texts. What was imported keeps its own.
 */
export type TemplateLanguage = "promptcase" | "mustache" | "jinja2" | "handlebars" | "fstring" | "none";

/**
 * A section of a template.
 */
export type TemplateSection = { 
/**
 * Its heading.
 */
title: string, 
/**
 * Its text.
 */
content: string, };

/**
 * The sections of a template.
 */
export type TemplateStructure = { 
/**
 * The sections in order.
 */
sections: Array<TemplateSection>, };

/**
 * A variable of a template.
 */
export type TemplateVariable = { 
/**
 * Its name.
 */
name: string, 
/**
 * Its type: text, number, …
 */
type: string, 
/**
 * Whether a value is required.
 */
required: boolean, };

/**
 * A test of a prompt: values for its variables, and what must be true then.
 */
export type TestCase = { 
/**
 * Its id, unique in the prompt; its number if the stored test has none.
 */
id: string, 
/**
 * Its title. May be empty.
 */
title?: string, 
/**
 * The values of the variables, by name.
 */
values: { [key in string]: JsonValue }, 
/**
 * The checks, all of which must pass.
 */
checks: Array<Check>, };

/**
 * The difference between two texts, for both views.
 */
export type TextComparison = { 
/**
 * The paired lines, at most as many rows as requested.
 */
rows: Array<Row>, 
/**
 * The same rows as lines of a unified view.
 */
lines: Array<UnifiedLine>, 
/**
 * The approximate number of remaining rows.
 */
left: number, 
/**
 * The number of added or changed lines.
 */
added: number, 
/**
 * The number of removed or changed lines.
 */
removed: number, 
/**
 * Whether the texts differ only in their line endings.
 */
only_line_ends_differ: boolean, };

/**
 * The length of a text.
 */
export type TextCounts = { 
/**
 * The number of Unicode scalar values.
 */
characters: number, 
/**
 * The approximate number of tokens, which depends on the model.
 */
tokens: number, };

/**
 * An editable text of an item.
 */
export type TextField = "title" | "description" | "content" | "reference";

/**
 * A format of another tool.
 */
export type ToolFormat = { 
/**
 * The value in JSON.
 */
value: ForeignFormat, 
/**
 * Its label on screen.
 */
label: string, 
/**
 * The end of the name of its files.
 */
ending: string, };

/**
 * One line of a unified view.
 */
export type UnifiedLine = { 
/**
 * Same, added, removed, or a gap.
 */
kind: RowKind, 
/**
 * Its number in the old text.
 */
old_line: number | null, 
/**
 * Its number in the new text.
 */
new_line: number | null, 
/**
 * Its text, with changes marked.
 */
spans: Array<Span>, 
/**
 * The number of lines a gap hides.
 */
hidden: number, };

/**
 * The kind of value that a variable takes.
 */
export type VariableKind = "text" | "long_text" | "number" | "yes_no" | "choice" | "date" | "json" | "messages";

/**
 * An item that uses a variable.
 */
export type VariablePlace = { 
/**
 * The item's id.
 */
item: string, 
/**
 * How often it stands there.
 */
count: number, };

/**
 * A variable of a prompt.
 */
export type VariableUse = { 
/**
 * Its name.
 */
name: string, 
/**
 * The kind of its values.
 */
kind: VariableKind, 
/**
 * Its declared JSON Schema; empty if it is only used.
 */
schema: { [key in string]: JsonValue }, 
/**
 * Whether it is declared as required.
 */
is_required: boolean, 
/**
 * Whether only included prompts use it.
 */
is_included: boolean, 
/**
 * The items that use it, in reading order; none if it is only declared.
 */
places: Array<VariablePlace>, 
/**
 * The name of a variable it may be a misspelling of.
 */
similar_to?: string, };

/**
 * A version, written `1.2.3` and ordered numerically: 1.9.9 before 1.10.0.
 */
export type VersionNumber = string;

/**
 * The part of the number that a new version increments.
 */
export type VersionType = "major" | "minor" | "batch";

/**
 * A processing instruction for a module's text.
 */
export type Wrapper = "no_wrapper" | "format-json" | "format-list" | "format-table" | "validate-input" | "transform-data" | "conditional-logic" | "error-handling" | "format-markdown" | "format-yaml" | "format-xml" | "format-csv" | "summarize" | "translate" | "custom";

/**
 * The processing that a wrapper component requests.
 */
export type WrapperType = "format-json" | "format-list" | "format-table" | "validate-input" | "transform-data" | "conditional-logic" | "custom";
