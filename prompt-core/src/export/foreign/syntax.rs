//! The syntaxes of variables, and how each writes a text that only looks like one.

use std::borrow::Cow;

use crate::export::prompty;

/// A zero-width space written into a text that the tool would run or replace.
const GUARD: char = '\u{200b}';

/// The syntax of variables in a format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::export) enum Syntax {
    /// No variables.
    None,
    /// `{{name}}`, replaced without a way to write the braces themselves.
    Braces,
    /// `{{name}}` of Handlebars.
    Handlebars,
    /// `{{name}}` of Mustache.
    Mustache,
    /// `{{ name }}` of Jinja2 and Nunjucks.
    Jinja,
    /// `{name}` of Python.
    Fstring,
    /// `$ARGUMENTS`, or `$1` and `$2` of several.
    Dollar,
    /// `{{args}}`, the only one.
    Args,
    /// `${input:name}`.
    Input,
}

/// The words that a Handlebars template does not look up, among them the helpers of dotprompt.
const HANDLEBARS_WORDS: [&str; 18] = [
    "role",
    "history",
    "media",
    "section",
    "json",
    "ifEquals",
    "unlessEquals",
    "if",
    "unless",
    "each",
    "with",
    "lookup",
    "log",
    "else",
    "true",
    "false",
    "null",
    "undefined",
];

impl Syntax {
    /// The name of a variable as this syntax can hold it.
    pub(in crate::export) fn spelled(self, name: &str) -> Cow<'_, str> {
        let is_path = || name.split('.').all(|part| !part.is_empty());
        let changed = match self {
            Self::Handlebars if !is_path() => name.replace('.', "_"),
            Self::Fstring if name.contains('.') => name.replace('.', "_"),
            Self::Fstring if name.bytes().all(|byte| byte.is_ascii_digit()) => format!("_{name}"),
            Self::Jinja if !prompty::is_variable(name) => {
                let parts: Vec<_> = name
                    .split('.')
                    .filter(|part| !part.is_empty())
                    .map(python_name)
                    .collect();
                parts.join(".")
            }
            _ => return Cow::Borrowed(name),
        };
        Cow::Owned(changed)
    }

    /// Writes a variable. `at` is its number among `count`.
    pub(in crate::export) fn push_variable(
        self,
        out: &mut String,
        name: &str,
        at: usize,
        count: usize,
    ) {
        let written = match self {
            Self::Handlebars if HANDLEBARS_WORDS.contains(&name) => format!("{{{{this.{name}}}}}"),
            Self::Fstring => format!("{{{name}}}"),
            Self::Jinja => format!("{{{{ {name} }}}}"),
            Self::Dollar if count == 1 => "$ARGUMENTS".to_owned(),
            Self::Dollar => format!("${}", at + 1),
            Self::Args if count == 1 => "{{args}}".to_owned(),
            Self::Input => format!("${{input:{name}}}"),
            // Mustache escapes values for HTML between two braces.
            Self::Mustache => format!("{{{{{{{name}}}}}}}"),
            _ => format!("{{{{{name}}}}}"),
        };
        // An opening brace before a variable would be read as part of it; `~` removes the blank between.
        if self == Self::Handlebars && out.ends_with('{') {
            out.push_str(" {{~");
            out.push_str(&written[2..]);
        } else {
            out.push_str(&written);
        }
    }

    /// Writes a text that is no variable. Returns whether it had to be changed.
    pub(in crate::export) fn push_text(
        self,
        out: &mut String,
        text: &str,
        is_before_variable: bool,
    ) -> bool {
        match self {
            Self::Fstring => {
                for letter in text.chars() {
                    out.push(letter);
                    if matches!(letter, '{' | '}') {
                        out.push(letter);
                    }
                }
            }
            Self::Jinja => {
                let (text, last) = match text.strip_suffix('{') {
                    Some(before) if is_before_variable => (before, "{{ '{' }}"),
                    _ => (text, ""),
                };
                // Nunjucks refuses the end of a comment that was not begun.
                for (at, piece) in text.split("#}").enumerate() {
                    if at > 0 {
                        out.push_str("{{ '#}' }}");
                    }
                    prompty::push_literal(out, piece);
                }
                out.push_str(last);
            }
            Self::Mustache => out.push_str(&text.replace("{{", "{{=<% %>=}}{{<%={{ }}=%>")),
            Self::Handlebars => return push_handlebars(out, text, is_before_variable),
            Self::None => return push_guarded(out, text, &["!`"]),
            Self::Dollar => return push_guarded(out, text, &["!`", "$ARGUMENTS", "$0"]),
            Self::Args => return push_guarded(out, text, &["!{", "@{", "{{args}}"]),
            Self::Input => {
                let marks = ["${input:", "${selection", "${file", "${workspaceFolder"];
                return push_guarded(out, text, &marks);
            }
            Self::Braces => out.push_str(text),
        }
        false
    }
}

/// A name of Python's: letters, digits and `_`, the first a letter.
fn python_name(part: &str) -> String {
    let kept = |one: char| if one.is_alphanumeric() { one } else { '_' };
    let name: String = part.chars().map(kept).collect();
    let name = name.trim_start_matches('_');
    let fits = |name: &str| prompty::is_variable(name);
    if fits(name) {
        return name.to_owned();
    }
    let name = format!("v_{name}");
    if fits(&name) {
        return name;
    }
    // A digit or mark that Python does not take.
    name.chars()
        .map(|one| {
            if one.is_ascii_alphanumeric() {
                one
            } else {
                '_'
            }
        })
        .collect()
}

/// The start of what dotprompt takes for the beginning of a message, also within a text.
const ROLE: &str = "<<<dotprompt:";

/// Writes a text for Handlebars, in which `\{{` is literal and a backslash before braces must be doubled.
fn push_handlebars(out: &mut String, text: &str, is_before_variable: bool) -> bool {
    // A closing brace behind a variable would be read as part of it, too.
    if text.starts_with('}') && out.ends_with("}}") {
        out.truncate(out.len() - 2);
        out.push_str("~}} ");
    }
    let is_guarded = text.contains(ROLE);
    let text = if is_guarded {
        Cow::Owned(text.replace(ROLE, "<<<\u{200b}dotprompt:"))
    } else {
        Cow::Borrowed(text)
    };
    let mut rest = &*text;
    while let Some(at) = rest.find("{{") {
        let before = &rest[..at];
        out.push_str(before);
        // Two backslashes before braces are read as one that is followed by a real tag.
        if before.ends_with('\\') {
            out.push_str("\\{{!}}");
        }
        out.push_str("\\{{");
        rest = &rest[at + 2..];
    }
    out.push_str(rest);
    if is_before_variable && rest.ends_with('\\') {
        out.push('\\');
    }
    is_guarded
}

/// Writes a text with an invisible character in what the tool would run or replace. `$0` stands for a dollar and
/// any digit.
fn push_guarded(out: &mut String, text: &str, marks: &[&str]) -> bool {
    let mut is_changed = false;
    for (at, letter) in text.char_indices() {
        out.push(letter);
        let rest = &text[at..];
        let is_marked = marks.iter().any(|mark| match *mark {
            "$0" => letter == '$' && rest[1..].starts_with(|next: char| next.is_ascii_digit()),
            mark => rest.starts_with(mark),
        });
        if is_marked {
            out.push(GUARD);
            is_changed = true;
        }
    }
    is_changed
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(syntax: Syntax, parts: &[(&str, bool)]) -> String {
        let mut out = String::new();
        for (at, (text, is_variable)) in parts.iter().enumerate() {
            if *is_variable {
                syntax.push_variable(&mut out, text, 0, 1);
            } else {
                syntax.push_text(&mut out, text, parts.get(at + 1).is_some_and(|next| next.1));
            }
        }
        out
    }

    #[test]
    fn braces_around_a_variable_are_text_in_every_syntax() {
        let parts = [("{", false), ("a", true), ("} {{b}} \\{{", false)];
        for (syntax, expected) in [
            (Syntax::Fstring, r"{{{a}}} {{{{b}}}} \{{{{"),
            (
                Syntax::Jinja,
                r"{{ '{' }}{{ a }}} {{ '{{' }}b}} \{{ '{{' }}",
            ),
            (Syntax::Handlebars, r"{ {{~a~}} } \{{b}} \\{{!}}\{{"),
            (Syntax::Dollar, r"{$ARGUMENTS} {{b}} \{{"),
            (Syntax::Input, r"{${input:a}} {{b}} \{{"),
        ] {
            assert_eq!(written(syntax, &parts), expected, "{syntax:?}");
        }
        assert_eq!(
            written(Syntax::Handlebars, &[("C:\\", false), ("role", true)]),
            r"C:\\{{this.role}}"
        );
    }

    #[test]
    fn what_a_tool_would_run_is_guarded() {
        let mut out = String::new();
        assert!(Syntax::Dollar.push_text(&mut out, "$5 !`ls` $x", false));
        assert_eq!(out, "$\u{200b}5 !\u{200b}`ls` $x");
        let mut out = String::new();
        assert!(Syntax::Args.push_text(&mut out, "!{ls} {{args}}", false));
        assert_eq!(out, "!\u{200b}{ls} {\u{200b}{args}}");
        assert!(!Syntax::None.push_text(&mut out, "$5 {{args}}", false));
    }

    #[test]
    fn names_become_those_of_the_syntax() {
        for (syntax, name, expected) in [
            (Syntax::Jinja, "user-name", "user_name"),
            (Syntax::Jinja, "user.first-name", "user.first_name"),
            (Syntax::Jinja, "1a", "v_1a"),
            (Syntax::Jinja, "in", "v_in"),
            (Syntax::Jinja, "имя", "имя"),
            (Syntax::Fstring, "user.name", "user_name"),
            (Syntax::Fstring, "1", "_1"),
            (Syntax::Handlebars, "a..b", "a__b"),
            (Syntax::Handlebars, "user.name", "user.name"),
        ] {
            assert_eq!(syntax.spelled(name), expected, "{syntax:?}");
        }
    }
}
