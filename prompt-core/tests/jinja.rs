//! Statements, filters and comments of Jinja2.

use std::time::{Duration, Instant};

use prompt_core::content::template::TemplateLanguage;
use prompt_core::render::{Origin, ProblemKind, Rendered, render, variables};
use prompt_core::{Content, Prompt, Segment};
use serde_json::{Value, json};

fn prompt(texts: &[&str]) -> Prompt {
    let segment = |(at, text): (usize, &&str)| Segment {
        id: format!("s{at}"),
        content: (*text).to_owned(),
        ..Segment::default()
    };
    let mut content = Content {
        segments: texts.iter().enumerate().map(segment).collect(),
        ..Content::default()
    };
    content.set_template_language(TemplateLanguage::Jinja2);
    Prompt {
        content,
        ..Prompt::default()
    }
}

fn rendered(text: &str, values: &Value) -> Rendered {
    let values = values.as_object().expect("values are an object");
    render(&prompt(&[text]), values, &())
}

fn problems(rendered: &Rendered) -> Vec<(ProblemKind, &str)> {
    let problems = rendered.problems.iter();
    problems.map(|one| (one.kind, &*one.name)).collect()
}

#[test]
fn statements_filters_and_comments_are_rendered() {
    let values = json!({
        "name": "Ada", "items": [{ "a": 1 }, { "a": 2.5 }], "yes": true, "map": { "z": 1, "b": [1] },
        "user.name": "Bob", "hostile": "{{ name }}{% if %}{# $& \"'<b>\\", "empty": [],
    });
    for (text, expected) in [
        (
            "{% if yes %}Hi {{ name }}{% else %}Bye{% endif %}",
            "Hi Ada",
        ),
        (
            "{% for one in items %}{{ loop.index }}: {{ one.a }}\n{% endfor %}",
            "1: 1\n2: 2.5\n",
        ),
        ("{% for one in empty %}x{% else %}none{% endfor %}", "none"),
        (
            "{{ name | upper }} {{ items | length }} {# no #}{{ items|map(attribute='a')|join(', ') }}",
            "ADA 2 1, 2.5",
        ),
        (
            "{% set greeting = 'Hi ' ~ name %}{{ greeting }}!",
            "Hi Ada!",
        ),
        (
            "{% macro hi(to, mark='!') %}Hi {{ to }}{{ mark }}{% endmacro %}{{ hi(name) }}{{ hi('Eve', mark='?') }}",
            "Hi Ada!Hi Eve?",
        ),
        ("a\n  {%- if yes -%}\n  b\n{%- endif %}\n", "ab\n"),
        (
            "{% if yes %}{{ hostile }}{% endif %}",
            "{{ name }}{% if %}{# $& \"'<b>\\",
        ),
        ("{% if user.name %}{{ user.name }}{% endif %}", "Bob"),
        (
            "{% for key, value in map|items %}{{ key }}={{ value }};{% endfor %}{{ map }}",
            "z=1;b=[1];{\"z\":1,\"b\":[1]}",
        ),
        ("{% raw %}{{ name }}{% endraw %}{{ '{{' }}", "{{ name }}{{"),
        (
            "{{ yes }}{{ none }}{{ missing|default('d') }}{% if missing is defined %}x{% endif %}{% if 1 %}{% endif %}",
            "trued",
        ),
        (
            "{% for x in items %}{% if loop.first %}{% continue %}{% endif %}{{ x.a }}{{ x.none }}{% endfor %}",
            "2.5",
        ),
        (
            "{% if name == 'Ada' and not empty %}{{ name[0] }}{{ name[1:] }}{% endif %}",
            "Ada",
        ),
    ] {
        let rendered = rendered(text, &values);
        assert_eq!(rendered.text(), expected, "{text}");
        assert_eq!(problems(&rendered), [], "{text}");
    }
}

#[test]
fn a_variable_without_a_value_stays_and_is_reported_where_it_is_needed() {
    for (text, expected, names) in [
        (
            "{% if a %}x{% else %}{{ b }}{% endif %}",
            "{{ b }}",
            vec!["a", "b"],
        ),
        ("{% if yes %}{% else %}{{ b }}{% endif %}z", "z", vec![]),
        (
            "{{- b | upper -}} {% if yes %}.{% endif %}",
            "{{- b | upper -}}.",
            vec!["b"],
        ),
        (
            "{% for x in xs %}{{ x }}{% else %}none{% endfor %}",
            "none",
            vec!["xs"],
        ),
        (
            "{% if yes %}{% elif c %}{% endif %}{% set d = e %}{{ d }}.",
            ".",
            vec!["e"],
        ),
        (
            "{% for x in [1, 2] %}{{ x }}{{ b }}{% endfor %}",
            "1{{ b }}2{{ b }}",
            vec!["b"],
        ),
        (
            "{% if user.mail %}x{% endif %}{{ user.name }}",
            "Bob",
            vec!["user.mail"],
        ),
        (
            "{% set t %}<{{ b }}>{% endset %}{{ t }}",
            "<{{ b }}>",
            vec!["b"],
        ),
        (
            "{% if yes %}{{ user-name }}{{ other-name }}{% endif %}",
            "Eve{{ other-name }}",
            vec!["other-name"],
        ),
    ] {
        let values = json!({ "yes": true, "user": { "name": "Bob" }, "user-name": "Eve" });
        let rendered = rendered(text, &values);
        assert_eq!(rendered.text(), expected, "{text}");
        let named: Vec<_> = names
            .into_iter()
            .map(|name| (ProblemKind::MissingValue, name))
            .collect();
        assert_eq!(problems(&rendered), named, "{text}");
    }
}

#[test]
fn values_are_marked_where_they_stand() {
    let rendered = rendered(
        "A {% if yes %}{{ name }}{{ b }}{% endif %}",
        &json!({ "yes": 1, "name": "Ada" }),
    );
    let pieces = rendered.messages[0].pieces.iter();
    let shown: Vec<_> = pieces
        .map(|one| (&*one.text, one.origin, one.name.as_deref()))
        .collect();
    assert_eq!(
        shown,
        [
            ("A ", Origin::Text, None),
            ("Ada", Origin::Value, Some("name")),
            ("{{ b }}", Origin::Missing, Some("b")),
        ]
    );
    let names: Vec<_> = variables(
        &prompt(&["{% for x in xs if x.ok %}{{ x|f(y) }}{% endfor %}"]),
        &(),
    )
    .into_iter()
    .map(|one| one.name)
    .collect();
    assert_eq!(names, ["xs", "y"]);
}

#[test]
fn what_is_wrong_is_said_with_its_line_and_stays() {
    for (text, said) in [
        ("a\n{% if x %}\nb", "line 3"),
        ("a\n{{ x | unheard }}{% if 1 %}{% endif %}", "unheard"),
        ("{{ x }}\n{% include 'secret' %}", "line 2"),
        ("{% if 1 %}{{ x() }}{% endif %}", "x"),
        ("{{ 1 / 0 }}{% if 1 %}{% endif %}", "line 1"),
        ("a\n{{ a a }}", "line 2"),
    ] {
        let rendered = rendered(text, &json!({ "x": "y", "a": 1 }));
        assert_eq!(rendered.text(), text);
        assert_eq!(rendered.problems[0].kind, ProblemKind::Template, "{text}");
        assert!(
            rendered.problems[0].message.contains(said),
            "{:?}",
            rendered.problems
        );
        assert_eq!(rendered.problems[0].item, "s0");
    }
}

#[test]
fn hostile_templates_end_soon_and_stay() {
    let chain = |text: &str| {
        format!(
            "{{{{ x{} }}}}{{% if x %}}{{% endif %}}",
            text.repeat(50_000)
        )
    };
    let deep = |text: &str, n: usize| {
        format!(
            "{{% set ns = namespace(x=[]) %}}{{% for i in range({n}) %}}{{% set ns.x = {text} %}}{{% endfor %}}{{{{ ns.x }}}}{{{{ ns.x == ns.x }}}}{{{{ [ns.x, ns.x]|sort|unique|tojson }}}}"
        )
    };
    let mut templates: Vec<String> = [
        "|batch(1)",
        ".a",
        "+x",
        "~x",
        "*x",
        "**x",
        "//x",
        "-x",
        " if x else x",
        "[0]",
        "()",
        " and x",
        " or x",
        " is defined",
        "<x",
        " in x",
        " not in x",
        "|f(a)",
        "[x",
        "(x",
        "{x",
        ", x",
        ",(x,)",
        "['a']",
        "[1:]",
        ".a()",
    ]
    .into_iter()
    .map(chain)
    .collect();
    for (text, n) in [
        ("[ns.x]", 99_999),
        ("(ns.x,)", 30_000),
        ("{'a': ns.x}", 30_000),
        ("ns.x|list|batch(1)|list", 30_000),
        ("ns.x|map('upper')", 30_000),
        ("ns.x|reverse", 30_000),
        ("ns.x[0:]", 30_000),
        ("ns", 2),
        ("[ns]", 2),
        ("ns.x|items", 30_000),
        ("ns.x|select", 30_000),
        ("dict(a=ns.x)", 30_000),
        ("namespace(a=ns.x)", 30_000),
        ("namespace(a=ns)", 3),
        ("(ns.x ~ 'aaaaaaaaaaaaaaaa') ~ ns.x", 90),
        ("[ns.x, ns.x]", 90),
        ("ns.x + ns.x + [1]", 90),
        ("ns.x|groupby(0)", 3000),
        ("ns.x|zip(ns.x)", 90),
        ("ns.x|slice(1)", 3000),
        ("cycler(ns.x)", 3000),
        ("joiner(ns.x)", 3000),
        ("ns.x|chain(ns.x)", 3000),
        ("loop", 3000),
    ] {
        templates.push(deep(text, n));
    }
    templates.push(format!("{}{{{{ x }}}}", "{% set x = [x] %}".repeat(50_000)));
    templates.push(format!(
        "{}{{{{ x }}}}",
        "{% set (x) = [x] %}".repeat(50_000)
    ));
    templates.push(format!(
        "{}{}",
        "{% with x = [x] %}".repeat(50_000),
        "{% endwith %}".repeat(50_000)
    ));
    templates.push(format!(
        "{{% if x %}}{}{{% endif %}}",
        "{% elif x %}".repeat(50_000)
    ));
    templates.push("{% if x %}".repeat(50_000));
    templates.push(format!(
        "{{% filter upper{} %}}{{% endfilter %}}",
        "|upper".repeat(50_000)
    ));
    templates.push(format!(
        "{{{{ {}x }}}}{{% if x %}}{{% endif %}}",
        "not ".repeat(50_000)
    ));
    templates.push(format!(
        "{{{{ {}x }}}}{{% if x %}}{{% endif %}}",
        "-".repeat(50_000)
    ));
    templates.extend(
        [
            "{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}{% endfor %}",
            "{% for a in range(99999) %}{% if big|upper == big|lower %}{% endif %}{% endfor %}",
            "{% for a in range(99999) %}{% if 'y' in big %}{% endif %}{% endfor %}",
            "{% set x %}{% for a in range(99999) %}{{ big }}{% endfor %}{% endset %}",
            "{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}",
            "{% macro m(x) %}{{ m([x]) }}{% endmacro %}{{ m(1) }}",
            "{% for x in [1] recursive %}{{ loop([x]) }}{% endfor %}",
            "{{ 'a' * 2000000000 }}",
            "{{ 'a'|indent(2000000000) }}",
            "{{ '%1000000000d'|format(1) }}",
            "{{ 2 ** 99999999999 }}",
            "{{ big|replace('', big) }}",
            "{{ big|batch(1)|list|tojson }}",
            "{{ [big] * 100000 }}{{ ('ab' * 999)|wordwrap(1) }}",
        ]
        .map(|text| format!("{text}{{% if x %}}{{% endif %}}")),
    );
    let values = json!({ "x": [[1]], "big": "x".repeat(1_000_000) });
    let start = Instant::now();
    for template in &templates {
        let one = Instant::now();
        let rendered = rendered(template, &values);
        assert!(rendered.text().len() < 40_000_000);
        let took = one.elapsed();
        println!("{took:?} {}", &template[..template.len().min(90)]);
        assert!(
            took < Duration::from_secs(10),
            "{took:?} {}",
            &template[..template.len().min(200)]
        );
    }
    println!("{} templates in {:?}", templates.len(), start.elapsed());
    // Many texts share what one may take.
    let loops = "{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}{% endfor %}";
    let many = prompt(&vec![loops; 1_000]);
    let rendered = render(&many, values.as_object().expect("an object"), &());
    assert_eq!(rendered.problems.len(), 1);
    assert_eq!(rendered.problems[0].kind, ProblemKind::TooLong);
    assert!(start.elapsed() < Duration::from_mins(1));
}
