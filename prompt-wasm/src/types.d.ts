/**
 * Something earned.
 */
export type Achievement = "prolific_creator" | "community_favorite" | "consistent_creator" | "quality_creator";

/**
 * Which files of a batch may be added.
 */
export type AdmittedFiles = { 
/**
 * Places in the batch of those that may.
 */
accepted: Array<number>, 
/**
 * Why the others may not.
 */
refused: Array<Problem>, };

/**
 * Who is to answer.
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
 * Tokens of an answer that the user allows.
 */
max_tokens: number, };

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
 * What a new prompt can begin with.
 */
export type Beginning = { 
/**
 * A component of this type.
 */
component: ComponentType, 
/**
 * The structure the prompt has then.
 */
structure: StructureType, };

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
export type Catalogue = { prompt_types: Array<Choice<PromptType>>, structure_types: Array<Choice<StructureType>>, complexities: Array<Choice<Complexity>>, categories: Array<Choice<Category>>, 
/**
 * Those of the categories that a prompt may be in; an asset may be in any.
 */
prompt_categories: Array<Choice<Category>>, types: Array<Choice<PromptKind>>, 
/**
 * Those of the types that a prompt may have.
 */
prompt_kinds: Array<Choice<PromptKind>>, languages: Array<Choice<Language>>, segment_types: Array<Choice<SegmentType>>, wrappers: Array<Choice<Wrapper>>, block_asset_types: Array<Choice<BlockAssetType>>, version_types: Array<Choice<VersionType>>, change_types: Array<Choice<ChangeType>>, conflict_kinds: Array<Choice<ConflictKind>>, merge_takes: Array<Choice<Take>>, export_formats: Array<Choice<ExportFormat>>, component_types: Array<Choice<ComponentType>>, 
/**
 * Those of the component types that a new prompt can begin with.
 */
beginnings: Array<Beginning>, component_categories: Array<Choice<ComponentCategory>>, component_wrapper_types: Array<Choice<WrapperType>>, component_asset_types: Array<Choice<ComponentAssetType>>, providers: Array<Choice<Provider>>, plans: Array<Choice<PlanType>>, achievements: Array<Choice<Achievement>>, import_formats: Array<Choice<ImportFormat>>, };

/**
 * What a prompt is about. `general` is for assets.
 */
export type Category = "ai" | "web" | "data" | "creative" | "business" | "research" | "general";

/**
 * One difference.
 */
export type Change = { 
/**
 * How it changed.
 */
type: ChangeType, 
/**
 * What changed: `title`, `tags`, `segments[<id>].content`, `blocks[<id>].modules[<id>]`.
 */
path: string, 
/**
 * What stood there; of a moved item its place.
 */
old_value: string | null, 
/**
 * What stands there now; of a moved item its place.
 */
new_value: string | null, 
/**
 * The change in one sentence.
 */
description: string, };

/**
 * How something changed.
 */
export type ChangeType = "added" | "removed" | "modified" | "moved";

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
 * The content that comes of the changes that were accepted.
 */
export type Chosen = { 
/**
 * The content.
 */
content: Content, 
/**
 * What the person should know before it takes the place of the old one.
 */
warnings: Array<Diagnostic>, };

/**
 * Everything that is different between two versions.
 */
export type Comparison = { 
/**
 * The version that came first.
 */
from: VersionNumber, 
/**
 * The version that is compared with it.
 */
to: VersionNumber, 
/**
 * The differences: details first, then items in reading order, removed ones before the others.
 */
changes: Array<Change>, };

/**
 * How involved a prompt is. The first three come from generation; a person's own prompts are `custom`.
 */
export type Complexity = "simple" | "medium" | "complex" | "custom";

/**
 * A component as its author writes it.
 */
export type Component = { 
/**
 * Its name, 1 to 200 characters.
 */
title: string, 
/**
 * What it is for.
 */
description: string, 
/**
 * What it is.
 */
type: ComponentType, 
/**
 * What it is about.
 */
category: ComponentCategory, 
/**
 * At most 50 tags.
 */
tags: Array<string>, 
/**
 * Whether others can find it.
 */
is_public: boolean, 
/**
 * What it holds.
 */
content: ComponentContent, };

/**
 * What an asset component points at.
 */
export type ComponentAssetType = "prompt" | "file" | "url" | "image" | "document";

/**
 * What a component is about.
 */
export type ComponentCategory = "general" | "formatting" | "development" | "analysis" | "creative" | "business";

/**
 * What a component holds; which keys count follows from its type. The names are those of the public contract.
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
 * What a wrapper does.
 */
wrapperType?: WrapperType, 
/**
 * How it does it, in words.
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
 * What is to be filled in.
 */
templateVariables?: Array<TemplateVariable>, 
/**
 * What an asset points at.
 */
assetType?: ComponentAssetType, 
/**
 * The address, name or id.
 */
assetReference?: string, 
/**
 * Free notes.
 */
assetMetadata?: JsonValue, };

/**
 * The merged component, and what is still to be decided.
 */
export type ComponentMerge = { 
/**
 * Both edits together, with mine where they disagree.
 */
component: Component, 
/**
 * What they disagree about.
 */
conflicts: Array<Conflict>, };

/**
 * The state of a component's document, for a view.
 */
export type ComponentState = { 
/**
 * Grows with every edit, undo and redo.
 */
revision: number, 
/**
 * Whether the component differs from what was saved.
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
 * What a component is.
 */
export type ComponentType = "module" | "wrapper" | "template" | "asset";

/**
 * Something both sides changed in different ways. Until it is resolved, the merged prompt has what is mine.
 */
export type Conflict = { 
/**
 * Its place, which also names it: `title`, `segments[<id>].content`, `segments[<id>].content#2` for a second stretch.
 */
path: string, 
/**
 * What they disagree about.
 */
kind: ConflictKind, 
/**
 * What both began with.
 */
base: string | null, 
/**
 * What is mine; nothing when I removed it.
 */
mine: string | null, 
/**
 * What is theirs; nothing when they removed it.
 */
theirs: string | null, };

/**
 * What two sides disagree about.
 */
export type ConflictKind = "text" | "value" | "removed" | "moved";

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
 * How much of what is attached goes along.
 */
export type ContextBudget = { 
/**
 * Characters of all texts.
 */
whole: number, 
/**
 * Characters of them that fit.
 */
sent: number, };

/**
 * One attached file with the text that was found in it; pictures have none.
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
 * The price of one request, with how it came about.
 */
export type Cost = { 
/**
 * What is paid, in whole credits.
 */
total_cost: number, 
/**
 * The feature's own price.
 */
base_cost: number, 
/**
 * All factors multiplied, as an exact decimal: `1.35`.
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
 * How long the request is.
 */
length: LengthClass, };

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
 * One field of a kind of asset.
 */
export type FieldDefinition = { 
/**
 * Its key in `asset_fields`.
 */
field_name: string, 
/**
 * What a person calls it.
 */
field_label: string, 
/**
 * How it is filled in.
 */
field_type: FieldType, 
/**
 * What belongs there.
 */
field_description: string, 
/**
 * Whether it bears an asterisk.
 */
is_required: boolean, 
/**
 * What a choice offers.
 */
field_options: Array<string>, };

/**
 * How a field is filled in.
 */
export type FieldType = "text" | "url" | "email" | "textarea" | "number" | "boolean" | "select" | "multiselect" | "date";

/**
 * A file as the browser names it.
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
 * A field that is filled in, as a person reads it.
 */
export type FilledField = { 
/**
 * What a person calls it.
 */
label: string, 
/**
 * What stands in it: choices after each other, `Yes` or `No`.
 */
text: string, };

/**
 * What is filled in of the fields of an asset, and what is not.
 */
export type Filling = { 
/**
 * The fields that are, see [`filled_fields`].
 */
filled: Array<FilledField>, 
/**
 * The names of those that have an asterisk and are not, see [`missing_fields`].
 */
missing: Array<string>, };

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
 * What is wanted.
 */
export type GenerationConfig = { 
/**
 * The description of the prompt, as the user wrote it.
 */
user_input: string, 
/**
 * Prompt, or which kind of asset.
 */
prompt_type: PromptType, 
/**
 * The structure of the answer.
 */
structure_type: StructureType, 
/**
 * How involved it is to be.
 */
complexity: Complexity, 
/**
 * What it is about.
 */
category: Category, 
/**
 * What it makes of the model.
 */
type: PromptKind, 
/**
 * The language to write it in.
 */
language: Language, 
/**
 * What the attached files say; empty without files.
 */
file_context: string, };

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
 * Diagnostics of the file as a whole. Without prompts, the reason is here.
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
 * What is to be improved, and how.
 */
export type ImprovementConfig = { 
/**
 * The prompt as it is now, saved or not.
 */
prompt: Prompt, 
/**
 * The id of the segment, section, module or block to improve; the whole prompt when absent.
 */
part?: string, 
/**
 * What is to become better; anything when empty.
 */
instruction: string, };

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
 * How long a request is, by its characters.
 */
export type LengthClass = "short" | "medium" | "long";

/**
 * The merged prompt, and what is still to be decided.
 */
export type Merge = { 
/**
 * Both edits together, with mine where they disagree. Its version is theirs, since that is what it will replace.
 */
prompt: Prompt, 
/**
 * What they disagree about.
 */
conflicts: Array<Conflict>, };

/**
 * The answer to one conflict.
 */
export type MergeChoice = { 
/**
 * The conflict's path.
 */
path: string, 
/**
 * What to take.
 */
take: Take, 
/**
 * The text for [`Take::Written`].
 */
text?: string, };

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
 * What was filled in.
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
 * Some of [`GOALS`].
 */
goals: Array<string>, 
/**
 * Some of [`INTERESTS`].
 */
interests: Array<string>, 
/**
 * The plan chosen.
 */
plan: PlanType | null, };

/**
 * A step, in order.
 */
export type OnboardingStep = "welcome" | "about_you" | "your_goals" | "choose_plan" | "complete";

/**
 * A step with what its buttons say and do.
 */
export type OnboardingView = { 
/**
 * Which step.
 */
step: OnboardingStep, 
/**
 * Its number, from 1.
 */
number: number, 
/**
 * How many there are.
 */
steps: number, 
/**
 * Its heading.
 */
label: string, 
/**
 * What the button that goes on says.
 */
continue_label: string, 
/**
 * Whether that button is enabled, as long as nothing is being saved.
 */
can_continue: boolean, 
/**
 * Whether Previous is enabled.
 */
can_go_back: boolean, 
/**
 * Whether Skip is offered.
 */
can_skip: boolean, };

/**
 * A plan as it is offered.
 */
export type Plan = { 
/**
 * Which one.
 */
plan_type: PlanType, 
/**
 * Its name.
 */
name: string, 
/**
 * Dollars a month, paid monthly.
 */
price: number, 
/**
 * Dollars a month, paid yearly.
 */
yearly_price_per_month: number, 
/**
 * Dollars a year, paid yearly.
 */
yearly_price: number, 
/**
 * Credits a month; of the free plan, to start with.
 */
credits: number, 
/**
 * Credits a year.
 */
yearly_credits: number, 
/**
 * What it offers, a line each.
 */
features: Array<string>, 
/**
 * Whether it bears the 'Most Popular' badge.
 */
popular: boolean, };

/**
 * A plan.
 */
export type PlanType = "free" | "pro" | "max";

/**
 * One thing that is wrong.
 */
export type Problem = { 
/**
 * A stable word for programs.
 */
code: string, 
/**
 * What a person reads.
 */
message: string, 
/**
 * Where: `title`, `tags[3]`, `content.blocks[2].assets[0].reference`.
 */
field?: string, };

/**
 * The fields of a profile that its owner may change.
 */
export type ProfileFields = { 
/**
 * The person's name; may be empty.
 */
full_name: string, 
/**
 * Something about the person.
 */
bio: string, 
/**
 * A web address.
 */
website: string, 
/**
 * A name on GitHub.
 */
github_username: string, 
/**
 * A name on Twitter.
 */
twitter_username: string, };

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
 * Who answers.
 */
export type Provider = "openai" | "anthropic";

/**
 * What somebody fills in to get an account.
 */
export type Registration = { 
/**
 * The person's name.
 */
full_name: string, 
/**
 * The address to sign in with.
 */
email: string, 
/**
 * 6 to 256 characters.
 */
password: string, 
/**
 * The same again. A program that has no second field sends none.
 */
confirm_password?: string, };

/**
 * A line on both sides, or on one of them.
 */
export type Row = { 
/**
 * What the row shows.
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
 * Whether the line ends in another way.
 */
line_end_differs?: boolean, 
/**
 * How many lines a gap hides; 0 for other rows.
 */
hidden: number, };

/**
 * What a row of a diff shows.
 */
export type RowKind = "same" | "added" | "removed" | "modified" | "gap";

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
 * One side of a row.
 */
export type Side = { 
/**
 * The line's number, from 1.
 */
line: number, 
/**
 * Its text without the end, what changed marked.
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
 * Whether the other side has something else here.
 */
changed?: boolean, };

/**
 * Which list of the content the editor and the exports use.
 */
export type StructureType = "standard" | "structured" | "modulized" | "advanced";

/**
 * How a conflict is resolved.
 */
export type Take = "mine" | "theirs" | "base" | "both" | "written";

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
 * In order.
 */
sections: Array<TemplateSection>, };

/**
 * Something to be filled in.
 */
export type TemplateVariable = { 
/**
 * Its name.
 */
name: string, 
/**
 * What it is: text, number, …
 */
type: string, 
/**
 * Whether it must be filled in.
 */
required: boolean, };

/**
 * How one text became another, for both views.
 */
export type TextComparison = { 
/**
 * The lines, paired: as many rows as were asked for.
 */
rows: Array<Row>, 
/**
 * The same as lines of a unified view.
 */
lines: Array<UnifiedLine>, 
/**
 * About how many rows follow that were not asked for.
 */
left: number, 
/**
 * Lines that were added or changed.
 */
added: number, 
/**
 * Lines that were removed or changed.
 */
removed: number, 
/**
 * Whether the texts differ, and in nothing but how lines end.
 */
only_line_ends_differ: boolean, };

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
 * Its text, what changed marked.
 */
spans: Array<Span>, 
/**
 * How many lines a gap hides.
 */
hidden: number, };

/**
 * A version, written `1.2.3`. Ordered as a person expects: 1.9.9 before 1.10.0.
 */
export type VersionNumber = string;

/**
 * Which part of the number a new version raises.
 */
export type VersionType = "major" | "minor" | "batch";

/**
 * How a module's text is processed.
 */
export type Wrapper = "no_wrapper" | "format-json" | "format-list" | "format-table" | "validate-input" | "transform-data" | "conditional-logic" | "error-handling" | "format-markdown" | "format-yaml" | "format-xml" | "format-csv" | "summarize" | "translate" | "custom";

/**
 * What a wrapper component does.
 */
export type WrapperType = "format-json" | "format-list" | "format-table" | "validate-input" | "transform-data" | "conditional-logic" | "custom";
