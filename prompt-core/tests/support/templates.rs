//! Prompts with variables and values, for the formats of other tools: each is rendered by us and by the tool.

use prompt_core::content::template::TemplateLanguage;
use prompt_core::{
    Block, BlockAsset, BlockAssetType, Content, Module, Prompt, Section, Segment, SegmentType,
    StructureType, Wrapper,
};
use serde_json::{Map, Value, json};

/// A prompt and the values that it is rendered with.
pub struct Case {
    pub name: &'static str,
    pub prompt: Prompt,
    pub values: Map<String, Value>,
}

fn segments(texts: &[(SegmentType, &str)]) -> Content {
    let segment = |(at, (r#type, text)): (usize, &(SegmentType, &str))| Segment {
        id: format!("s{at}"),
        order: u32::try_from(at).unwrap_or(u32::MAX),
        r#type: *r#type,
        content: (*text).to_owned(),
        ..Segment::default()
    };
    Content {
        segments: texts.iter().enumerate().map(segment).collect(),
        ..Content::default()
    }
}

fn case(name: &'static str, content: Content, values: &Value) -> Case {
    Case {
        name,
        prompt: Prompt {
            title: format!("Case {name}"),
            description: "Use when a case: is needed".to_owned(),
            content,
            ..Prompt::default()
        },
        values: values.as_object().cloned().unwrap_or_default(),
    }
}

fn in_language(mut case: Case, language: TemplateLanguage) -> Case {
    case.prompt.content.set_template_language(language);
    case
}

/// A block with images: by an address, itself, and by a variable.
fn images() -> Case {
    let image = |title: &str, reference: &str| BlockAsset {
        id: title.into(),
        r#type: BlockAssetType::Image,
        reference: reference.into(),
        title: Some(title.into()),
        ..BlockAsset::default()
    };
    let block = Block {
        id: "b".into(),
        title: "Look at {{topic}}".into(),
        assets: vec![
            image("Web", "https://example.org/a.png?b=1&c=2"),
            image("Own", "data:image/png;base64,iVBORw0KGgo="),
            image("Given", "{{photo}}"),
        ],
        ..Block::default()
    };
    let content = Content {
        blocks: vec![block],
        ..Content::default()
    };
    let values = json!({ "topic": "charts", "photo": "https://example.org/d.jpg" });
    let mut case = case("images", content, &values);
    case.prompt.structure_type = StructureType::Advanced;
    case
}

/// Every case. Names of variables are ones that every format can hold, except in `names`.
pub fn cases() -> Vec<Case> {
    use SegmentType::{Assistant, Context, Instruction, System, User};
    let hostile =
        "Ada \"Q\" O'Neil & <b> {{topic}} {x} {% if %} $& $1 $ARGUMENTS \\ \\n `ls` %s\nשלום 🚀";
    vec![
        case(
            "chat",
            segments(&[
                (System, "You are {{role_name}}."),
                (User, "Greet {{name}}."),
                (Assistant, "Hello {{name}}!"),
                (User, "Again"),
            ]),
            &json!({ "role_name": "a host", "name": "Ada" }),
        ),
        images(),
        case("one", segments(&[(Instruction, "Explain {{topic}} to {{topic}}.")]), &json!({ "topic": hostile })),
        case("none", segments(&[(User, "Say hello in one word.")]), &json!({})),
        case(
            "hostile values",
            segments(&[(User, "About {{topic}}: {{x}}")]),
            &json!({ "topic": hostile, "x": "}}{{{" }),
        ),
        case(
            "braces",
            segments(&[(
                User,
                "JSON {\"a\": {\"b\": [1, {}]}} {{{topic}}} { } }} }{ ${topic} {topic} {} {0} {{topic}}}",
            )]),
            &json!({ "topic": "T" }),
        ),
        case(
            "literal tokens",
            segments(&[(
                User,
                "A \\{{topic}} stays, {% if a %}, {# b #}, \\\\{{topic}} too, C:\\dir\\, {{topic}} {{ a b }} {{#each}} {{",
            )]),
            &json!({ "topic": "T" }),
        ),
        case(
            "signs",
            segments(&[
                (System, "Costs 100%, $& and $$, `code`, \"quotes\", 'single', back\\slash, \\n, \"\"\" and '''"),
                (User, "<b>{{topic}}</b> &amp; <!-- {{topic}} --> # no: comment\n- item: {{topic}}\n\ttab"),
            ]),
            &json!({ "topic": "<i>&\"'</i>" }),
        ),
        case(
            "scripts",
            segments(&[
                (System, "اكتب عن {{الموضوع}} بالعربية"),
                (User, "詳しく {{名前}} 👩‍👩‍👧 e\u{301} \u{202b}rtl\u{202c}"),
            ]),
            &json!({ "الموضوع": "الخط \u{202b}العربي\u{202c}", "名前": "漢字" }),
        ),
        case(
            "lines",
            segments(&[(
                User,
                "# Heading\n\n```python\nprint('{{topic}}')\n```\n\n---\n\n> quote\n\nkey: value\n    indented {{topic}}",
            )]),
            &json!({ "topic": "line 1\nline 2" }),
        ),
        case(
            "context",
            segments(&[
                (Context, "The reader is {{name}}."),
                (System, "Be brief."),
                (User, "Go on."),
            ]),
            &json!({ "name": "Ada" }),
        ),
        Case {
            prompt: Prompt {
                structure_type: StructureType::Structured,
                ..case(
                    "",
                    Content {
                        sections: vec![
                            Section {
                                id: "a".into(),
                                title: "Task for {{name}}".into(),
                                content: "Read {{name}}'s diff.".into(),
                                ..Section::default()
                            },
                            Section {
                                id: "b".into(),
                                order: 1,
                                title: "Form".into(),
                                content: "Answer {\"ok\": true}".into(),
                                ..Section::default()
                            },
                        ],
                        ..Content::default()
                    },
                    &json!({}),
                )
                .prompt
            },
            ..case("sections", Content::default(), &json!({ "name": "Ada" }))
        },
        Case {
            prompt: Prompt {
                structure_type: StructureType::Modulized,
                ..case(
                    "",
                    Content {
                        modules: vec![Module {
                            id: "m".into(),
                            order: 0,
                            title: "Extract".into(),
                            content: "From {{name}}".into(),
                            wrappers: vec![Wrapper::FormatJson],
                            config: json!({ "schema": { "type": "object", "properties": { "a": {} } } }),
                            ..Module::default()
                        }],
                        ..Content::default()
                    },
                    &json!({}),
                )
                .prompt
            },
            ..case("modules", Content::default(), &json!({ "name": "Ada" }))
        },
        in_language(
            case(
                "an f-string",
                segments(&[(User, "Say {name} {{literal}} {name}")]),
                &json!({ "name": "Ada" }),
            ),
            TemplateLanguage::Fstring,
        ),
        in_language(
            case(
                "no language",
                segments(&[(User, "Say {{name}} and {name}")]),
                &json!({}),
            ),
            TemplateLanguage::None,
        ),
        in_language(
            case(
                "handlebars logic",
                segments(&[(User, "Hi {{name}}{{#if polite}}, please{{/if}}")]),
                &json!({ "name": "Ada", "polite": true }),
            ),
            TemplateLanguage::Handlebars,
        ),
        in_language(
            case(
                "plain mustache",
                segments(&[(User, "Hi {{name}} {literal}")]),
                &json!({ "name": "<Ada>" }),
            ),
            TemplateLanguage::Mustache,
        ),
        in_language(
            case(
                "mustache logic",
                segments(&[(User, "Hi {{name}}, {{{name}}} & {{&name}}{{#polite}}, please{{/polite}}")]),
                &json!({ "name": "<Ada>", "polite": "yes" }),
            ),
            TemplateLanguage::Mustache,
        ),
        in_language(
            case(
                "plain jinja",
                segments(&[(System, "{{ '{{' }} {x} {{ name }}"), (User, "Hi {{ name }} {{name}}")]),
                &json!({ "name": "{{ x }}" }),
            ),
            TemplateLanguage::Jinja2,
        ),
    ]
}
