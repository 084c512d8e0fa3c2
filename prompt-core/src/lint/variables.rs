//! Variables that are used and not declared, or declared and not used, in a prompt that declares any.

use super::{Finding, texts};
use crate::Prompt;
use crate::render::{MarkKind, VariableUse, marks, variables};

/// Finds them: the used ones at their first place, the unused ones at the declaration.
pub(super) fn findings(prompt: &Prompt) -> Vec<Finding> {
    let declared = prompt.content.variable_schemas();
    let Some(declared) = declared.filter(|declared| !declared.is_empty()) else {
        return Vec::new();
    };
    let all = variables(prompt, &());
    let root = |name: &str| name.split('.').next().unwrap_or_default().to_owned();
    let used = |name: &str| {
        let is_use = |one: &&VariableUse| one.name == name || root(&one.name) == name;
        all.iter().filter(is_use).any(|one| !one.places.is_empty())
    };
    let mut findings = Vec::new();
    for variable in &all {
        let name = &variable.name;
        let is_declared = declared.contains_key(name) || declared.contains_key(&root(name));
        if is_declared || variable.is_included {
            continue;
        }
        let (path, line, column) = first_use(prompt, name);
        findings.push(Finding {
            code: "undeclared_variable",
            path,
            line,
            column,
            message: match &variable.similar_to {
                Some(other) => format!("the variable '{name}' is not declared, but '{other}' is"),
                None => format!("the variable '{name}' is not declared, but others are"),
            },
            hint: "declare it, or correct its name",
        });
    }
    for name in declared.keys().filter(|name| !used(name)) {
        findings.push(Finding {
            code: "unused_variable",
            path: format!("variables.{name}"),
            line: 1,
            column: 1,
            message: format!("the variable '{name}' is declared and not used"),
            hint: "use it, or remove its declaration",
        });
    }
    findings
}

/// The path of the first text with a variable, and its place there; the declarations if only a condition has it.
fn first_use(prompt: &Prompt, name: &str) -> (String, usize, usize) {
    let language = prompt.content.template_language();
    for (path, text) in texts(prompt) {
        let is_it = |written: &str| {
            let inner = written.trim_matches(['{', '}', '&', '~', ' ', '\t']);
            inner == name
        };
        let found = marks(text, language)
            .into_iter()
            .find(|mark| mark.kind == MarkKind::Variable && is_it(&text[mark.start..mark.end]));
        if let Some(mark) = found {
            let before = &text[..mark.start];
            let start = before.rfind('\n').map_or(0, |at| at + 1);
            let line = before.matches('\n').count() + 1;
            return (path, line, before[start..].chars().count() + 1);
        }
    }
    (format!("variables.{name}"), 1, 1)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::{Content, Segment};

    fn found(text: &str, variables: &serde_json::Value) -> Vec<String> {
        let mut prompt = Prompt {
            content: Content {
                segments: vec![Segment {
                    content: text.to_owned(),
                    ..Segment::default()
                }],
                ..Content::default()
            },
            ..Prompt::default()
        };
        prompt.content.extra.insert(
            "variables".to_owned(),
            json!({ "type": "object", "properties": variables }),
        );
        let told = findings(&prompt)
            .into_iter()
            .map(|one| format!("{} {}:{}:{}", one.code, one.path, one.line, one.column));
        told.collect()
    }

    #[test]
    fn a_prompt_that_declares_variables_declares_all_and_uses_them() {
        let one = json!({ "name": { "type": "string" } });
        for (text, variables, expected) in [
            ("Hi {{name}}", &one, vec![]),
            ("{{other}}", &json!({}), vec![]),
            ("{{name.first}}", &one, vec![]),
            (
                "Hi {{name}}\nand {{ other }}, {{other}}",
                &one,
                vec!["undeclared_variable segments[0].content:2:5"],
            ),
            ("Hi", &one, vec!["unused_variable variables.name:1:1"]),
        ] {
            assert_eq!(found(text, variables), expected, "{text}");
        }
    }
}
