//! XML: our own files without loss; any other file is one text.
//!
//! Document types are rejected, because entities could expand without bound or refer to files.

use quick_xml::events::{BytesRef, BytesStart, Event};
use quick_xml::{Reader, XmlVersion};
use serde_json::{Map, Value};

use super::diagnostics::Diagnostics;
use super::{Draft, File, ImportFormat, json, object, plain_text};
use crate::StructureType;
use crate::export::escaped::unescape;

/// The maximum nesting of elements.
const DEPTH: usize = 64;

/// Reads an XML file. If it returns `None`, the reason is in the diagnostics.
pub(super) fn read(file: &File<'_>, diagnostics: &mut Diagnostics) -> Option<Draft> {
    let text = plain_text::with_line_feeds(file.text);
    let root = match parse(&text) {
        Ok(root) => root,
        Err((message, at)) => {
            let line = text.get(..at).unwrap_or(&text).matches('\n').count() + 1;
            diagnostics.error(
                "bad_xml",
                format!("line {line}"),
                message,
                "Correct the file and import it again",
            );
            return None;
        }
    };
    if !is_ours(&root) {
        let mut draft = plain_text::read(file);
        draft.diagnostics.info(
            "foreign_xml",
            "",
            format!(
                "The XML is not a prompt of ours but <{}>; it was taken as text",
                root.name
            ),
        );
        return Some(draft);
    }
    let mut problems = Diagnostics::default();
    let map = prompt(root, &mut problems);
    let mut draft = object::read(map, ImportFormat::Xml);
    draft.diagnostics.extend(problems.into_list());
    Some(draft)
}

/// Whether an element is a prompt in our form: it has one of the lists of items, or details.
fn is_ours(root: &Element) -> bool {
    let is_part = |child: &Element| {
        child.name == "metadata"
            || StructureType::ALL
                .iter()
                .any(|structure| structure.list_name() == child.name)
    };
    root.name == "prompt"
        && root.text.trim().is_empty()
        && (root.children.iter().any(is_part) || root.attribute("structure_type").is_some())
}

#[derive(Default)]
struct Element {
    name: String,
    attributes: Vec<(String, String)>,
    text: String,
    children: Vec<Self>,
}

impl Element {
    fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes
            .iter()
            .find(|(key, _)| key == name)
            .map(|(_, value)| value.as_str())
    }

    /// The element's exact text.
    fn value(&self) -> String {
        if self.attribute("encoding") == Some("escaped") {
            unescape(&self.text)
        } else {
            self.text.clone()
        }
    }
}

/// Parses a document, or returns the reason and the position of the error.
fn parse(text: &str) -> Result<Element, (String, usize)> {
    let mut reader = Reader::from_str(text);
    let mut open: Vec<Element> = Vec::new();
    let mut root = None;
    loop {
        let at = usize::try_from(reader.buffer_position()).unwrap_or(usize::MAX);
        let bad = |error: String| (format!("This is not well-formed XML: {error}"), at);
        let closed = match reader
            .read_event()
            .map_err(|error| bad(error.to_string()))?
        {
            Event::Start(tag) => {
                if open.len() >= DEPTH {
                    return Err((format!("Elements nest deeper than {DEPTH} levels"), at));
                }
                if root.is_some() {
                    return Err(bad("there are two root elements".to_owned()));
                }
                open.push(element(&tag).map_err(bad)?);
                None
            }
            Event::Empty(tag) => Some(element(&tag).map_err(bad)?),
            Event::End(_) => open.pop(),
            Event::Text(text) => {
                if let Some(element) = open.last_mut() {
                    element.text.push_str(&text);
                }
                None
            }
            Event::CData(text) => {
                if let Some(element) = open.last_mut() {
                    element.text.push_str(text.as_ref());
                }
                None
            }
            Event::GeneralRef(reference) => {
                let character = character(&reference)
                    .ok_or_else(|| bad(format!("the entity &{};  is not known", &*reference)))?;
                if let Some(element) = open.last_mut() {
                    element.text.push(character);
                }
                None
            }
            Event::DocType(_) => {
                return Err((
                    "The file has a document type, which is not read because it could define entities".to_owned(),
                    at,
                ));
            }
            Event::Comment(_) | Event::Decl(_) | Event::PI(_) => None,
            Event::Eof => break,
        };
        if let Some(element) = closed {
            match open.last_mut() {
                Some(parent) => parent.children.push(element),
                None => root = Some(element),
            }
        }
    }
    if let Some(element) = open.last() {
        return Err((format!("<{}> is never closed", element.name), text.len()));
    }
    root.ok_or_else(|| ("The file has no element".to_owned(), 0))
}

fn element(tag: &BytesStart<'_>) -> Result<Element, String> {
    let mut element = Element {
        name: tag.name().0.to_owned(),
        ..Element::default()
    };
    for attribute in tag.attributes() {
        let attribute = attribute.map_err(|error| error.to_string())?;
        let value = attribute
            .normalized_value(XmlVersion::Explicit1_0)
            .map_err(|error| error.to_string())?;
        element
            .attributes
            .push((attribute.key.0.to_owned(), value.into_owned()));
    }
    Ok(element)
}

pub(super) fn character(reference: &BytesRef<'_>) -> Option<char> {
    if reference.is_char_ref() {
        return reference.resolve_char_ref().ok().flatten();
    }
    match &**reference {
        "amp" => Some('&'),
        "lt" => Some('<'),
        "gt" => Some('>'),
        "quot" => Some('"'),
        "apos" => Some('\''),
        _ => None,
    }
}

/// Converts the document to the data of a prompt, as in JSON.
fn prompt(root: Element, diagnostics: &mut Diagnostics) -> Map<String, Value> {
    let mut map = Map::new();
    let mut content = Map::new();
    for (key, value) in &root.attributes {
        map.insert(key.clone(), Value::from(value.as_str()));
    }
    for child in root.children {
        let is_list = StructureType::ALL
            .iter()
            .any(|structure| structure.list_name() == child.name);
        if is_list {
            content.insert(child.name.clone(), items(child, diagnostics));
        } else if child.name == "metadata" {
            for detail in child.children {
                let value = match detail.name.as_str() {
                    "tags" => detail.children.iter().map(Element::value).collect(),
                    "asset_fields" | "asset_metadata" | "extra" => json_of(&detail, diagnostics),
                    "is_public" => Value::Bool(detail.text == "true"),
                    _ => Value::from(detail.value()),
                };
                match (detail.name.as_str(), value) {
                    ("extra", Value::Object(extra)) => content.extend(extra),
                    (_, value) => {
                        map.insert(detail.name, value);
                    }
                }
            }
        } else {
            let value = child.value();
            map.insert(child.name, Value::from(value));
        }
    }
    map.insert("content".to_owned(), Value::Object(content));
    map
}

fn items(list: Element, diagnostics: &mut Diagnostics) -> Value {
    list.children
        .into_iter()
        .map(|one| {
            // Text between elements has no place in an item.
            if !one.children.is_empty() && !one.text.trim().is_empty() {
                diagnostics.warn(
                    "left_out",
                    one.name.clone(),
                    format!("Text beside the elements was left out: {}", one.text.trim()),
                );
            }
            Value::Object(item(one, diagnostics))
        })
        .collect()
}

fn item(element: Element, diagnostics: &mut Diagnostics) -> Map<String, Value> {
    let mut map = Map::new();
    for (key, value) in element.attributes {
        if key == "escaped-id" {
            map.insert("id".to_owned(), Value::from(unescape(&value)));
        } else {
            map.insert(key, Value::from(value));
        }
    }
    // The text may also be in the item element itself.
    if element.children.is_empty() && !element.text.trim().is_empty() {
        map.insert("content".to_owned(), Value::from(element.text));
    }
    for child in element.children {
        let value = match child.name.as_str() {
            "wrappers" => child.children.iter().map(Element::value).collect(),
            "modules" | "assets" => {
                let name = child.name.clone();
                map.insert(name, items(child, diagnostics));
                continue;
            }
            "config" => json_of(&child, diagnostics),
            "extra" => {
                if let Value::Object(extra) = json_of(&child, diagnostics) {
                    map.extend(extra);
                }
                continue;
            }
            _ => Value::from(child.value()),
        };
        map.insert(child.name, value);
    }
    map
}

/// Parses the JSON of an element; invalid JSON stays a text.
fn json_of(element: &Element, diagnostics: &mut Diagnostics) -> Value {
    let text = element.value();
    json::read(&text, diagnostics).unwrap_or_else(|error| {
        diagnostics.warn(
            "bad_json",
            element.name.clone(),
            format!("<{}> does not hold JSON: {error}", element.name),
        );
        Value::from(text)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_dangerous_or_broken_is_refused_with_its_place() {
        let deep = format!("{}{}", "<a>".repeat(1000), "</a>".repeat(1000));
        for (text, line) in [
            ("<!DOCTYPE x [<!ENTITY a \"b\">]>\n<prompt/>", 1),
            ("<prompt>\n<title>&unknown;</title></prompt>", 2),
            ("<prompt>\n<title></prompt>", 2),
            ("<prompt>", 1),
            (&deep, 1),
            ("", 1),
        ] {
            let mut diagnostics = Diagnostics::default();
            let file = File { text, name: None };
            assert!(read(&file, &mut diagnostics).is_none(), "{text}");
            assert_eq!(
                diagnostics.into_list()[0].place,
                Some(format!("line {line}")),
                "{text}"
            );
        }
    }
}
