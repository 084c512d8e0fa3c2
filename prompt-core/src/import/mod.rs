//! Imports prompts from files: the seven export formats, and the formats of other programs.
//!
//! Import never panics, reports the location of each problem, and never executes, includes or fetches
//! anything a file refers to. Data without a field in a prompt is stored in the content under
//! [`IMPORTED`].

mod accounting;
mod chats;
mod collections;
mod data;
mod decode;
mod detect;
mod diagnostics;
mod documents;
mod dotprompt;
mod fields;
mod folder;
mod format;
mod front_matter;
mod helicone;
mod html;
mod json;
mod langchain;
mod library;
mod lines;
mod markdown;
mod messages;
mod object;
mod plain_text;
mod poml;
mod prompty;
mod settings;
mod snippet;
mod source;
mod table;
mod tests;
mod toml;
mod variables;
mod xml;
mod yaml;

use serde::Serialize;
use serde_json::{Map, Value};

use crate::limits;
use crate::{Diagnostic, Prompt};

pub use folder::{NamedFile, file_groups, import_files, import_group, kept_files};
pub use format::ImportFormat;
pub use object::IMPORTED;
pub use source::{export_for_tool, export_to_source, is_instructions, rewrite_file, source_format};

use diagnostics::Diagnostics;

/// The maximum size of an import file in bytes.
pub const FILE_BYTES: usize = 12 * 1024 * 1024;
/// The maximum number of prompts read from one file.
pub const PROMPTS_PER_FILE: usize = 2_000;
/// What a file of UTF-8 may begin with.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";
/// The deepest nesting of a value. JSON is read to a depth of 128, the levels around the value included.
const VALUE_DEPTH: usize = 110;

/// The result of an import.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Imported {
    /// The format of the file.
    pub format: ImportFormat,
    /// The prompts of the file.
    pub prompts: Vec<ImportedPrompt>,
    /// Diagnostics of the file as a whole. If there are no prompts, they contain the reason.
    pub diagnostics: Vec<Diagnostic>,
}

/// One prompt of a file.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ImportedPrompt {
    /// The prompt, normalised: orders without gaps, every item with an id.
    pub prompt: Prompt,
    /// Warnings about data that was changed, dropped or guessed.
    pub diagnostics: Vec<Diagnostic>,
}

/// A prompt while it is read.
struct Draft {
    prompt: Prompt,
    diagnostics: Diagnostics,
}

impl Draft {
    fn new(prompt: Prompt, diagnostics: Diagnostics) -> Self {
        Self {
            prompt,
            diagnostics,
        }
    }
}

/// The input of a reader.
struct File<'a> {
    text: &'a str,
    name: Option<&'a str>,
}

/// Imports the prompts of a file. Unless a format is given, it is detected by content, then by file
/// name. Items without an id get one derived from their texts.
pub fn import(bytes: &[u8], file_name: Option<&str>, format: Option<ImportFormat>) -> Imported {
    let mut diagnostics = Diagnostics::default();
    let fallback = format.unwrap_or(ImportFormat::PlainText);
    let mut text = None;
    let (format, drafts) = if bytes.len() > FILE_BYTES {
        diagnostics.error(
            "file_too_large",
            "",
            format!(
                "The file has {} bytes; at most {FILE_BYTES} are read",
                bytes.len()
            ),
            "Split the file",
        );
        (fallback, Vec::new())
    } else {
        text = decode::decode(bytes, &mut diagnostics);
        match &text {
            Some(text) if text.trim().is_empty() => (fallback, Vec::new()),
            Some(text) => {
                let file = File {
                    text,
                    name: file_name,
                };
                detect::read(&file, format, &mut diagnostics)
            }
            None => (fallback, Vec::new()),
        }
    };
    if drafts.is_empty() && diagnostics.is_empty() {
        diagnostics.error(
            "empty",
            "",
            "The file is empty".to_owned(),
            "Choose a file that holds a prompt",
        );
    }
    if drafts.len() > PROMPTS_PER_FILE {
        diagnostics.warn(
            "too_many_prompts",
            "",
            format!(
                "The file has {} prompts; the first {PROMPTS_PER_FILE} were read",
                drafts.len()
            ),
        );
    }
    let mut prompts: Vec<ImportedPrompt> = drafts
        .into_iter()
        .take(PROMPTS_PER_FILE)
        .map(finish)
        .collect();
    if let (Some(text), [only]) = (&text, &mut prompts[..]) {
        let file = File {
            text,
            name: file_name,
        };
        only.diagnostics.extend(source::keep(
            &mut only.prompt,
            &file,
            format,
            bytes.starts_with(BYTE_ORDER_MARK),
        ));
    }
    Imported {
        format,
        prompts,
        diagnostics: diagnostics.into_list(),
    }
}

/// Whether the title of a file's only prompt is the name of the file, or of its folder.
pub fn is_titled_by_name(bytes: &[u8], file_name: &str, prompt: &Prompt) -> bool {
    let other = source::other_name(file_name);
    let others = import(bytes, Some(&other), None).prompts;
    matches!(&others[..], [other] if other.prompt.title != prompt.title)
}

/// Normalises a prompt and limits its details.
fn finish(draft: Draft) -> ImportedPrompt {
    let Draft {
        mut prompt,
        mut diagnostics,
    } = draft;
    if prompt.title.trim().is_empty() {
        prompt.title = Prompt::new(prompt.prompt_type).title;
    }
    let (in_title, in_tags) = prompt.keep_names_on_one_line();
    for place in [in_title.then_some("title"), in_tags.then_some("tags")]
        .into_iter()
        .flatten()
    {
        diagnostics.warn(
            "control_characters",
            place,
            "Line breaks, tabs and other control characters became blanks".to_owned(),
        );
    }
    cut(
        &mut prompt.title,
        limits::TITLE_CHARS,
        "title",
        &mut diagnostics,
    );
    cut(
        &mut prompt.description,
        limits::DESCRIPTION_CHARS,
        "description",
        &mut diagnostics,
    );
    for tag in &mut prompt.tags {
        cut(tag, limits::TAG_CHARS, "tags", &mut diagnostics);
    }
    prompt.tags = crate::text::clean_tags(std::mem::take(&mut prompt.tags));
    prompt.tags.truncate(limits::TAGS);
    if flatten_values(&mut prompt) {
        diagnostics.warn(
            "too_deep",
            "",
            format!("Values stand in each other more than {VALUE_DEPTH} deep; the inner ones are kept as text"),
        );
    }
    diagnostics.extend(prompt.content.normalise_read());
    ImportedPrompt {
        prompt,
        diagnostics: diagnostics.into_list(),
    }
}

/// Turns values that nest too deeply into texts of JSON; returns whether there are any.
fn flatten_values(prompt: &mut Prompt) -> bool {
    let content = &mut prompt.content;
    let segments = content.segments.iter_mut().map(|one| &mut one.extra);
    let sections = content.sections.iter_mut().map(|one| &mut one.extra);
    let modules = content.modules.iter_mut().map(|one| &mut one.extra);
    let own = [
        &mut content.extra,
        &mut prompt.asset_fields,
        &mut prompt.asset_metadata,
    ];
    let maps = own.into_iter().chain(segments).chain(sections);
    let values = maps.chain(modules).flat_map(Map::values_mut);
    values.fold(false, |is_deep, value| {
        is_deep | flatten(value, VALUE_DEPTH)
    })
}

fn flatten(value: &mut Value, depth: usize) -> bool {
    let is_nested = value.is_array() || value.is_object();
    if is_nested && depth == 0 {
        *value = Value::from(value.to_string());
        return true;
    }
    let inside = |is_deep: bool, value: &mut Value| is_deep | flatten(value, depth - 1);
    match value {
        Value::Array(values) => values.iter_mut().fold(false, inside),
        Value::Object(map) => map.values_mut().fold(false, inside),
        _ => false,
    }
}

fn cut(text: &mut String, limit: usize, place: &str, diagnostics: &mut Diagnostics) {
    if let Some((end, _)) = text.char_indices().nth(limit) {
        text.truncate(end);
        diagnostics.warn(
            "cut",
            place,
            format!("Longer than {limit} characters; the rest was cut"),
        );
    }
}
