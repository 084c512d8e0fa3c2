//! Templates that are made to take long or to become large: whatever is in a prompt and its values, rendering ends soon.

use std::collections::HashMap;
use std::sync::mpsc;
use std::time::Duration;

use prompt_core::content::template::TemplateLanguage;
use prompt_core::render::{
    FILLED_BYTES, ProblemKind, marks, needs_jinja, qualify, references, rename, render, variables,
};
use prompt_core::{Prompt, StructureType};
use serde_json::{Value, json};

/// Far more than each takes without optimisation on a busy machine, and far less than what grows with the square.
const MOST: Duration = Duration::from_secs(20);

/// The bytes of a long content: an eighth of the most.
const LONG: usize = 256 * 1024;

/// Runs in a thread of its own: what does not end must not keep the test from it.
fn ends<T: Send + 'static>(what: &str, work: impl FnOnce() -> T + Send + 'static) -> T {
    let (send, done) = mpsc::channel();
    std::thread::spawn(move || send.send(work()));
    let done = done.recv_timeout(MOST);
    done.unwrap_or_else(|why| panic!("{what}: {why} after {MOST:?}"))
}

fn in_language(language: TemplateLanguage, texts: &[String]) -> Prompt {
    let segments: Vec<_> = texts
        .iter()
        .map(|text| json!({ "id": "s", "type": "user", "content": text }))
        .collect();
    let content = json!({ "segments": segments });
    let mut prompt = Prompt {
        content: serde_json::from_value(content).expect("the content is valid"),
        ..Prompt::default()
    };
    prompt.content.set_template_language(language);
    prompt
}

fn modules(modules: &[Value]) -> Prompt {
    let content = json!({ "modules": modules });
    Prompt {
        structure_type: StructureType::Modulized,
        content: serde_json::from_value(content).expect("the content is valid"),
        ..Prompt::default()
    }
}

/// The bytes of the text, and the kinds of the problems.
fn rendered(what: &str, prompt: Prompt, values: Value) -> (usize, Vec<ProblemKind>) {
    ends(what, move || {
        let rendered = render(&prompt, values.as_object().expect("an object"), &());
        let kinds = rendered.problems.iter().map(|problem| problem.kind);
        (rendered.text().len(), kinds.collect())
    })
}

fn filled_to(text: &str) -> String {
    text.repeat(LONG / text.len())
}

#[test]
fn long_texts_are_read_once_in_every_language() {
    use TemplateLanguage::{Fstring, Handlebars, Jinja2, Mustache, Promptcase};
    for language in [Promptcase, Fstring, Mustache, Handlebars, Jinja2] {
        for stretch in [
            "{{{a}}}",
            "{{{a}~}}",
            "{{a}}",
            "{{!-- --}}",
            "{{!----~}}",
            "{{~a~}}",
            "{{!}}",
            "{{{",
            "{{ ",
            "{{'",
            "{{",
            "{",
            "}",
            "{a",
            "{a!r}",
            "{{#a}}",
            "{{#a}}{{/a}}",
            "{{^a}}b{{/a}}",
            "{{else}}",
            "\\{{",
            "{% if",
            "{% raw %}\n",
            "{{ a-b }}",
            "{{ 'a' }}",
            "{# #}",
            "{%%}",
            "{{a.b.c}}",
            "{{> a}}",
            "{{media url=\"x\"}}",
        ] {
            let what = format!("{language:?} {stretch}");
            let text = filled_to(stretch);
            let prompt = in_language(language, std::slice::from_ref(&text));
            rendered(&what, prompt.clone(), json!({}));
            rendered(&what, prompt.clone(), json!({ "a": "b", "a-b": "x" }));
            ends(&what, move || {
                needs_jinja(&prompt);
                marks(&text, language);
                rename(&prompt, "a", "z");
                variables(&prompt, &())
            });
        }
    }
}

#[test]
fn many_names_are_read_once() {
    let numbered = |open: &str, close: &str| -> String {
        let written: Vec<_> = (0..120_000)
            .map(|at| format!("{open}n{at}{close}"))
            .collect();
        written.concat()
    };
    let names: Vec<_> = (0..120_000).map(|at| format!("n{at}")).collect();
    let mut prompt = in_language(TemplateLanguage::Promptcase, &[numbered("{{", "}}")]);
    prompt.content.extra.insert(
        "variables".into(),
        json!({ "properties": {}, "required": names }),
    );
    let all = ends("names", move || variables(&prompt, &()));
    assert_eq!(all.len(), 120_000);
    assert!(all.iter().all(|one| one.is_required));
    let including = in_language(TemplateLanguage::Promptcase, &[numbered("{{> ", "}}")]);
    let found = ends("references", move || {
        let qualified = qualify(including, "ada");
        references(&qualified)
    });
    assert_eq!(found.len(), 120_000);
    assert_eq!(found[0], "@ada/n0");
}

#[test]
fn sections_within_sections_end() {
    use TemplateLanguage::{Handlebars, Mustache};
    let zeros = json!({
        "a": vec![0; 200_000], "s": "x".repeat(1_000_000), "m": { "k".repeat(1_000_000): [0] },
        "u": format!("https://{}\"", "x".repeat(1_000_000)), "v": format!("https://{}", "x".repeat(1_000_000)),
    });
    for (language, template) in [
        (Mustache, "{{#a}}{{#a}}{{/a}}{{/a}}".to_owned()),
        (Mustache, "{{#a}}{{#a}}{{!x}}{{/a}}{{/a}}".to_owned()),
        (Mustache, "{{#a}}{{s.length}}{{/a}}".to_owned()),
        (
            Handlebars,
            "{{#each a}}{{#each ../a}}{{/each}}{{/each}}".to_owned(),
        ),
        (
            Handlebars,
            "{{#each a}}{{#if @root.s.length}}{{/if}}{{/each}}".to_owned(),
        ),
        (
            Handlebars,
            "{{#each m}}{{#each @root.a}}{{#if @../key}}{{/if}}{{/each}}{{/each}}".to_owned(),
        ),
        (
            Handlebars,
            "{{#each m}}{{#with @key}}{{#if this}}{{/if}}{{/with}}{{/each}}".to_owned(),
        ),
        (
            Handlebars,
            "{{#each a}}{{#each @root.m}}{{@key}}{{/each}}{{/each}}".to_owned(),
        ),
        (
            Handlebars,
            "{{#each a}}{{media url=@root.u}}{{/each}}".to_owned(),
        ),
        (
            Handlebars,
            "{{#each a}}{{media url=@root.v}}{{/each}}".to_owned(),
        ),
        (
            Handlebars,
            format!(
                "{{{{#each a}}}}{{{{{}}}}}{{{{/each}}}}",
                "n".repeat(100_000)
            ),
        ),
        (
            Handlebars,
            format!(
                "{{{{#each a}}}}{{{{{} x}}}}{{{{/each}}}}",
                "n".repeat(100_000)
            ),
        ),
        (Handlebars, "{{#if s.length}}{{/if}}".repeat(9_000)),
        (Handlebars, "{{#if m.length}}{{/if}}".repeat(9_000)),
        (
            Handlebars,
            format!("{}{}", "{{#each ../a}}".repeat(60), "{{/each}}".repeat(60))
                .replacen("../", "", 1),
        ),
    ] {
        let what = format!("{language:?} {}", &template[..template.len().min(80)]);
        let texts = vec![template; if what.len() < 100 { 20 } else { 1 }];
        let (bytes, _) = rendered(&what, in_language(language, &texts), zeros.clone());
        assert!(bytes < 3 * FILLED_BYTES, "{what}: {bytes}");
    }
}

#[test]
fn the_steps_of_sections_are_those_of_all_texts_together() {
    let text = "{{#a}}x{{/a}} {{b}}".to_owned();
    let values = json!({ "a": vec![0; 60_000], "b": "end" });
    let prompt = in_language(TemplateLanguage::Mustache, &vec![text; 4]);
    let rendered = render(&prompt, values.as_object().expect("an object"), &());
    let text = rendered.text();
    let repeated = text.matches('x').count();
    assert!((90_000..=100_000).contains(&repeated), "{repeated}");
    // What stands once is written nevertheless, and the place where it stopped is named.
    assert_eq!(text.matches("{{#a}} end").count(), 3);
    let problems: Vec<_> = rendered.problems.iter().map(|one| &*one.message).collect();
    assert_eq!(
        problems,
        ["{{#a}} is not rendered: the sections of the prompt repeat too often"]
    );
}

#[test]
fn a_custom_wrapper_writes_the_text_no_more_often_than_there_is_room() {
    let module = |content: &str, template: String, language: &str| {
        let module = json!({
            "id": "m", "content": content, "wrappers": ["custom"], "config": { "template": template },
        });
        let mut prompt = modules(&[module]);
        prompt
            .content
            .extra
            .insert("template_language".into(), json!(language));
        prompt
    };
    let long = "x".repeat(100_000);
    for language in [
        "none",
        "promptcase",
        "fstring",
        "mustache",
        "handlebars",
        "jinja2",
    ] {
        let prompt = module(&long, "{{content}}".repeat(5_000), language);
        let (bytes, kinds) = rendered(language, prompt, json!({}));
        assert!(bytes < 3 * FILLED_BYTES, "{language}: {bytes}");
        assert_eq!(kinds, [ProblemKind::TooLong], "{language}");
        let text = "{{ a|upper }}{{ a|lower }}";
        for template in [
            "{{content}}",
            "{{ a|upper }}{{content}}",
            "{{",
            "{{ content }",
        ] {
            let prompt = module(text, filled_to(template), language);
            rendered(
                &format!("{language} {template}"),
                prompt.clone(),
                json!({ "a": "b" }),
            );
            ends("variables", move || variables(&prompt, &()));
        }
    }
    // Some places are as before.
    let prompt = module(&long, "{{content}} - ".repeat(100), "promptcase");
    let (bytes, kinds) = rendered("some", prompt, json!({}));
    assert_eq!((bytes, kinds), (100 * 100_003, vec![]));
}

#[test]
fn conditions_read_no_more_than_there_is_room() {
    let values = json!({
        "list": vec![0; 1_000_000], "same": vec![0; 1_000_000], "blank": " ".repeat(2_000_000),
        "text": format!("\"{}\"", "x".repeat(2_000_000)), "no": format!("no{}x", " ".repeat(2_000_000)),
    });
    for condition in [
        "list or ",
        "list == same or ",
        "blank or ",
        "text == text or ",
        "text < 3 or ",
        "no and ",
        "(",
        "not ",
        "'",
    ] {
        let condition = filled_to(condition) + "list";
        let module = json!({
            "id": "m", "content": "x", "wrappers": ["conditional-logic"], "config": { "condition": condition },
        });
        rendered(&condition[..20], modules(&[module]), values.clone());
    }
    // A condition on a long text is read as before.
    let module = json!({
        "id": "m", "content": "x", "wrappers": ["conditional-logic"],
        "config": { "condition": "list and text and text != 'x'" },
    });
    assert_eq!(rendered("all", modules(&vec![module; 100]), values).1, []);
}

#[test]
fn included_prompts_count_by_what_is_read() {
    let hidden = |text: &str, language| in_language(language, &[filled_to(text)]);
    let mut includes = HashMap::new();
    includes.insert(
        "a".to_owned(),
        hidden("{{#no}}{{no}}{{/no}}", TemplateLanguage::Mustache),
    );
    let module = json!({
        "id": "m", "content": "x", "wrappers": ["conditional-logic"],
        "config": { "condition": filled_to("no or ") + "no" },
    });
    includes.insert("b".to_owned(), modules(&[module]));
    for name in ["a", "b"] {
        let text = format!("{{{{> {name}}}}}").repeat(900);
        let prompt = in_language(TemplateLanguage::Promptcase, &[text]);
        let includes = includes.clone();
        let kinds = ends(name, move || {
            let rendered = render(&prompt, &serde_json::Map::new(), &includes);
            let kinds = rendered.problems.iter().map(|problem| problem.kind);
            kinds.collect::<Vec<_>>()
        });
        assert!(kinds.contains(&ProblemKind::TooDeep), "{name}: {kinds:?}");
    }
}

#[cfg(feature = "jinja")]
#[test]
fn templates_of_jinja_end() {
    let values =
        json!({ "a-b": vec![0; 200_000], "a": vec![0; 200_000], "s": "x".repeat(2_000_000) });
    for template in [
        "{{ a-b }}".repeat(200_000) + "{% if no %}{% endif %}",
        "{% for x in a %}{% for y in a %}{% endfor %}{% endfor %}".to_owned(),
        "{{ 'a' * 1000000000 }}".to_owned(),
        "{{ ('a' * 100000000)|length }}".to_owned(),
        "{% for x in range(100000) %}{{ s|upper|length }}{% endfor %}".to_owned(),
        "{% for x in range(100000) %}{{ s|replace('x', 'yy')|length }}{% endfor %}".to_owned(),
        "{% for x in range(100000) %}{{ a|sort|length }}{% endfor %}".to_owned(),
        "{% for x in range(100000) %}{{ a|sum }}{% endfor %}".to_owned(),
        "{% for x in range(100000) %}{{ a|tojson|length }}{% endfor %}".to_owned(),
        "{% for x in range(100000) %}{{ s == s ~ '' }}{% endfor %}".to_owned(),
        "{% for x in range(100000) %}{{ 'y' in s }}{{ s|length }}{{ s[::-1]|length }}{% endfor %}"
            .to_owned(),
        "{% for x in range(100000) %}{{ a|join|length }}{{ a|unique|list|length }}{% endfor %}"
            .to_owned(),
        "{% for x in range(100000) %}{{ 1 in a }}{{ a == a|list }}{% endfor %}".to_owned(),
        "{{ a|batch(1)|list }}{{ s|indent(9)|wordcount }}".repeat(20_000),
    ] {
        let what = &template[..template.len().min(90)];
        let prompt = in_language(TemplateLanguage::Jinja2, std::slice::from_ref(&template));
        let (bytes, _) = rendered(what, prompt, values.clone());
        assert!(bytes < 3 * FILLED_BYTES, "{what}: {bytes}");
    }
}
