//! Finds what is unusual in the texts of a prompt: hidden characters, secrets, braces without their other half,
//! variables that are not declared or not used, a description that is too long for a skill, more tokens than the budget.

mod braces;
mod hidden;
mod secrets;
mod variables;

pub use braces::{Unbalanced, unbalanced_braces};
pub use hidden::{Hidden, hidden_characters};
pub use secrets::{Secret, secrets};

use crate::Prompt;
use crate::content::outline::{Item, Outline};
use crate::render::{Values, render};
use crate::runs;

/// The longest description of a skill in characters; agents cut or refuse a longer one.
pub const SKILL_DESCRIPTION_CHARS: usize = 1024;

/// Something unusual in a text of a prompt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// A stable code.
    pub code: &'static str,
    /// The path of the text: `segments[2].content`.
    pub path: String,
    /// The line of the text, counted from 1.
    pub line: usize,
    /// The place in the line, in characters counted from 1.
    pub column: usize,
    /// What it is, in one sentence.
    pub message: String,
    /// What to do.
    pub hint: &'static str,
}

/// Everything unusual in a prompt's texts, in their order. The name of its file says whether it is a skill.
pub fn lint(prompt: &Prompt, file_name: &str) -> Vec<Finding> {
    let language = prompt.content.template_language();
    let mut findings = Vec::new();
    for (path, text) in texts(prompt) {
        let mut add = |code, line, column, message, hint| {
            findings.push(Finding {
                code,
                path: path.clone(),
                line,
                column,
                message,
                hint,
            });
        };
        for found in hidden_characters(text) {
            let message = format!(
                "characters that nobody sees and a model reads: {}",
                found.code_points()
            );
            add(
                "hidden_characters",
                found.line,
                found.column,
                message,
                "remove them",
            );
        }
        for found in secrets(text) {
            let message = format!("{} is in the text", found.name);
            let hint = "remove it, and revoke it if anybody may have seen it";
            add("secret", found.line, found.column, message, hint);
        }
        for found in unbalanced_braces(text, language) {
            let message = format!("{} without its other half", found.brace);
            let hint = "close the variable, or write a backslash before a literal brace";
            add("unbalanced_braces", found.line, found.column, message, hint);
        }
    }
    findings.extend(variables::findings(prompt));
    findings.extend(over_budget(prompt));
    let length = prompt.description.chars().count();
    if is_skill(file_name) && length > SKILL_DESCRIPTION_CHARS {
        findings.push(Finding {
            code: "long_description",
            path: "description".to_owned(),
            line: 1,
            column: 1,
            message: format!("the description of the skill has {length} characters"),
            hint: "agents take at most 1,024",
        });
    }
    findings
}

/// A prompt that is longer than its token budget before any value is filled in.
fn over_budget(prompt: &Prompt) -> Option<Finding> {
    let rendered = render(prompt, &Values::new(), &());
    let budget = rendered.settings.token_budget?;
    let tokens = runs::tokens(&rendered);
    let is_over = u64::try_from(tokens).is_ok_and(|tokens| tokens > u64::from(budget));
    is_over.then(|| Finding {
        code: "over_token_budget",
        path: "settings.token_budget".to_owned(),
        line: 1,
        column: 1,
        message: format!("the prompt has about {tokens} tokens, and its budget is {budget}"),
        hint: "shorten it, or raise the budget",
    })
}

fn is_skill(file_name: &str) -> bool {
    let base = file_name.rsplit(['/', '\\']).next().unwrap_or(file_name);
    base.eq_ignore_ascii_case("skill.md")
}

/// The texts of a prompt with their paths.
pub fn texts(prompt: &Prompt) -> Vec<(String, &str)> {
    let mut texts = vec![
        ("title".to_owned(), prompt.title.as_str()),
        ("description".to_owned(), prompt.description.as_str()),
    ];
    let tags = prompt.tags.iter().enumerate();
    texts.extend(tags.map(|(at, tag)| (format!("tags[{at}]"), tag.as_str())));
    let outline = Outline::of(prompt);
    for list in std::iter::once(&outline.used).chain(&outline.unused) {
        collect(&list.items, list.structure.list_name(), &mut texts);
    }
    texts
}

fn collect<'p>(items: &[Item<'p>], list: &str, texts: &mut Vec<(String, &'p str)>) {
    for item in items {
        let path = format!("{list}[{}]", item.at);
        texts.push((format!("{path}.title"), item.heading));
        texts.push((format!("{path}.description"), item.description));
        texts.push((format!("{path}.content"), item.text));
        collect(&item.children, &format!("{path}.modules"), texts);
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::{Content, Segment};

    #[test]
    fn a_prompt_over_its_token_budget_is_found() {
        let prompt = |budget: u32| {
            let segment = Segment {
                content: "Say hello to {{name}}!".to_owned(),
                ..Segment::default()
            };
            let mut content = Content {
                segments: vec![segment],
                ..Content::default()
            };
            content.set_settings(json!({ "token_budget": budget }));
            Prompt {
                content,
                ..Prompt::default()
            }
        };
        assert_eq!(lint(&prompt(6), "a.md"), []);
        let [found] = &lint(&prompt(5), "a.md")[..] else {
            panic!("one finding");
        };
        assert_eq!(
            (found.code, &*found.path),
            ("over_token_budget", "settings.token_budget")
        );
        assert_eq!(
            found.message,
            "the prompt has about 6 tokens, and its budget is 5"
        );
    }
}
