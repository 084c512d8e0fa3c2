//! Templates of Jinja2 give the text of the official implementation: generated ones, and those of real files.

#![cfg(feature = "jinja")]
#![allow(
    clippy::unwrap_used,
    reason = "a helper of a test may fail as the test itself"
)]

use std::path::{Path, PathBuf};
use std::process::Command;

use prompt_core::content::template::TemplateLanguage;
use prompt_core::import::import;
use prompt_core::render::{Values, render, variables};
use prompt_core::{Content, Prompt, Segment};
use serde_json::{Value, json};

fn variable(name: &str) -> Option<String> {
    #[expect(
        clippy::disallowed_methods,
        reason = "the script that installs the parsers says where they are"
    )]
    std::env::var(name).ok()
}

/// The text of a template, unless something in it is not rendered.
fn text(template: &str, values: &Values) -> Option<String> {
    let segment = Segment {
        content: template.to_owned(),
        ..Segment::default()
    };
    let mut content = Content {
        segments: vec![segment],
        ..Content::default()
    };
    content.set_template_language(TemplateLanguage::Jinja2);
    let prompt = Prompt {
        content,
        ..Prompt::default()
    };
    let rendered = render(&prompt, values, &());
    rendered.problems.is_empty().then(|| rendered.text())
}

/// Parts of templates, put together in every way: `E` is an expression, `B` a body.
fn generated() -> Vec<String> {
    // Yes and no, lists and objects are written in other words on purpose.
    let expressions = [
        "a",
        "n",
        "f",
        "user.name",
        "user['name']",
        "l[0]",
        "l[-1]",
        "a|upper",
        "a|lower|title",
        "a|capitalize",
        "a|length",
        "l|join(', ')",
        "l|first",
        "l|last",
        "l|sort|join",
        "l|reverse|join('-')",
        "l|unique|join",
        "os|map(attribute='k')|join",
        "os|selectattr('t')|map(attribute='k')|join(',')",
        "os|rejectattr('t')|list|length",
        "l|select('odd')|join",
        "n + 1",
        "n - 1",
        "n * 2",
        "n / 2",
        "n // 2",
        "n % 2",
        "n ** 2",
        "-n",
        "a ~ n ~ 'x'",
        "'x' * 3",
        "a if n else 'z'",
        "a if not n else 'z'",
        "a|replace('a', 'b')",
        "a|trim",
        "a|default('d')",
        "e|default('d', true)",
        "u|default('d')",
        "l|sum",
        "l|min",
        "l|max",
        "f|round",
        "f|int",
        "'7'|int",
        "a|wordcount",
        "a|truncate(5)",
        "a|indent(2)",
        "a[1:3]",
        "a[::-1]",
        "l|length > 2 and 'long' or 'short'",
        "'in' if 'A' in a else 'out'",
        "'yes' if n is odd else 'no'",
        "a|first",
        "a|center(9)",
        "'%s-%s'|format(a, n)",
        "\"it's\"",
        "'a\\nb'",
        "1_000",
        "1.5e3",
        "l|batch(2)|map('join')|join('/')",
        "range(3)|join",
        "user|items|map('join', '=')|join(';')",
        "user|dictsort|map('first')|join",
        "a is string and 'text'",
        "x.y.z|default('no')",
        "a|e",
        "a|striptags",
        "a|list|join('.')",
        "l|slice(2)|map('join')|join('/')",
        "os|groupby('t')|map('first')|join('')|length",
    ];
    let bodies = [
        "E",
        "{% if E %}y{% else %}n{% endif %}",
        "{% for i in l %}{{ i }}{{ loop.index0 }}{% if loop.last %}!{% endif %}{% endfor %}",
        "{% set v = E %}{{ v }}",
        "{% filter upper %}E{% endfilter %}",
        "{% macro m(p, q=1) %}{{ p }}{{ q }}{% endmacro %}{{ m(E) }}",
        "{% with w = E %}{{ w }}{% endwith %}",
        "{% for k in os if k.t %}{{ k.k }}{% else %}none{% endfor %}",
        "{#- c -#}\n E \n{%- if n -%}\n x \n{%+ endif %}\n",
        "{% raw %}{{ E }}{% endraw %}",
        "{% set b %}<{{ a }}>{% endset %}{{ b }}E",
        "{% for i in l %}{% if i == 2 %}{% continue %}{% endif %}{{ loop.cycle('a', 'b') }}{% endfor %}",
        "{% set ns = namespace(t=0) %}{% for i in l %}{% set ns.t = ns.t + i %}{% endfor %}{{ ns.t }}",
        "{% call c() %}E{% endcall %}{% macro c() %}{{ caller() }}{% endmacro %}",
        "{{ loop }}E",
    ];
    let mut all = Vec::new();
    for expression in expressions {
        for body in bodies {
            let inner = if body.contains("{% if E")
                || body.contains("= E")
                || body.contains("(E)")
                || body.contains("{{ E")
            {
                expression.to_owned()
            } else {
                format!("{{{{ {expression} }}}}")
            };
            all.push(format!(
                "{}{{% if 1 %}}{{% endif %}}\n",
                body.replace('E', &inner)
            ));
        }
    }
    all
}

/// The Jinja2 texts of the corpus, with values for their variables.
fn real() -> Vec<(String, Values)> {
    fn files(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in std::fs::read_dir(folder).into_iter().flatten() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                files(&path, found);
            } else {
                found.push(path);
            }
        }
    }
    let folder = variable("PROMPTCASE_CORPUS").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/corpus"),
        PathBuf::from,
    );
    let mut found = Vec::new();
    files(&folder, &mut found);
    let mut all = Vec::new();
    for path in found {
        let Ok(bytes) = std::fs::read(&path) else {
            continue;
        };
        let name = path.to_string_lossy();
        for read in import(&bytes, Some(&name), None).prompts {
            let prompt = read.prompt;
            if prompt.content.template_language() != TemplateLanguage::Jinja2 {
                continue;
            }
            let values: Values = variables(&prompt, &())
                .into_iter()
                .filter(|one| !one.name.contains('.'))
                .map(|one| (one.name, json!([{ "title": "T", "content": "{{ C }}", "role": "user", "name": "N" }])))
                .collect();
            let texts = prompt.content.segments.iter().map(|one| &one.content);
            let logic = texts.filter(|text| text.contains("{%"));
            all.extend(logic.map(|text| (text.clone(), values.clone())));
        }
    }
    all
}

#[test]
fn templates_give_the_text_of_the_official_implementation() {
    let Some(python) = variable("PROMPTCASE_PYTHON") else {
        println!("did not run: the parsers are installed by scripts/test-core");
        return;
    };
    let values = json!({
        "a": "Ada <b> & \"{{ n }}\" {% if %}", "n": 3, "f": 2.5, "e": "", "l": [2, 1, 3, 2], "user": { "name": "Bob", "id": 7 },
        "os": [{ "k": "x", "t": 1 }, { "k": "y", "t": 0 }],
    });
    let values = values.as_object().unwrap();
    let generated = generated();
    let all = generated.len();
    let mut cases: Vec<Value> = Vec::new();
    for template in generated {
        if let Some(text) = text(&template, values) {
            cases.push(json!({ "template": template, "values": values, "text": text }));
        }
    }
    assert!(
        cases.len() * 10 > all * 8,
        "{} of {all} are rendered",
        cases.len()
    );
    let before = cases.len();
    for (template, values) in real() {
        if let Some(text) = text(&template, &values) {
            // A list that is written is JSON with us.
            if !text.contains("[{\"") {
                cases.push(json!({ "template": template, "values": values, "text": text }));
            }
        }
    }
    println!(
        "{before} of {all} generated templates, {} of files",
        cases.len() - before
    );
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("jinja.json");
    std::fs::write(&path, Value::from(cases).to_string()).unwrap();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/readers/jinja.py");
    let output = Command::new(python).arg(script).arg(path).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    println!("{said}");
    assert!(
        output.status.success(),
        "{said}{}",
        String::from_utf8_lossy(&output.stderr)
    );
}
