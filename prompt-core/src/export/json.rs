//! JSON: the whole prompt as data for programs. It has no formatting options and is indented by two
//! spaces.

use serde_json::{Map, Value};

use super::ExportOptions;
use super::data::{DataWriter, write_prompt};
use crate::byte_set::ByteSet;
use crate::content::outline::Outline;

/// Writes the prompt as JSON.
pub(super) fn write(outline: &Outline<'_>, options: &ExportOptions) -> String {
    let mut json = JsonWriter {
        // A line feed takes two characters, and an average line is longer than eight.
        out: String::with_capacity(outline.text_size() * 9 / 8),
        depth: 0,
        first: true,
        layout: Layout::Lines,
    };
    write_prompt(outline, options, &mut json);
    json.out.push('\n');
    json.out
}

/// Formats a map on one line, for embedding in another format.
pub(super) fn map_on_a_line(map: &Map<String, Value>) -> String {
    on_a_line(|json| {
        json.begin_map();
        json.pairs(map);
        json.end_map();
    })
}

/// Formats data on one line, for embedding in another format.
pub(super) fn on_a_line(write: impl FnOnce(&mut JsonWriter)) -> String {
    laid_out(Layout::Line, write)
}

/// Formats data on indented lines, for embedding in another format.
pub(super) fn on_lines(write: impl FnOnce(&mut JsonWriter)) -> String {
    laid_out(Layout::Lines, write)
}

fn laid_out(layout: Layout, write: impl FnOnce(&mut JsonWriter)) -> String {
    let mut json = JsonWriter {
        out: String::new(),
        depth: 0,
        first: true,
        layout,
    };
    write(&mut json);
    json.out
}

/// Writes JSON directly into a string.
pub(super) struct JsonWriter {
    out: String,
    depth: usize,
    /// Whether the open map or list is still empty.
    first: bool,
    layout: Layout,
}

#[derive(Clone, Copy, PartialEq)]
enum Layout {
    Line,
    Lines,
}

impl JsonWriter {
    fn begin(&mut self, open: char) {
        self.out.push(open);
        self.depth += 1;
        self.first = true;
    }

    fn end(&mut self, close: char) {
        self.depth -= 1;
        if !self.first {
            self.new_line();
        }
        self.out.push(close);
        self.first = false;
    }

    fn separate(&mut self) {
        if !self.first {
            self.out.push(',');
        }
        self.first = false;
        self.new_line();
    }

    fn new_line(&mut self) {
        if self.layout == Layout::Lines {
            self.out.push('\n');
            for _ in 0..self.depth {
                self.out.push_str("  ");
            }
        }
    }
}

impl DataWriter for JsonWriter {
    fn begin_map(&mut self) {
        self.begin('{');
    }

    fn end_map(&mut self) {
        self.end('}');
    }

    fn key(&mut self, key: &str) {
        self.separate();
        push_string(&mut self.out, key);
        self.out.push_str(if self.layout == Layout::Lines {
            ": "
        } else {
            ":"
        });
    }

    fn begin_list(&mut self, _: usize) {
        self.begin('[');
    }

    fn next(&mut self) {
        self.separate();
    }

    fn end_list(&mut self) {
        self.end(']');
    }

    fn text(&mut self, text: &str) {
        push_string(&mut self.out, text);
    }

    fn number(&mut self, number: usize) {
        self.out.push_str(&number.to_string());
    }

    fn truth(&mut self, truth: bool) {
        self.out.push_str(if truth { "true" } else { "false" });
    }

    fn value(&mut self, value: &Value) {
        match value {
            Value::Null => self.out.push_str("null"),
            Value::Bool(truth) => self.truth(*truth),
            Value::Number(number) => self.out.push_str(&number.to_string()),
            Value::String(text) => self.text(text),
            Value::Array(values) => {
                self.begin_list(values.len());
                for value in values {
                    self.next();
                    self.value(value);
                }
                self.end_list();
            }
            Value::Object(map) => {
                self.begin_map();
                self.pairs(map);
                self.end_map();
            }
        }
    }
}

/// Writes a text as a JSON string.
pub(super) fn push_string(out: &mut String, text: &str) {
    const ESCAPED: ByteSet = ByteSet::of(b"\"\\").or_below(b' ');
    out.push('"');
    ESCAPED.push_replaced(out, text, |out, byte| match byte {
        b'"' => out.push_str("\\\""),
        b'\\' => out.push_str("\\\\"),
        b'\n' => out.push_str("\\n"),
        b'\r' => out.push_str("\\r"),
        b'\t' => out.push_str("\\t"),
        0x08 => out.push_str("\\b"),
        0x0c => out.push_str("\\f"),
        _ => {
            out.push_str("\\u00");
            for digit in [byte >> 4, byte & 0xf] {
                out.push(char::from_digit(u32::from(digit), 16).unwrap_or('0'));
            }
        }
    });
    out.push('"');
}
