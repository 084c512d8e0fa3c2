//! Parses a model's answer.

use serde_json::{Map, Value};

use crate::content::{Block, Content, Module, Section, Segment, SegmentType, Wrapper};
use crate::messages::Message;
use crate::prompt::StructureType;
use crate::{Error, ErrorKind};

/// Parses a model's answer: JSON of the requested structure, also inside a code fence or prose. Items
/// get ids and orders.
///
/// # Errors
///
/// Returns an error if the answer contains no such JSON.
pub fn parse_answer(
    structure: StructureType,
    answer: &str,
    ids: &mut impl FnMut() -> String,
) -> Result<Content, Error> {
    let mut content = json_objects(answer)
        .find_map(|object| content_of(structure, &object))
        .ok_or(ErrorKind::Said(Message::GenerationNotJson))?;
    content.normalise(ids);
    Ok(content)
}

/// Returns every JSON object of a text, skipping those nested in a previous one. The number of start
/// positions is limited, because a text of only braces would take too long.
pub(crate) fn json_objects(text: &str) -> impl Iterator<Item = Map<String, Value>> {
    let mut from = 0;
    let mut tries = 200;
    std::iter::from_fn(move || {
        while tries > 0 {
            tries -= 1;
            let start = from + text[from..].find('{')?;
            let mut values = serde_json::Deserializer::from_str(&text[start..]).into_iter();
            match values.next() {
                Some(Ok(object)) => {
                    from = start + values.byte_offset();
                    return Some(object);
                }
                _ => from = start + 1,
            }
        }
        None
    })
}

fn content_of(structure: StructureType, object: &Map<String, Value>) -> Option<Content> {
    let list = |key: &str| -> Option<&Vec<Value>> {
        let items = object.get(key)?.as_array()?;
        (!items.is_empty()).then_some(items)
    };
    let mut content = Content::default();
    match structure {
        StructureType::Standard => content.segments = each(list("segments")?, segment)?,
        StructureType::Structured => content.sections = each(list("sections")?, section)?,
        StructureType::Modulized => content.modules = each(list("modules")?, module)?,
        StructureType::Advanced => content.blocks = each(list("blocks")?, block)?,
    }
    Some(content)
}

/// Reads every item, or returns `None` if one is invalid: a partial answer is not used.
fn each<T>(items: &[Value], read: fn(&Map<String, Value>) -> Option<T>) -> Option<Vec<T>> {
    items.iter().map(|item| read(item.as_object()?)).collect()
}

fn segment(object: &Map<String, Value>) -> Option<Segment> {
    Some(Segment {
        r#type: object
            .get("type")
            .and_then(Value::as_str)
            .and_then(|word| word.to_lowercase().parse().ok())
            .unwrap_or(SegmentType::Instruction),
        content: required(object, "content")?,
        order: u32::MAX,
        ..Segment::default()
    })
}

fn section(object: &Map<String, Value>) -> Option<Section> {
    Some(Section {
        title: optional(object, "title").unwrap_or_default(),
        description: optional(object, "description"),
        content: required(object, "content")?,
        order: u32::MAX,
        ..Section::default()
    })
}

fn module(object: &Map<String, Value>) -> Option<Module> {
    let mut module = Module {
        title: optional(object, "title").unwrap_or_default(),
        description: optional(object, "description").unwrap_or_default(),
        content: required(object, "content")?,
        ..Module::default()
    };
    if let Some(word) = optional(object, "wrapper_id") {
        // A wrapper the model invented is kept by name, for the user to review.
        let wrapper = word.parse().unwrap_or_else(|_| {
            module.config = serde_json::json!({ "wrapper_id": word });
            Wrapper::Custom
        });
        module.wrappers = Wrapper::without_repeats(vec![wrapper]);
    }
    Some(module)
}

fn block(object: &Map<String, Value>) -> Option<Block> {
    let modules = match object.get("modules") {
        Some(Value::Array(items)) => each(items, module)?,
        Some(_) => return None,
        None => Vec::new(),
    };
    Some(Block {
        title: optional(object, "title").unwrap_or_default(),
        description: optional(object, "description").unwrap_or_default(),
        modules,
        order: u32::MAX,
        ..Block::default()
    })
}

fn required(object: &Map<String, Value>, key: &str) -> Option<String> {
    as_text(object.get(key)?)
}

fn optional(object: &Map<String, Value>, key: &str) -> Option<String> {
    as_text(object.get(key)?).filter(|text| !text.is_empty())
}

/// Converts a value to text: strings as they are, anything else as JSON. NUL is removed because it
/// cannot be stored.
pub(super) fn as_text(value: &Value) -> Option<String> {
    match value {
        Value::Null => None,
        Value::String(text) => Some(text.replace('\0', "")),
        other => serde_json::to_string_pretty(other).ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::truncate;

    fn parse(structure: StructureType, answer: &str) -> Result<Content, Error> {
        let mut next = 0;
        parse_answer(structure, answer, &mut || {
            next += 1;
            format!("id{next}")
        })
    }

    #[test]
    fn answers_of_every_structure_are_read() {
        let content = parse(
            StructureType::Standard,
            r#"{"segments":[{"type":"system","content":"a"},{"type":"Weird","content":"b"},{"content":7}]}"#,
        )
        .unwrap();
        let segments: Vec<_> = content
            .segments
            .iter()
            .map(|item| {
                (
                    item.id.as_str(),
                    item.order,
                    item.r#type.as_str(),
                    item.content.as_str(),
                )
            })
            .collect();
        assert_eq!(
            segments,
            [
                ("id1", 0, "system", "a"),
                ("id2", 1, "instruction", "b"),
                ("id3", 2, "instruction", "7")
            ]
        );
        let content = parse(
            StructureType::Modulized,
            r#"{"modules":[{"title":"T","content":"c","wrapper_id":"format-json"},
                {"content":"d","wrapper_id":"no_wrapper"},{"content":"e","wrapper_id":"sing"}]}"#,
        )
        .unwrap();
        assert_eq!(content.modules[0].wrappers, [Wrapper::FormatJson]);
        assert!(content.modules[1].wrappers.is_empty());
        assert_eq!(content.modules[2].wrappers, [Wrapper::Custom]);
        assert_eq!(content.modules[2].config["wrapper_id"], "sing");
        let content = parse(
            StructureType::Advanced,
            r#"{"blocks":[{"title":"B","modules":[{"title":"M","content":"c"}]},{"title":"empty"}]}"#,
        )
        .unwrap();
        assert_eq!(content.blocks[0].modules[0].content, "c");
    }

    #[test]
    fn fences_and_prose_around_the_answer_are_tolerated_and_nothing_else() {
        let json = r#"{"sections":[{"title":"T","content":"has } and { and ``` inside"}]}"#;
        for (answer, good) in [
            (json.to_owned(), true),
            (format!("```json\n{json}\n```"), true),
            (
                format!("Here is {{your}} prompt, {{}}:\n\n{json}\n\nEnjoy!"),
                true,
            ),
            (format!("\u{feff}  {json}"), true),
            (json[..json.len() - 1].to_owned(), false),
            (
                r#"{"segments":[{"content":"another structure"}]}"#.to_owned(),
                false,
            ),
            (r#"{"sections":[]}"#.to_owned(), false),
            (r#"{"sections":[{"title":"no content"}]}"#.to_owned(), false),
            (r#"{"sections":"text"}"#.to_owned(), false),
            ("I cannot do that.".to_owned(), false),
            (String::new(), false),
            ("{".repeat(100_000), false),
        ] {
            let result = parse(StructureType::Structured, &answer);
            assert_eq!(result.is_ok(), good, "{}", truncate(&answer, 60));
            if let Err(error) = result {
                assert_eq!(
                    error.to_string(),
                    "Failed to parse generated content as JSON"
                );
            }
        }
    }
}
