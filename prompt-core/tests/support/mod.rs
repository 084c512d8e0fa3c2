//! Prompts that are hard to serialise, shared by the property tests and the checks with third-party
//! parsers.
#![allow(
    dead_code,
    reason = "each test program uses its part of what they share"
)]

pub mod templates;

use prompt_core::{
    Block, BlockAsset, BlockAssetType, Category, Complexity, Content, Language, Module, Prompt,
    PromptKind, PromptType, Section, Segment, SegmentType, StructureType, Wrapper,
};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Map, Number, Value};

/// Snippets that some format interprets as syntax.
pub const HOSTILE: &[&str] = &[
    "a",
    "word ",
    "\n",
    "\n\n",
    "\r\n",
    "\r",
    "\t",
    " ",
    "  \n",
    "---",
    "---\n",
    "\n---\n",
    "+++",
    "...",
    "===",
    "\n===\n",
    "# ",
    "\n# Heading\n",
    "## System",
    "\n## User\n",
    "### Assets\n",
    "```",
    "\n```\n",
    "````",
    "~~~\n",
    "    code",
    "> ",
    ">",
    "Wrappers: format-json",
    "<!-- ",
    " -->",
    "<!-- promptcase {} -->",
    "-->",
    "<b>",
    "</pre>",
    "</title>",
    "</style>",
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "]]>",
    "<![CDATA[",
    "&amp;",
    "&lt;",
    "&#13;",
    "&",
    "<",
    "\"",
    "'",
    "\\",
    "\\u0041",
    "\\r",
    "\\\\",
    "{{x}}",
    "{{ user.name }}",
    "{{ '{{' }}",
    "{{",
    "}}",
    "{%",
    "%}",
    "{% raw %}",
    "{#",
    "#}",
    "{#1}",
    "{",
    "${x}",
    "${env:HOME}",
    "system:",
    "\nuser:\n",
    "\n# Assistant:\n",
    "developer :",
    "\n system[a=1]:\n",
    "key: value",
    "- item",
    "[a]: b",
    "* * *",
    "|",
    "|-",
    "%YAML",
    "@",
    "`",
    "!tag",
    "*alias",
    "&anchor",
    "no",
    "~",
    "null",
    "1.10",
    "0x1F",
    "12:30:45",
    "2024-01-02",
    "<<",
    "=",
    "\0",
    "\u{1}",
    "\u{8}",
    "\u{b}",
    "\u{c}",
    "\u{1e}",
    "\u{1f}",
    "\u{7f}",
    "\u{85}",
    "\u{a0}",
    "\u{2028}",
    "\u{2029}",
    "\u{feff}",
    "\u{fffe}",
    "\u{ffff}",
    "\u{200b}",
    "\u{202e}",
    "é",
    "你好",
    "日本語",
    "🚀",
    "👩‍👩‍👧",
    "שלום",
    "ا",
    "\u{10ffff}",
    "#",
    " #",
    "C#",
    "_x_",
    "*b*",
    "a_b",
    "~~s~~",
    "![i](j)",
    "trailing ",
    " leading",
    "%2e",
    "]",
    "[",
    "(",
    ":",
    ": ",
    " #c",
    "?",
    "? ",
    "-",
    "- - -",
];

/// Any text: a sequence of snippets.
pub fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        6 => vec(select(HOSTILE), 0..9).prop_map(|parts| parts.concat()),
        1 => vec(any::<char>(), 0..12).prop_map(String::from_iter),
        1 => Just("An ordinary sentence.\n\nAnd another, with `code`.".to_owned()),
    ]
}

/// A text that is not blank.
fn some_text() -> impl Strategy<Value = String> {
    vec(select(HOSTILE), 0..4).prop_map(|parts| format!("{}T", parts.concat()))
}

/// A single-line text, as in the title of a prompt.
pub fn title() -> impl Strategy<Value = String> {
    some_text().prop_map(|text| on_one_line(&text))
}

fn on_one_line(text: &str) -> String {
    text.replace(prompt_core::text::breaks_a_line, " ")
}

/// A text within the limit of a tag.
fn tag() -> impl Strategy<Value = String> {
    text().prop_map(|text| on_one_line(&format!("t{}t", text.chars().take(40).collect::<String>())))
}

/// Beyond this JavaScript rounds integers, and they are not stored.
const INTEGERS: i64 = 1 << 53;

fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::Bool),
        any::<i64>().prop_map(|number| Value::from(number % INTEGERS)),
        any::<u64>().prop_map(|number| Value::from(number % INTEGERS.unsigned_abs())),
        prop_oneof![
            any::<f64>(),
            Just(1e15),
            Just(-0.0),
            Just(1.5e-7),
            Just(1e300)
        ]
        .prop_filter_map("JSON has no infinity", |number: f64| {
            let is_rounded = (9_007_199_254_740_992.0..1e21).contains(&number.abs());
            let number = if is_rounded { number / 1e10 } else { number };
            Number::from_f64(number).map(Value::Number)
        }),
        text().prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 12, 4, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..4).prop_map(Value::Array),
            vec((text(), inner), 0..4).prop_map(|pairs| Value::Object(pairs.into_iter().collect())),
        ]
    })
}

/// Keys that are not fields of any item.
fn extra() -> impl Strategy<Value = Map<String, Value>> {
    prop_oneof![
        3 => Just(Map::new()),
        1 => vec((text().prop_map(|key| format!("x{key}")), value()), 0..3)
            .prop_map(|pairs| pairs.into_iter().collect()),
    ]
}

fn map() -> impl Strategy<Value = Map<String, Value>> {
    prop_oneof![
        2 => Just(Map::new()),
        1 => vec((text(), value()), 1..3).prop_map(|pairs| pairs.into_iter().collect()),
    ]
}

/// An optional description that is never empty.
fn maybe() -> impl Strategy<Value = Option<String>> {
    option::of(text().prop_map(|text| text + "."))
}

fn segment() -> impl Strategy<Value = Segment> {
    (select(SegmentType::ALL), text(), extra()).prop_map(|(r#type, content, extra)| Segment {
        r#type,
        content,
        extra,
        ..Segment::default()
    })
}

fn section() -> impl Strategy<Value = Section> {
    (text(), maybe(), text(), extra()).prop_map(|(title, description, content, extra)| Section {
        title,
        description,
        content,
        extra,
        ..Section::default()
    })
}

fn module() -> impl Strategy<Value = Module> {
    let config = prop_oneof![Just(Value::Object(Map::new())), value()];
    (
        text(),
        text(),
        text(),
        vec(select(Wrapper::ALL), 0..3),
        config,
        extra(),
    )
        .prop_map(
            |(title, description, content, wrappers, config, extra)| Module {
                title,
                description,
                content,
                wrappers,
                config,
                extra,
                ..Module::default()
            },
        )
}

fn asset() -> impl Strategy<Value = BlockAsset> {
    (
        select(BlockAssetType::ALL),
        text(),
        maybe(),
        maybe(),
        extra(),
    )
        .prop_map(
            |(r#type, reference, title, description, extra)| BlockAsset {
                id: String::new(),
                r#type,
                reference,
                title,
                description,
                extra,
            },
        )
}

fn block() -> impl Strategy<Value = Block> {
    (
        text(),
        text(),
        vec(module(), 0..3),
        vec(asset(), 0..3),
        extra(),
    )
        .prop_map(|(title, description, modules, assets, extra)| Block {
            title,
            description,
            modules,
            assets,
            extra,
            ..Block::default()
        })
}

/// Any normalised prompt, with ids as unusual as its texts.
pub fn prompt() -> impl Strategy<Value = Prompt> {
    let words = (
        select(PromptType::ALL),
        select(StructureType::ALL),
        select(Category::ALL),
        select(PromptKind::ALL),
        select(Language::ALL),
        select(Complexity::ALL),
    );
    let details = (
        title(),
        text(),
        vec(tag(), 0..4),
        any::<bool>(),
        any::<(u32, u32, u32)>(),
        map(),
        map(),
    );
    let content = (
        vec(segment(), 0..4),
        vec(section(), 0..3),
        vec(module(), 0..3),
        vec(block(), 0..3),
        extra(),
    );
    (words, details, content, any::<bool>(), text()).prop_map(
        |(words, details, content, only_used, odd_id)| {
            let mut prompt = Prompt {
                title: details.0,
                description: details.1,
                prompt_type: words.0,
                structure_type: words.1,
                category: words.2,
                r#type: words.3,
                language: words.4,
                complexity: words.5,
                tags: prompt_core::text::clean_tags(details.2),
                is_public: details.3,
                version_major: details.4.0,
                version_minor: details.4.1,
                version_batch: details.4.2,
                asset_fields: details.5,
                asset_metadata: details.6,
                content: Content {
                    segments: content.0,
                    sections: content.1,
                    modules: content.2,
                    blocks: content.3,
                    extra: content.4,
                },
            };
            if only_used {
                prompt.content.retain_used(prompt.structure_type);
            }
            let mut number = 0;
            prompt.content.normalise(&mut || {
                number += 1;
                if number == 2 {
                    format!("{odd_id}2")
                } else {
                    format!("id-{number}")
                }
            });
            prompt
        },
    )
}

trait RetainUsed {
    fn retain_used(&mut self, structure: StructureType);
}

impl RetainUsed for Content {
    fn retain_used(&mut self, structure: StructureType) {
        if structure != StructureType::Standard {
            self.segments.clear();
        }
        if structure != StructureType::Structured {
            self.sections.clear();
        }
        if structure != StructureType::Modulized {
            self.modules.clear();
        }
        if structure != StructureType::Advanced {
            self.blocks.clear();
        }
    }
}

/// Sequential ids.
pub fn counter() -> impl FnMut() -> String {
    let mut next = 0;
    move || {
        next += 1;
        format!("new-{next}")
    }
}

/// The prompts of `tests/inputs`, by name.
pub fn inputs() -> Vec<(String, Prompt)> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/inputs");
    let mut paths: Vec<_> = std::fs::read_dir(folder)
        .expect("tests/inputs")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    paths.sort();
    paths
        .into_iter()
        .map(|path| {
            let name = path.file_stem().expect("a name").to_string_lossy();
            let text = std::fs::read_to_string(&path).expect("text");
            let mut prompt: Prompt = serde_json::from_str(&text).expect("a prompt");
            prompt.content.normalise(&mut counter());
            (name.into_owned(), prompt)
        })
        .collect()
}
