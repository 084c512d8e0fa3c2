//! XML: the whole prompt as data for XML tools.
//!
//! All characters that a parser would change are escaped. XML cannot represent most control characters:
//! an element that contains one has `encoding="escaped"`, and such an id is written as `escaped-id`.

use std::fmt::Write;

use super::escaped::{escape, is_control};
use super::{ExportOptions, json, warning};
use crate::byte_set::ByteSet;
use crate::content::BlockAsset;
use crate::content::outline::{Item, ItemKind, List, Outline};
use crate::{Diagnostic, Wrapper};

/// Writes the prompt as XML.
pub(super) fn write(
    outline: &Outline<'_>,
    options: &ExportOptions,
    warnings: &mut Vec<Diagnostic>,
) -> String {
    let prompt = outline.prompt;
    let mut xml = XmlWriter {
        out: String::with_capacity(outline.text_size() * 9 / 8),
        step: options.formatting.indentation.spaces(),
        depth: 0,
        options,
        warnings,
    };
    xml.out
        .push_str("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    xml.comment("A prompt. Promptcase reads this file back; so does every XML parser.");
    xml.out.push_str("<prompt structure_type=\"");
    xml.out.push_str(prompt.structure_type.as_str());
    if options.include_version_info {
        let _ = write!(xml.out, "\" version=\"{}", prompt.version());
    }
    xml.out.push_str("\">\n");
    xml.depth = 1;
    xml.text("title", &prompt.title, "title");
    if options.include_metadata {
        xml.text("description", &prompt.description, "description");
        xml.metadata(outline);
    }
    xml.gap();
    xml.comment("The prompt's text, in the order in which it is read.");
    xml.list(&outline.used);
    if options.include_metadata {
        for list in &outline.unused {
            xml.gap();
            xml.comment("Not in use: structure_type names another list.");
            xml.list(list);
        }
    }
    xml.out.push_str("</prompt>\n");
    xml.out
}

/// Writes XML directly into a string.
struct XmlWriter<'a> {
    out: String,
    step: usize,
    depth: usize,
    options: &'a ExportOptions,
    warnings: &'a mut Vec<Diagnostic>,
}

impl XmlWriter<'_> {
    fn metadata(&mut self, outline: &Outline<'_>) {
        let prompt = outline.prompt;
        self.gap();
        self.open("metadata");
        for (name, word) in [
            ("prompt_type", prompt.prompt_type.as_str()),
            ("category", prompt.category.as_str()),
            ("type", prompt.r#type.as_str()),
            ("language", prompt.language.as_str()),
            ("complexity", prompt.complexity.as_str()),
            ("is_public", if prompt.is_public { "true" } else { "false" }),
        ] {
            self.text(name, word, name);
        }
        self.open("tags");
        for (at, tag) in prompt.tags.iter().enumerate() {
            self.text("tag", tag, &format!("tags[{at}]"));
        }
        self.close("tags");
        for (name, map) in [
            ("asset_fields", &prompt.asset_fields),
            ("asset_metadata", &prompt.asset_metadata),
            ("extra", &prompt.content.extra),
        ] {
            if !map.is_empty() {
                self.text(name, &json::map_on_a_line(map), name);
            }
        }
        self.close("metadata");
    }

    fn list(&mut self, list: &List<'_>) {
        let name = list.structure.list_name();
        self.open(name);
        self.items(&list.items, name);
        self.close(name);
    }

    fn items(&mut self, items: &[Item<'_>], list: &str) {
        for item in items {
            if item.at > 0 {
                self.gap();
            }
            self.item(item, &format!("{list}[{}]", item.at));
        }
    }

    fn item(&mut self, item: &Item<'_>, place: &str) {
        let name = match item.kind {
            ItemKind::Segment(_) => "segment",
            ItemKind::Section => "section",
            ItemKind::Module => "module",
            ItemKind::Block => "block",
        };
        self.begin_tag(name);
        self.id(item.id);
        if let ItemKind::Segment(segment_type) = item.kind {
            self.attribute("type", segment_type.as_str());
        }
        self.end_tag();
        if !matches!(item.kind, ItemKind::Segment(_)) {
            self.text("title", item.heading, &format!("{place}.title"));
            if !item.description.is_empty() {
                self.text(
                    "description",
                    item.description,
                    &format!("{place}.description"),
                );
            }
        }
        if item.kind != ItemKind::Block {
            self.text("content", item.text, &format!("{place}.content"));
        }
        if !item.wrappers.is_empty() {
            self.open("wrappers");
            for wrapper in item.wrappers.iter().copied().map(Wrapper::as_str) {
                self.text("wrapper", wrapper, place);
            }
            self.close("wrappers");
        }
        if let Some(config) = item.config.filter(|_| item.has_config()) {
            self.text("config", &config.to_string(), &format!("{place}.config"));
        }
        if item.kind == ItemKind::Block {
            self.open("modules");
            self.items(&item.children, &format!("{place}.modules"));
            self.close("modules");
            self.open("assets");
            for (at, asset) in item.assets.iter().enumerate() {
                self.asset(asset, &format!("{place}.assets[{at}]"));
            }
            self.close("assets");
        }
        if self.options.include_metadata && !item.extra.is_empty() {
            self.text("extra", &json::map_on_a_line(item.extra), place);
        }
        self.close(name);
    }

    fn asset(&mut self, asset: &BlockAsset, place: &str) {
        self.begin_tag("asset");
        self.id(&asset.id);
        self.attribute("type", asset.r#type.as_str());
        self.end_tag();
        self.text("reference", &asset.reference, &format!("{place}.reference"));
        for (name, text) in [("title", &asset.title), ("description", &asset.description)] {
            if let Some(text) = text {
                self.text(name, text, &format!("{place}.{name}"));
            }
        }
        if self.options.include_metadata && !asset.extra.is_empty() {
            self.text("extra", &json::map_on_a_line(&asset.extra), place);
        }
        self.close("asset");
    }

    fn begin_tag(&mut self, name: &str) {
        self.pad();
        self.out.push('<');
        self.out.push_str(name);
    }

    fn id(&mut self, id: &str) {
        if !self.options.include_metadata {
            return;
        }
        if lacks_some(id) {
            self.attribute("escaped-id", &escape(id, is_control));
        } else {
            self.attribute("id", id);
        }
    }

    fn attribute(&mut self, name: &str, value: &str) {
        self.out.push(' ');
        self.out.push_str(name);
        self.out.push_str("=\"");
        push_value(&mut self.out, value);
        self.out.push('"');
    }

    fn end_tag(&mut self) {
        self.out.push_str(">\n");
        self.depth += 1;
    }

    fn open(&mut self, name: &str) {
        self.begin_tag(name);
        self.end_tag();
    }

    fn close(&mut self, name: &str) {
        self.depth -= 1;
        self.pad();
        self.out.push_str("</");
        self.out.push_str(name);
        self.out.push_str(">\n");
    }

    /// Writes an element that preserves a text exactly.
    fn text(&mut self, name: &str, text: &str, place: &str) {
        self.begin_tag(name);
        let tag = self.out.len();
        self.out.push('>');
        if !push_text(&mut self.out, text) {
            self.out.truncate(tag);
            self.warnings.push(warning(
                "characters_escaped",
                place.to_owned(),
                "Control characters, which XML cannot hold, are written as \\u0000".to_owned(),
                "Promptcase reads them back as they were; other programs see the escapes",
            ));
            self.out.push_str(" encoding=\"escaped\">");
            push_text(&mut self.out, &escape(text, is_control));
        }
        self.out.push_str("</");
        self.out.push_str(name);
        self.out.push_str(">\n");
    }

    /// Writes a blank line between two parts if blank lines are enabled.
    fn gap(&mut self) {
        if self.options.formatting.line_breaks {
            self.out.push('\n');
        }
    }

    fn comment(&mut self, text: &str) {
        if self.options.formatting.comments {
            self.pad();
            self.out.push_str("<!-- ");
            self.out.push_str(text);
            self.out.push_str(" -->\n");
        }
    }

    fn pad(&mut self) {
        for _ in 0..self.depth * self.step {
            self.out.push(' ');
        }
    }
}

/// Whether a text contains characters that XML cannot represent.
fn lacks_some(text: &str) -> bool {
    // The two noncharacters begin with a rare byte.
    const SUSPECT: ByteSet = ByteSet::of(&[0xef]).or_below(b' ').except(b'\n');
    let bytes = text.as_bytes();
    let mut at = SUSPECT.find(bytes, 0);
    while at < bytes.len() {
        // XML can represent this whitespace.
        let is_space = matches!(bytes[at], b'\t' | b'\r');
        if !is_space && text[at..].starts_with(is_control) {
            return true;
        }
        at = SUSPECT.find(bytes, at + 1);
    }
    false
}

/// Escapes a text so that a parser restores every character. Returns false, after a partial write, if
/// XML cannot represent one.
fn push_text(out: &mut String, text: &str) -> bool {
    // Searches for characters to escape and for forbidden ones in one pass; see `lacks_some`.
    const SUSPECT: ByteSet = ByteSet::of(&[b'&', b'<', b'>', 0xef])
        .or_below(b' ')
        .except(b'\n');
    let bytes = text.as_bytes();
    let (mut start, mut at) = (0, SUSPECT.find(bytes, 0));
    while let Some(byte) = bytes.get(at) {
        let escape = match byte {
            b'&' | b'<' | b'>' | b'\r' => Some(escaped(*byte)),
            b'\t' => None,
            _ if text[at..].starts_with(is_control) => return false,
            _ => None,
        };
        if let Some(escape) = escape {
            out.push_str(&text[start..at]);
            out.push_str(escape);
            start = at + 1;
        }
        at = SUSPECT.find(bytes, at + 1);
    }
    out.push_str(&text[start..]);
    true
}

/// Escapes an attribute value, including whitespace and quotes.
fn push_value(out: &mut String, value: &str) {
    const ESCAPED: ByteSet = ByteSet::of(b"&<>\r\"\n\t");
    ESCAPED.push_replaced(out, value, |out, byte| out.push_str(escaped(byte)));
}

/// The escape of a character that a parser would change.
const fn escaped(byte: u8) -> &'static str {
    match byte {
        b'&' => "&amp;",
        b'<' => "&lt;",
        b'>' => "&gt;",
        b'\r' => "&#13;",
        b'"' => "&quot;",
        b'\n' => "&#10;",
        _ => "&#9;",
    }
}
