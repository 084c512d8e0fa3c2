//! Lists of prompts in the files of many programs: entries with a title and a text.

use serde_json::{Map, Value};

use super::accounting::is_long;
use super::data::{self, Found, Place};
use super::diagnostics::Diagnostics;
use super::messages::{is_conversation, segments, title_for};
use super::object::{self, Fields};
use super::{Draft, File, ImportFormat, json, plain_text, settings};
use crate::content::{Section, Segment, SegmentType};
use crate::{Category, Prompt, StructureType};

/// Keys of the text that a model gets from the user.
const TEXTS: [&str; 10] = [
    "prompt", "content", "text", "template", "body", "replace", "markdown", "form", "snippet",
    "html",
];
/// Keys of the text that sets up the model.
const SYSTEM_TEXTS: [&str; 11] = [
    "instructions",
    "instruction",
    "systemPrompt",
    "system_prompt",
    "system",
    "promptPrefix",
    "roleDefinition",
    "openAiPrompt",
    "prompt_template",
    "system_message",
    "systemMessage",
];
/// Keys of the user's text beside a text of the system. Alone they may name a person.
const USER_TEXTS: [&str; 6] = [
    "user",
    "user_prompt",
    "userPrompt",
    "user_message",
    "userMessage",
    "human_message",
];
/// Keys of the title, the best first.
const TITLES: [&str; 9] = [
    "title",
    "act",
    "name",
    "label",
    "display_name",
    "command",
    "trigger",
    "slug",
    "chatGptLabel",
];

/// Reads an entry of a list: a title and a text, or a conversation in place of the text.
pub(super) fn entry(
    mut map: Map<String, Value>,
    file: &File<'_>,
    format: ImportFormat,
) -> Option<Draft> {
    // LibreChat keeps the text of a prompt of its library one level deeper.
    if let Some(Value::Object(inner)) = map.get_mut("productionPrompt")
        && inner.get("prompt").is_some_and(Value::is_string)
        && let Some(text) = inner.shift_remove("prompt")
    {
        if inner.is_empty() {
            map.shift_remove("productionPrompt");
        }
        map.insert("prompt".to_owned(), text);
    }
    take_from_tags(&mut map);
    let is_worker = is_worker(&map);
    let is_text = |key: &&str| {
        map.get(*key)
            .is_some_and(|value| value.is_string() || is_conversation(value))
    };
    let is_list = |key: &&str| map.get(*key).and_then(lines).is_some();
    let mut user = TEXTS.into_iter().find(is_text);
    user = user.or_else(|| TEXTS.into_iter().find(is_list));
    let mut system = SYSTEM_TEXTS.into_iter().find(is_text);
    if user.is_none() && system.is_some() {
        user = USER_TEXTS.into_iter().find(is_text);
    }
    if user.is_none() && system.is_none() {
        // An empty context is a prompt without text.
        user = Some("context").filter(is_text);
    }
    let answer = answer_key(&map, user);
    if user.is_none() && answer == Some("output") {
        // An example may have no input.
        user = Some("input").filter(|key| map.get(*key).is_some_and(|text| text != ""));
    }
    // Open WebUI keeps the text of a model among its parameters.
    let nested = ["params", "data", "config"].into_iter().find(|key| {
        map.get(*key)
            .filter(|inner| inner.get("messages").is_none())
            .and_then(|inner| inner.get("system"))
            .is_some_and(Value::is_string)
    });
    let is_none = user.is_none() && system.is_none();
    if is_none && nested.is_none() && !is_worker {
        return None;
    }
    let mut diagnostics = Diagnostics::default();
    let mut prompt = Prompt::default();
    if is_worker {
        in_sections(
            &mut prompt,
            take_all(&mut map, |key, _| WORKER.contains(&key)),
        );
        (user, system) = (None, None);
    }
    let mut fields = Fields::new(map, "", &mut diagnostics);
    let mut messages = Vec::new();
    if is_none && !is_worker {
        let inner = nested
            .and_then(|key| fields.map.get_mut(key))
            .and_then(Value::as_object_mut)
            .and_then(|inner| inner.shift_remove("system"));
        messages.push((SegmentType::System, inner.unwrap_or_default()));
    }
    // What Roo adds to the role of a mode.
    let more =
        Some("customInstructions").filter(|key| system.is_some() && is_text_in(&fields.map, key));
    for (key, kind) in [
        (system.take(), SegmentType::System),
        (more, SegmentType::System),
        (user, SegmentType::Instruction),
        (answer, SegmentType::Assistant),
    ] {
        if let Some(text) = key.and_then(|key| fields.map.shift_remove(key)) {
            messages.push((kind, text));
        }
    }
    let has_system = messages.len() > 1;
    for (kind, text) in messages {
        match text {
            Value::Array(list) if list.iter().any(|one| !one.is_string()) => prompt
                .content
                .segments
                .extend(segments(list, fields.diagnostics)),
            Value::String(text) if kind != SegmentType::Assistant && is_text_of_messages(&text) => {
                if let Ok(Value::Array(list)) = json::read(&text, fields.diagnostics) {
                    let more = segments(list, fields.diagnostics);
                    prompt.content.segments.extend(more);
                    fields.diagnostics.taken(text);
                }
            }
            text => prompt.content.segments.push(Segment {
                r#type: match kind {
                    SegmentType::Instruction if has_system => SegmentType::User,
                    kind => kind,
                },
                content: match text {
                    Value::String(text) => text,
                    text => lines(&text).unwrap_or_default(),
                },
                ..Segment::default()
            }),
        }
    }
    in_order(&mut prompt.content.segments);
    show(&mut fields.map);
    let title = TITLES
        .iter()
        .find(|key| {
            let value = fields.map.get(**key);
            value.is_some_and(|value| match value {
                Value::String(text) => !text.trim().is_empty(),
                value => value.is_number(),
            })
        })
        .and_then(|key| fields.text(key));
    for key in ["description", "desc", "oneliner"] {
        if prompt.description.is_empty() && fields.map.get(key).is_some_and(Value::is_string) {
            prompt.description = fields.text(key).unwrap_or_default();
        }
    }
    // The path of a prompt at Humanloop ends in its name.
    let path = (format == ImportFormat::Humanloop).then(|| fields.text("path"));
    let title = title.or_else(|| {
        let path = path.flatten()?;
        let (folder, name) = path.rsplit_once('/').unwrap_or(("", &path));
        if !folder.is_empty() {
            fields.map.insert("folder".to_owned(), Value::from(folder));
        }
        fields.diagnostics.taken(path.clone());
        Some(name.to_owned())
    });
    prompt.tags = fields.tags("tags").unwrap_or_default();
    let category = fields.map.get("category").and_then(Value::as_str);
    if let Some(category) = category.and_then(|word| object::read_word::<Category>(word).ok()) {
        prompt.category = category;
        if let Some(word) = fields.text("category") {
            fields.diagnostics.taken(word);
        }
    }
    let rest = fields.rest();
    let is_blank = |one: &Segment| one.content.trim().is_empty();
    if !is_worker && prompt.content.segments.iter().all(is_blank) {
        diagnostics.warn("no_text", "", "The entry has no text".to_owned());
    }
    prompt.title = title.unwrap_or_else(|| match prompt.content.sections.first() {
        Some(first) => plain_text::first_line(&first.content),
        None => title_for(file, &prompt.content.segments),
    });
    settings::of_entry(&mut prompt, &rest);
    if let Some(language) = settings::template_language(&rest) {
        prompt.content.set_template_language(language);
    }
    object::keep(&mut prompt, format, rest);
    Some(Draft::new(prompt, diagnostics))
}

/// The keys of what `CrewAI` tells an agent, and of its tasks.
const WORKER: [&str; 5] = [
    "role",
    "goal",
    "backstory",
    "description",
    "expected_output",
];

/// Whether an entry is an agent of `CrewAI` or a task of one.
fn is_worker(map: &Map<String, Value>) -> bool {
    let has = |key: &str| map.get(key).is_some_and(Value::is_string);
    (has("role") && (has("goal") || has("backstory")))
        || (has("description") && has("expected_output"))
}

/// Takes the texts with these keys, of which lists are lines.
fn take_all(
    map: &mut Map<String, Value>,
    is_wanted: fn(&str, &str) -> bool,
) -> Vec<(String, String)> {
    let texts = map.iter().filter_map(|(key, value)| {
        let text = match value {
            Value::String(text) => text.clone(),
            value => lines(value)?,
        };
        is_wanted(key, &text).then(|| (key.clone(), text))
    });
    let texts: Vec<_> = texts.collect();
    for (key, _) in &texts {
        map.shift_remove(key);
    }
    texts
}

/// Gives a prompt a section for every text, which its key is the title of.
fn in_sections(prompt: &mut Prompt, texts: Vec<(String, String)>) {
    prompt.structure_type = StructureType::Structured;
    let sections = texts
        .into_iter()
        .enumerate()
        .map(|(at, (key, content))| Section {
            order: u32::try_from(at).unwrap_or(u32::MAX),
            title: plain_text::title_from_name(Some(&key)).unwrap_or(key),
            content,
            ..Section::default()
        });
    prompt.content.sections.extend(sections);
}

/// Takes the longer texts of an entry that has none under a key that is known. Returns whether there are any.
pub(super) fn take_unknown_texts(prompt: &mut Prompt, map: &mut Map<String, Value>) -> bool {
    let texts = take_all(map, |key, text| {
        !matches!(key, "title" | "name" | "description" | "tags") && is_long(text)
    });
    let is_any = !texts.is_empty();
    if is_any {
        in_sections(prompt, texts);
    }
    is_any
}

/// The lines of a list of texts.
fn lines(value: &Value) -> Option<String> {
    let list = value.as_array().filter(|list| !list.is_empty())?;
    let lines: Option<Vec<&str>> = list.iter().map(Value::as_str).collect();
    Some(lines?.join("\n"))
}

/// Whether a text is a list of messages, written as JSON.
pub(super) fn is_text_of_messages(text: &str) -> bool {
    text.trim_start().starts_with('[')
        && serde_json::from_str(text).is_ok_and(|value| is_conversation(&value))
}

/// Takes the text that `MLflow`'s registry keeps among the tags of a version.
fn take_from_tags(map: &mut Map<String, Value>) {
    const KEY: &str = "mlflow.prompt.text";
    let text = match map.get_mut("tags") {
        Some(Value::Object(tags)) => tags.shift_remove(KEY),
        Some(Value::Array(tags)) => {
            let found = tags
                .iter_mut()
                .find(|tag| tag.get("key").is_some_and(|key| key == KEY));
            found.and_then(|tag| tag.get_mut("value").map(Value::take))
        }
        _ => None,
    };
    if let Some(text) = text {
        map.insert("template".to_owned(), text);
    }
}

/// Takes the name and the description that a custom GPT shows out of the map that it keeps them in.
fn show(map: &mut Map<String, Value>) {
    for key in ["name", "description"] {
        if !map.contains_key(key)
            && let Some(Value::Object(shown)) = map.get_mut("display")
            && let Some(text) = shown.shift_remove(key)
        {
            map.insert(key.to_owned(), text);
        }
    }
}

/// Numbers segments by their places.
pub(super) fn in_order(segments: &mut [Segment]) {
    for (order, segment) in segments.iter_mut().enumerate() {
        segment.order = u32::try_from(order).unwrap_or(u32::MAX);
    }
}

fn is_text_in(map: &Map<String, Value>, key: &str) -> bool {
    let text = map.get(key).and_then(Value::as_str);
    text.is_some_and(|text| !text.trim().is_empty())
}

/// The key of the answer in an example of a conversation, as a model learns from.
fn answer_key(map: &Map<String, Value>, user: Option<&str>) -> Option<&'static str> {
    let is_text = |key: &str| map.get(key).is_some_and(Value::is_string);
    let key = match user {
        Some(user) if USER_TEXTS.contains(&user) => "assistant",
        Some("prompt") => "completion",
        None if is_text("instruction") && is_text("input") => "output",
        _ => return None,
    };
    is_text(key).then_some(key)
}

/// The program that wrote an entry, by keys that only it has.
pub(super) fn program(map: &Map<String, Value>) -> Option<ImportFormat> {
    let has = |key: &str| map.contains_key(key);
    let inner = |key: &str, name: &str| map.get(key).is_some_and(|one| one.get(name).is_some());
    Some(
        if has("promptPrefix") || has("chatGptLabel") || has("productionPrompt") {
            ImportFormat::Librechat
        } else if inner("params", "system") || (has("command") && has("content")) {
            ImportFormat::OpenWebui
        } else if has("trigger") || has("triggers") {
            ImportFormat::Espanso
        } else if has("keyword") && has("text") {
            ImportFormat::Raycast
        } else if has("context") && (has("avatar") || has("modelConfig")) {
            ImportFormat::Nextchat
        } else if has("roleDefinition") {
            ImportFormat::Roo
        } else if has("conversation_starters") || has("short_url") {
            ImportFormat::Chatgpt
        } else if has("prompt_template") && has("uuid") {
            ImportFormat::Claude
        } else if has("template") && has("path") && (has("version_id") || has("endpoint")) {
            ImportFormat::Humanloop
        } else if has("template")
            && (has("commit_message")
                || has("creation_timestamp")
                || (has("name") && has("version") && !has("act")))
        {
            ImportFormat::Mlflow
        } else if has("instruction") && (has("welcomeMessage") || has("avatarURL")) {
            ImportFormat::Typingmind
        } else if has("openAiPrompt") {
            // `AnythingLLM` has no format of its own here, and a slug.
            return None;
        } else if has("structuredFormat") || has("contributor") || has("slug") || has("act") {
            ImportFormat::PromptsChat
        } else {
            return None;
        },
    )
}

/// Keys of lists whose every entry is meant to be a prompt.
pub(super) const LISTS: [&str; 4] = ["prompts", "snippets", "templates", "matches"];
/// Keys under which programs keep their prompts by name.
pub(super) const MAPS: [&str; 7] = [
    "prompts", "masks", "agent", "command", "agents", "commands", "mode",
];

/// Reads the lists of prompts that a map holds. Everything else of the map stays with the first prompt.
pub(super) fn lists(
    mut map: Map<String, Value>,
    place: &Place<'_>,
    diagnostics: &mut Diagnostics,
) -> Option<Found> {
    if !place.is_searched() {
        return None;
    }
    let is_crew = |value: &Value| value.as_object().is_some_and(is_worker);
    if !map.is_empty() && map.values().all(is_crew) {
        map = Map::from_iter([(MAPS[4].to_owned(), Value::Object(map))]);
    }
    let program = program_of_file(&map);
    let folders = folders(&map);
    let mut format = None;
    let mut drafts = Vec::new();
    let keys: Vec<String> = map.keys().cloned().collect();
    for key in keys {
        let mut inside = place.inside(&format!(".{key}"));
        inside.program = program;
        let before = drafts.len();
        match map.get_mut(&key) {
            Some(Value::Array(list)) if list.iter().any(Value::is_object) => {
                let is_list_of_prompts = LISTS.contains(&key.as_str());
                let mut kept = Vec::new();
                for (at, mut value) in std::mem::take(list).into_iter().enumerate() {
                    name_folder(&mut value, &folders);
                    let inside = inside.inside(&format!("[{at}]"));
                    if let Some((found, more)) = data::shaped(value.clone(), &inside, diagnostics) {
                        format.get_or_insert(found);
                        drafts.extend(more);
                        continue;
                    }
                    if is_list_of_prompts {
                        diagnostics.warn(
                            "no_text",
                            inside.path.clone(),
                            format!("Entry {} holds no text; no prompt was made of it", at + 1),
                        );
                    }
                    kept.push(value);
                }
                *list = kept;
            }
            Some(Value::Object(entries))
                if (MAPS.contains(&key.as_str())
                    || (key == "tasks" && entries.values().all(is_crew)))
                    && entries.values().all(|entry| {
                        entry.is_object() || (key == "prompts" && entry.is_string())
                    }) =>
            {
                let mut kept = Map::new();
                for (name, value) in std::mem::take(entries) {
                    let inside = inside.inside(&format!(".{name}"));
                    let named = named(value.clone(), &name);
                    match data::shaped(named, &inside, diagnostics) {
                        Some((found, more)) => {
                            format.get_or_insert(found);
                            drafts.extend(more);
                        }
                        None => {
                            kept.insert(name, value);
                        }
                    }
                }
                *entries = kept;
            }
            Some(Value::Object(inner))
                if key.ends_with("-store") || matches!(key.as_str(), "data" | "state") =>
            {
                let inner = std::mem::take(inner);
                if let Some((found, more)) = lists(inner.clone(), &inside, diagnostics) {
                    format.get_or_insert(found);
                    drafts.extend(more);
                    map.shift_remove(&key);
                } else {
                    map.insert(key.clone(), Value::Object(inner));
                }
            }
            _ => {}
        }
        if program == Some(ImportFormat::Opencode) {
            drafts[before..]
                .iter_mut()
                .for_each(|draft| speak(&mut draft.prompt, &key));
        }
    }
    if drafts.is_empty() && !map.contains_key("prompts") {
        return None;
    }
    map.retain(|_, value| {
        !(value.is_null()
            || value.as_array().is_some_and(Vec::is_empty)
            || value.as_object().is_some_and(Map::is_empty))
    });
    if let Some(first) = drafts.first_mut() {
        object::keep_file(&mut first.prompt, map);
    }
    Some((program.or(format).unwrap_or(place.container), drafts))
}

/// Sets the role of a text of opencode: agents are set up by it, commands are sent.
fn speak(prompt: &mut Prompt, key: &str) {
    let role = match key {
        "agent" | "agents" | "mode" => SegmentType::System,
        _ => SegmentType::User,
    };
    if let [only] = &mut prompt.content.segments[..] {
        only.r#type = role;
    }
}

fn program_of_file(map: &Map<String, Value>) -> Option<ImportFormat> {
    let has = |key: &str| map.contains_key(key);
    Some(if has("customModes") {
        ImportFormat::Roo
    } else if has("mask-store") || has("prompt-store") || has("masks") {
        ImportFormat::Nextchat
    } else if has("userCharacters")
        || map
            .get("data")
            .is_some_and(|data| data.get("userCharacters").is_some())
    {
        ImportFormat::Typingmind
    } else if has("matches") {
        ImportFormat::Espanso
    } else if (has("agent") || has("command")) && !has("prompts") {
        ImportFormat::Opencode
    } else if has("prompts") && (has("models") || has("rules") || has("schema")) {
        ImportFormat::Continue
    } else if has("prompts") && has("folders") {
        ImportFormat::PromptGenius
    } else {
        return None;
    })
}

/// The names of the folders of a library, by their ids.
fn folders(map: &Map<String, Value>) -> Vec<(Value, String)> {
    let list = map.get("folders").and_then(Value::as_array);
    list.into_iter()
        .flatten()
        .filter_map(|folder| {
            let name = folder
                .get("name")
                .or_else(|| folder.get("title"))?
                .as_str()?;
            Some((folder.get("id")?.clone(), name.to_owned()))
        })
        .collect()
}

/// Adds the name of its folder to an entry.
fn name_folder(value: &mut Value, folders: &[(Value, String)]) {
    let Some(entry) = value.as_object_mut() else {
        return;
    };
    let id = ["folderId", "folder_id", "folderID", "folder"]
        .iter()
        .find_map(|key| entry.get(*key))
        .filter(|id| !id.is_null());
    if let Some((_, name)) = id.and_then(|id| folders.iter().find(|(one, _)| one == id)) {
        entry.insert("folder".to_owned(), Value::from(name.as_str()));
    }
}

/// Adds the key of an entry as its name, unless it has one. A text alone is the text of a prompt.
fn named(mut value: Value, name: &str) -> Value {
    if value.is_string() {
        value = Value::Object(Map::from_iter([("text".to_owned(), value)]));
    }
    if let Some(entry) = value.as_object_mut()
        && !TITLES.iter().any(|key| entry.contains_key(*key))
    {
        entry.insert("name".to_owned(), Value::from(name));
    }
    value
}

/// Takes title, description and tags of a single prompt from the map around it.
pub(super) fn name_by(prompt: &mut Prompt, map: &mut Map<String, Value>) {
    let text = |map: &Map<String, Value>, key: &str| {
        let text = map.get(key).and_then(Value::as_str);
        text.filter(|text| !text.trim().is_empty())
            .map(str::to_owned)
    };
    let key = TITLES.iter().find(|key| text(map, key).is_some());
    if let Some(title) = key.and_then(|key| map.shift_remove(*key)) {
        title
            .as_str()
            .unwrap_or_default()
            .clone_into(&mut prompt.title);
    }
    if prompt.description.is_empty()
        && let Some(description) = text(map, "description")
    {
        prompt.description = description;
        map.shift_remove("description");
    }
}
