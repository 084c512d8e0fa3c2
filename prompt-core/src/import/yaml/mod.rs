//! Parses YAML within a budget.
//!
//! A few lines of aliases can expand to gigabytes, so a visitor counts the values. A title `1.10` is a
//! text although YAML parses a number, so such texts are restored from their source.

mod nesting;
mod source;

use std::cell::{Cell, RefCell};
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, EnumAccess, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

use super::diagnostics::Diagnostics;
use super::json;
use crate::Diagnostic;
use source::{SourceSeed, needs_source};

/// The maximum number of values of a document, with aliases counted each time.
const VALUES: usize = 200_000;
/// The maximum number of bytes of its texts, with aliases counted each time.
const TEXT_BYTES: usize = 32 * 1024 * 1024;
/// The maximum number of documents read from one file.
const DOCUMENTS: usize = 200;
/// A parsed document.
pub(super) struct Document {
    pub(super) value: Value,
    pub(super) diagnostics: Vec<Diagnostic>,
}

/// The reason a document could not be parsed.
pub(super) struct Problem {
    pub(super) message: String,
    pub(super) line: Option<usize>,
}

impl Problem {
    fn too_deep(line: usize) -> Self {
        Self {
            message: format!(
                "values stand in each other more than {} deep",
                nesting::DEPTH
            ),
            line: Some(line),
        }
    }

    fn of(error: &serde_yaml::Error) -> Self {
        let line = error.location().map(|place| place.line());
        let message = error.to_string();
        match line {
            Some(line) if message.starts_with("recursion limit exceeded") => Self::too_deep(line),
            _ => Self { message, line },
        }
    }
}

/// Parses the first document of a text.
pub(super) fn parse(text: &str) -> Result<Document, Problem> {
    refuse_deep(text)?;
    match serde_yaml::Deserializer::from_str(text).next() {
        Some(document) => read(document, 0, &mut Again::new(text)),
        None => Ok(Document {
            value: Value::Null,
            diagnostics: Vec::new(),
        }),
    }
}

/// Parses all documents of a text.
pub(super) fn parse_all(text: &str) -> Result<Vec<Document>, Problem> {
    refuse_deep(text)?;
    let mut again = Again::new(text);
    serde_yaml::Deserializer::from_str(text)
        .take(DOCUMENTS)
        .enumerate()
        .map(|(at, document)| read(document, at, &mut again))
        .collect()
}

/// The number of comments in a text that was parsed, and the line of the first one.
pub(super) fn comments(text: &str) -> (usize, usize) {
    nesting::comments(text)
}

fn refuse_deep(text: &str) -> Result<(), Problem> {
    nesting::too_deep(text).map_or(Ok(()), |line| Err(Problem::too_deep(line)))
}

/// A second pass over the documents, for those whose source is needed.
struct Again<'t> {
    text: &'t str,
    documents: serde_yaml::Deserializer<'t>,
    next: usize,
}

impl<'t> Again<'t> {
    fn new(text: &'t str) -> Self {
        Self {
            text,
            documents: serde_yaml::Deserializer::from_str(text),
            next: 0,
        }
    }

    /// Returns the document at a position, which must come after all previously requested ones.
    fn document(&mut self, at: usize) -> Option<serde_yaml::Deserializer<'t>> {
        let skipped = at.checked_sub(std::mem::replace(&mut self.next, at + 1))?;
        self.documents.nth(skipped)
    }
}

/// Whether `<<` is a key without quotes, and not a part of a text.
fn has_merge_key(text: &str) -> bool {
    text.match_indices("<<:").any(|(at, _)| {
        let begins = text[..at].ends_with(['\n', '\r', ' ', '\t', '{', ',']) || at == 0;
        begins && text[at + 3..].starts_with([' ', '\t', '\n', '\r'])
    })
}

/// Reads one document of a text.
fn read(
    document: serde_yaml::Deserializer<'_>,
    at: usize,
    again: &mut Again<'_>,
) -> Result<Document, Problem> {
    let budget = Budget {
        values: Cell::new(VALUES),
        bytes: Cell::new(TEXT_BYTES),
        repeated: RefCell::default(),
        long: RefCell::default(),
        merges: has_merge_key(again.text),
    };
    let mut value = ValueSeed(&budget)
        .deserialize(document)
        .map_err(|error| Problem::of(&error))?;
    if needs_source(&value, false) {
        // Parses the document again, this time with the source of each text. If the result differs
        // (because keys repeat),
        // the first one is used.
        if let Some(document) = again.document(at) {
            let mut sourced = value.clone();
            let seed = SourceSeed {
                value: &mut sourced,
                is_text: false,
                long: &budget.long,
            };
            if seed.deserialize(document).is_ok() {
                value = sourced;
            }
        }
    }
    let mut diagnostics = Diagnostics::default();
    for key in budget.repeated.into_inner() {
        diagnostics.warn(
            "repeated_key",
            key.clone(),
            format!("The key '{key}' stands twice; the last value counts"),
        );
    }
    for number in budget.long.into_inner() {
        json::long_number(&number, &mut diagnostics);
    }
    Ok(Document {
        value,
        diagnostics: diagnostics.into_list(),
    })
}

/// The remaining budget, and notes on the document.
struct Budget {
    values: Cell<usize>,
    bytes: Cell<usize>,
    repeated: RefCell<Vec<String>>,
    /// Numbers that were converted to text.
    long: RefCell<Vec<String>>,
    /// Whether the source has merge keys; a quoted `"<<"` is an ordinary key.
    merges: bool,
}

impl Budget {
    fn spend<E: serde::de::Error>(&self, bytes: usize) -> Result<(), E> {
        let values = self.values.get().checked_sub(1);
        let bytes = self.bytes.get().checked_sub(bytes);
        let (Some(values), Some(bytes)) = (values, bytes) else {
            return Err(E::custom(
                "the document unfolds to more than a prompt can be; are there aliases of aliases?",
            ));
        };
        self.values.set(values);
        self.bytes.set(bytes);
        Ok(())
    }
}

struct ValueSeed<'b>(&'b Budget);

impl<'de> DeserializeSeed<'de> for ValueSeed<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for ValueSeed<'_> {
    type Value = Value;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("YAML")
    }

    fn visit_unit<E: serde::de::Error>(self) -> Result<Value, E> {
        self.0.spend(0)?;
        Ok(Value::Null)
    }

    // An empty document is null.
    fn visit_none<E: serde::de::Error>(self) -> Result<Value, E> {
        self.visit_unit()
    }

    fn visit_bool<E: serde::de::Error>(self, truth: bool) -> Result<Value, E> {
        self.0.spend(0)?;
        Ok(Value::Bool(truth))
    }

    fn visit_i64<E: serde::de::Error>(self, number: i64) -> Result<Value, E> {
        self.0.spend(0)?;
        Ok(Value::from(number))
    }

    fn visit_u64<E: serde::de::Error>(self, number: u64) -> Result<Value, E> {
        self.0.spend(0)?;
        Ok(Value::from(number))
    }

    fn visit_i128<E: serde::de::Error>(self, number: i128) -> Result<Value, E> {
        self.0.long.borrow_mut().push(number.to_string());
        self.visit_string(number.to_string())
    }

    fn visit_u128<E: serde::de::Error>(self, number: u128) -> Result<Value, E> {
        self.0.long.borrow_mut().push(number.to_string());
        self.visit_string(number.to_string())
    }

    fn visit_f64<E: serde::de::Error>(self, number: f64) -> Result<Value, E> {
        self.0.spend(0)?;
        // JSON has no infinity.
        Ok(Number::from_f64(number).map_or_else(|| Value::from(number.to_string()), Value::Number))
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Value, E> {
        self.0.spend(text.len())?;
        Ok(Value::from(text))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Value, A::Error> {
        self.0.spend(0)?;
        let mut values = Vec::new();
        while let Some(value) = list.next_element_seed(ValueSeed(self.0))? {
            values.push(value);
        }
        Ok(Value::Array(values))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Value, A::Error> {
        self.0.spend(0)?;
        let mut map = Map::new();
        let mut merged = Vec::new();
        while let Some(key) = entries.next_key::<String>()? {
            self.0.spend(key.len())?;
            let value = entries.next_value_seed(ValueSeed(self.0))?;
            if self.0.merges && key == "<<" {
                match value {
                    Value::Object(map) => merged.push(map),
                    Value::Array(maps) => {
                        merged.extend(maps.into_iter().filter_map(|value| match value {
                            Value::Object(map) => Some(map),
                            _ => None,
                        }));
                    }
                    other => {
                        map.insert(key, other);
                    }
                }
            } else if map.insert(key.clone(), value).is_some() {
                self.0.repeated.borrow_mut().push(key);
            }
        }
        for (key, value) in merged.into_iter().flatten() {
            map.entry(key).or_insert(value);
        }
        Ok(Value::Object(map))
    }

    fn visit_enum<A: EnumAccess<'de>>(self, _: A) -> Result<Value, A::Error> {
        Err(serde::de::Error::custom(
            "tags (`!name`) are not read, since they may ask a program to act",
        ))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn value(text: &str) -> Value {
        match parse(text) {
            Ok(document) => document.value,
            Err(problem) => panic!("{text:?}: {}", problem.message),
        }
    }

    #[test]
    fn texts_keep_their_source_and_numbers_stay_numbers() {
        assert_eq!(
            value(
                "title: 1.10\ndescription: 0x1F\nconfig: {size: 1.10}\ntags: [no, 2024-01-02, 1.0]\nname: ~"
            ),
            json!({
                "title": "1.10", "description": "0x1F", "config": {"size": 1.1},
                "tags": ["no", "2024-01-02", 1.0], "name": null,
            })
        );
    }

    #[test]
    fn aliases_and_merge_keys_unfold() {
        assert_eq!(
            value("a: &a {x: 1, y: 2}\nb: {<<: *a, y: 3}\nc: {\"<<\": 1}"),
            json!({"a": {"x": 1, "y": 2}, "b": {"y": 3, "x": 1}, "c": {"<<": 1}})
        );
        for text in ["a: \"<<:T\"\nb: {\"<<\": []}", "a: x<<:y\nb: {\"<<\": []}"] {
            assert_eq!(value(text)["b"], json!({ "<<": [] }), "{text}");
        }
    }

    #[test]
    fn what_is_dangerous_is_refused() {
        let levels = (1..10).map(|level| {
            let before = vec![format!("*a{}", level - 1); 10].join(",");
            format!("a{level}: &a{level} [{before}]\n")
        });
        let bomb = format!(
            "a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n{}",
            levels.collect::<String>()
        );
        let keys = "? ".repeat(200_000);
        for text in [&bomb, &keys, "x: !ruby/object:A {}"] {
            assert!(parse(text).is_err(), "{}", &text[..20]);
        }
    }

    #[test]
    fn what_nests_too_deeply_is_refused_with_its_line() {
        let indented = |one: &str| -> String {
            (0..2_000)
                .map(|depth| " ".repeat(depth) + one + "\n")
                .collect()
        };
        for (text, line) in [
            ("[".repeat(200_000), 1),
            ("{a: ".repeat(200_000), 1),
            ("[\n".repeat(200_000), 129),
            ("- ".repeat(200_000), 1),
            (indented("a:"), 129),
            (indented("-"), 129),
            (format!("a: &a [*a]\nb: {}", "[".repeat(130)), 2),
        ] {
            for read in [parse(&text).err(), parse_all(&text).err()] {
                let problem = read.map(|problem| (problem.message, problem.line));
                let expected = "values stand in each other more than 128 deep";
                assert_eq!(
                    problem,
                    Some((expected.to_owned(), Some(line))),
                    "{}",
                    &text[..20]
                );
            }
        }
    }

    #[test]
    fn each_document_gets_its_own_source() {
        let documents = parse_all("title: a\n---\ntitle: 1.10\n---\n- b\n---\ntitle: 0x1F");
        let values: Vec<_> = documents
            .ok()
            .unwrap()
            .into_iter()
            .map(|one| one.value)
            .collect();
        assert_eq!(
            values,
            [
                json!({"title": "a"}),
                json!({"title": "1.10"}),
                json!(["b"]),
                json!({"title": "0x1F"})
            ]
        );
    }

    #[test]
    fn integers_that_javascript_rounds_become_texts_and_are_named() {
        let document = parse(
            "config: [9007199254740993, 18446744073709551615, 18446744073709551616, -9223372036854775809, 1.5, +.25,\n  \
             0.12345678901234567890, 99999999999999999999999999999999999999999999, 1e400, 1e3]",
        )
        .ok()
        .unwrap();
        assert_eq!(
            document.value["config"],
            json!([
                "9007199254740993",
                "18446744073709551615",
                "18446744073709551616",
                "-9223372036854775809",
                1.5,
                0.25,
                0.123_456_789_012_345_68,
                "99999999999999999999999999999999999999999999",
                "1e400",
                1000.0
            ])
        );
        let codes: Vec<_> = document
            .diagnostics
            .iter()
            .map(|diagnostic| diagnostic.code.as_str())
            .collect();
        assert_eq!(codes, ["long_number"; 5]);
    }

    #[test]
    fn the_last_of_repeated_keys_counts() {
        let document = parse("a: 1\na: 2").ok().unwrap();
        assert_eq!(document.value, json!({"a": 2}));
        assert_eq!(document.diagnostics[0].code, "repeated_key");
    }
}
