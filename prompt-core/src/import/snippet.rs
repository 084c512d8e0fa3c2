//! Code that calls an API, as the pages of OpenAI and Anthropic show it: the arguments of the call are the prompt.
//!
//! The arguments are parsed as literals of Python or JavaScript; nothing is run.

use serde_json::{Map, Value};

/// The arguments that hold a prompt.
const ARGUMENTS: [&str; 10] = [
    "prompt",
    "instructions",
    "system",
    "input",
    "messages",
    "model",
    "temperature",
    "tools",
    "text",
    "max_tokens",
];
/// The deepest nesting of literals.
const DEPTH: usize = 32;

/// Whether a text is code that calls one of the APIs.
pub(super) fn is_call(text: &str) -> bool {
    [
        "responses.create(",
        "completions.create(",
        "messages.create(",
    ]
    .iter()
    .any(|call| text.contains(call))
}

/// Reads the arguments of the first call as a request; empty if none is a literal.
pub(super) fn read(text: &str) -> Map<String, Value> {
    let mut request = Map::new();
    let Some(at) = text.find(".create(") else {
        return request;
    };
    let mut rest = text[at + ".create(".len()..].trim_start();
    // JavaScript has one object for all arguments.
    rest = rest.strip_prefix('{').unwrap_or(rest);
    loop {
        rest = rest.trim_start_matches(|one: char| one.is_whitespace() || one == ',');
        let Some((name, after)) = key(rest) else {
            return request;
        };
        let mut reader = Reader {
            rest: after.trim_start(),
            depth: 0,
        };
        let Some(value) = reader.value() else {
            return request;
        };
        if ARGUMENTS.contains(&&*name) {
            request.insert(name, value);
        }
        rest = reader.rest;
    }
}

/// A name before `=` or `:`, quoted or not, and what follows.
fn key(text: &str) -> Option<(String, &str)> {
    let (name, after) = if text.starts_with(['"', '\'']) {
        let mut reader = Reader {
            rest: text,
            depth: 0,
        };
        (reader.string()?, reader.rest)
    } else {
        let end = text.find(|one: char| !one.is_alphanumeric() && one != '_')?;
        (text[..end].to_owned(), &text[end..])
    };
    let after = after.trim_start().strip_prefix(['=', ':'])?;
    (!name.is_empty()).then_some((name, after))
}

struct Reader<'t> {
    rest: &'t str,
    depth: usize,
}

impl Reader<'_> {
    fn value(&mut self) -> Option<Value> {
        if self.depth == DEPTH {
            return None;
        }
        match self.rest.chars().next()? {
            '"' | '\'' | '`' => self.string().map(Value::String),
            '[' => {
                let mut list = Vec::new();
                self.items(']', |reader| {
                    list.push(reader.value()?);
                    Some(())
                })?;
                Some(Value::Array(list))
            }
            '{' => {
                let mut map = Map::new();
                self.items('}', |reader| {
                    let (name, after) = key(reader.rest)?;
                    reader.rest = after.trim_start();
                    map.insert(name, reader.value()?);
                    Some(())
                })?;
                Some(Value::Object(map))
            }
            _ => self.word(),
        }
    }

    fn items(&mut self, close: char, mut item: impl FnMut(&mut Self) -> Option<()>) -> Option<()> {
        self.rest = &self.rest[1..];
        self.depth += 1;
        loop {
            self.rest = self
                .rest
                .trim_start_matches(|one: char| one.is_whitespace() || one == ',');
            if let Some(after) = self.rest.strip_prefix(close) {
                self.rest = after;
                self.depth -= 1;
                return Some(());
            }
            item(self)?;
        }
    }

    /// A number, `true`, `None` and the like. A name of a variable is no literal.
    fn word(&mut self) -> Option<Value> {
        let end = self
            .rest
            .find(|one: char| !one.is_alphanumeric() && !matches!(one, '.' | '-' | '+' | '_'))
            .unwrap_or(self.rest.len());
        let (word, after) = self.rest.split_at(end);
        self.rest = after;
        match word {
            "true" | "True" => Some(Value::Bool(true)),
            "false" | "False" => Some(Value::Bool(false)),
            "null" | "None" | "undefined" => Some(Value::Null),
            number => serde_json::from_str(number).ok(),
        }
    }

    fn string(&mut self) -> Option<String> {
        let quote = self.rest.chars().next()?;
        let triple: String = [quote; 3].iter().collect();
        let close = if self.rest.starts_with(&triple) {
            triple
        } else {
            quote.to_string()
        };
        let mut rest = &self.rest[close.len()..];
        let mut out = String::new();
        loop {
            if let Some(after) = rest.strip_prefix(&*close) {
                self.rest = after;
                return Some(out);
            }
            let one = rest.chars().next()?;
            rest = &rest[one.len_utf8()..];
            if one != '\\' {
                out.push(one);
                continue;
            }
            let escaped = rest.chars().next()?;
            rest = &rest[escaped.len_utf8()..];
            match escaped {
                'n' => out.push('\n'),
                't' => out.push('\t'),
                'r' => out.push('\r'),
                'u' => {
                    let code = u32::from_str_radix(rest.get(..4)?, 16).ok()?;
                    out.push(char::from_u32(code).unwrap_or('\u{fffd}'));
                    rest = &rest[4..];
                }
                '\n' => {}
                other => out.push(other),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_arguments_of_a_call_are_read_in_both_languages() {
        let python = "from openai import OpenAI\nclient = OpenAI()\n\nresponse = client.responses.create(\n  model=\"gpt-4o\",\n  input=[\n    {'role': 'system', \"content\": [{\"type\": \"input_text\", \"text\": \"Say \\\"hi\\\"\\n\\u00e9\"}]},\n  ],\n  temperature=1,\n  store=True\n)";
        let javascript = "const r = await openai.chat.completions.create({\n  model: \"gpt-4o\",\n  messages: [{ role: \"user\", content: `Hi\n{{name}}` }],\n});";
        for (code, expected) in [
            (
                python,
                json!({ "model": "gpt-4o", "input": [{ "role": "system", "content": [{ "type": "input_text", "text": "Say \"hi\"\né" }] }], "temperature": 1 }),
            ),
            (
                javascript,
                json!({ "model": "gpt-4o", "messages": [{ "role": "user", "content": "Hi\n{{name}}" }] }),
            ),
            (
                "client.responses.create(prompt={\"id\": \"pmpt_1\", \"version\": \"2\"}, input=history)",
                json!({ "prompt": { "id": "pmpt_1", "version": "2" } }),
            ),
            ("a.create(", json!({})),
        ] {
            assert!(code.len() < 20 || is_call(code));
            assert_eq!(Value::Object(read(code)), expected);
        }
        let nested = format!("x.responses.create(input={}", "[".repeat(200_000));
        assert!(read(&nested).is_empty());
    }
}
