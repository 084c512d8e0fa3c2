//! The tools: what a model may do with prompts. None moves a label or publishes.

use std::sync::Arc;

use prompt_core::render::{CopyFormat, Role, Values, role_of};
use prompt_core::{Content, Segment, SegmentType, StructureType};
use rmcp::model::{CallToolResult, ContentBlock, ErrorData, JsonObject, Tool, ToolAnnotations};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::arguments;
use crate::library::{Change, Draft, DraftMessage, Failure, Library, NewVersion};

const SEARCH: &str = "search_prompts";
const READ: &str = "read_prompt";
const FILL: &str = "fill_prompt";
const SAVE: &str = "save_draft";
const VERSION: &str = "create_version";

/// The default and the most results of a search.
const RESULTS: (usize, usize) = (20, 50);

/// The tools for a caller.
pub fn list(can_write: bool) -> Vec<Tool> {
    let name = json!({ "type": "string", "description": "Such as code-review or @ada/code-review, also with @1.2.0 or :production" });
    let base =
        json!({ "type": "string", "description": "The version that you read, such as 1.2.0" });
    let message = json!({
        "type": "object",
        "properties": {
            "role": { "type": "string", "enum": ["system", "user", "assistant"] },
            "content": { "type": "string" }
        },
        "required": ["role", "content"],
        "additionalProperties": false,
    });
    let reads = ToolAnnotations::new().read_only(true).open_world(false);
    let mut tools = vec![
        tool(
            SEARCH,
            "Finds prompts by words in their title, description, tags and text: your own and public ones.",
            &json!({ "query": { "type": "string" }, "limit": { "type": "integer", "minimum": 1, "maximum": RESULTS.1 } }),
            &["query"],
        )
        .with_annotations(reads.clone()),
        tool(
            READ,
            "Reads a prompt as it is stored, with its variables and its version.",
            &json!({ "name": name }),
            &["name"],
        )
        .with_annotations(reads.clone()),
        tool(
            FILL,
            "Gives a prompt's text with values for its variables. A variable without a value takes its default.",
            &json!({ "name": name, "values": { "type": "object", "description": "Values by the names of variables" } }),
            &["name"],
        )
        .with_annotations(reads),
    ];
    if can_write {
        let saves = ToolAnnotations::new().read_only(false).destructive(false);
        tools.push(
            tool(
                SAVE,
                "Saves a prompt. Without a name it creates a private one. With a name it changes that prompt, and base_version must be \
                 the version you read; every former text stays in its history. A public prompt is not changed: save a new one. No label moves and nothing is published.",
                &json!({
                    "name": name, "base_version": base, "title": { "type": "string" }, "description": { "type": "string" },
                    "tags": { "type": "array", "items": { "type": "string" } },
                    "messages": { "type": "array", "items": message, "description": "The text as messages; write variables as {{name}}" },
                    "content": { "type": "object", "description": "In place of messages: the whole content as read_prompt gives it" },
                }),
                &[],
            )
            .with_annotations(saves.clone()),
        );
        tools.push(
            tool(
                VERSION,
                "Makes a named version of a prompt's current text. Labels stay where they are: a person moves them.",
                &json!({
                    "name": name, "base_version": base,
                    "type": { "type": "string", "enum": ["major", "minor", "batch"], "description": "The part of the number to raise; batch is the last" },
                    "changelog": { "type": "string", "description": "What changed" },
                }),
                &["name", "base_version", "type", "changelog"],
            )
            .with_annotations(saves),
        );
    }
    tools
}

fn tool(
    name: &'static str,
    description: &'static str,
    properties: &Value,
    required: &[&str],
) -> Tool {
    let schema = json!({
        "type": "object", "properties": properties, "required": required, "additionalProperties": false,
    });
    let schema: JsonObject = match schema {
        Value::Object(schema) => schema,
        _ => JsonObject::new(),
    };
    Tool::new(name, description, Arc::new(schema))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Search {
    query: String,
    #[serde(default)]
    limit: Option<usize>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Read {
    name: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Fill {
    name: String,
    #[serde(default)]
    values: Values,
}

/// Calls a tool. What goes wrong is a result for the model, in the words of the API.
pub async fn call<L: Library>(
    library: &L,
    caller: &L::Caller,
    tool: &str,
    arguments: JsonObject,
) -> Result<CallToolResult, ErrorData> {
    let result = match tool {
        SEARCH => search(library, caller, arguments).await,
        READ => read(library, caller, arguments).await,
        FILL => fill(library, caller, arguments).await,
        SAVE => save(library, caller, arguments).await,
        VERSION => create_version(library, caller, arguments).await,
        _ => {
            let message = format!("There is no tool {tool}");
            return Err(ErrorData::invalid_params(message, None));
        }
    };
    Ok(result.unwrap_or_else(|failure| {
        let said =
            json!({ "code": failure.code, "message": failure.message, "field": failure.field });
        let mut result = CallToolResult::error(vec![ContentBlock::text(failure.message)]);
        result.structured_content = Some(said);
        result
    }))
}

fn parsed<T: DeserializeOwned>(arguments: JsonObject) -> Result<T, Failure> {
    serde_json::from_value(Value::Object(arguments)).map_err(|error| {
        Failure::refused(
            "unreadable",
            format!("The arguments cannot be read: {error}"),
        )
    })
}

async fn search<L: Library>(
    library: &L,
    caller: &L::Caller,
    arguments: JsonObject,
) -> Result<CallToolResult, Failure> {
    let asked: Search = parsed(arguments)?;
    let limit = asked.limit.unwrap_or(RESULTS.0).clamp(1, RESULTS.1);
    let found = library.search(caller, &asked.query, limit).await?;
    Ok(CallToolResult::structured(json!({ "prompts": found })))
}

async fn read<L: Library>(
    library: &L,
    caller: &L::Caller,
    arguments: JsonObject,
) -> Result<CallToolResult, Failure> {
    let asked: Read = parsed(arguments)?;
    let loaded = library.load(caller, &asked.name, false).await?;
    let variables = arguments::of(&loaded);
    let variables: Vec<_> = variables
        .iter()
        .map(|one| json!({ "name": one.name, "kind": one.kind, "is_required": one.is_required, "schema": one.schema }))
        .collect();
    let prompt = &loaded.prompt;
    Ok(CallToolResult::structured(json!({
        "name": loaded.summary.name, "version": loaded.summary.version, "title": prompt.title,
        "description": prompt.description, "tags": prompt.tags, "structure_type": prompt.structure_type,
        "variables": variables, "content": prompt.content,
    })))
}

async fn fill<L: Library>(
    library: &L,
    caller: &L::Caller,
    arguments: JsonObject,
) -> Result<CallToolResult, Failure> {
    let asked: Fill = parsed(arguments)?;
    let loaded = library.load(caller, &asked.name, true).await?;
    let fill = || arguments::filled(&loaded, &asked.values);
    let rendered = library.in_turn(fill).await?;
    let text = match rendered.messages.as_slice() {
        [_] => rendered.copy(CopyFormat::Text),
        _ => rendered.copy(CopyFormat::Markdown),
    };
    let mut result = CallToolResult::success(vec![ContentBlock::text(text)]);
    result.structured_content = Some(json!({
        "name": loaded.summary.name, "version": loaded.summary.version,
        "messages": rendered.messages_json(), "problems": rendered.problems, "remarks": rendered.remarks,
    }));
    Ok(result)
}

fn may_write<L: Library>(library: &L, caller: &L::Caller) -> Result<(), Failure> {
    if library.can_write(caller) {
        return Ok(());
    }
    let message = "This API token may only read";
    Err(Failure::refused("insufficient_scope", message))
}

async fn save<L: Library>(
    library: &L,
    caller: &L::Caller,
    arguments: JsonObject,
) -> Result<CallToolResult, Failure> {
    may_write(library, caller)?;
    let draft: Draft = parsed(arguments)?;
    if draft.name.is_some() && draft.base_version.is_none() {
        let message = "base_version is required: the version that read_prompt gave";
        return Err(Failure::refused("required", message).at("base_version"));
    }
    let content = match (draft.messages, draft.content) {
        (Some(_), Some(_)) => {
            let message = "Send messages or content, not both";
            return Err(Failure::refused("messages_or_content", message).at("messages"));
        }
        (Some(messages), None) => {
            Some(written(library, caller, draft.name.as_deref(), messages).await?)
        }
        (None, content) => content,
    };
    let change = Change {
        base_version: draft.base_version,
        title: draft.title,
        description: draft.description,
        tags: draft.tags,
        content,
    };
    let saved = library.save(caller, draft.name.as_deref(), change).await?;
    Ok(CallToolResult::structured(json!(saved)))
}

/// The content with these messages. What else it holds, such as its variables, stays.
async fn written<L: Library>(
    library: &L,
    caller: &L::Caller,
    name: Option<&str>,
    messages: Vec<DraftMessage>,
) -> Result<Content, Failure> {
    let mut content = match name {
        None => Content::default(),
        Some(name) => {
            let loaded = library.load(caller, name, false).await?;
            if loaded.prompt.structure_type != StructureType::Standard {
                let message = format!(
                    "This prompt is written in another structure, {}: send its content",
                    loaded.prompt.structure_type.as_str()
                );
                return Err(Failure::refused("not_messages", message).at("messages"));
            }
            loaded.prompt.content
        }
    };
    let mut former = std::mem::take(&mut content.segments).into_iter();
    let segments = messages.into_iter().zip(0..).map(|(message, order)| {
        // A message in the place of one by the same speaker is that one, changed.
        let kept = former
            .next()
            .filter(|one| role_of(one.r#type) == message.role);
        Segment {
            order,
            content: message.content,
            ..kept.unwrap_or_else(|| Segment {
                r#type: match message.role {
                    Role::System => SegmentType::System,
                    Role::User => SegmentType::User,
                    Role::Assistant => SegmentType::Assistant,
                },
                ..Segment::default()
            })
        }
    });
    content.segments = segments.collect();
    Ok(content)
}

async fn create_version<L: Library>(
    library: &L,
    caller: &L::Caller,
    arguments: JsonObject,
) -> Result<CallToolResult, Failure> {
    may_write(library, caller)?;
    let new: NewVersion = parsed(arguments)?;
    let saved = library.create_version(caller, new).await?;
    Ok(CallToolResult::structured(json!(saved)))
}
