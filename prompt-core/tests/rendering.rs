//! Rendering: messages, wrappers, includes, variables in every template language.

use std::collections::HashMap;

use prompt_core::content::template::TemplateLanguage;
use prompt_core::export::{ExportFormat, ExportOptions, export};
use prompt_core::import::import;
use prompt_core::render::{
    CopyFormat, FILLED_BYTES, Origin, ProblemKind, Rendered, VariableKind, extract, references,
    rename, render, variables,
};
use prompt_core::{Document, Edit, Language, Prompt, StructureType};
use proptest::prelude::*;
use serde_json::{Value, json};

fn prompt(structure: StructureType, content: Value) -> Prompt {
    let mut prompt = Prompt {
        structure_type: structure,
        content: serde_json::from_value(content).expect("the content is valid"),
        ..Prompt::default()
    };
    let mut number = 0;
    prompt.content.normalise(&mut || {
        number += 1;
        format!("id-{number}")
    });
    prompt
}

fn segment(content: &str) -> Prompt {
    prompt(
        StructureType::Standard,
        json!({ "segments": [{ "type": "user", "content": content }] }),
    )
}

fn module(content: &str, wrappers: &[&str], config: &Value) -> Prompt {
    let module =
        json!({ "title": "Task", "content": content, "wrappers": wrappers, "config": config });
    prompt(StructureType::Modulized, json!({ "modules": [module] }))
}

fn filled(prompt: &Prompt, values: &Value) -> Rendered {
    render(
        prompt,
        values.as_object().expect("values are an object"),
        &(),
    )
}

fn text(prompt: &Prompt, values: &Value) -> String {
    filled(prompt, values).text()
}

fn in_language(language: TemplateLanguage, content: &str) -> Prompt {
    let mut prompt = segment(content);
    prompt.content.set_template_language(language);
    prompt
}

#[test]
fn segments_keep_their_roles_and_context_joins_the_system_message() {
    let prompt = prompt(
        StructureType::Standard,
        json!({ "segments": [
            { "type": "context", "content": "Berlin." },
            { "type": "system", "content": "Be kind." },
            { "type": "user", "content": "Hello" },
            { "type": "assistant", "content": "Hi" },
            { "type": "context", "content": "In winter." },
            { "type": "instruction", "content": "Plan {{days}} days." },
            { "type": "user", "content": "" },
        ] }),
    );
    let messages = filled(&prompt, &json!({ "days": 3 })).messages_json();
    assert_eq!(
        messages,
        json!([
            { "role": "system", "content": "Be kind.\n\n# Context\n\nBerlin.\n\nIn winter." },
            { "role": "user", "content": "Hello" },
            { "role": "assistant", "content": "Hi" },
            { "role": "user", "content": "Plan 3 days." },
        ])
    );
}

#[test]
fn the_other_structures_become_one_message_with_headings() {
    let sections = prompt(
        StructureType::Structured,
        json!({ "sections": [
            { "title": "Role", "content": "A {{kind}} editor." },
            { "title": "Tone", "description": "How to sound", "content": "Calm.", "level": 2 },
            { "title": "", "content": "Last." },
        ] }),
    );
    assert_eq!(
        text(&sections, &json!({ "kind": "strict" })),
        "# Role\n\nA strict editor.\n\n## Tone\n\nHow to sound\n\nCalm.\n\nLast."
    );
    let blocks = prompt(
        StructureType::Advanced,
        json!({ "role": "system", "blocks": [{
            "title": "Sources",
            "modules": [{ "title": "Read", "content": "Read them." }],
            "assets": [
                { "type": "url", "reference": "https://example.org/{{page}}", "title": "Manual" },
                { "type": "file", "reference": "notes.txt", "description": "last week" },
            ],
        }] }),
    );
    assert_eq!(
        filled(&blocks, &json!({ "page": 7 })).messages_json(),
        json!([{ "role": "system", "content":
            "# Sources\n\n## Read\n\nRead them.\n\nReferences:\n- Manual: https://example.org/7\n- notes.txt (last week)" }])
    );
}

#[test]
fn wrappers_add_their_instruction_in_the_language_of_the_prompt() {
    let prompt = module(
        "List {{things}}.",
        &["format-table", "validate-input"],
        &json!({ "columns": ["a", "b"] }),
    );
    assert_eq!(
        text(&prompt, &json!({ "things": "fruit" })),
        "# Task\n\nFirst check that the input is complete and valid. If it is not, say what is wrong and stop.\n\n\
         List fruit.\n\nAnswer as a table with these columns: a, b."
    );
    let german = Prompt {
        language: Language::German,
        ..module("Text", &["format-json"], &json!({}))
    };
    assert_eq!(
        text(&german, &json!({})),
        "# Task\n\nText\n\nAntworte nur mit einem einzigen JSON-Wert."
    );
    let custom = module(
        "{{a}}",
        &["custom"],
        &json!({ "template": "<input>\n{{content}}\n</input>" }),
    );
    assert_eq!(
        text(&custom, &json!({ "a": "{{content}}" })),
        "# Task\n\n<input>\n{{content}}\n</input>"
    );
}

#[test]
fn a_module_is_left_out_when_its_condition_is_false() {
    let prompt = module(
        "Be formal.",
        &["conditional-logic"],
        &json!({ "condition": "tone == \"formal\"" }),
    );
    assert_eq!(
        text(&prompt, &json!({ "tone": "formal" })),
        "# Task\n\nBe formal."
    );
    let rendered = filled(&prompt, &json!({ "tone": "casual" }));
    assert_eq!(rendered.text(), "");
    for config in [json!({}), json!({ "condition": "tone = 1" })] {
        let rendered = filled(
            &module("Kept.", &["conditional-logic"], &config),
            &json!({}),
        );
        assert_eq!(rendered.text(), "# Task\n\nKept.");
        assert_eq!(rendered.problems[0].kind, ProblemKind::Condition);
    }
}

#[test]
fn a_variable_without_a_value_takes_its_default_or_stays_and_is_named() {
    let mut prompt = segment("{{a}} {{b}} {{c.d}} {{a}}");
    let schema =
        json!({ "type": "object", "properties": { "b": { "type": "string", "default": "two" } } });
    prompt.content.extra.insert("variables".to_owned(), schema);
    let rendered = filled(&prompt, &json!({ "c": { "d": [1, true] } }));
    assert_eq!(rendered.text(), "{{a}} two [1,true] {{a}}");
    let names: Vec<_> = rendered
        .problems
        .iter()
        .map(|problem| (problem.kind, &*problem.name))
        .collect();
    assert_eq!(names, [(ProblemKind::MissingValue, "a")]);
    let origins: Vec<_> = rendered.messages[0]
        .pieces
        .iter()
        .map(|piece| piece.origin)
        .collect();
    assert_eq!(
        origins,
        [
            Origin::Missing,
            Origin::Text,
            Origin::Default,
            Origin::Text,
            Origin::Value,
            Origin::Text,
            Origin::Missing,
        ]
    );
    assert_eq!(
        text(&segment("{{a.b}}"), &json!({ "a.b": "whole name" })),
        "whole name"
    );
    assert_eq!(text(&segment("{{a}}|"), &json!({ "a": "" })), "|");
}

#[test]
fn includes_bring_in_other_prompts_and_circles_are_named() {
    let mut known = HashMap::from([
        ("tone".to_owned(), segment("Calm, {{name}}.")),
        ("ring".to_owned(), segment("a {{> ring}} b")),
    ]);
    for level in 0..10 {
        known.insert(
            format!("level-{level}"),
            segment(&format!("{{{{> level-{}}}}}", level + 1)),
        );
    }
    let rendered = |content: &str| {
        let values = json!({ "name": "{{> tone}}" });
        let rendered = render(
            &segment(content),
            values.as_object().expect("an object"),
            &known,
        );
        (
            rendered.text(),
            rendered.problems.first().map(|problem| problem.kind),
        )
    };
    assert_eq!(
        rendered("{{> tone}} Go."),
        ("Calm, {{> tone}}. Go.".to_owned(), None)
    );
    assert_eq!(
        rendered("{{> ring}}"),
        ("a {{> ring}} b".to_owned(), Some(ProblemKind::Cycle))
    );
    assert_eq!(
        rendered("{{> gone}}"),
        ("{{> gone}}".to_owned(), Some(ProblemKind::MissingInclude))
    );
    assert_eq!(rendered("{{> level-0}}").1, Some(ProblemKind::TooDeep));
    assert_eq!(
        references(&segment("{{> a}} {{>@b/c:live}} {{> a}}")),
        ["a", "@b/c:live"]
    );
}

#[test]
fn includes_that_double_at_every_level_end() {
    let ten = |name: &str| segment(&format!("{{{{> {name}}}}}").repeat(10));
    let mut known = HashMap::from([("level-8".to_owned(), segment("x"))]);
    for level in 0..8 {
        known.insert(
            format!("level-{level}"),
            ten(&format!("level-{}", level + 1)),
        );
    }
    let rendered = render(&ten("level-1"), &serde_json::Map::new(), &known);
    assert!(rendered.text().len() < 100_000);
    assert_eq!(rendered.problems[0].kind, ProblemKind::TooDeep);

    let large = HashMap::from([("large".to_owned(), segment(&"x".repeat(1_000_000)))]);
    let all = segment(&"{{> large}}".repeat(500));
    let rendered = render(&all, &serde_json::Map::new(), &large);
    assert!(rendered.text().len() < 10_000_000);
}

#[test]
fn a_value_that_stands_in_many_places_does_not_fill_the_memory() {
    let long = "x".repeat(1024 * 1024);
    let values = json!({ "a": long, "list": vec![&long; 20] });
    for (language, text) in [
        (TemplateLanguage::Promptcase, "{{a}} ".repeat(1_000)),
        (TemplateLanguage::Promptcase, "{{list}} ".repeat(1_000)),
        (TemplateLanguage::Mustache, "{{a}} ".repeat(1_000)),
        (
            TemplateLanguage::Mustache,
            "{{#list}}{{a}}{{.}}{{/list}}".to_owned(),
        ),
        (TemplateLanguage::Fstring, "{a} ".repeat(1_000)),
        (TemplateLanguage::Jinja2, "{{ a }} ".repeat(1_000)),
    ] {
        let rendered = filled(&in_language(language, &text), &values);
        let kinds: Vec<_> = rendered
            .problems
            .iter()
            .map(|problem| problem.kind)
            .collect();
        assert_eq!(kinds, [ProblemKind::TooLong], "{language:?}");
        assert!(rendered.text().len() < 3 * FILLED_BYTES);
    }
}

#[test]
fn the_prompt_assets_of_a_block_are_included() {
    let known = HashMap::from([("0199".to_owned(), segment("Never guess."))]);
    let block = json!({ "title": "Rules", "modules": [{ "title": "", "content": "Answer." }],
        "assets": [{ "type": "prompt", "reference": "0199", "title": "Caution" }] });
    let prompt = prompt(StructureType::Advanced, json!({ "blocks": [block] }));
    let rendered = render(&prompt, &serde_json::Map::new(), &known);
    assert_eq!(rendered.text(), "# Rules\n\nAnswer.\n\nNever guess.");
    assert_eq!(references(&prompt), ["0199"]);
}

#[test]
fn the_fields_of_an_asset_are_part_of_its_text() {
    let mut persona = segment("Speaks slowly.");
    persona.prompt_type = prompt_core::PromptType::Persona;
    persona.asset_fields = json!({ "role": "{{job}}" })
        .as_object()
        .expect("an object")
        .clone();
    let rendered = text(&persona, &json!({ "job": "Judge" }));
    assert!(rendered.ends_with("Judge\n\nSpeaks slowly."), "{rendered}");
}

#[test]
fn every_template_language_is_rendered_as_its_own_programs_do() {
    use TemplateLanguage::{Fstring, Handlebars, Jinja2, Mustache, None};
    let values = json!({ "a": "1<2", "list": [{ "n": "x" }, { "n": "y" }], "words": ["p", "q"], "no": false });
    for (language, template, expected) in [
        (None, "{{a}} {a}", "{{a}} {a}"),
        (Fstring, "{a} {{a}} {{{a}}}", "1<2 {a} {1<2}"),
        (Mustache, "{{a}} {{{a}}} {{&a}}", "1<2 1<2 1<2"),
        (
            Mustache,
            "{{#list}}<{{n}}>{{/list}}{{^no}}none{{/no}}",
            "<x><y>none",
        ),
        (Mustache, "{{#words}}{{.}},{{/words}}", "p,q,"),
        (
            Mustache,
            "a\n{{#list}}\n- {{n}}\n{{/list}}\nb",
            "a\n- x\n- y\nb",
        ),
        (Mustache, "{{! note }}{{#no}}{{a}}{{/no}}|", "|"),
        (
            Handlebars,
            "{{#if a}}yes{{else}}no{{/if}} {{#unless no}}ok{{/unless}}",
            "yes ok",
        ),
        (
            Handlebars,
            "{{#each list}}{{@index}}{{this.n}}{{#if @last}}.{{/if}}{{/each}}",
            "0x1y.",
        ),
        (
            Handlebars,
            "{{#each words}}{{this}}{{../a}}{{/each}}",
            "p1<2q1<2",
        ),
        (
            Handlebars,
            r"\{{a}} C:\\{{a}} \{{{{a}}",
            "{{a}} C:\\1<2 {{1<2",
        ),
        (Handlebars, "{ {{~a~}} } {{this.a}}", "{1<2} 1<2"),
        (Jinja2, "{{ a }}", "1<2"),
        (
            Jinja2,
            r##"{{ '{{' }}a}} {{ "#}" }} \{{ a }}"##,
            r"{{a}} #} \1<2",
        ),
    ] {
        let prompt = in_language(language, template);
        assert_eq!(text(&prompt, &values), expected, "{language}: {template}");
    }
    for (language, template) in [
        (Mustache, "{{#a}}open"),
        (Mustache, "{{/a}}"),
        (Handlebars, "{{helper a b}}"),
        (Handlebars, "{{#role \"user\"}}x{{/role}}"),
        (Mustache, "{{#}}x{{/}}"),
        (Jinja2, "{{ a | unheard }}"),
        (Jinja2, "{% if a %}x"),
    ] {
        let rendered = filled(&in_language(language, template), &json!({ "a": 1 }));
        assert_eq!(rendered.text(), template);
        assert_eq!(
            rendered.problems[0].kind,
            ProblemKind::Template,
            "{template}"
        );
    }
}

#[test]
fn sections_that_multiply_end() {
    let template = format!("{}x{}", "{{#list}}".repeat(40), "{{/list}}".repeat(40));
    let prompt = in_language(TemplateLanguage::Mustache, &template);
    let rendered = filled(&prompt, &json!({ "list": [1, 2, 3] }));
    assert_eq!(rendered.problems[0].kind, ProblemKind::Template);
}

#[test]
fn a_module_that_its_condition_leaves_out_is_told_at_its_place() {
    let module = |title: &str, condition: &str| {
        json!({ "id": title, "title": title, "content": title, "wrappers": ["conditional-logic"],
            "config": { "condition": condition } })
    };
    let modules = [
        module("A", "not x"),
        module("B", "x"),
        module("", "x"),
        module("C", "not x"),
    ];
    let prompt = prompt(StructureType::Modulized, json!({ "modules": modules }));
    let rendered = filled(&prompt, &json!({}));
    assert_eq!(rendered.text(), "# A\n\nA\n\n# C\n\nC");
    assert_eq!(rendered.problems, []);
    let remarks: Vec<_> = rendered.remarks.iter().map(|one| &*one.message).collect();
    assert_eq!(
        remarks,
        [
            "'B' is left out: the condition 'x' is false",
            "'Module' is left out: the condition 'x' is false"
        ]
    );
    let pieces = &rendered.messages[0].pieces;
    let at = pieces
        .iter()
        .position(|piece| piece.origin == Origin::LeftOut)
        .expect("a place");
    assert_eq!(
        (pieces[at].name.as_deref(), &*pieces[at].text),
        (Some("B"), "")
    );
    assert_eq!(pieces[at - 1].text, "A");
    let all = filled(&prompt, &json!({ "x": true }));
    assert_eq!(all.text(), "# B\n\nB");
    assert_eq!(all.remarks.len(), 2);
}

#[test]
fn parameters_of_wrappers_have_variables_as_any_text() {
    let config = json!({
        "template": r"<w>{{content}}</w> {{tone}} \{{lit}} [{{ content }}]", "language": "{{lang}}",
        "columns": ["{{first}}", "Age"], "schema": { "title": "{{title}}" }, "wrapper_texts": { "summarize": "In {{words}} words." },
    });
    let wrappers = [
        "custom",
        "translate",
        "format-table",
        "format-json",
        "summarize",
    ];
    let with = module("Hi {{name}}", &wrappers, &config);
    let names: Vec<_> = variables(&with, &())
        .into_iter()
        .map(|one| one.name)
        .collect();
    assert_eq!(names, ["name", "tone", "lang", "first", "title", "words"]);
    let values = json!({ "name": "Ada", "tone": "{{lang}}", "lang": "Dutch", "first": "Name", "title": "T", "words": 9 });
    let rendered = filled(&with, &values);
    assert_eq!(rendered.problems, []);
    assert_eq!(
        rendered.text(),
        "# Task\n\n<w>Hi Ada</w> {{lang}} {{lit}} [Hi Ada]\n\nTranslate the answer into Dutch.\n\n\
         Answer as a table with these columns: Name, Age.\n\n\
         Answer with a single JSON value and nothing else. It must match this JSON Schema:\n{\"title\":\"T\"}\n\n\
         In 9 words."
    );
    let missing = filled(&with, &json!({}));
    assert_eq!(missing.problems.len(), 6);
    let renamed = rename(&with, "tone", "mood").expect("it is in the template");
    assert!(
        serde_json::to_string(&renamed)
            .expect("JSON")
            .contains("{{mood}}")
    );
    // Braces of a schema are no variables of an f-string.
    let mut fstring = module(
        "{a}",
        &["format-json", "translate"],
        &json!({ "schema": { "a": {} }, "language": "{b}" }),
    );
    fstring
        .content
        .set_template_language(TemplateLanguage::Fstring);
    let rendered = filled(&fstring, &json!({ "a": "A", "b": "B" }));
    assert_eq!(rendered.problems, []);
    assert!(rendered.text().contains("{\"a\":{}}") && rendered.text().contains("into B."));
}

#[test]
fn what_an_f_string_reads_beside_names_is_told_at_its_place() {
    let text = "{x} {{lit}} {x!r} {x:>10} {u[n]} {} a} {";
    let rendered = filled(
        &in_language(TemplateLanguage::Fstring, text),
        &json!({ "x": "X" }),
    );
    assert_eq!(rendered.text(), "X {lit} {x!r} {x:>10} {u[n]} {} a} {");
    let told: Vec<_> = rendered
        .problems
        .iter()
        .map(|one| (one.kind, &*one.name))
        .collect();
    let names = ["{x!r}", "{x:>10}", "{u[n]}", "{}", "}", "{"];
    assert_eq!(told, names.map(|name| (ProblemKind::Template, name)));
}

#[test]
fn a_message_of_blanks_is_no_message() {
    let segments = json!({ "segments": [
        { "type": "user", "content": "Hi" }, { "type": "assistant", "content": " \n" }, { "type": "user", "content": "{{a}}" },
    ] });
    let rendered = filled(
        &prompt(StructureType::Standard, segments),
        &json!({ "a": "\t" }),
    );
    assert_eq!(
        rendered.messages_json(),
        json!([{ "role": "user", "content": "Hi" }])
    );
}

#[test]
fn a_prompt_that_includes_itself_is_told_at_its_place() {
    let titled = |title: &str, text: &str| Prompt {
        title: title.into(),
        ..segment(text)
    };
    let own = titled("Own", "a {{> own}} b");
    let rendered = render(
        &own,
        &serde_json::Map::new(),
        &HashMap::from([("own".to_owned(), own.clone())]),
    );
    assert_eq!(rendered.text(), "a {{> own}} b");
    assert_eq!(rendered.problems[0].kind, ProblemKind::Cycle);
    let (one, two) = (titled("One", "1 {{> two}}"), titled("Two", "2 {{> one}}"));
    let both = HashMap::from([("one".to_owned(), one.clone()), ("two".to_owned(), two)]);
    let rendered = render(&one, &serde_json::Map::new(), &both);
    assert_eq!(rendered.text(), "1 2 {{> one}}");
    // A namesake that includes nothing is another prompt.
    let plain = HashMap::from([("own".to_owned(), titled("Own", "c"))]);
    assert_eq!(
        render(&own, &serde_json::Map::new(), &plain).text(),
        "a c b"
    );
}

#[test]
fn variables_are_listed_with_their_places_and_likely_misspellings() {
    let mut prompt = prompt(
        StructureType::Modulized,
        json!({ "modules": [
            { "title": "About {{topic}}", "content": "{{topic}} {{topci}} for {{reader}}" },
            { "title": "", "content": "{{topic}}", "wrappers": ["conditional-logic"], "config": { "condition": "draft and topic" } },
        ] }),
    );
    let schema = json!({
        "type": "object",
        "properties": { "reader": { "type": "string" }, "left": { "type": "number" } },
        "required": ["reader"],
    });
    prompt.content.extra.insert("variables".to_owned(), schema);
    let found = variables(&prompt, &());
    let shown: Vec<_> = found
        .iter()
        .map(|one| {
            let counts: Vec<_> = one.places.iter().map(|place| place.count).collect();
            (
                &*one.name,
                counts,
                one.is_required,
                one.similar_to.as_deref(),
            )
        })
        .collect();
    assert_eq!(
        shown,
        [
            ("topic", vec![2, 2], false, None),
            ("topci", vec![1], false, Some("topic")),
            ("reader", vec![1], true, None),
            ("draft", vec![1], false, None),
            ("left", vec![], false, None),
        ]
    );
}

#[test]
fn the_variables_of_included_prompts_are_listed_last() {
    let known = HashMap::from([("tone".to_owned(), segment("{{mood}} {{name}} {{> tone}}"))]);
    let found = variables(&segment("{{> tone}} {{name}}"), &known);
    let shown: Vec<_> = found
        .iter()
        .map(|one| (&*one.name, one.is_included))
        .collect();
    assert_eq!(shown, [("name", false), ("mood", true)]);
}

#[test]
fn a_kind_is_known_by_the_schema_it_is_declared_with() {
    for kind in VariableKind::ALL {
        let schema = kind.schema();
        assert_eq!(
            VariableKind::of(schema.as_object().expect("a schema is an object")),
            *kind
        );
    }
}

#[test]
fn a_rendered_prompt_is_copied_in_three_forms() {
    let rendered = filled(&segment("Hi {{a}}"), &json!({ "a": "\"" }));
    for (format, copied) in [
        (CopyFormat::Text, "Hi \""),
        (CopyFormat::Markdown, "**User**\n\nHi \""),
        (
            CopyFormat::Messages,
            "[\n  {\n    \"role\": \"user\",\n    \"content\": \"Hi \\\"\"\n  }\n]",
        ),
    ] {
        assert_eq!(rendered.copy(format), copied);
    }
}

#[test]
fn what_is_declared_about_a_variable_is_exported_and_comes_back() {
    let mut prompt = segment("{{count}} {{tone}}");
    prompt.title = "Declared".to_owned();
    let schema = json!({
        "type": "object",
        "properties": {
            "count": { "type": "number", "default": 3 },
            "tone": { "type": "string", "description": "How it sounds" },
        },
        "required": ["tone"],
    });
    prompt.content.extra.insert("variables".to_owned(), schema);
    for format in ExportFormat::ALL {
        let exported = export(&prompt, &ExportOptions::new(*format));
        if *format == ExportFormat::PlainText {
            continue;
        }
        let imported = import(exported.text.as_bytes(), Some(&exported.file_name), None);
        assert_eq!(imported.prompts[0].prompt, prompt, "{format}");
    }
    let prompty = export(&prompt, &ExportOptions::new(ExportFormat::Prompty)).text;
    let inputs = "inputs:\n  - name: count\n    kind: float\n    default: 3\n  - name: tone\n    kind: string\n    description: \"How it sounds\"\n    required: true\n";
    assert!(prompty.contains(inputs), "{prompty}");
}

#[test]
fn the_inputs_of_other_programs_are_declared_as_variables() {
    for (name, file, variables) in [
        (
            "a.prompty",
            "---\nname: A\ninputs:\n  first:\n    type: string\n    default: John\n  count:\n    type: int\n  plain: list\nsample:\n  count: 3\n---\nuser:\n{{first}}\n",
            json!({ "type": "object", "properties": {
                "first": { "type": "string", "default": "John" },
                "count": { "type": "integer", "examples": [3] },
                "plain": { "type": "array" },
            } }),
        ),
        (
            "b.prompty",
            "---\nname: B\ninputs:\n  - name: tone\n    kind: string\n    description: How\n    required: true\n---\nuser:\n{{tone}}\n",
            json!({ "type": "object", "properties": { "tone": { "type": "string", "description": "How" } }, "required": ["tone"] }),
        ),
        (
            "c.prompt",
            "---\nmodel: googleai/gemini\ninput:\n  schema:\n    name: string, who it is for\n    age?: integer\n    style(enum, how): [short, long]\n    tags?(array, words): string\n  default:\n    style: short\n---\nHi {{name}}\n",
            json!({ "type": "object", "properties": {
                "name": { "type": "string", "description": "who it is for" },
                "age": { "type": "integer" },
                "style": { "enum": ["short", "long"], "description": "how", "default": "short" },
                "tags": { "type": "array", "description": "words" },
            }, "required": ["name"] }),
        ),
    ] {
        let imported = import(file.as_bytes(), Some(name), None);
        assert_eq!(
            imported.prompts[0].prompt.content.variables(),
            &variables,
            "{name}"
        );
    }
}

#[test]
fn a_variable_is_renamed_everywhere_in_one_undo_step() {
    let mut prompt = prompt(
        StructureType::Modulized,
        json!({ "modules": [
            { "title": "On {{topic}}", "content": "{{ topic }} {{topic.x}} topic",
              "wrappers": ["conditional-logic"], "config": { "condition": "topic == \"topic\" and not topic2" } },
        ] }),
    );
    let schema = json!({ "type": "object", "properties": { "topic": { "type": "string" } }, "required": ["topic"] });
    prompt.content.extra.insert("variables".to_owned(), schema);
    let edit = rename(&prompt, "topic", "subject").expect("there is something to rename");
    let mut document = Document::open(prompt.clone(), String::new);
    document.apply(edit).expect("the edit is valid");
    let module = &document.prompt().content.modules[0];
    assert_eq!(module.title, "On {{subject}}");
    assert_eq!(module.content, "{{ subject }} {{topic.x}} topic");
    assert_eq!(
        module.config["condition"],
        "subject == \"topic\" and not topic2"
    );
    assert_eq!(
        document.prompt().content.extra["variables"]["required"],
        json!(["subject"])
    );
    document.undo().expect("the step can be undone");
    assert_eq!(document.prompt(), &prompt);
    for (from, to) in [("topic", "topic"), ("topic", "two words"), ("unknown", "x")] {
        assert_eq!(rename(&prompt, from, to), None);
    }
}

#[test]
fn declared_variables_outlive_another_structure() {
    let schema = json!({ "properties": { "a": {} } });
    let mut document = Document::new(segment("{{a}}"), String::new);
    document
        .apply(Edit::SetVariables {
            schema: schema.clone(),
        })
        .expect("the edit is valid");
    document
        .apply(Edit::SetStructure {
            structure_type: StructureType::Structured,
        })
        .expect("it is not locked");
    assert_eq!(document.prompt().content.variables(), &schema);
    document
        .apply(Edit::SetVariables {
            schema: Value::Null,
        })
        .expect("the edit is valid");
    assert!(document.prompt().content.extra.is_empty());
    document.undo().expect("the step can be undone");
    assert_eq!(document.prompt().content.variables(), &schema);
}

#[test]
fn variables_and_settings_are_unsaved_until_they_are_saved_or_undone() {
    let mut document = Document::open(segment("{{a}}"), String::new);
    for edit in [
        Edit::SetSettings {
            settings: json!({ "max_tokens": 5 }),
        },
        Edit::SetVariables {
            schema: json!({ "properties": { "a": {} } }),
        },
    ] {
        document.apply(edit).expect("the edit is valid");
        assert!(document.is_changed());
        document.undo().expect("the step can be undone");
        assert!(!document.is_changed());
    }
}

#[test]
fn settings_are_one_step_outlive_another_structure_and_are_rendered() {
    let mut document = Document::new(segment("{{a}}"), String::new);
    let settings = json!({ "model": "gpt-4o", "temperature": 0.2, "top_p": 1 });
    let set = |settings: Value| Edit::SetSettings { settings };
    document
        .apply(set(settings.clone()))
        .expect("the edit is valid");
    let refused = document
        .apply(set(json!({ "temperature": 3 })))
        .expect_err("it is too hot");
    assert_eq!(refused.field(), Some("settings.temperature"));
    document
        .apply(Edit::SetStructure {
            structure_type: StructureType::Structured,
        })
        .expect("it is not locked");
    assert_eq!(document.prompt().content.settings(), &settings);
    let rendered = filled(document.prompt(), &json!({})).settings;
    assert_eq!(
        (rendered.model.as_deref(), rendered.max_tokens),
        (Some("gpt-4o"), None)
    );
    document.apply(set(Value::Null)).expect("the edit is valid");
    assert!(document.prompt().content.extra.is_empty());
    document.undo().expect("the step can be undone");
    assert_eq!(document.prompt().content.settings(), &settings);

    let mut prompt = segment("Hello");
    prompt.title = "Twice".into();
    let twice = json!({ "tools": [{ "name": "a" }, { "name": "a" }] });
    document
        .apply(set(twice.clone()))
        .expect_err("providers refuse two tools of one name");
    // A file of somebody else may have it: it is saved, told, and not run.
    prompt.content.extra.insert("settings".into(), twice);
    assert_eq!(prompt.validate(), []);
    assert_eq!(prompt.content.unusable().len(), 1);
    let rendered = filled(&prompt, &json!({}));
    assert_eq!(
        rendered
            .problems
            .iter()
            .map(|one| (one.kind, &*one.name))
            .collect::<Vec<_>>(),
        [(ProblemKind::Settings, "settings.tools")]
    );
    let error = prompt_core::runs::check(
        &rendered,
        prompt.content.settings(),
        &serde_json::Map::new(),
    );
    assert_eq!(error.expect_err("no run").field(), Some("settings.tools"));

    let mut prompt = segment("Hello");
    prompt.title = "Hot".into();
    prompt
        .content
        .extra
        .insert("settings".into(), json!({ "temperature": "hot" }));
    let errors = prompt.validate();
    let fields: Vec<_> = errors.iter().map(|error| error.field()).collect();
    assert_eq!(fields, [Some("content.settings.temperature")]);
}

proptest! {
    /// A value is put in once and never read again, whatever it holds.
    #[test]
    fn values_come_out_as_they_went_in(value in r#"(\{\{|\}\}|[{}$&\\"'%#<>\r\n\t]|a|b|\u{202e}|é|\{\{> a\}\}){0,20}"#) {
        use TemplateLanguage::{Fstring, Handlebars, Jinja2, Mustache, Promptcase};
        for (language, template) in [
            (Promptcase, "x{{a}}y{{b}}z"),
            (Jinja2, "x{{a}}y{{b}}z"),
            (Mustache, "x{{a}}y{{{b}}}z"),
            (Handlebars, "x{{a}}y{{b}}z"),
            (Fstring, "x{a}y{b}z"),
        ] {
            let rendered = text(&in_language(language, template), &json!({ "a": value, "b": value }));
            prop_assert_eq!(rendered, format!("x{value}y{value}z"));
        }
    }

    /// No template fails, and without values nothing of a text is lost.
    #[test]
    fn any_text_is_rendered_and_kept(content in r"(\{\{|\}\}|[{}#^/>&! ~]|a|else|if |\n){0,30}") {
        for language in TemplateLanguage::ALL {
            let _ = filled(&in_language(*language, &content), &json!({ "a": [1, { "a": "x" }] }));
        }
        let kept = if content.trim().is_empty() { "" } else { &*content };
        prop_assert_eq!(text(&segment(&content), &json!({})), kept);
    }
}

#[test]
fn a_selection_becomes_a_variable_with_the_text_as_its_default() {
    // Given a prompt with the same word in two segments, and inside a variable
    let segments = json!([
        { "id": "a", "type": "system", "content": "😀 Berlin, {{Berlin}}." },
        { "id": "b", "type": "user", "content": "To Berlin?" },
    ]);
    let before = prompt(StructureType::Standard, json!({ "segments": segments }));
    for (everywhere, texts) in [
        (false, ["😀 {{city}}, {{Berlin}}.", "To Berlin?"]),
        (true, ["😀 {{city}}, {{Berlin}}.", "To {{city}}?"]),
    ] {
        // When its first place, or every place, becomes a variable
        let edit =
            extract(&before, "a", 3..9, "city", everywhere).expect("it is outside a variable");
        let mut document = Document::new(before.clone(), String::new);
        document.apply(edit).expect("the edit is valid");
        // Then the texts have the variable, the prompt renders as before, and one undo takes it back.
        let after = document.prompt().clone();
        let contents = after
            .content
            .segments
            .iter()
            .map(|one| one.content.as_str());
        assert_eq!(contents.collect::<Vec<_>>(), texts);
        assert_eq!(text(&after, &json!({})), text(&before, &json!({})));
        document.undo().expect("the edit can be undone");
        assert_eq!(*document.prompt(), before);
    }
    // And none can stand in a variable, in half a character, for nothing or under no name.
    for (range, name) in [
        (3..3, "city"),
        (12..14, "city"),
        (1..2, "city"),
        (3..999, "city"),
        (3..9, "my city"),
    ] {
        assert_eq!(extract(&before, "a", range, name, false), None, "{name}");
    }
}

/// The work grows as a text does, and no faster: each of these once took a minute of an optimised program.
#[test]
fn a_text_of_two_megabytes_with_nothing_but_tags_is_read_once() {
    let begun = std::time::Instant::now();
    let in_language = |language, text: String| {
        let mut prompt = segment(&text);
        prompt.content.set_template_language(language);
        prompt
    };
    let many = |write: &dyn Fn(usize) -> String| -> String { (0..100_000).map(write).collect() };
    let sections = "{{#a}}{{b}}{{/a}}".repeat(100_000);
    let sections = in_language(TemplateLanguage::Mustache, sections);
    assert_eq!(variables(&sections, &()).len(), 1);
    let includes = segment(&many(&|at| format!("{{{{> a{at}}}}}")));
    assert_eq!(references(&includes).len(), 100_000);
    let names = segment(&many(&|at| format!("{{{{name{at}}}}}{{{{twice}}}}")));
    assert_eq!(variables(&names, &()).len(), 100_001);
    let required: Vec<String> = (0..100_000).map(|at| format!("name{at}")).collect();
    let mut declared = names;
    let schema = json!({ "type": "object", "required": required });
    declared
        .content
        .extra
        .insert("variables".to_owned(), schema);
    let found = variables(&declared, &());
    assert_eq!(found.iter().filter(|one| one.is_required).count(), 100_000);
    assert!(begun.elapsed().as_secs() < 60, "{:?}", begun.elapsed());
}
