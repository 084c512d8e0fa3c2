//! A variable gets another name everywhere, or nowhere.

#![allow(
    clippy::unwrap_used,
    reason = "a helper of a test may fail as the test itself"
)]

use prompt_core::render::rename;
use prompt_core::{Document, Prompt, StructureType};
use serde_json::{Value, json};

fn prompt(content: Value) -> Prompt {
    let mut prompt = Prompt {
        title: "T".into(),
        content: serde_json::from_value(content).unwrap(),
        ..Prompt::default()
    };
    if !prompt.content.modules.is_empty() {
        prompt.structure_type = StructureType::Modulized;
    }
    prompt.content.normalise_read();
    prompt
}

fn renamed(prompt: &Prompt, from: &str, to: &str) -> Option<Prompt> {
    let edit = rename(prompt, from, to)?;
    let mut document = Document::open(prompt.clone(), String::new);
    document.apply(edit).unwrap();
    let renamed = document.prompt().clone();
    document.undo().unwrap();
    assert_eq!(document.prompt(), prompt, "one step is undone");
    Some(renamed)
}

#[test]
fn tests_and_parameters_of_wrappers_are_renamed() {
    let content = |name: &str| {
        json!({
            "modules": [{
                "id": "m", "order": 0, "title": "", "content": format!("{{{{{name}}}}}"), "wrappers": ["custom", "translate", "conditional-logic"],
                "config": {
                    "template": format!("<w>{{{{content}}}} {{{{{name}}}}}"), "language": format!("{{{{{name}}}}}"),
                    "condition": format!("{name} and not names"),
                },
            }],
            "tests": [{
                "id": "1", "values": { name: "Ada", "other": 1 },
                "checks": [
                    { "kind": "not_contains", "value": format!("{{{{{name}}}}}"), "on": "prompt" },
                    { "kind": "regex", "value": "name" },
                    { "kind": "forbidden_words", "value": ["name"] },
                ],
            }],
            "variables": { "properties": { name: { "type": "string" } }, "required": [name] },
        })
    };
    let mut wanted = prompt(content("title"));
    // Neither a pattern nor a word is a variable.
    let tests = wanted.content.extra.get("tests").unwrap().clone();
    wanted.content.extra.insert("tests".into(), tests);
    let found = renamed(&prompt(content("name")), "name", "title").unwrap();
    assert_eq!(found.content, wanted.content);
    assert_eq!(rename(&prompt(content("name")), "name", "content"), None);
}

#[test]
fn a_list_with_an_unclear_text_stays_whole() {
    let content = |name: &str| {
        json!({
            "segments": [{ "id": "a", "type": "user", "content": format!("{{{name}}}") }],
            "template_language": "fstring",
            "tests": [{
                "id": "1", "values": { name: "Ada" },
                "checks": [{ "kind": "forbidden_words", "value": ["{name}", "{name!r}"] }],
            }],
        })
    };
    let found = renamed(&prompt(content("name")), "name", "title").unwrap();
    let tests = |prompt: &Prompt| prompt.content.extra.get("tests").cloned();
    assert_eq!(tests(&found), tests(&prompt(content("title"))));
}

#[test]
fn two_variables_become_one_that_is_required_once() {
    let before = prompt(json!({
        "segments": [{ "id": "a", "order": 0, "type": "user", "content": "{{a}} {{b}}" }],
        "variables": { "properties": { "a": { "type": "number" }, "b": {} }, "required": ["a", "c", "b"] },
        "tests": [{ "values": { "a": 1, "b": 2 } }, { "values": { "a": 3 } }],
    }));
    let after = renamed(&before, "a", "b").unwrap();
    assert_eq!(after.content.segments[0].content, "{{b}} {{b}}");
    assert_eq!(
        after.content.extra["variables"],
        json!({ "properties": { "b": { "type": "number" } }, "required": ["c", "b"] })
    );
    let values: Vec<_> = after
        .content
        .tests()
        .into_iter()
        .map(|test| test.values)
        .collect();
    assert_eq!(json!(values), json!([{ "b": 2 }, { "b": 3 }]));
}

#[test]
fn every_language_is_renamed_or_left_alone_as_a_whole() {
    for (language, text, wanted) in [
        (
            "jinja2",
            "{{ name }} {{ name|upper }} {% if name and 'name' != x.name %}{{ f(name=name) }}{% endif %} name {# name #}",
            Some(
                "{{ t }} {{ t|upper }} {% if t and 'name' != x.name %}{{ f(name=t) }}{% endif %} name {# name #}",
            ),
        ),
        (
            "jinja2",
            "{% for x in name %}{{ x|name }}{% endfor %}",
            Some("{% for x in t %}{{ x|name }}{% endfor %}"),
        ),
        (
            "jinja2",
            "{{ name }} {% for name in x %}{{ name }}{% endfor %}",
            None,
        ),
        ("jinja2", "{{ name }} {% set t = 1 %}", None),
        ("jinja2", "{{ name }} {% if name", None),
        (
            "jinja2",
            "{{ name }} {% raw %}{{ name }}{% endraw %}",
            Some("{{ t }} {% raw %}{{ name }}{% endraw %}"),
        ),
        (
            "handlebars",
            r"{{name}} {{{ name }}} {{#if name}}{{name}}{{else}}{{&name}}{{/if}} \{{name}} {{! name }}",
            Some(r"{{t}} {{{ t }}} {{#if t}}{{t}}{{else}}{{&t}}{{/if}} \{{name}} {{! name }}"),
        ),
        (
            "handlebars",
            "{{name}} {{#each list}}{{x}}{{/each}}",
            Some("{{t}} {{#each list}}{{x}}{{/each}}"),
        ),
        (
            "handlebars",
            "{{#each name}}{{x}}{{/each}}",
            Some("{{#each t}}{{x}}{{/each}}"),
        ),
        (
            "handlebars",
            "{{name}} {{#each list}}{{name}}{{/each}}",
            None,
        ),
        ("handlebars", "{{name}} {{#with x}}{{t}}{{/with}}", None),
        ("handlebars", "{{name}} {{#if (eq name 1)}}{{/if}}", None),
        (
            "handlebars",
            "{{name}} {{#each list}}{{../name}}{{/each}}",
            None,
        ),
        (
            "mustache",
            "{{#name}}a{{/name}}{{^name}}b{{/name}}",
            Some("{{#t}}a{{/t}}{{^t}}b{{/t}}"),
        ),
        (
            "mustache",
            "{{#flag}}{{name}}{{/flag}}",
            Some("{{#flag}}{{t}}{{/flag}}"),
        ),
        ("mustache", "{{#list}}{{name}}{{/list}}", None),
        ("mustache", "{{=<% %>=}}<%name%>{{name}}", None),
        ("fstring", "{name} {{name}}", Some("{t} {{name}}")),
        ("fstring", "{name} {name!r}", None),
        (
            "promptcase",
            r"{{ name }} \{{name}} {{name.x}}",
            Some(r"{{ t }} \{{name}} {{name.x}}"),
        ),
    ] {
        let before = prompt(json!({
            "segments": [
                { "id": "a", "order": 0, "type": "user", "content": text },
                { "id": "b", "order": 1, "type": "user", "content": text },
            ],
            "template_language": language,
            "variables": { "properties": { "name": { "type": "string" }, "flag": { "type": "boolean" } } },
        }));
        let after = renamed(&before, "name", "t");
        let texts = after.map(|after| {
            assert!(after.content.variable_schemas().unwrap().contains_key("t"));
            assert_eq!(
                after.content.segments[0].content,
                after.content.segments[1].content
            );
            after.content.segments[0].content.clone()
        });
        assert_eq!(texts.as_deref(), wanted, "{language} {text}");
    }
}

#[test]
fn parts_of_a_value_follow_its_name() {
    let before = prompt(json!({
        "segments": [{ "id": "a", "order": 0, "type": "user", "content": "{{user}} {{user.name}} {{user.own}}" }],
        "variables": { "properties": { "user": { "type": "object" }, "user.own": {} } },
        "tests": [{ "values": { "user": { "name": "Ada" } } }],
    }));
    let after = renamed(&before, "user", "person").unwrap();
    assert_eq!(
        after.content.segments[0].content,
        "{{person}} {{person.name}} {{user.own}}"
    );
    assert_eq!(rename(&before, "user.name", "x"), None);
}
