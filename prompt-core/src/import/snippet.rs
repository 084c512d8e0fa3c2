//! Code that calls an API, as the pages of OpenAI and Anthropic show it: the arguments of each call are a prompt.
//!
//! The arguments are parsed as literals of Python or JavaScript; nothing is run.

use std::ops::Range;

use serde_json::{Map, Value};

/// The calls whose arguments are a prompt.
const CALLS: [&str; 10] = [
    "responses.create(",
    "responses.parse(",
    "completions.create(",
    "completions.parse(",
    "messages.create(",
    "messages.stream(",
    // Older libraries of OpenAI, and what is called as they are.
    "Completion.create(",
    "Completion.acreate(",
    "createChatCompletion(",
    "litellm.completion(",
];
/// Keys whose text may be a variable of the code, which becomes a variable of the prompt.
const TEXTS: [&str; 2] = ["content", "text"];
/// The deepest nesting of literals.
const DEPTH: usize = 32;
/// The most calls of a file that are read.
const MOST_CALLS: usize = 200;
/// The most arguments of a call that are named as left out.
const MOST_NAMED: usize = 20;
/// The most constants that are looked up. Each is searched in the whole file.
const MOST_CONSTANTS: usize = 16;

/// The arguments of a call.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Call {
    pub(super) request: Map<String, Value>,
    /// The names of arguments that are no literals.
    pub(super) left_out: Vec<String>,
}

/// Whether a text is code that calls one of the APIs.
pub(super) fn is_call(text: &str) -> bool {
    CALLS.iter().any(|call| text.contains(call))
}

/// Reads the arguments of the calls as requests; empty ones if none is a literal.
pub(super) fn read(text: &str) -> Vec<Call> {
    let mut constants = MOST_CONSTANTS;
    let mut calls = Vec::new();
    let mut ranges: Vec<Range<usize>> = Vec::new();
    let mut rest = text;
    while calls.len() < MOST_CALLS
        && let Some(at) = CALLS
            .iter()
            .filter_map(|call| Some(rest.find(call)? + call.len()))
            .min()
    {
        let start = text.len() - rest.len() + at;
        // Where this call ends is not known yet.
        ranges.push(start..text.len());
        let mut reader = Reader {
            code: text,
            calls: &ranges,
            names: Vec::new(),
            rest: &rest[at..],
            depth: 0,
            constants,
            left_out: Vec::new(),
        };
        let request = reader.arguments();
        constants = reader.constants;
        rest = reader.rest;
        let left_out = reader.left_out;
        if let Some(range) = ranges.last_mut() {
            range.end = text.len() - rest.len();
        }
        calls.push(Call { request, left_out });
    }
    calls
}

struct Reader<'t, 'c> {
    /// The whole file, in which constants are looked up.
    code: &'t str,
    /// Where the calls up to this one are. An argument on a line of its own looks like a constant.
    calls: &'c [Range<usize>],
    /// The constants that are being looked up.
    names: Vec<&'t str>,
    rest: &'t str,
    depth: usize,
    /// How many constants may still be looked up.
    constants: usize,
    left_out: Vec<String>,
}

impl<'t> Reader<'t, '_> {
    fn arguments(&mut self) -> Map<String, Value> {
        let mut request = Map::new();
        self.skip_blank();
        // JavaScript has one object for all arguments.
        self.rest = self.rest.strip_prefix('{').unwrap_or(self.rest);
        loop {
            self.skip_between();
            if self.rest.is_empty() || self.rest.starts_with([')', '}', ']']) {
                return request;
            }
            self.entry(&mut request);
        }
    }

    /// Reads a name with its value. What is no literal is left out by its name.
    fn entry(&mut self, map: &mut Map<String, Value>) {
        let Some((name, after)) = self.key() else {
            // A spread, or the short form of JavaScript for a variable and its name.
            let name = self.identifier();
            let value = self.lookup(name);
            let told = self.expression();
            match value {
                Some(value) => {
                    map.insert(name.to_owned(), value);
                }
                None => self.leave_out(told),
            }
            return;
        };
        self.rest = after;
        self.skip_blank();
        let before = self.rest;
        if let Some(value) = self.whole_value() {
            map.insert(name, value);
            return;
        }
        self.rest = before;
        let variable = self.identifier();
        let told = self.expression();
        // A message is never empty because the code computes its text.
        if TEXTS.contains(&&*name) {
            let named = if variable.is_empty() {
                &*name
            } else {
                variable
            };
            map.insert(name.clone(), Value::from(format!("{{{{{named}}}}}")));
            if variable == told {
                return;
            }
        }
        self.leave_out(name);
    }

    fn leave_out(&mut self, what: String) {
        if self.left_out.len() < MOST_NAMED {
            self.left_out.push(what);
        }
    }

    /// A value with nothing behind it, as a call of a method would be.
    fn whole_value(&mut self) -> Option<Value> {
        let value = self.value()?;
        self.skip_blank();
        let is_end = self.rest.is_empty() || self.rest.starts_with([',', ')', '}', ']', ';']);
        is_end.then_some(value)
    }

    /// A name before `=` or `:`, quoted or not, and what follows.
    fn key(&mut self) -> Option<(String, &'t str)> {
        let before = self.rest;
        let name = if self.rest.starts_with(['"', '\'']) {
            self.string()
        } else {
            let name = self.identifier();
            self.rest = &self.rest[name.len()..];
            (!name.is_empty()).then(|| name.to_owned())
        };
        self.skip_blank();
        let after = self
            .rest
            .strip_prefix(['=', ':'])
            .filter(|after| !after.starts_with('='));
        self.rest = before;
        Some((name?, after?))
    }

    /// The name of a variable at this place, or nothing.
    fn identifier(&self) -> &'t str {
        let end = self
            .rest
            .find(|one: char| !one.is_alphanumeric() && one != '_' && one != '$')
            .unwrap_or(self.rest.len());
        let name = &self.rest[..end];
        if name.starts_with(|first: char| first.is_ascii_digit()) {
            ""
        } else {
            name
        }
    }

    fn skip_between(&mut self) {
        loop {
            self.skip_blank();
            match self.rest.strip_prefix([',', ';']) {
                Some(rest) => self.rest = rest,
                None => return,
            }
        }
    }

    /// Skips blanks and comments.
    fn skip_blank(&mut self) {
        loop {
            self.rest = self.rest.trim_start();
            let end = if self.rest.starts_with('#') || self.rest.starts_with("//") {
                self.rest.find('\n')
            } else if self.rest.starts_with("/*") {
                self.rest.find("*/").map(|at| at + 2)
            } else {
                return;
            };
            self.rest = &self.rest[end.unwrap_or(self.rest.len())..];
        }
    }

    /// Skips an expression up to the comma or bracket behind it, and returns its first words.
    fn expression(&mut self) -> String {
        let start = self.rest;
        let mut open = 0_usize;
        while let Some(one) = self.rest.chars().next() {
            match one {
                '"' | '\'' | '`' => {
                    if self.string().is_none() {
                        // A quote that is not closed ends with its line, or with the file.
                        let is_long =
                            one == '`' || self.rest[1..].starts_with(&format!("{one}{one}"));
                        let end = self.rest.find('\n').filter(|_| !is_long);
                        self.rest = &self.rest[end.unwrap_or(self.rest.len())..];
                    }
                    continue;
                }
                '#' => {
                    self.skip_blank();
                    continue;
                }
                '/' if self.rest.starts_with("//") || self.rest.starts_with("/*") => {
                    self.skip_blank();
                    continue;
                }
                '(' | '[' | '{' => open += 1,
                ')' | ']' | '}' | ',' | ';' if open == 0 => break,
                ')' | ']' | '}' => open -= 1,
                _ => {}
            }
            self.rest = &self.rest[one.len_utf8()..];
        }
        let told = start[..start.len() - self.rest.len()].trim();
        told.chars().take(40).collect()
    }

    /// A value, which texts may be joined to and trimmed.
    fn value(&mut self) -> Option<Value> {
        let (mut value, mut is_variable) = self.part()?;
        loop {
            let before = self.rest;
            self.skip_blank();
            let joined = self.rest.strip_prefix('+');
            if let Some(after) = joined.filter(|after| !after.starts_with(['+', '='])) {
                self.rest = after;
                self.skip_blank();
                let (next, is_next) = self.part()?;
                let text = format!("{}{}", value.as_str()?, next.as_str()?);
                value = Value::from(text);
                is_variable &= is_next;
            } else if let Some(changed) = self.method(&value) {
                value = Value::from(changed);
            } else {
                self.rest = before;
                return (!is_variable).then_some(value);
            }
        }
    }

    /// A literal, or a variable of the code as a variable of the prompt, which may be part of a text.
    fn part(&mut self) -> Option<(Value, bool)> {
        let before = self.rest;
        if let Some(value) = self.operand() {
            return Some((value, false));
        }
        self.rest = before;
        let name = self.identifier();
        let after = &before[name.len()..];
        if name.is_empty() || after.starts_with(['(', '[', '.', '`']) {
            return None;
        }
        self.rest = after;
        Some((Value::from(format!("{{{{{name}}}}}")), true))
    }

    /// A method that trims a text, fills it in or joins others with it. The places of a text that is filled in stay.
    fn method(&mut self, value: &Value) -> Option<String> {
        let text = value.as_str()?;
        self.rest = self.rest.strip_prefix('.')?;
        let name = self.identifier();
        self.rest = self.rest[name.len()..].strip_prefix('(')?;
        self.skip_blank();
        let changed = match name {
            "strip" | "trim" => text.trim().to_owned(),
            "lstrip" | "trimStart" => text.trim_start().to_owned(),
            "rstrip" | "trimEnd" => text.trim_end().to_owned(),
            "format" => {
                while !self.rest.is_empty() && !self.rest.starts_with([')', ']', '}']) {
                    self.expression();
                    self.skip_between();
                }
                text.to_owned()
            }
            "join" => {
                let list = self.value()?;
                let texts: Option<Vec<&str>> = list.as_array()?.iter().map(Value::as_str).collect();
                texts?.join(text)
            }
            _ => return None,
        };
        self.skip_between();
        self.rest = self.rest.strip_prefix(')')?;
        Some(changed)
    }

    fn operand(&mut self) -> Option<Value> {
        if self.depth == DEPTH {
            return None;
        }
        if self.is_string() {
            return self.joined_strings().map(Value::String);
        }
        if let Some(after) = self.rest.strip_prefix("dict(") {
            self.rest = &self.rest[self.rest.len() - after.len() - 1..];
            let mut map = Map::new();
            self.items(')', |reader| reader.entry(&mut map))?;
            return Some(Value::Object(map));
        }
        let inner = self.rest.strip_prefix("textwrap.").unwrap_or(self.rest);
        if let Some(inner) = inner.strip_prefix("dedent")
            && inner.starts_with(['(', '`'])
        {
            self.rest = inner;
            let text = self.operand()?;
            return Some(Value::from(without_margin(text.as_str()?)));
        }
        match self.rest.chars().next()? {
            '(' => {
                self.rest = &self.rest[1..];
                self.depth += 1;
                self.skip_blank();
                let value = self.value()?;
                self.depth -= 1;
                self.skip_between();
                self.rest = self.rest.strip_prefix(')')?;
                Some(value)
            }
            '[' => {
                let mut list = Vec::new();
                self.items(']', |reader| {
                    let before = reader.rest;
                    if let Some(value) = reader.whole_value() {
                        list.push(value);
                    } else {
                        reader.rest = before;
                        let told = reader.expression();
                        reader.leave_out(told);
                    }
                })?;
                Some(Value::Array(list))
            }
            '{' => {
                let mut map = Map::new();
                self.items('}', |reader| reader.entry(&mut map))?;
                Some(Value::Object(map))
            }
            _ => self.word(),
        }
    }

    fn items(&mut self, close: char, mut item: impl FnMut(&mut Self)) -> Option<()> {
        self.rest = &self.rest[1..];
        self.depth += 1;
        loop {
            self.skip_between();
            if let Some(after) = self.rest.strip_prefix(close) {
                self.rest = after;
                self.depth -= 1;
                return Some(());
            }
            if self.rest.is_empty() || self.rest.starts_with([')', '}', ']']) {
                return None;
            }
            let depth = self.depth;
            item(self);
            self.depth = depth;
        }
    }

    /// A number, `true`, `None` and the like, or the literal that a constant is set to.
    fn word(&mut self) -> Option<Value> {
        let name = self.identifier().len();
        let end = self
            .rest
            .find(|one: char| !one.is_alphanumeric() && !matches!(one, '.' | '-' | '+' | '_'))
            .unwrap_or(self.rest.len());
        let (word, after) = self.rest.split_at(if name > 0 { name } else { end });
        let value = match word {
            "true" | "True" => Some(Value::Bool(true)),
            "false" | "False" => Some(Value::Bool(false)),
            "null" | "None" | "undefined" => Some(Value::Null),
            word => serde_json::from_str(word)
                .ok()
                .or_else(|| self.lookup(word)),
        };
        self.rest = after;
        value
    }

    /// The literal that a variable is set to at the beginning of a line, which is in no call if it is indented.
    fn lookup(&mut self, name: &'t str) -> Option<Value> {
        let is_name = name.starts_with(|first: char| first.is_alphabetic() || first == '_')
            && name.chars().all(|one| one.is_alphanumeric() || one == '_');
        let is_spent = self.constants == 0 || self.depth >= DEPTH;
        if !is_name || is_spent || self.names.contains(&name) {
            return None;
        }
        self.constants -= 1;
        let mut at = 0;
        let found = self.code.split_inclusive('\n').find_map(|line| {
            let start = at;
            at += line.len();
            let mut words = line.trim_start();
            let is_in_call = || self.calls.iter().any(|call| call.contains(&start));
            if words.len() < line.len() && is_in_call() {
                return None;
            }
            for kind in ["const ", "let ", "var ", "export const "] {
                words = words.strip_prefix(kind).unwrap_or(words);
            }
            let value = words.strip_prefix(name)?.trim_start().strip_prefix('=')?;
            (!value.starts_with('=')).then(|| start + line.len() - value.len())
        })?;
        self.names.push(name);
        let mut reader = Reader {
            code: self.code,
            calls: self.calls,
            names: std::mem::take(&mut self.names),
            rest: &self.code[found..],
            depth: self.depth + 1,
            constants: self.constants,
            left_out: Vec::new(),
        };
        reader.rest = reader.rest.trim_start_matches([' ', '\t']);
        let value = reader.value();
        // A method called on it, or another operator, would change it.
        let behind = reader.rest.trim_start_matches([' ', '\t']);
        let is_all = behind.is_empty() || behind.starts_with(['\n', ';', '#', '/']);
        self.constants = reader.constants;
        self.names = reader.names;
        self.names.pop();
        self.left_out.extend(reader.left_out);
        if value.is_some() && is_all {
            self.tell_changes(name);
        }
        value.filter(|_| is_all)
    }

    /// Names what the code adds to a constant later.
    fn tell_changes(&mut self, name: &str) {
        const SIGNS: [&str; 4] = ["+=", ".append(", ".extend(", ".push("];
        for line in self.code.lines().map(str::trim) {
            let behind = line.strip_prefix(name).map(str::trim_start);
            if behind.is_some_and(|behind| SIGNS.iter().any(|sign| behind.starts_with(sign))) {
                self.leave_out(line.chars().take(40).collect());
            }
        }
    }

    /// Whether a string begins here, with the letters that Python puts before one.
    fn is_string(&self) -> bool {
        let letters = self
            .rest
            .trim_start_matches(|one: char| "rRbBuUfF".contains(one));
        self.rest.len() - letters.len() <= 2 && letters.starts_with(['"', '\'', '`'])
    }

    /// A string, and those that are joined to it by nothing.
    fn joined_strings(&mut self) -> Option<String> {
        let mut text = self.string()?;
        loop {
            let before = self.rest;
            self.skip_blank();
            if !self.is_string() {
                self.rest = before;
                return Some(text);
            }
            text.push_str(&self.string()?);
        }
    }

    fn string(&mut self) -> Option<String> {
        let quoted = self
            .rest
            .trim_start_matches(|one: char| one.is_ascii_alphabetic());
        let is_raw = self.rest[..self.rest.len() - quoted.len()].contains(['r', 'R']);
        let quote = quoted.chars().next()?;
        let triple: String = [quote; 3].iter().collect();
        let close = if quote != '`' && quoted.starts_with(&triple) {
            triple
        } else {
            quote.to_string()
        };
        let mut rest = &quoted[close.len()..];
        let mut out = String::new();
        loop {
            if let Some(after) = rest.strip_prefix(&*close) {
                self.rest = after;
                return Some(out);
            }
            let one = rest.chars().next()?;
            rest = &rest[one.len_utf8()..];
            if one == '\n' && close.len() == 1 && quote != '`' {
                return None;
            }
            if one != '\\' {
                out.push(one);
                continue;
            }
            let escaped = rest.chars().next()?;
            rest = &rest[escaped.len_utf8()..];
            match escaped {
                other if is_raw => {
                    out.push('\\');
                    out.push(other);
                }
                'n' => out.push('\n'),
                't' => out.push('\t'),
                'r' => out.push('\r'),
                'x' | 'u' | 'U' => {
                    let digits = match escaped {
                        'x' => 2,
                        'u' => 4,
                        _ => 8,
                    };
                    let code = u32::from_str_radix(rest.get(..digits)?, 16).ok()?;
                    out.push(char::from_u32(code).unwrap_or('\u{fffd}'));
                    rest = &rest[digits..];
                }
                '\n' => {}
                other => out.push(other),
            }
        }
    }
}

/// A text without the blanks that all of its lines begin with, and without any in blank lines.
fn without_margin(text: &str) -> String {
    let lines = || {
        text.split('\n')
            .map(|line| if line.trim().is_empty() { "" } else { line })
    };
    let margins = lines().filter(|line| !line.is_empty());
    let margin = margins.map(|line| line.len() - line.trim_start_matches([' ', '\t']).len());
    let margin = margin.min().unwrap_or(0);
    let rest: Vec<&str> = lines()
        .map(|line| line.get(margin..).unwrap_or(line))
        .collect();
    rest.join("\n")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn only(code: &str) -> (Value, Vec<String>) {
        let mut calls = read(code);
        assert_eq!(calls.len(), 1, "{code}");
        let call = calls.remove(0);
        (Value::Object(call.request), call.left_out)
    }

    #[test]
    fn the_arguments_of_a_call_are_read_in_both_languages() {
        let python = "from openai import OpenAI\nclient = OpenAI()\n\nresponse = client.responses.create(\n  model=\"gpt-4o\",\n  input=[\n    {'role': 'system', \"content\": [{\"type\": \"input_text\", \"text\": \"Say \\\"hi\\\"\\n\\u00e9\"}]},\n  ],\n  temperature=1,\n  store=True\n)";
        let javascript = "const r = await openai.chat.completions.create({\n  model: \"gpt-4o\",\n  messages: [{ role: \"user\", content: `Hi\n{{name}}` }],\n});";
        for (code, expected) in [
            (
                python,
                json!({ "model": "gpt-4o", "input": [{ "role": "system", "content": [{ "type": "input_text", "text": "Say \"hi\"\né" }] }], "temperature": 1, "store": true }),
            ),
            (
                javascript,
                json!({ "model": "gpt-4o", "messages": [{ "role": "user", "content": "Hi\n{{name}}" }] }),
            ),
        ] {
            assert!(is_call(code));
            assert_eq!(only(code), (expected, vec![]));
        }
        assert!(read("a.create(").is_empty());
        for open in [
            "[", "(", "{a:", "\"", "f(", "a=", "/*", "#", "[[,", "{[", "\\",
        ] {
            let nested = format!("x.responses.create(input={}", open.repeat(100_000));
            read(&nested);
        }
        let many = "x.messages.create(a=b)\n".repeat(20_000);
        assert_eq!(read(&many).len(), MOST_CALLS);
    }

    #[test]
    fn comments_joined_strings_and_constants_are_read_and_the_rest_is_named() {
        for (code, expected, left_out) in [
            (
                "c.responses.create(input=\"x\",  # why\n  instructions=\"Be kind\")",
                json!({ "input": "x", "instructions": "Be kind" }),
                vec![],
            ),
            (
                "c.responses.create({ // all\n  model: \"m\", /* and */ input: \"a\" + 'b',\n})",
                json!({ "model": "m", "input": "ab" }),
                vec![],
            ),
            (
                "c.messages.create(system=(\"Be \"\n  # so\n  \"kind\"), max_output_tokens=5, top_p=.5, reasoning={\"effort\": \"low\"})",
                json!({ "system": "Be kind", "max_output_tokens": 5, "reasoning": { "effort": "low" } }),
                vec!["top_p"],
            ),
            (
                "c.responses.create(input=[{\"role\": \"user\", \"content\": f\"Hi {name}\"}, *history, {\"role\": \"user\", \"content\": question}], instructions=r'\\d')",
                json!({ "input": [{ "role": "user", "content": "Hi {name}" }, { "role": "user", "content": "{{question}}" }], "instructions": "\\d" }),
                vec!["*history"],
            ),
            (
                "SYSTEM = \"\"\"Be\nkind\"\"\"\nMODEL = os.environ['M']\nc.responses.create(model=MODEL, instructions=SYSTEM, input=f(\"a\", (1)), **rest)",
                json!({ "instructions": "Be\nkind" }),
                vec!["model", "input", "**rest"],
            ),
            (
                "const messages = [{ role: 'user', content: 'Hi' }];\nawait c.completions.create({ messages, model: 'a' });",
                json!({ "messages": [{ "role": "user", "content": "Hi" }], "model": "a" }),
                vec![],
            ),
            (
                "client.responses.create(prompt={\"id\": \"pmpt_1\", \"version\": \"2\"}, input=history)",
                json!({ "prompt": { "id": "pmpt_1", "version": "2" } }),
                vec!["input"],
            ),
        ] {
            let left_out = left_out.into_iter().map(str::to_owned).collect();
            assert_eq!(only(code), (expected, left_out), "{code}");
        }
        // An argument is no constant, also if it has the name of one.
        let call = "c.messages.create(\n    model=model,\n    top_k=top_k,\n    system=text,\n)\n";
        let told = |names: &[&str]| {
            names
                .iter()
                .map(|&name| name.to_owned())
                .collect::<Vec<_>>()
        };
        assert_eq!(only(call), (json!({}), told(&["model", "top_k", "system"])));
        let many = format!(
            "{}{call}text = 'T'\n",
            "x.messages.create(\n    model=model,\n    system='S'\n)\n".repeat(8)
        );
        let last = read(&many).pop().map(|call| (call.request, call.left_out));
        let expected = Map::from_iter([("system".to_owned(), json!("T"))]);
        assert_eq!(last, Some((expected, told(&["model", "top_k"]))));
        // Outside of calls it may be indented.
        let body = format!(
            "def f():\n    model = 'm'\n    c.messages.create(\n    system='S'\n)\n    text = 'T'\n{call}"
        );
        let last = read(&body).pop().map(|call| (call.request, call.left_out));
        let expected = Map::from_iter([
            ("model".to_owned(), json!("m")),
            ("system".to_owned(), json!("T")),
        ]);
        assert_eq!(last, Some((expected, told(&["top_k"]))));
        let circle = "a = b\nb = a\nc.messages.create(system=a, model=b)";
        assert_eq!(only(circle), (json!({}), told(&["system", "model"])));
        let two = read("a.messages.create(system='One')\nb.messages.create(system='Two')\n");
        assert_eq!(two[0].request["system"], "One");
        assert_eq!(two[1].request["system"], "Two");
    }
}
