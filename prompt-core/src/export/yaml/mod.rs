//! YAML: the same data as JSON, for people to read and edit.
//!
//! The emitter is custom because its output must read the same in every YAML parser. Texts that some
//! YAML version would read as a date, a number or a boolean are quoted, and so are characters that only
//! some parsers treat as line breaks.

mod scalar;

use std::fmt::Write;

use serde_json::Value;

use super::ExportOptions;
use super::data::{DataWriter, write_prompt};
use crate::content::outline::Outline;
use scalar::{LONG_KEY_BYTES, fits_block, is_plain, pad, push_block};

pub(crate) use scalar::{push_quoted, yaml_number};

/// Writes the prompt as YAML.
pub(super) fn write(outline: &Outline<'_>, options: &ExportOptions) -> String {
    let mut yaml = YamlWriter::document(options);
    yaml.out.reserve(outline.text_size() * 9 / 8);
    write_prompt(outline, options, &mut yaml);
    yaml.finish()
}

/// Writes YAML directly into a string.
pub(super) struct YamlWriter {
    out: String,
    /// Spaces per nesting level.
    step: usize,
    /// The columns of the open maps and lists.
    open: Vec<usize>,
    /// The token before the next value.
    place: Place,
    texts: Texts,
    blank_lines: bool,
    comments: bool,
}

#[derive(Clone, Copy, PartialEq)]
enum Place {
    /// The start of the document.
    Start,
    /// A key with its colon.
    Key,
    /// The dash of a list item.
    Dash,
    /// A complete value.
    Value,
}

/// The style of multi-line texts.
#[derive(Clone, Copy, PartialEq)]
enum Texts {
    /// Block scalars where they are exact.
    Blocks,
    /// Quoted on one line, so that no line can end the front matter. Runs of dashes and pluses are also
    /// escaped, because some readers search for them anywhere.
    Quoted,
}

impl YamlWriter {
    /// Creates a writer for a whole document.
    pub(super) fn document(options: &ExportOptions) -> Self {
        let formatting = &options.formatting;
        Self {
            out: String::new(),
            step: formatting.indentation.spaces(),
            open: Vec::new(),
            place: Place::Start,
            texts: Texts::Blocks,
            blank_lines: formatting.line_breaks,
            comments: formatting.comments,
        }
    }

    /// Creates a writer for the front matter of another format.
    pub(super) fn front_matter(options: &ExportOptions) -> Self {
        Self {
            out: String::new(),
            step: options.formatting.indentation.spaces(),
            open: Vec::new(),
            place: Place::Start,
            texts: Texts::Quoted,
            blank_lines: false,
            comments: options.formatting.comments,
        }
    }

    /// Returns the text, terminated by a line feed.
    pub(super) fn finish(mut self) -> String {
        if !self.out.is_empty() {
            self.out.push('\n');
        }
        self.out
    }

    fn column(&self) -> usize {
        self.open.last().copied().unwrap_or(0)
    }

    /// Begins a line at the column of the open map or list, unless the entry is on the line of its
    /// dash.
    fn begin_entry(&mut self) {
        let column = self.column();
        match self.place {
            Place::Start | Place::Dash => {}
            Place::Key | Place::Value => {
                self.out.push('\n');
                pad(&mut self.out, column);
            }
        }
    }

    fn push_level(&mut self) {
        let column = match self.place {
            Place::Start => 0,
            Place::Key | Place::Dash | Place::Value => self.column() + self.step,
        };
        if self.place == Place::Dash {
            pad(&mut self.out, self.step - 1);
        }
        self.open.push(column);
    }

    /// Writes the separator before a value on the line of its key or dash.
    fn begin_scalar(&mut self) {
        if matches!(self.place, Place::Key | Place::Dash) {
            self.out.push(' ');
        }
        self.place = Place::Value;
    }
}

impl DataWriter for YamlWriter {
    fn begin_map(&mut self) {
        self.push_level();
    }

    fn end_map(&mut self) {
        self.open.pop();
        self.place = Place::Value;
    }

    fn key(&mut self, key: &str) {
        self.begin_entry();
        if key.len() > LONG_KEY_BYTES {
            self.out.push_str("? ");
            push_quoted(&mut self.out, key, self.texts == Texts::Quoted);
            self.out.push('\n');
            let column = self.column();
            pad(&mut self.out, column);
        } else if is_plain(key) {
            self.out.push_str(key);
        } else {
            push_quoted(&mut self.out, key, self.texts == Texts::Quoted);
        }
        self.out.push(':');
        self.place = Place::Key;
    }

    fn begin_list(&mut self, length: usize) {
        if length == 0 {
            self.begin_scalar();
            self.out.push_str("[]");
            let column = self.column();
            self.open.push(column);
        } else {
            self.push_level();
        }
    }

    fn next(&mut self) {
        self.begin_entry();
        self.out.push('-');
        self.place = Place::Dash;
    }

    fn end_list(&mut self) {
        self.open.pop();
        self.place = Place::Value;
    }

    fn text(&mut self, text: &str) {
        self.begin_scalar();
        if is_plain(text) {
            self.out.push_str(text);
        } else if self.texts == Texts::Blocks && fits_block(text) {
            let column = self.column() + self.step;
            push_block(&mut self.out, text, column, self.step);
        } else {
            push_quoted(&mut self.out, text, self.texts == Texts::Quoted);
        }
    }

    fn number(&mut self, number: usize) {
        self.begin_scalar();
        // Writing to a string cannot fail.
        let _ = write!(self.out, "{number}");
    }

    fn truth(&mut self, truth: bool) {
        self.begin_scalar();
        self.out.push_str(if truth { "true" } else { "false" });
    }

    fn value(&mut self, value: &Value) {
        match value {
            Value::Null => {
                self.begin_scalar();
                self.out.push_str("null");
            }
            Value::Bool(truth) => self.truth(*truth),
            Value::Number(number) => {
                self.begin_scalar();
                self.out.push_str(&yaml_number(number));
            }
            Value::String(text) => self.text(text),
            Value::Array(values) => {
                self.begin_list(values.len());
                for value in values {
                    self.next();
                    self.value(value);
                }
                self.end_list();
            }
            Value::Object(map) if map.is_empty() => {
                self.begin_scalar();
                self.out.push_str("{}");
            }
            Value::Object(map) => {
                self.begin_map();
                self.pairs(map);
                self.end_map();
            }
        }
    }

    fn part(&mut self) {
        if self.blank_lines && self.place == Place::Value {
            self.out.push('\n');
        }
    }

    fn comment(&mut self, text: &str) {
        if self.comments {
            self.begin_entry();
            self.out.push_str("# ");
            self.out.push_str(text);
            if self.place == Place::Start {
                self.out.push('\n');
            }
        }
    }
}
