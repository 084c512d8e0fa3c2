//! Every part of an imported file is held by a prompt, kept beside it, or named in a diagnostic.
//!
//! The files in `tests/imports` and generated hostile files are read by other parsers, whose every value
//! or line is then looked for. `PROMPTCASE_HOSTILE_FILES` is the number of files per importer.

#![allow(
    clippy::unwrap_used,
    reason = "a helper of a test may fail as the test itself"
)]

mod support;

use std::fs;
use std::path::Path;

use prompt_core::import::{Imported, export_to_source, import};
use serde_json::{Map, Value, json};

#[test]
fn a_long_key_is_not_repeated_for_every_value_below_it() {
    let key = "k".repeat(200_000);
    let values = vec!["1"; 20_000].join(",");
    let entries = vec!["{}"; 20_000].join(",");
    for rest in [
        format!("\"{key}\":[{values}]"),
        format!("\"{key}\":[{entries}]"),
        format!("\"prompts\":{{\"{key}\":{{\"a\":[{values}]}}}}"),
    ] {
        let text = format!("{{\"prompt\":\"Hello\",{rest}}}");
        let imported = import(text.as_bytes(), Some("a.json"), None);
        assert_eq!(imported.prompts.len(), 1);
    }
}

/// What was imported, as text to search in.
struct Held {
    texts: Vec<String>,
    scalars: Vec<(String, String)>,
    places: Vec<String>,
    /// Whether a diagnostic counts values that it does not name.
    counts_more: bool,
}

impl Held {
    fn of(imported: &Imported) -> Self {
        let mut held = Self {
            texts: Vec::new(),
            scalars: Vec::new(),
            places: Vec::new(),
            counts_more: false,
        };
        let prompts = imported.prompts.iter();
        for one in prompts.clone() {
            held.add("", &serde_json::to_value(&one.prompt).unwrap());
        }
        for told in imported
            .diagnostics
            .iter()
            .chain(prompts.flat_map(|one| &one.diagnostics))
        {
            held.places.extend(told.place.clone());
            held.texts.push(told.message.clone());
            held.counts_more |= told.message.contains("more values were left out");
        }
        held
    }

    fn add(&mut self, key: &str, value: &Value) {
        match value {
            Value::Null => {}
            Value::Bool(_) | Value::Number(_) => {
                self.scalars.push((key.to_owned(), value.to_string()));
            }
            Value::String(text) => {
                self.texts.push(text.clone());
                self.add_json(key, text);
            }
            Value::Array(values) => values.iter().for_each(|value| self.add(key, value)),
            Value::Object(map) => map.iter().for_each(|(key, value)| self.add(key, value)),
        }
    }

    /// Adds the values of JSON that begins with a line of a text, as a message holds what is no text.
    fn add_json(&mut self, key: &str, text: &str) {
        let mut at = 0;
        for line in text.split_inclusive('\n') {
            if line.starts_with(['[', '{']) {
                let mut values = serde_json::Deserializer::from_str(&text[at..]).into_iter();
                if let Some(Ok(value)) = values.next() {
                    self.add(key, &value);
                }
            }
            at += line.len();
        }
    }

    /// Whether a text is held, or the value of a line `key: value`. Variables of f-strings become ours, headings
    /// lose their backslashes, and separators in titles become blanks.
    fn has_text(&self, text: &str) -> bool {
        let value = text.split_once(": ").map(|(_, value)| value.trim());
        let bare = |text: &str| text.replace(['{', '}', '\\', ' ', '\u{2028}', '\u{2029}'], "");
        self.texts
            .iter()
            .any(|one| one.contains(text) || value.is_some_and(|value| one.contains(value)))
            || (text.contains(['{', '\\', '\u{2028}', '\u{2029}']) && {
                let text = bare(text);
                self.texts.iter().any(|one| bare(one).contains(&text))
            })
    }

    fn has_line(&self, line: &str) -> bool {
        let mut lines = self.texts.iter().flat_map(|text| text.lines());
        lines.any(|one| one.trim() == line)
    }

    fn names(&self, path: &str) -> bool {
        self.counts_more
            || self.places.iter().any(|place| {
                path.strip_prefix(place.as_str())
                    .is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
            })
    }

    /// Collects the values of a file that are in no prompt and no diagnostic.
    fn missing(&self, path: &str, key: &str, value: &Value, found: &mut Vec<String>) {
        match value {
            Value::Null => {}
            Value::Bool(_) | Value::Number(_) => {
                let text = value.to_string();
                let is_held =
                    self.scalars.contains(&(key.to_owned(), text.clone())) || self.has_line(&text);
                if !is_held && !self.names(path) {
                    found.push(format!("{path}: {text}"));
                }
            }
            Value::String(text) => {
                // Roles and kinds that have a type of ours are held by it.
                let is_word = matches!(key, "role" | "from" | "sender" | "type");
                let is_list = key == "tags"
                    && text
                        .split([',', ';', '|'])
                        .all(|tag| self.has_text(tag.trim()));
                let is_held = is_list || text.lines().all(|line| self.has_text(line.trim()));
                if !is_held && !is_word && !self.names(path) {
                    found.push(format!("{path}: {text}"));
                }
            }
            Value::Array(values) => {
                for (at, value) in values.iter().enumerate() {
                    self.missing(&format!("{path}[{at}]"), key, value, found);
                }
            }
            Value::Object(map) => {
                for (key, value) in map {
                    let dot = if path.is_empty() { "" } else { "." };
                    self.missing(&format!("{path}{dot}{key}"), key, value, found);
                }
            }
        }
    }
}

/// The values or lines of a file that the import does not account for.
fn unaccounted(name: &str, text: &str) -> Vec<String> {
    let imported = import(text.as_bytes(), Some(name), None);
    assert!(
        !imported.prompts.is_empty() || !imported.diagnostics.is_empty(),
        "{name}: nothing came of {text:?}"
    );
    if imported.prompts.is_empty() {
        return Vec::new();
    }
    // A source that gives the file again holds all of it.
    if let [only] = &imported.prompts[..]
        && export_to_source(&only.prompt).is_some_and(|written| written.text == text)
    {
        return Vec::new();
    }
    let held = Held::of(&imported);
    // What nobody knows is taken as text.
    if held.has_text(text.trim()) {
        return Vec::new();
    }
    let mut found = Vec::new();
    let ending = name.rsplit('.').next().unwrap_or_default();
    let value = match ending {
        "json" => serde_json::from_str(text).ok(),
        "yml" | "yaml" => serde_yaml::from_str(text).ok(),
        _ => None,
    };
    match (value, ending) {
        (Some(value), _) => held.missing("", "", &value, &mut found),
        (None, "jsonl") => {
            for value in text
                .lines()
                .filter_map(|line| serde_json::from_str(line).ok())
            {
                held.missing("", "", &value, &mut found);
            }
        }
        (None, "csv" | "tsv") => {
            let mut reader = csv::ReaderBuilder::new()
                .flexible(true)
                .delimiter(if ending == "tsv" {
                    b'\t'
                } else if text.contains(';') {
                    b';'
                } else {
                    b','
                })
                .from_reader(text.as_bytes());
            for row in reader.records().flatten() {
                for cell in &row {
                    // A category is held by its word.
                    let is_word = held.has_line(&cell.to_lowercase());
                    if !is_word && !cell.lines().all(|line| held.has_text(line.trim())) {
                        found.push(cell.to_owned());
                    }
                }
            }
        }
        _ => {
            for (at, line) in text.lines().enumerate() {
                let line = line.trim_start_matches('\u{feff}').trim();
                // Roles are held by the types of segments.
                let is_role = line.starts_with("{{role ")
                    || ["system", "user", "assistant"]
                        .contains(&&*line.trim_matches(['#', ':', ' ']).to_lowercase());
                let is_syntax =
                    is_role || line.chars().all(|one| matches!(one, '-' | '+' | '#' | '.'));
                let inner = line.trim_start_matches('#').trim_end_matches('#').trim();
                let is_named = held.places.contains(&format!("line {}", at + 1));
                if !is_syntax && !held.has_text(line) && !held.has_text(inner) && !is_named {
                    found.push(format!("line {}: {line}", at + 1));
                }
            }
        }
    }
    found
}

/// The long texts of a file that are only kept aside, and that no remark names.
fn hidden(name: &str, text: &str) -> Vec<String> {
    let mut imported = import(text.as_bytes(), Some(name), None);
    for one in &mut imported.prompts {
        for key in ["imported", "imported_source"] {
            one.prompt.content.extra.shift_remove(key);
        }
    }
    let held = Held::of(&imported);
    let ending = name.rsplit('.').next().unwrap_or_default();
    let values: Vec<Value> = match ending {
        "json" => serde_json::from_str(text).into_iter().collect(),
        "yml" | "yaml" => serde_yaml::from_str(text).into_iter().collect(),
        "jsonl" => {
            let lines = text.lines();
            lines
                .filter_map(|line| serde_json::from_str(line).ok())
                .collect()
        }
        _ => return Vec::new(),
    };
    let mut found = Vec::new();
    for value in &values {
        held.missing("", "", value, &mut found);
    }
    let is_long = |told: &String| {
        let text = told.split_once(": ").map_or("", |(_, text)| text);
        text.split_whitespace().count() > 5
    };
    found.retain(is_long);
    found
}

#[test]
fn every_part_of_every_file_is_accounted_for() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/imports");
    let mut names: Vec<_> = fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert!(names.len() > 30, "only {} files", names.len());
    for name in names {
        let text = fs::read_to_string(folder.join(&name)).unwrap();
        // A plus stands for the folder of the file.
        let name = name.replace('+', "/");
        let imported = import(text.as_bytes(), Some(&name), None);
        // The format is the beginning of the file's name.
        let format = name.split(['.', '/']).next().unwrap();
        assert!(
            format.starts_with(imported.format.as_str()),
            "{name} was read as {}: {:?}",
            imported.format,
            imported.diagnostics
        );
        assert_eq!(unaccounted(&name, &text), [] as [String; 0], "{name}");
        assert_eq!(hidden(&name, &text), [] as [String; 0], "{name}");
        // Nothing of a file that is well known is left out.
        let told = imported.diagnostics.iter();
        let told = told.chain(imported.prompts.iter().flat_map(|one| &one.diagnostics));
        for told in told {
            assert_ne!(told.code, "left_out", "{name}: {told:?}");
        }
    }
}

/// Random choices that are the same in every run.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, most: usize) -> usize {
        usize::try_from(self.next() % most as u64).unwrap()
    }

    fn one<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len())]
    }

    /// A text with a word of its own among snippets that formats take for syntax.
    fn text(&mut self) -> String {
        let mut text = String::new();
        for _ in 0..self.below(4) {
            text += self.one::<&str>(support::HOSTILE);
        }
        text += &self.word();
        for _ in 0..self.below(3) {
            text += self.one::<&str>(support::HOSTILE);
        }
        // What no format of data holds is another test's.
        text.replace(['\0', '\r'], "").replace(
            |one: char| one.is_control() && one != '\n' && one != '\t',
            "",
        )
    }

    fn word(&mut self) -> String {
        format!("w{}", self.next() % 1_000_000)
    }

    fn value(&mut self, depth: usize) -> Value {
        match self.below(if depth > 2 { 4 } else { 7 }) {
            0 => Value::from(self.next() % 10_000),
            1 => Value::from(self.next().is_multiple_of(2)),
            2 | 3 => Value::from(self.text()),
            4 => (0..self.below(3)).map(|_| self.value(depth + 1)).collect(),
            _ => Value::Object(self.map(depth + 1)),
        }
    }

    fn map(&mut self, depth: usize) -> Map<String, Value> {
        const KEYS: [&str; 24] = [
            "id",
            "name",
            "title",
            "type",
            "role",
            "content",
            "text",
            "model",
            "tags",
            "description",
            "metadata",
            "config",
            "x",
            "prompt",
            "messages",
            "template",
            "version",
            "labels",
            "tools",
            "parts",
            "author",
            "folder",
            "created_at",
            "category",
        ];
        let mut map = Map::new();
        for _ in 0..self.below(4) {
            let key = (*self.one(&KEYS)).to_owned();
            let value = self.value(depth);
            map.insert(key, value);
        }
        map
    }

    /// A map of a format with other keys in it.
    fn with(&mut self, value: Value) -> Value {
        let mut value = value;
        if let Value::Object(map) = &mut value {
            for (key, extra) in self.map(1) {
                map.entry(key).or_insert(extra);
            }
        }
        value
    }

    fn message(&mut self) -> Value {
        let role = *self.one(&[
            "system",
            "user",
            "assistant",
            "developer",
            "human",
            "tool",
            "odd",
        ]);
        let content = match self.below(3) {
            0 => json!([{"type": "text", "text": self.text()}, self.value(1)]),
            1 => {
                json!([{"type": "text", "text": self.text(), "cache_control": {"type": "ephemeral"}}])
            }
            _ => Value::from(self.text()),
        };
        let message = json!({"role": role, "content": content});
        if self.below(2) == 0 {
            self.with(message)
        } else {
            message
        }
    }

    fn messages(&mut self) -> Value {
        (0..=self.below(3)).map(|_| self.message()).collect()
    }
}

type Shape = (&'static str, fn(&mut Random) -> Value);

/// Values in the shapes of the importers of structured files.
const SHAPES: &[Shape] = &[
    ("openai", |r| {
        let v = json!({"model": r.word(), "messages": r.messages()});
        r.with(v)
    }),
    ("responses", |r| {
        let v = json!({"instructions": r.text(), "input": r.messages(), "model": "m"});
        r.with(v)
    }),
    ("anthropic", |r| {
        let v = json!({"system": r.text(), "messages": r.messages(), "max_tokens": 9});
        r.with(v)
    }),
    (
        "mcp",
        |r| json!({"jsonrpc": "2.0", "id": 1, "result": {"description": r.text(), "messages": [{"role": "user", "content": {"type": "text", "text": r.text()}}]}}),
    ),
    ("langfuse", |r| {
        let v = json!({"name": r.word(), "type": "chat", "prompt": r.messages(), "config": r.value(1), "labels": [r.word()], "tags": [r.word()]});
        r.with(v)
    }),
    ("langchain", |r| {
        let v = json!({"lc": 1, "type": "constructor", "id": ["a", "ChatPromptTemplate"], "kwargs": {"messages": [{"lc": 1, "id": ["HumanMessagePromptTemplate"], "kwargs": {"prompt": {"id": ["PromptTemplate"], "kwargs": {"template": r.text(), "template_format": "mustache"}}, "additional_kwargs": r.value(1)}}], "schema_": r.value(1)}});
        r.with(v)
    }),
    (
        "legacy",
        |r| json!({"_type": "prompt", "template": r.text(), "template_format": "jinja2", "input_variables": [r.word()]}),
    ),
    ("github", |r| {
        let v = json!({"messages": r.messages(), "modelParameters": r.value(1), "testData": [r.value(1)]});
        r.with(v)
    }),
    (
        "promptfoo",
        |r| json!({"description": r.word(), "prompts": [format!("{} x", r.word()), {"raw": format!("{} y", r.word()), "label": r.word()}], "providers": [r.word()], "tests": [r.value(1)]}),
    ),
    ("library", |r| {
        let v = json!({"prompts": [{"title": r.word(), "text": r.text(), "folderId": "f", "extra": r.value(1)}, r.value(1)], "folders": [{"id": "f", "name": r.word()}]});
        r.with(v)
    }),
    (
        "entries",
        |r| json!([{"title": r.word(), "content": r.text(), "tags": format!("{}, {}", r.word(), r.word())}, {"act": r.word(), "prompt": r.text(), "other": r.value(1)}]),
    ),
    (
        "chatgpt",
        |r| json!([{"title": r.word(), "mapping": {"a": {"id": "a", "parent": null, "message": {"author": {"role": "user", "name": r.word()}, "content": {"content_type": "text", "parts": [r.text()]}, "metadata": r.value(1)}}, "b": {"id": "b", "parent": "a", "message": {"author": {"role": "assistant"}, "content": {"content_type": "code", "text": r.text()}, "status": r.word()}}}, "current_node": "b"}]),
    ),
    (
        "claude",
        |r| json!([{"uuid": r.word(), "name": r.word(), "chat_messages": [{"sender": "human", "text": r.text(), "content": [], "attachments": [r.value(1)]}, {"sender": "assistant", "text": "", "content": [{"type": "text", "text": r.text(), "citations": [r.value(1)]}]}]}]),
    ),
    (
        "sharegpt",
        |r| json!({"system": r.text(), "conversations": [{"from": "human", "value": r.text()}, {"from": "gpt", "value": r.text(), "weight": 1}]}),
    ),
    ("librechat", |r| {
        let v = json!({"title": r.word(), "promptPrefix": r.text(), "endpoint": r.word()});
        r.with(v)
    }),
    (
        "openwebui",
        |r| json!([{"id": r.word(), "name": r.word(), "params": {"system": r.text(), "temperature": 0.5}, "meta": r.value(1)}]),
    ),
    (
        "typingmind",
        |r| json!({"data": {"userCharacters": [{"title": r.word(), "instruction": r.text(), "welcomeMessage": r.word()}], "settings": r.value(1)}}),
    ),
    (
        "nextchat",
        |r| json!({"mask-store": {"masks": {"1": {"name": r.word(), "avatar": r.word(), "context": r.messages(), "modelConfig": r.value(1)}}}, "access": r.value(1)}),
    ),
    (
        "roo",
        |r| json!({"customModes": [{"slug": r.word(), "name": r.word(), "roleDefinition": r.text(), "customInstructions": r.text(), "groups": [r.value(1)]}]}),
    ),
    (
        "opencode",
        |r| json!({"agent": {"a": {"description": r.word(), "prompt": r.text(), "tools": r.value(1)}}, "theme": r.word()}),
    ),
    (
        "espanso",
        |r| json!({"matches": [{"trigger": r.word(), "replace": r.text(), "vars": [r.value(1)]}], "imports": [r.word()]}),
    ),
    (
        "continue",
        |r| json!({"name": r.word(), "version": "1", "models": [r.value(1)], "prompts": [{"name": r.word(), "description": r.word(), "prompt": r.text()}], "rules": [r.word()]}),
    ),
    ("mlflow", |r| {
        let v = json!({"name": r.word(), "template": r.messages(), "commit_message": r.word()});
        r.with(v)
    }),
    ("stored", |r| {
        let v = json!({"id": "pmpt_1", "input": r.messages(), "instructions": r.text()});
        r.with(v)
    }),
    (
        "batch",
        |r| json!({"custom_id": r.word(), "method": "POST", "body": {"messages": r.messages(), "model": r.word()}}),
    ),
    ("any", |r| {
        let v = Value::Object(r.map(0));
        r.with(v)
    }),
];

/// The names of files that documents are generated for.
const DOCUMENTS: [&str; 12] = [
    "a.md",
    "a.mdc",
    "SKILL.md",
    "a.prompt.md",
    "a.agent.md",
    "a.prompty",
    "a.prompt",
    "system.md",
    "a.txt",
    "a.toml",
    ".windsurfrules",
    "a",
];

fn document(random: &mut Random) -> String {
    let mut text = String::new();
    if random.below(2) == 0 {
        text.push_str("---\n");
        for key in ["name", "description", "globs", "model", "inputs"] {
            if random.below(2) == 0 {
                text += &[key, ": ", &random.word(), "\n"].concat();
            }
        }
        text.push_str("---\n");
    }
    for _ in 0..random.below(8) {
        let line = match random.below(8) {
            0 => format!("# {}", random.word()),
            1 => format!("## {} ##", random.word()),
            2 => "system:".to_owned(),
            3 => "{{role \"user\"}}".to_owned(),
            4 => "<!-- open".to_owned(),
            5 => "```".to_owned(),
            _ => random.text(),
        };
        text.push_str(&line);
        text.push('\n');
        if random.below(3) == 0 {
            text.push('\n');
        }
    }
    text
}

/// Imports generated files, and returns what was not accounted for in them.
fn hostile(
    importer: &str,
    files: u64,
    make: &dyn Fn(u64) -> (&'static str, String),
) -> Vec<String> {
    let mut failures = Vec::new();
    for file in 1..=files {
        let (name, text) = make(file);
        let missing = unaccounted(name, &text);
        if !missing.is_empty() {
            failures.push(format!("{importer} {file}: {missing:?}\n{text}"));
        }
    }
    failures
}

#[test]
fn hostile_files_are_accounted_for_by_every_importer() {
    #[expect(
        clippy::disallowed_methods,
        reason = "how long the test runs is the tester's to say"
    )]
    let files = std::env::var("PROMPTCASE_HOSTILE_FILES");
    let files: u64 = files
        .ok()
        .and_then(|files| files.parse().ok())
        .unwrap_or(1_000);
    let structured = SHAPES.iter().enumerate().map(|(at, (shape, make))| {
        let seed = at as u64 * 104_729 + 1;
        move || {
            hostile(shape, files, &|file| {
                let value = make(&mut Random(file * 7_919 + seed));
                match file % 3 {
                    0 => ("a.yml", serde_yaml::to_string(&value).unwrap()),
                    1 => ("a.json", format!("{value:#}")),
                    _ => ("b.json", value.to_string()),
                }
            })
        }
    });
    let documents = DOCUMENTS.iter().enumerate().map(|(at, name)| {
        let seed = at as u64 * 15_485_863 + 1;
        move || {
            hostile(name, files, &|file| {
                (*name, document(&mut Random(file * 6_113 + seed)))
            })
        }
    });
    let mut failures = Vec::new();
    std::thread::scope(|scope| {
        let structured: Vec<_> = structured.map(|run| scope.spawn(run)).collect();
        let documents: Vec<_> = documents.map(|run| scope.spawn(run)).collect();
        for running in structured.into_iter().chain(documents) {
            failures.extend(running.join().unwrap());
        }
    });
    let count = failures.len();
    failures.truncate(5);
    assert_eq!(count, 0, "{}", failures.join("\n\n"));
}
