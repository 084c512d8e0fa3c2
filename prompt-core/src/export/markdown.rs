//! Markdown: a document to read and edit, with front matter and a heading for every item.
//!
//! A text with headings, fences, HTML or significant whitespace is written in a fence, any other as it
//! is. Ids and unknown keys are stored in a comment below the heading, which viewers do not show.

use serde_json::{Map, Value};

use super::data::{DataWriter, write_assets};
use super::escaped::{escape, is_control};
use super::{ExportOptions, front_matter, json, warning};
use crate::content::outline::{Item, ItemKind, List, Outline};
use crate::{Diagnostic, Wrapper};

/// The prefix of the line that lists a module's wrappers.
pub(crate) const WRAPPERS: &str = "Wrappers: ";
/// The prefix of a comment that contains an item's id.
pub(crate) const MARKER: &str = "<!-- promptcase ";
/// The end of every comment.
pub(crate) const MARKER_END: &str = " -->";

/// Writes the prompt as Markdown.
pub(super) fn write(
    outline: &Outline<'_>,
    options: &ExportOptions,
    warnings: &mut Vec<Diagnostic>,
) -> String {
    let mut out = String::with_capacity(outline.text_size());
    out.push_str(&front_matter::write(outline, options));
    let mut page = Page {
        out,
        options,
        blank_lines: options.formatting.line_breaks,
        warnings,
    };
    let title = &outline.prompt.title;
    page.gap();
    page.line(&["# ", &shown_heading(title)]);
    if !options.include_metadata && !fits_heading(title) {
        page.warn_heading("title".to_owned());
    }
    if options.formatting.comments && options.include_metadata {
        page.gap();
        page.line(&[
            "<!-- Edit freely: a heading begins an item, a quote below it says what it is for, a fence holds text exactly. -->",
        ]);
    }
    page.list(&outline.used);
    page.out
}

/// A document under construction.
struct Page<'a> {
    out: String,
    options: &'a ExportOptions,
    blank_lines: bool,
    warnings: &'a mut Vec<Diagnostic>,
}

impl Page<'_> {
    fn list(&mut self, list: &List<'_>) {
        for item in &list.items {
            let place = format!("{}[{}]", list.structure.list_name(), item.at);
            self.item(item, "## ", &place);
        }
    }

    fn item(&mut self, item: &Item<'_>, level: &str, place: &str) {
        // Text above the first heading is an item without one. It stands alone where nothing else of the item does.
        let is_above = item.at == 0
            && item.heading.is_empty()
            && level == "## "
            && matches!(item.kind, ItemKind::Section | ItemKind::Module)
            && !item.text.is_empty()
            && item.description.is_empty()
            && item.wrappers.is_empty()
            && !item.has_config();
        if !is_above {
            self.gap();
            self.line(&[level, &shown_heading(item.heading)]);
        } else if self.options.include_metadata {
            self.gap();
        }
        self.marker(item, place);
        if !item.description.is_empty() {
            self.gap();
            self.description(item.description, place);
        }
        if !item.wrappers.is_empty() {
            self.blank();
            let names: Vec<_> = item.wrappers.iter().copied().map(Wrapper::as_str).collect();
            self.line(&[WRAPPERS, &names.join(", ")]);
        }
        if let Some(config) = item.config.filter(|_| item.has_config()) {
            self.gap();
            self.fence("json config", &json::on_lines(|out| out.value(config)));
        }
        if !item.text.is_empty() {
            self.text(item.text, place);
        }
        for child in &item.children {
            let place = format!("{place}.modules[{}]", child.at);
            self.item(child, "### ", &place);
        }
        if !item.assets.is_empty() {
            self.gap();
            self.line(&["### Assets"]);
            self.gap();
            let assets = json::on_lines(|out| write_assets(item.assets, self.options, out));
            self.fence("json assets", &assets);
        }
    }

    /// Writes the comment with the data that a heading cannot show.
    fn marker(&mut self, item: &Item<'_>, place: &str) {
        if !self.options.include_metadata {
            if !fits_heading(item.heading) {
                self.warn_heading(format!("{place}.title"));
            }
            return;
        }
        let mut hidden = Map::new();
        hidden.insert("id".to_owned(), Value::from(item.id));
        if !fits_heading(item.heading) {
            hidden.insert("title".to_owned(), Value::from(item.heading));
        }
        if !item.extra.is_empty() {
            hidden.insert("extra".to_owned(), Value::Object(item.extra.clone()));
        }
        // Two dashes could end the comment. In JSON they only occur in strings, where one can be
        // escaped.
        let hidden = json::map_on_a_line(&hidden).replace("--", "-\\u002d");
        self.line(&[MARKER, &hidden, MARKER_END]);
    }

    fn description(&mut self, description: &str, place: &str) {
        if description.contains(is_lost) || has_html(description) {
            self.exact(description, " description", &format!("{place}.description"));
            return;
        }
        for line in description.split('\n') {
            self.line(&[if line.is_empty() { ">" } else { "> " }, line]);
        }
    }

    fn text(&mut self, text: &str, place: &str) {
        if stands_as_it_is(text) {
            // A quote or a line of wrappers would absorb the first lines of a text that follows
            // directly.
            self.blank();
            self.line(&[text]);
        } else {
            self.gap();
            self.exact(text, "", &format!("{place}.content"));
        }
    }

    /// Writes a text in a fence, escaped if it has characters a line cannot contain.
    fn exact(&mut self, text: &str, role: &str, place: &str) {
        if text.contains(is_lost) {
            self.warnings.push(warning(
                "characters_escaped",
                place.to_owned(),
                "Carriage returns or control characters are written as \\r and \\u0000".to_owned(),
                "Promptcase reads them back as they were; other programs see the escapes",
            ));
            self.fence(&format!("text{role} escaped"), &escape(text, is_control));
        } else {
            self.fence(&format!("text{role}"), text);
        }
    }

    fn fence(&mut self, info: &str, text: &str) {
        let fence = "`".repeat(longest_run(text, b'`').max(2) + 1);
        self.line(&[&fence, info]);
        self.line(&[text]);
        self.line(&[&fence]);
    }

    fn line(&mut self, parts: &[&str]) {
        for part in parts {
            self.out.push_str(part);
        }
        self.out.push('\n');
    }

    /// Writes a blank line between two parts if blank lines are enabled.
    fn gap(&mut self) {
        if self.blank_lines {
            self.blank();
        }
    }

    /// Writes a blank line, except at the beginning.
    fn blank(&mut self) {
        if !self.out.is_empty() {
            self.out.push('\n');
        }
    }

    fn warn_heading(&mut self, place: String) {
        self.warnings.push(warning(
            "title_changed",
            place,
            "The title has line breaks, control characters or outer blanks, which a heading cannot show".to_owned(),
            "Include metadata to keep the exact title",
        ));
    }
}

/// Whether a line of Markdown does not preserve a character.
fn is_lost(character: char) -> bool {
    character == '\r' || is_control(character)
}

/// Whether a heading can represent this title exactly.
pub(crate) fn fits_heading(title: &str) -> bool {
    title.trim() == title
        && !title.contains(|character: char| character == '\n' || is_lost(character))
}

/// Escapes a title for a heading, with a backslash before Markdown syntax.
pub(crate) fn shown_heading(title: &str) -> String {
    let title: std::borrow::Cow<'_, str> = if fits_heading(title) {
        title.into()
    } else {
        let seen = title.replace(is_control, "\u{fffd}");
        seen.split_whitespace().collect::<Vec<_>>().join(" ").into()
    };
    let mut out = String::with_capacity(title.len() + 8);
    let mut before = ' ';
    let mut characters = title.chars().peekable();
    while let Some(character) = characters.next() {
        let after = characters.peek().copied().unwrap_or(' ');
        let is_markup = match character {
            '\\' => after.is_ascii_punctuation(),
            '*' | '`' | '[' | '<' => true,
            '~' => before == '~' || after == '~',
            '#' => before == ' ',
            '_' => !(before.is_alphanumeric() && after.is_alphanumeric()),
            '!' => after == '[',
            '&' => after.is_alphanumeric() || after == '#',
            _ => false,
        };
        if is_markup {
            out.push('\\');
        }
        out.push(character);
        before = character;
    }
    out
}

/// Whether a text can be written without a fence, with no loss and no effect on its surroundings.
fn stands_as_it_is(text: &str) -> bool {
    !text.starts_with(char::is_whitespace)
        && !text.ends_with(char::is_whitespace)
        && !text.starts_with('>')
        && !text.starts_with(WRAPPERS.trim_end())
        && !text.contains("```")
        && !text.contains("~~~")
        && !text.contains(is_lost)
        && !has_html(text)
        && text.split('\n').all(|line| {
            let line = line.trim();
            let is_underline = !line.is_empty()
                && (line.bytes().all(|byte| byte == b'=') || line.bytes().all(|byte| byte == b'-'));
            let is_reference = line.starts_with('[') && line.contains("]:");
            !line.starts_with('#') && !is_underline && !is_reference
        })
}

/// Whether a viewer would interpret part of the text as HTML and hide it.
fn has_html(text: &str) -> bool {
    text.as_bytes().windows(2).any(|pair| {
        pair[0] == b'<' && (pair[1].is_ascii_alphabetic() || matches!(pair[1], b'/' | b'!' | b'?'))
    })
}

fn longest_run(text: &str, byte: u8) -> usize {
    text.as_bytes()
        .split(|one| *one != byte)
        .map(<[u8]>::len)
        .max()
        .unwrap_or(0)
}
