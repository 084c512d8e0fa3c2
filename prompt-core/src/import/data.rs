//! Reads prompts from a JSON or YAML value, after detecting its shape.

use serde_json::{Map, Value};

use super::diagnostics::Diagnostics;
use super::messages::{self, is_conversation};
use super::{Draft, File, ImportFormat, collections, langchain, object, plain_text};

/// The maximum nesting of lists that are searched.
const DEPTH: usize = 3;

/// Reads a value of a JSON or YAML file. A requested format decides between similar shapes.
pub(super) fn read(
    value: Value,
    file: &File<'_>,
    container: ImportFormat,
    diagnostics: &mut Diagnostics,
) -> (ImportFormat, Vec<Draft>) {
    if let Some(found) = shaped(value, file, container, diagnostics, 0) {
        return found;
    }
    diagnostics.warn(
        "unknown_shape",
        "",
        format!(
            "No kind of prompt that is known has this shape; the {} was taken as text",
            container.label()
        ),
    );
    (container, vec![plain_text::read(file)])
}

fn shaped(
    value: Value,
    file: &File<'_>,
    container: ImportFormat,
    diagnostics: &mut Diagnostics,
    depth: usize,
) -> Option<(ImportFormat, Vec<Draft>)> {
    match value {
        Value::Object(map) => object_shape(map, file, container, diagnostics, depth),
        Value::Array(values) => list_shape(values, file, container, diagnostics, depth),
        _ => None,
    }
}

fn object_shape(
    mut map: Map<String, Value>,
    file: &File<'_>,
    container: ImportFormat,
    diagnostics: &mut Diagnostics,
    depth: usize,
) -> Option<(ImportFormat, Vec<Draft>)> {
    let has = |key: &str| map.contains_key(key);
    let is_text = |key: &str| map.get(key).is_some_and(Value::is_string);
    if object::is_prompt(&map) {
        return Some((container, vec![object::read(map, container)]));
    }
    if has("lc") || has("manifest") || is_text("_type") {
        return Some((ImportFormat::Langchain, vec![langchain::read(map, file)]));
    }
    if has("jsonrpc") || map.get("result").is_some_and(Value::is_object) {
        let Some(Value::Object(result)) = map.shift_remove("result") else {
            return None;
        };
        return mcp(result, file, diagnostics);
    }
    if is_list_of_names(&map) {
        return mcp(map, file, diagnostics);
    }
    if (is_text("prompt") || map.get("prompt").is_some_and(is_conversation))
        && (has("labels") || has("config") || has("commitMessage") || is_kind(&map))
    {
        return Some((
            ImportFormat::Langfuse,
            vec![collections::langfuse(map, file)],
        ));
    }
    if let Some(prompts) = map.get("prompts") {
        let own = prompts.as_array().is_some_and(|list| {
            list.iter().any(|one| {
                one.as_object()
                    .is_some_and(|map| object::is_prompt(map) || map.contains_key("content"))
            })
        });
        if own && depth < DEPTH {
            let prompts = map.shift_remove("prompts").unwrap_or_default();
            return shaped(prompts, file, container, diagnostics, depth + 1);
        }
        return Some((
            ImportFormat::Promptfoo,
            collections::promptfoo(map, file, diagnostics),
        ));
    }
    if map
        .get("prompt")
        .is_some_and(|prompt| prompt.get("id").is_some() && !has("messages"))
    {
        diagnostics.error(
            "reference_only",
            "prompt",
            "The file refers to a prompt that is stored elsewhere and holds no text".to_owned(),
            "Export the prompt's messages and import those",
        );
        return Some((ImportFormat::Openai, Vec::new()));
    }
    let is_request = map.get("messages").is_some_and(Value::is_array)
        || (has("input") && (has("model") || has("instructions")));
    if is_request {
        let format = messages::format_of(&map, container);
        return Some((format, vec![messages::request(map, format, file)]));
    }
    let is_listed = has("structuredFormat") || has("contributor") || has("slug") || has("act");
    let format = if is_listed {
        ImportFormat::PromptsChat
    } else {
        container
    };
    collections::entry(map.clone(), file, format)
        .or_else(|| only_details(map, container))
        .map(|draft| (format, vec![draft]))
}

/// Reads a prompt that has a title and no text yet.
fn only_details(map: Map<String, Value>, container: ImportFormat) -> Option<Draft> {
    let has_title = ["title", "name"]
        .iter()
        .any(|key| map.get(*key).is_some_and(|title| !title.is_null()));
    has_title.then(|| {
        let mut draft = object::read(map, container);
        draft.diagnostics.warn(
            "no_text",
            "",
            "The file has details of a prompt but no text".to_owned(),
        );
        draft
    })
}

/// Whether a map with a text under `prompt` also names a kind of prompt.
fn is_kind(map: &Map<String, Value>) -> bool {
    map.contains_key("name")
        && matches!(
            map.get("type").and_then(Value::as_str),
            None | Some("text" | "chat")
        )
        && !map.contains_key("act")
}

/// Whether this is a response to MCP's `prompts/list`, which contains names but no texts.
fn is_list_of_names(map: &Map<String, Value>) -> bool {
    map.get("prompts")
        .and_then(Value::as_array)
        .is_some_and(|list| {
            !list.is_empty()
                && list
                    .iter()
                    .all(|one| one.get("name").is_some() && one.get("arguments").is_some())
        })
}

fn mcp(
    result: Map<String, Value>,
    file: &File<'_>,
    diagnostics: &mut Diagnostics,
) -> Option<(ImportFormat, Vec<Draft>)> {
    if result.contains_key("prompts") {
        diagnostics.error(
            "reference_only",
            "prompts",
            "This is the list of a server's prompts, which has their names and not their texts"
                .to_owned(),
            "Import the answer to prompts/get of each prompt",
        );
        return Some((ImportFormat::Mcp, Vec::new()));
    }
    result.contains_key("messages").then(|| {
        let draft = messages::request(result, ImportFormat::Mcp, file);
        (ImportFormat::Mcp, vec![draft])
    })
}

fn list_shape(
    values: Vec<Value>,
    file: &File<'_>,
    container: ImportFormat,
    diagnostics: &mut Diagnostics,
    depth: usize,
) -> Option<(ImportFormat, Vec<Draft>)> {
    if depth >= DEPTH || !values.iter().all(Value::is_object) {
        return None;
    }
    let list = Value::Array(values);
    if is_conversation(&list) {
        let map = Map::from_iter([("messages".to_owned(), list)]);
        let format = match messages::format_of(&map, ImportFormat::Json) {
            ImportFormat::Mcp => ImportFormat::Mcp,
            _ => ImportFormat::Openai,
        };
        return Some((format, vec![messages::request(map, format, file)]));
    }
    let Value::Array(values) = list else {
        return None;
    };
    let mut format = None;
    let mut drafts = Vec::new();
    for (at, value) in values.into_iter().enumerate() {
        match shaped(value, file, container, diagnostics, depth + 1) {
            Some((found, more)) => {
                format.get_or_insert(found);
                drafts.extend(more);
            }
            None => diagnostics.warn(
                "unknown_shape",
                format!("[{at}]"),
                "This entry is no prompt that is known; it was left out".to_owned(),
            ),
        }
    }
    format.map(|format| (format, drafts))
}
