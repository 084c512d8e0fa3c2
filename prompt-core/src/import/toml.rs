//! Parses TOML: commands of Gemini CLI and Qwen Code, and front matter between lines of `+++`.
//!
//! Escapes that TOML forbids stay as they are written, with a warning: people paste regular expressions
//! and paths into commands.

use serde_json::{Map, Value};

use super::diagnostics::Diagnostics;
use crate::number::is_exact;

/// The maximum nesting of values, as in YAML: each name of a dotted key is a level.
const DEPTH: usize = 128;
/// The message of values that nest deeper.
const TOO_DEEP: &str = "values stand in each other more than 128 deep";

/// The reason a text is not TOML, with its line.
pub(super) struct Problem {
    pub(super) line: usize,
    pub(super) message: &'static str,
}

/// Parses a document.
pub(super) fn parse(
    text: &str,
    diagnostics: &mut Diagnostics,
) -> Result<Map<String, Value>, Problem> {
    let mut parser = Parser {
        text,
        at: 0,
        line: 1,
        line_at: 0,
        diagnostics,
    };
    parser.document().map_err(|message| Problem {
        line: parser.line(),
        message,
    })
}

type Parsed<T> = Result<T, &'static str>;

struct Parser<'a, 'd> {
    text: &'a str,
    at: usize,
    /// The line of the offset `line_at`.
    line: usize,
    line_at: usize,
    diagnostics: &'d mut Diagnostics,
}

impl<'a> Parser<'a, '_> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// The line of the current offset. Lines are counted from the last one asked for.
    fn line(&mut self) -> usize {
        self.line += self.text[self.line_at..self.at].matches('\n').count();
        self.line_at = self.at;
        self.line
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn eat(&mut self, token: &str) -> bool {
        let is_next = self.rest().starts_with(token);
        if is_next {
            self.at += token.len();
        }
        is_next
    }

    fn blanks(&mut self) {
        self.at += self.rest().len() - self.rest().trim_start_matches([' ', '\t']).len();
    }

    /// Skips blanks, line ends and comments.
    fn gaps(&mut self) {
        loop {
            let rest = self.rest().trim_start_matches([' ', '\t', '\r', '\n']);
            self.at = self.text.len() - rest.len();
            if !rest.starts_with('#') {
                return;
            }
            self.at += rest.find('\n').unwrap_or(rest.len());
        }
    }

    fn end_of_line(&mut self) -> Parsed<()> {
        self.blanks();
        if self.peek() == Some('#') {
            self.at += self.rest().find('\n').unwrap_or(self.rest().len());
        }
        if self.rest().is_empty() || self.eat("\n") || self.eat("\r\n") {
            Ok(())
        } else {
            Err("something follows a value on its line")
        }
    }

    fn document(&mut self) -> Parsed<Map<String, Value>> {
        let mut root = Map::new();
        let mut table = Vec::new();
        loop {
            self.gaps();
            if self.rest().is_empty() {
                return Ok(root);
            }
            if self.eat("[[") {
                table = self.keys()?;
                if !self.eat("]]") {
                    return Err("']]' is missing");
                }
                let (last, path) = table.split_last().ok_or("a name is missing")?;
                let (tables, _) = inside(&mut root, path, 0)?;
                match tables
                    .entry(last.clone())
                    .or_insert_with(|| Value::Array(Vec::new()))
                {
                    Value::Array(tables) => tables.push(Value::Object(Map::new())),
                    _ => return Err("this name has a value already"),
                }
                self.end_of_line()?;
            } else if self.eat("[") {
                table = self.keys()?;
                if !self.eat("]") {
                    return Err("']' is missing");
                }
                inside(&mut root, &table, 0)?;
                self.end_of_line()?;
            } else {
                let (target, depth) = inside(&mut root, &table, 0)?;
                self.pair(target, depth)?;
                self.end_of_line()?;
            }
        }
    }

    /// Parses a key and its value into a table that is this deep.
    fn pair(&mut self, target: &mut Map<String, Value>, depth: usize) -> Parsed<()> {
        let keys = self.keys()?;
        if !self.eat("=") {
            return Err("'=' is missing after a name");
        }
        self.blanks();
        let value = self.value(depth + keys.len())?;
        let (last, path) = keys.split_last().ok_or("a name is missing")?;
        let (table, _) = inside(target, path, depth)?;
        match table.insert(last.clone(), value) {
            None => Ok(()),
            Some(_) => Err("this name has a value already"),
        }
    }

    /// Parses a dotted key.
    fn keys(&mut self) -> Parsed<Vec<String>> {
        let mut keys = Vec::new();
        loop {
            if keys.len() == DEPTH {
                return Err(TOO_DEEP);
            }
            self.blanks();
            keys.push(match self.peek() {
                Some('"') => {
                    self.at += 1;
                    self.basic("\"")?
                }
                Some('\'') => {
                    self.at += 1;
                    self.literal("'")?
                }
                _ => {
                    let rest = self.rest();
                    let length = rest
                        .find(|one: char| !(one.is_alphanumeric() || matches!(one, '_' | '-')))
                        .unwrap_or(rest.len());
                    if length == 0 {
                        return Err("a name was expected");
                    }
                    self.at += length;
                    rest[..length].to_owned()
                }
            });
            self.blanks();
            if !self.eat(".") {
                return Ok(keys);
            }
        }
    }

    fn value(&mut self, depth: usize) -> Parsed<Value> {
        if depth > DEPTH {
            return Err(TOO_DEEP);
        }
        if self.eat("\"\"\"") {
            self.first_line_feed();
            return Ok(Value::from(self.basic("\"\"\"")?));
        }
        if self.eat("'''") {
            self.first_line_feed();
            return Ok(Value::from(self.literal("'''")?));
        }
        if self.eat("\"") {
            return Ok(Value::from(self.basic("\"")?));
        }
        if self.eat("'") {
            return Ok(Value::from(self.literal("'")?));
        }
        if self.eat("[") {
            let mut values = Vec::new();
            loop {
                self.gaps();
                if self.eat("]") {
                    return Ok(Value::Array(values));
                }
                values.push(self.value(depth + 1)?);
                self.gaps();
                if !self.eat(",") && self.peek() != Some(']') {
                    return Err("',' or ']' is missing in a list");
                }
            }
        }
        if self.eat("{") {
            let mut map = Map::new();
            loop {
                self.gaps();
                if self.eat("}") {
                    return Ok(Value::Object(map));
                }
                self.pair(&mut map, depth)?;
                self.gaps();
                if !self.eat(",") && self.peek() != Some('}') {
                    return Err("',' or '}' is missing in a table");
                }
            }
        }
        let rest = self.rest();
        let length = rest
            .find([',', ']', '}', '#', '\n', '\r'])
            .unwrap_or(rest.len());
        let word = rest[..length].trim_end();
        let value = bare(word).ok_or("this is no value; a text stands in quotes")?;
        self.at += word.len();
        Ok(value)
    }

    /// A line break directly after the opening quotes is not part of the text.
    fn first_line_feed(&mut self) {
        let _ = self.eat("\r\n") || self.eat("\n");
    }

    fn literal(&mut self, quote: &str) -> Parsed<String> {
        let rest = self.rest();
        let length = rest.find(quote).ok_or("a quote is not closed")?;
        // Quotes directly before the closing ones belong to the text.
        let length = length + extra_quotes(&rest[length..], quote);
        let text = &rest[..length];
        if quote.len() == 1 && text.contains('\n') {
            return Err("a quote is not closed on its line");
        }
        self.at += length + quote.len();
        Ok(text.to_owned())
    }

    fn basic(&mut self, quote: &str) -> Parsed<String> {
        let mut out = String::new();
        loop {
            let rest = self.rest();
            let length = rest
                .find(['"', '\\', '\n'])
                .ok_or("a quote is not closed")?;
            out.push_str(&rest[..length]);
            self.at += length;
            let rest = &rest[length..];
            if rest.starts_with('\n') {
                if quote.len() == 1 {
                    return Err("a quote is not closed on its line");
                }
                out.push('\n');
                self.at += 1;
            } else if rest.starts_with(quote) {
                let extra = extra_quotes(rest, quote);
                out.push_str(&rest[..extra]);
                self.at += extra + quote.len();
                return Ok(out);
            } else if rest.starts_with('"') {
                out.push('"');
                self.at += 1;
            } else {
                self.escape(&mut out, quote.len() > 1);
            }
        }
    }

    /// Reads an escape. An escape that TOML does not have stays as it is written.
    fn escape(&mut self, out: &mut String, is_long: bool) {
        let rest = &self.rest()[1..];
        let hex = |digits: usize| {
            rest.get(1..=digits)
                .filter(|text| text.bytes().all(|byte| byte.is_ascii_hexdigit()))
                .and_then(|text| u32::from_str_radix(text, 16).ok())
                .and_then(char::from_u32)
                .map(|one| (one, 1 + digits))
        };
        let found = match rest.chars().next() {
            Some('n') => Some(('\n', 1)),
            Some('t') => Some(('\t', 1)),
            Some('r') => Some(('\r', 1)),
            Some('b') => Some(('\u{8}', 1)),
            Some('f') => Some(('\u{c}', 1)),
            Some('e') => Some(('\u{1b}', 1)),
            Some(one @ ('"' | '\\')) => Some((one, 1)),
            Some('x') => hex(2),
            Some('u') => hex(4),
            Some('U') => hex(8),
            _ => None,
        };
        if let Some((one, length)) = found {
            out.push(one);
            self.at += 1 + length;
            return;
        }
        // A backslash at the end of a line joins it with the next text.
        let after = rest.trim_start_matches([' ', '\t', '\r']);
        if is_long && after.starts_with('\n') {
            self.at = self.text.len() - rest.trim_start_matches([' ', '\t', '\r', '\n']).len();
            return;
        }
        let line = self.line();
        self.diagnostics.warn(
            "toml_escape",
            format!("line {line}"),
            "A backslash does not begin an escape of TOML here; it stays in the text (write it twice, or use ''')"
                .to_owned(),
        );
        out.push('\\');
        self.at += 1;
    }
}

/// The number of quotes before the closing ones, which belong to the text.
fn extra_quotes(rest: &str, quote: &str) -> usize {
    if quote.len() == 1 {
        return 0;
    }
    let run = rest.len() - rest.trim_start_matches(&quote[..1]).len();
    (run - quote.len()).min(2)
}

/// Returns the table at a path below a table of this depth, with its own depth. It is created if it is missing.
fn inside<'m>(
    mut map: &'m mut Map<String, Value>,
    path: &[String],
    mut depth: usize,
) -> Parsed<(&'m mut Map<String, Value>, usize)> {
    for key in path {
        let entry = map
            .entry(key.clone())
            .or_insert_with(|| Value::Object(Map::new()));
        let entry = match entry {
            Value::Array(list) => {
                depth += 1;
                list.last_mut().ok_or("this name has a value already")?
            }
            entry => entry,
        };
        depth += 1;
        if depth > DEPTH {
            return Err(TOO_DEEP);
        }
        map = entry
            .as_object_mut()
            .ok_or("this name has a value already")?;
    }
    Ok((map, depth))
}

/// A boolean, a number, or a date or time, which stays a text.
fn bare(word: &str) -> Option<Value> {
    match word {
        "true" => return Some(Value::Bool(true)),
        "false" => return Some(Value::Bool(false)),
        _ => {}
    }
    let first = word.chars().next()?;
    if !(first.is_ascii_digit() || matches!(first, '+' | '-' | 'i' | 'n')) {
        return None;
    }
    let digits = word.replace('_', "");
    let number = digits.strip_prefix('+').unwrap_or(&digits);
    if let Ok(found @ Value::Number(_)) = serde_json::from_str(number) {
        return Some(if is_exact(number) {
            found
        } else {
            Value::from(number)
        });
    }
    let is_word = word
        .chars()
        .all(|one| one.is_ascii_alphanumeric() || matches!(one, '+' | '-' | ':' | '.' | ' ' | '_'));
    let is_like_a_value =
        first.is_ascii_digit() || matches!(number, "inf" | "nan" | "-inf" | "-nan");
    (is_word && is_like_a_value).then(|| Value::from(word))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn value(text: &str) -> Value {
        match parse(text, &mut Diagnostics::default()) {
            Ok(map) => Value::Object(map),
            Err(problem) => panic!("{text:?}: line {}: {}", problem.line, problem.message),
        }
    }

    #[test]
    fn values_of_every_kind_are_read() {
        for (text, expected) in [
            (
                "a = \"x\\ty\" # c\nb='\\d'",
                json!({"a": "x\ty", "b": "\\d"}),
            ),
            (
                "a = \"\"\"\none\n  \"two\"\"\"\"\n",
                json!({"a": "one\n  \"two\""}),
            ),
            ("a = '''\r\n\\d ''x'''", json!({"a": "\\d ''x"})),
            ("a = \"\"\"x \\\n    y\"\"\"", json!({"a": "x y"})),
            (
                "a = [1, [true,],\n # c\n 1_000, 0.5]",
                json!({"a": [1, [true], 1000, 0.5]}),
            ),
            (
                "a = {b.c = 1, d = 'x'}",
                json!({"a": {"b": {"c": 1}, "d": "x"}}),
            ),
            (
                "[a.b]\nc = 1\n[[d]]\ne=1\n[[d]]\ne=2",
                json!({"a": {"b": {"c": 1}}, "d": [{"e": 1}, {"e": 2}]}),
            ),
            (
                "t = 2024-01-02T03:04:05Z\nh = 0x1F",
                json!({"t": "2024-01-02T03:04:05Z", "h": "0x1F"}),
            ),
            ("n = 9007199254740993", json!({"n": "9007199254740993"})),
            ("a = \"\\d \\u00e9\"", json!({"a": "\\d é"})),
        ] {
            assert_eq!(value(text), expected, "{text}");
        }
    }

    #[test]
    fn a_problem_is_said_with_its_line() {
        for (text, line) in [
            ("a = 1\nb\n", 2),
            ("a = \"x", 1),
            ("a = 1\na = 2", 2),
            ("a = x", 1),
            ("\n\na = \"\"\"x", 3),
            ("a = 1 b = 2", 1),
        ] {
            let problem = parse(text, &mut Diagnostics::default()).err();
            assert_eq!(problem.map(|problem| problem.line), Some(line), "{text}");
        }
    }

    #[test]
    fn what_nests_more_than_128_deep_is_refused() {
        let dotted = |times: usize| vec!["a"; times].join(".");
        let tables = |times: usize| {
            let lines: Vec<_> = (1..=times)
                .map(|depth| format!("[[{}]]", dotted(depth)))
                .collect();
            lines.join("\n")
        };
        for (text, is_read) in [
            (format!("{} = 1", dotted(128)), true),
            (format!("{} = 1", dotted(129)), false),
            (format!("{} = 1", dotted(100_000)), false),
            (format!("[{}]\nb = 1", dotted(127)), true),
            (format!("[{}]\nb = 1", dotted(128)), false),
            (format!("[{}]", dotted(100_000)), false),
            (format!("[[{}]]", dotted(100_000)), false),
            (tables(64), true),
            (tables(66), false),
            (format!("a = {}{}", "[".repeat(127), "]".repeat(127)), true),
            (format!("a = {}", "[".repeat(100_000)), false),
            (format!("a = {}", "{a=".repeat(100_000)), false),
            (format!("a = {}", "[{a.a=".repeat(100_000)), false),
            (format!("[{0}]\n{0}.b = [[1]]", dotted(63)), false),
        ] {
            let read = parse(&text, &mut Diagnostics::default());
            let start = text.get(..40).unwrap_or(&text);
            assert_eq!(read.is_ok(), is_read, "{start}");
            if let Err(problem) = read {
                assert_eq!(problem.message, TOO_DEEP, "{start}");
            }
        }
    }

    #[test]
    fn every_bad_escape_costs_the_same() {
        // Counting lines from the start for each of them would take minutes.
        let text = format!("a = \"\"\"{}\"\"\"", "\\d\n".repeat(700_000));
        let mut diagnostics = Diagnostics::default();
        assert!(parse(&text, &mut diagnostics).is_ok());
        let last = diagnostics.into_list().pop().and_then(|told| told.place);
        assert_eq!(last.as_deref(), Some("line 100"));
    }
}
