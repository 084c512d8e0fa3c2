//! Templates of Handlebars and Mustache give the text of the official implementations, or are reported.

#![allow(
    clippy::unwrap_used,
    reason = "a helper of a test may fail as the test itself"
)]

use std::path::{Path, PathBuf};
use std::process::Command;

use prompt_core::content::template::TemplateLanguage;
use prompt_core::render::{Rendered, Values, render};
use prompt_core::{Content, Prompt, Segment};
use serde_json::{Value, json};

fn rendered(language: TemplateLanguage, template: &str, values: &Values) -> Rendered {
    let segment = Segment {
        content: template.to_owned(),
        ..Segment::default()
    };
    let mut content = Content {
        segments: vec![segment],
        ..Content::default()
    };
    content.set_template_language(language);
    let prompt = Prompt {
        content,
        ..Prompt::default()
    };
    render(&prompt, values, &())
}

/// Values of every kind, and places in lists and objects.
const NAMES: [&str; 30] = [
    "a",
    "zero",
    "no",
    "yes",
    "blank",
    "none",
    "list",
    "empty",
    "map",
    "user",
    "user.name",
    "user/name",
    "user.[name]",
    "list.length",
    "list.[0]",
    "this",
    "this.name",
    ".",
    "./name",
    "../a",
    "../user.name",
    "../../a",
    "@index",
    "@key",
    "@first",
    "@last",
    "@root.a",
    "@../index",
    "users",
    "nothing",
];

/// Bodies in which `N` is a name.
const HANDLEBARS: [&str; 36] = [
    "[{{N}}]",
    "[{{{N}}}]",
    "[{{&N}}]",
    "{{#if N}}y{{/if}}",
    "{{#if N}}y{{else}}n{{/if}}",
    "{{#unless N}}n{{/unless}}",
    "{{#unless N}}n{{else}}y{{/unless}}",
    "{{#if N}}y{{else if a}}ei{{/if}}",
    "{{#if no}}y{{else if N}}ei{{else}}e{{/if}}",
    "{{#if no}}1{{else if zero}}2{{else if N}}3{{else unless N}}4{{/if}}",
    "{{#if no}}1{{else each N}}({{@index}}){{else}}none{{/if}}",
    "{{#with N}}w{{else}}e{{/with}}",
    "{{#with user}}[{{N}}]{{/with}}",
    "{{#each N}}({{@index}}{{@key}}{{@first}}{{@last}}){{else}}none{{/each}}",
    "{{#each list}}[{{N}}]{{/each}}",
    "{{#each map}}[{{N}}]{{/each}}",
    "{{#each users}}[{{N}}]{{#unless @last}}, {{/unless}}{{/each}}",
    "{{#each users}}{{#each ../list}}[{{N}}]{{/each}};{{/each}}",
    "{{#each users}}{{#if name}}[{{N}}]{{/if}}{{/each}}",
    "{{#each users}}{{#with ../user}}[{{N}}]{{/with}}{{/each}}",
    "{{#N}}b{{/N}}",
    "{{#N}}b{{else}}e{{/N}}",
    "{{#N}}b{{^}}e{{/N}}",
    "{{^N}}i{{/N}}",
    "{{^N}}i{{else}}e{{/N}}",
    "a\n{{#if N}}\nb\n{{else}}\nc\n{{/if}}\nd\n",
    "a\n  {{#if N}}  \n  b\n  {{else if yes}}\n  c\n  {{/if}}\n\nd",
    "a \n {{~#if N~}} \n b \n {{~else~}} \n c \n {{~/if~}} \n d",
    "a \n {{~#if N}} \n b \n {{~else}} \n c \n {{~/if}} \n d",
    "a \n {{#if N~}} \n b \n {{else~}} \n c \n {{/if~}} \n d",
    "x {{~N~}} y {{{N}}} z {{~{N}~}} .",
    "a\n{{! c }}\nb {{!-- d }} e --}} f\n  {{~!-- g --~}}\n h",
    r"\{{N}} \\{{N}} {{N}} \{{N}}",
    "{{#if N}}{{#if a}}\nx\n{{/if}}\n{{/if}}\n.",
    "{{#each list}}\n- {{this}}\n{{/each}}\n[{{N}}]",
    "{{N}} {{#if N.x}}y{{/if}} {{helper N}} {{#each list as |i|}}{{i}}{{/each}} {{N",
];

const MUSTACHE: [&str; 12] = [
    "[{{N}}]",
    "[{{{N}}}] [{{&N}}] [{{ N }}]",
    "{{#N}}b{{/N}}",
    "{{^N}}i{{/N}}",
    "{{#users}}[{{N}}]{{/users}}",
    "{{#user}}[{{N}}]{{/user}}",
    "{{#users}}{{#list}}[{{N}}]{{/list}};{{/users}}",
    "a\n{{#N}}\nb\n{{/N}}\nc\n",
    "a\n  {{#N}}  \n  b\n  {{/N}}\n\nd",
    "a\n{{! c }}\nb {{!-- d }} e --}} f\n",
    r"\{{N}} {{#yes}}{{N}}{{/yes}}",
    "{{#yes}}x{{else}}y{{/yes}}{{N}}",
];

fn values() -> Values {
    let values = json!({
        "a": "Ada <b> & \"{{ n }}\" $& \\", "zero": 0, "no": false, "yes": true, "blank": "", "none": null, "list": ["p", "q", "r"],
        "empty": [], "map": { "k": "v", "name": "of map", "n": 2 }, "user": { "name": "Bob", "id": 7, "tags": ["x"] },
        "users": [{ "name": "Eve" }, { "name": "Sue", "a": "own" }],
    });
    values.as_object().unwrap().clone()
}

/// What is written in other words on purpose: lists and objects, as JSON.
fn has_json(text: &str) -> bool {
    ["[\"", "{\"", "[]", "[{"]
        .iter()
        .any(|sign| text.contains(sign))
}

#[test]
fn templates_give_the_text_of_the_official_implementations() {
    #[expect(
        clippy::disallowed_methods,
        reason = "the script that installs the parsers says that they are there"
    )]
    let is_installed = std::env::var("PROMPTCASE_PYTHON").is_ok();
    if !is_installed {
        println!("did not run: the parsers are installed by scripts/test-core");
        return;
    }
    let values = values();
    let mut cases = Vec::new();
    let mut all = 0;
    for (language, bodies) in [
        (TemplateLanguage::Handlebars, &HANDLEBARS[..]),
        (TemplateLanguage::Mustache, &MUSTACHE[..]),
    ] {
        for body in bodies {
            for name in NAMES {
                all += 1;
                let template = body.replace('N', name);
                let rendered = rendered(language, &template, &values);
                let text = rendered.text();
                if rendered.problems.is_empty() && !has_json(&text) {
                    cases.push(json!({ "language": language, "template": template, "values": values, "text": text }));
                }
            }
        }
    }
    println!("{} of {all} templates are rendered", cases.len());
    assert!(cases.len() * 2 > all, "{} of {all}", cases.len());
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("templates.json");
    std::fs::write(&path, Value::from(cases).to_string()).unwrap();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/readers/templates.mjs");
    let output = Command::new("node").arg(script).arg(path).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    println!("{said}");
    assert!(
        output.status.success(),
        "{said}{}",
        String::from_utf8_lossy(&output.stderr)
    );
}
