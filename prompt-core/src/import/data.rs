//! Reads prompts from a JSON, YAML or TOML value, after detecting its shape.

use serde_json::{Map, Value};

use super::diagnostics::Diagnostics;
use super::messages::{self, is_conversation};
use super::{
    Draft, File, ImportFormat, accounting, chats, collections, helicone, langchain, library,
    object, plain_text,
};
use crate::Prompt;

/// The maximum nesting of lists that are searched.
const DEPTH: usize = 4;
/// The maximum nesting of maps of prompts that are searched.
const STEPS: usize = 8;
/// The longest step of a path in bytes. A path is repeated for every value below it.
const STEP_BYTES: usize = 100;
/// Keys of the request or the prompt that a file wraps.
const WRAPPERS: [&str; 11] = [
    "body",
    "workspace",
    "params",
    "gizmo",
    "data",
    "prompt",
    "mask",
    "preset",
    helicone::KEYS[0],
    helicone::KEYS[1],
    helicone::KEYS[2],
];

/// The prompts of a value, with their format.
pub(super) type Found = (ImportFormat, Vec<Draft>);

/// Where a value stands in its file.
pub(super) struct Place<'a> {
    pub(super) file: &'a File<'a>,
    pub(super) container: ImportFormat,
    pub(super) path: String,
    /// The program whose file this is, if its keys tell.
    pub(super) program: Option<ImportFormat>,
    depth: usize,
    /// The number of steps from the file.
    steps: usize,
}

impl<'a> Place<'a> {
    pub(super) fn of(file: &'a File<'a>, container: ImportFormat) -> Self {
        Self {
            file,
            container,
            path: String::new(),
            program: None,
            depth: 0,
            steps: 0,
        }
    }

    /// Whether maps of prompts are still searched here.
    pub(super) fn is_searched(&self) -> bool {
        self.steps < STEPS
    }

    /// Whether this is an entry of a list or a map that is meant to hold prompts.
    fn is_entry(&self) -> bool {
        let parent = self
            .path
            .rsplit_once(['.', '['])
            .map_or("", |(parent, _)| parent);
        let key = parent.rsplit('.').next().unwrap_or_default();
        library::LISTS.contains(&key) || library::MAPS.contains(&key)
    }

    /// The place of a value inside this one.
    pub(super) fn inside(&self, step: &str) -> Self {
        let path = format!("{}{}", self.path, short_step(step));
        Self {
            path: path.trim_start_matches('.').to_owned(),
            depth: self.depth + usize::from(step.starts_with('[')),
            steps: self.steps + 1,
            ..*self
        }
    }
}

/// A step of a path, cut if it is long.
pub(super) fn short_step(step: &str) -> &str {
    &step[..step.floor_char_boundary(STEP_BYTES)]
}

/// Reads a value of a file. A requested format decides between similar shapes.
pub(super) fn read(
    value: Value,
    file: &File<'_>,
    container: ImportFormat,
    diagnostics: &mut Diagnostics,
) -> Found {
    let is_own = value.as_object().is_some_and(object::is_prompt);
    let whole = (!is_own).then(|| value.clone());
    if let Some(found) = shaped(value, &Place::of(file, container), diagnostics) {
        if let Some(whole) = whole {
            accounting::check(&whole, &found.1, diagnostics, file.text);
        }
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

pub(super) fn shaped(
    value: Value,
    place: &Place<'_>,
    diagnostics: &mut Diagnostics,
) -> Option<Found> {
    match value {
        Value::Object(map) => object_shape(map, place, diagnostics),
        Value::Array(values) => list_shape(values, place, diagnostics),
        _ => None,
    }
}

fn object_shape(
    mut map: Map<String, Value>,
    place: &Place<'_>,
    diagnostics: &mut Diagnostics,
) -> Option<Found> {
    let (file, container) = (place.file, place.container);
    helicone::parse_messages(&mut map, diagnostics);
    helicone::take_newest(&mut map);
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
        let mut found = mcp(result, file, diagnostics)?;
        if let Some(draft) = found.1.first_mut() {
            object::keep_file(&mut draft.prompt, map);
        }
        return Some(found);
    }
    if is_list_of_names(&map) {
        return mcp(map, file, diagnostics);
    }
    if let Some(draft) = messages::gemini(&map, file) {
        return Some((ImportFormat::Gemini, vec![draft]));
    }
    if let Some(found) = chats::read(&map, file) {
        return Some(found);
    }
    if (is_text("prompt") || map.get("prompt").is_some_and(is_conversation))
        && (has("labels") || has("config") || has("commitMessage") || is_kind(&map))
        && place.program.or(library::program(&map)).is_none()
    {
        return Some((
            ImportFormat::Langfuse,
            vec![collections::langfuse(map, file)],
        ));
    }
    if collections::is_promptfoo(&map) {
        return Some((
            ImportFormat::Promptfoo,
            collections::promptfoo(map, file, diagnostics),
        ));
    }
    let is_request = map.get("messages").is_some_and(Value::is_array)
        || (has("input")
            && (has("model") || has("instructions") || map.get("id").is_some_and(is_stored_id)));
    let is_reference = map
        .get("prompt")
        .is_some_and(|prompt| prompt.get("id").is_some() && !has_text(prompt));
    if is_reference && !is_request {
        let id = map
            .get("prompt")
            .and_then(|prompt| prompt.get("id")?.as_str());
        let id = id.map_or_else(String::new, |id| format!(" ({})", short_step(id)));
        diagnostics.error(
            "reference_only",
            place.inside(".prompt").path,
            format!("The file refers to a prompt that is stored elsewhere{id} and holds no text"),
            "Copy the prompt's messages from the page where it is stored, and import those",
        );
        return Some((ImportFormat::Openai, Vec::new()));
    }
    if is_request {
        let format = messages::format_of(&map, container);
        return Some((format, vec![messages::request(map, format, file)]));
    }
    let program = place.program.or(library::program(&map));
    let format = program.unwrap_or(container);
    // The name of a file is no title of one of its entries.
    let named = if place.depth == 0 { file.name } else { None };
    let entry_file = File {
        text: file.text,
        name: named,
    };
    if let Some(draft) = library::entry(map.clone(), &entry_file, format) {
        return Some((format, vec![draft]));
    }
    for key in WRAPPERS {
        if let Some(inner) = map
            .get(key)
            .filter(|inner| inner.is_object() || inner.is_array())
            && place.depth < DEPTH
        {
            let mut problems = Diagnostics::default();
            let mut inside = place.inside(&format!(".{key}"));
            inside.depth += 1;
            inside.program = (key == "gizmo").then_some(ImportFormat::Chatgpt);
            if let Some((found, mut drafts)) = shaped(inner.clone(), &inside, &mut problems)
                && !drafts.is_empty()
            {
                diagnostics.extend(problems.into_list());
                map.shift_remove(key);
                if let [only] = &mut drafts[..] {
                    library::name_by(&mut only.prompt, &mut map);
                }
                object::keep_file(&mut drafts[0].prompt, map);
                let found = match key {
                    "gizmo" => ImportFormat::Chatgpt,
                    key if helicone::KEYS.contains(&key) => {
                        drafts.iter_mut().for_each(helicone::with_our_variables);
                        ImportFormat::Helicone
                    }
                    _ => found,
                };
                return Some((found, drafts));
            }
        }
    }
    if place.depth < DEPTH
        && let Some(found) = library::lists(map.clone(), place, diagnostics)
    {
        return Some(found);
    }
    only_details(map, place).map(|draft| (format, vec![draft]))
}

/// Whether an id is that of a prompt stored at `OpenAI`.
fn is_stored_id(id: &Value) -> bool {
    id.as_str().is_some_and(|id| id.starts_with("pmpt_"))
}

/// Whether a stored prompt comes with its text.
fn has_text(prompt: &Value) -> bool {
    [
        "messages",
        "input",
        "instructions",
        "content",
        "template",
        "prompt",
        "text",
    ]
    .iter()
    .any(|key| prompt.get(*key).is_some())
}

/// Reads a prompt that has a title and no text yet.
fn only_details(mut map: Map<String, Value>, place: &Place<'_>) -> Option<Draft> {
    let has_title = ["title", "name"]
        .iter()
        .any(|key| map.get(*key).is_some_and(|title| !title.is_null()));
    // Any list may hold maps with names.
    let is_meant = place.depth == 0 || place.is_entry();
    if !has_title || !is_meant {
        return None;
    }
    let mut prompt = Prompt::default();
    let has_text = library::take_unknown_texts(&mut prompt, &mut map);
    if place.depth > 0 && !has_text {
        return None;
    }
    let mut draft = object::read(map, place.container);
    if has_text {
        draft.prompt.structure_type = prompt.structure_type;
        draft.prompt.content.sections = prompt.content.sections;
        draft.diagnostics.info(
            "unknown_keys",
            "",
            "No key of a text is known; each of the longer texts became a section".to_owned(),
        );
    } else {
        draft.diagnostics.warn(
            "no_text",
            "",
            "The file has details of a prompt but no text".to_owned(),
        );
    }
    Some(draft)
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
    place: &Place<'_>,
    diagnostics: &mut Diagnostics,
) -> Option<Found> {
    if place.depth >= DEPTH || !values.iter().all(Value::is_object) {
        return None;
    }
    let list = Value::Array(values);
    if is_conversation(&list) {
        let map = Map::from_iter([("messages".to_owned(), list)]);
        let format = match messages::format_of(&map, ImportFormat::Json) {
            ImportFormat::Mcp => ImportFormat::Mcp,
            _ => ImportFormat::Openai,
        };
        return Some((format, vec![messages::request(map, format, place.file)]));
    }
    let Value::Array(values) = list else {
        return None;
    };
    let mut format = None;
    let mut drafts = Vec::new();
    let mut problems = Diagnostics::default();
    for (at, value) in values.into_iter().enumerate() {
        let inside = place.inside(&format!("[{at}]"));
        match shaped(value, &inside, &mut problems) {
            Some((found, more)) => {
                format.get_or_insert(found);
                drafts.extend(more);
            }
            None => problems.warn(
                "unknown_shape",
                inside.path,
                "This entry is no prompt that is known; it was left out".to_owned(),
            ),
        }
    }
    let format = format?;
    diagnostics.extend(problems.into_list());
    Some((format, drafts))
}
