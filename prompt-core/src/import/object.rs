//! Converts untyped data to a prompt, field by field.
//!
//! JSON, YAML and front matter are all read here. A known key with a valid value sets its field, an
//! invalid value is reported, and an unknown key is stored in the content under [`IMPORTED`].

use serde_json::{Map, Value};

use super::diagnostics::Diagnostics;
pub(super) use super::fields::{Fields, read_word, text_of};
use super::{Draft, ImportFormat};
use crate::content::{Block, BlockAsset, Content, Module, Section, Segment, Wrapper};
use crate::error::UNKNOWN_WORD;
use crate::{Prompt, StructureType, VersionNumber};

/// The content key that stores data of a foreign file without a field in a prompt: `{"from": "prompty",
/// "fields": {…}}`.
pub const IMPORTED: &str = "imported";

/// Keys of a stored prompt that belong to the server, not to the author.
const SERVER_KEYS: [&str; 12] = [
    "id",
    "user_id",
    "author",
    "created_at",
    "updated_at",
    "view_count",
    "like_count",
    "fork_count",
    "forked_from",
    "trend_score",
    "recommendation_score",
    "is_liked",
];

/// Whether a map looks like one of our prompts: it has one of the four lists, or names a structure.
pub(super) fn is_prompt(map: &Map<String, Value>) -> bool {
    let has_list = |map: &Map<String, Value>| {
        StructureType::ALL
            .iter()
            .any(|structure| map.get(structure.list_name()).is_some_and(Value::is_array))
    };
    map.get("structure_type").is_some_and(Value::is_string)
        || has_list(map)
        || map
            .get("content")
            .and_then(Value::as_object)
            .is_some_and(has_list)
}

/// Reads one of our own prompts.
pub(super) fn read(map: Map<String, Value>, format: ImportFormat) -> Draft {
    let mut diagnostics = Diagnostics::default();
    let mut prompt = Prompt::default();
    let mut fields = Fields::new(map, "", &mut diagnostics);
    let structure = details(&mut fields, &mut prompt);
    let mut content = match fields.take("content") {
        Some(Value::Object(map)) => read_content(map, "content.", fields.diagnostics),
        None => Content::default(),
        Some(Value::Array(values)) => read_content(
            Map::from_iter([("segments".to_owned(), Value::Array(values))]),
            "",
            fields.diagnostics,
        ),
        Some(text) => Content {
            segments: vec![Segment {
                content: text_of(text, "content", fields.diagnostics),
                ..Segment::default()
            }],
            ..Content::default()
        },
    };
    // Generated answers have the lists next to the title.
    let mut beside = Map::new();
    for list in StructureType::ALL.iter().map(|one| one.list_name()) {
        if let Some(values) = fields.take(list) {
            beside.insert(list.to_owned(), values);
        }
    }
    let beside = read_content(beside, "", fields.diagnostics);
    content.segments.extend(beside.segments);
    content.sections.extend(beside.sections);
    content.modules.extend(beside.modules);
    content.blocks.extend(beside.blocks);
    let mut rest = fields.rest();
    rest.retain(|key, _| !SERVER_KEYS.contains(&key.as_str()));
    prompt.structure_type = structure.unwrap_or_else(|| filled(&content));
    prompt.content = content;
    keep(&mut prompt, format, rest);
    Draft::new(prompt, diagnostics)
}

/// Takes the details of a prompt, and returns the structure type if present.
pub(super) fn details(fields: &mut Fields<'_>, prompt: &mut Prompt) -> Option<StructureType> {
    if let Some(title) = fields.text("title").or_else(|| fields.text("name")) {
        prompt.title = title;
    }
    prompt.description = fields.text("description").unwrap_or_default();
    prompt.prompt_type = fields.word("prompt_type").unwrap_or_default();
    prompt.category = fields.word("category").unwrap_or_default();
    prompt.r#type = fields.word("type").unwrap_or_default();
    prompt.language = fields.word("language").unwrap_or_default();
    prompt.complexity = fields.word("complexity").unwrap_or_default();
    prompt.tags = fields.tags("tags").unwrap_or_default();
    if let Some(Value::Bool(is_public)) = fields.map.get("is_public") {
        prompt.is_public = *is_public;
        fields.map.shift_remove("is_public");
    }
    if let Some(version) = fields
        .map
        .get("version")
        .and_then(Value::as_str)
        .and_then(|version| version.parse::<VersionNumber>().ok())
    {
        prompt.set_version(version);
        if let Some(version) = fields.text("version") {
            fields.diagnostics.taken(version);
        }
    }
    for (key, part) in [
        ("version_major", &mut prompt.version_major),
        ("version_minor", &mut prompt.version_minor),
        ("version_batch", &mut prompt.version_batch),
    ] {
        if let Some(number) = fields.number(key) {
            *part = number;
        }
    }
    prompt.asset_fields = fields.map("asset_fields").unwrap_or_default();
    prompt.asset_metadata = fields.map("asset_metadata").unwrap_or_default();
    fields.word("structure_type")
}

/// Stores the remaining keys under [`IMPORTED`].
pub(super) fn keep(prompt: &mut Prompt, format: ImportFormat, rest: Map<String, Value>) {
    if !rest.is_empty() {
        let mut imported = Map::new();
        imported.insert("from".to_owned(), Value::from(format.as_str()));
        imported.insert("fields".to_owned(), Value::Object(rest));
        prompt
            .content
            .extra
            .insert(IMPORTED.to_owned(), Value::Object(imported));
    }
}

/// Stores one more key under [`IMPORTED`].
pub(super) fn keep_field(prompt: &mut Prompt, format: ImportFormat, key: &str, value: Value) {
    let fields = prompt
        .content
        .extra
        .get_mut(IMPORTED)
        .and_then(|imported| imported.get_mut("fields"))
        .and_then(Value::as_object_mut);
    match fields {
        Some(fields) => {
            fields.insert(key.to_owned(), value);
        }
        None => keep(prompt, format, Map::from_iter([(key.to_owned(), value)])),
    }
}

/// Stores the rest of a file around a prompt beside what is kept of the prompt itself.
pub(super) fn keep_file(prompt: &mut Prompt, rest: Map<String, Value>) {
    keep_beside(prompt, "file", rest);
}

/// Stores the other files of a skill.
pub(super) fn keep_files(prompt: &mut Prompt, files: Map<String, Value>) {
    keep_beside(prompt, "files", files);
}

fn keep_beside(prompt: &mut Prompt, key: &str, rest: Map<String, Value>) {
    if rest.is_empty() {
        return;
    }
    let imported = prompt
        .content
        .extra
        .entry(IMPORTED)
        .or_insert_with(|| Value::Object(Map::new()));
    if let Value::Object(imported) = imported {
        match imported.get_mut(key) {
            // A file within a file.
            Some(Value::Object(kept)) => {
                for (name, value) in rest {
                    kept.entry(name).or_insert(value);
                }
            }
            _ => {
                imported.insert(key.to_owned(), Value::Object(rest));
            }
        }
    }
}

/// The structure of the first non-empty list.
pub(super) fn filled(content: &Content) -> StructureType {
    if !content.segments.is_empty() {
        StructureType::Standard
    } else if !content.sections.is_empty() {
        StructureType::Structured
    } else if !content.modules.is_empty() {
        StructureType::Modulized
    } else if !content.blocks.is_empty() {
        StructureType::Advanced
    } else {
        StructureType::Standard
    }
}

/// Reads the content object. Unknown keys are preserved in it.
pub(super) fn read_content(
    map: Map<String, Value>,
    at: &str,
    diagnostics: &mut Diagnostics,
) -> Content {
    let mut fields = Fields::new(map, at.trim_end_matches('.'), diagnostics);
    Content {
        segments: each(&mut fields, "segments", segment),
        sections: each(&mut fields, "sections", section),
        modules: each(&mut fields, "modules", module),
        blocks: each(&mut fields, "blocks", block),
        extra: fields.rest(),
    }
}

/// Reads every item of a list. A plain string is read as an item with only a text.
fn each<T>(fields: &mut Fields<'_>, key: &str, read: fn(&mut Fields<'_>) -> T) -> Vec<T> {
    let at = fields.at(key);
    let values = fields.list(key);
    values
        .into_iter()
        .enumerate()
        .map(|(index, value)| {
            let place = format!("{at}[{index}]");
            let map = match value {
                Value::Object(map) => map,
                other => {
                    let text = text_of(other, &place, fields.diagnostics);
                    Map::from_iter([("content".to_owned(), Value::from(text))])
                }
            };
            read_item(map, place, fields.diagnostics, read)
        })
        .collect()
}

fn read_item<T>(
    map: Map<String, Value>,
    place: String,
    diagnostics: &mut Diagnostics,
    read: fn(&mut Fields<'_>) -> T,
) -> T {
    let mut fields = Fields::new(map, place, diagnostics);
    read(&mut fields)
}

fn order(fields: &mut Fields<'_>) -> u32 {
    fields.number("order").unwrap_or(u32::MAX)
}

fn segment(fields: &mut Fields<'_>) -> Segment {
    Segment {
        id: fields.text("id").unwrap_or_default(),
        order: order(fields),
        r#type: fields.word("type").unwrap_or_default(),
        content: fields.text("content").unwrap_or_default(),
        extra: std::mem::take(&mut fields.map),
    }
}

fn section(fields: &mut Fields<'_>) -> Section {
    Section {
        id: fields.text("id").unwrap_or_default(),
        order: order(fields),
        title: fields.text("title").unwrap_or_default(),
        description: fields.text("description"),
        content: fields.text("content").unwrap_or_default(),
        extra: std::mem::take(&mut fields.map),
    }
}

fn module(fields: &mut Fields<'_>) -> Module {
    Module {
        id: fields.text("id").unwrap_or_default(),
        order: order(fields),
        title: fields.text("title").unwrap_or_default(),
        description: fields.text("description").unwrap_or_default(),
        content: fields.text("content").unwrap_or_default(),
        wrappers: wrappers(fields),
        config: match fields.map.shift_remove("config") {
            None => Value::Object(Map::new()),
            Some(config) => config,
        },
        extra: std::mem::take(&mut fields.map),
    }
}

/// Takes the wrappers of a module. Unknown names are preserved separately.
fn wrappers(fields: &mut Fields<'_>) -> Vec<Wrapper> {
    // Generated answers have a single wrapper, under a separate key.
    if !fields.map.contains_key("wrappers") {
        return fields.word("wrapper_id").into_iter().collect();
    }
    let at = fields.at("wrappers");
    let mut known = Vec::new();
    let mut unknown = Vec::new();
    for value in fields.list("wrappers") {
        match value.as_str().map(read_word) {
            Some(Ok(wrapper)) => known.push(wrapper),
            Some(Err(error)) => {
                fields
                    .diagnostics
                    .warn(UNKNOWN_WORD, at.clone(), error.unknown_word());
                unknown.push(value);
            }
            None => unknown.push(value),
        }
    }
    if !unknown.is_empty() {
        fields.set_aside("wrappers", Value::Array(unknown));
    }
    known
}

fn block(fields: &mut Fields<'_>) -> Block {
    Block {
        id: fields.text("id").unwrap_or_default(),
        order: order(fields),
        title: fields.text("title").unwrap_or_default(),
        description: fields.text("description").unwrap_or_default(),
        modules: each(fields, "modules", module),
        assets: each(fields, "assets", asset),
        extra: std::mem::take(&mut fields.map),
    }
}

fn asset(fields: &mut Fields<'_>) -> BlockAsset {
    BlockAsset {
        id: fields.text("id").unwrap_or_default(),
        r#type: fields.word("type").unwrap_or_default(),
        reference: fields.text("reference").unwrap_or_default(),
        title: fields.text("title"),
        description: fields.text("description"),
        extra: std::mem::take(&mut fields.map),
    }
}

/// Reads a single module.
pub(super) fn read_module(map: Map<String, Value>) -> Module {
    read_item(map, String::new(), &mut Diagnostics::default(), module)
}

/// Reads the assets of a block.
pub(super) fn read_assets(assets: Vec<Value>, diagnostics: &mut Diagnostics) -> Vec<BlockAsset> {
    let map = Map::from_iter([("assets".to_owned(), Value::Array(assets))]);
    each(&mut Fields::new(map, "", diagnostics), "assets", asset)
}
