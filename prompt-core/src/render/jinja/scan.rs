//! The tags of a Jinja2 template and the variables in them, without evaluating it. What a template sets itself, such as the
//! variable of a loop, is none.

use std::collections::HashMap;
use std::ops::Range;

use super::super::template::is_name;

/// The kind of a tag.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::render) enum TagKind {
    /// `{{ … }}`
    Output,
    /// `{% … %}`
    Statement,
    /// `{# … #}`
    Comment,
}

/// A tag of a template.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::render) struct Tag {
    pub(in crate::render) kind: TagKind,
    /// The tag with its braces.
    pub(in crate::render) range: Range<usize>,
    /// What the braces and the signs for blanks enclose.
    pub(in crate::render) inner: Range<usize>,
}

/// A place where a template uses a variable from outside.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::render) struct Use<'t> {
    /// The name, with its path: `user.name`.
    pub(in crate::render) name: &'t str,
    /// Where it stands in the template.
    pub(in crate::render) at: usize,
    /// Whether the template says what happens without a value: `| default(…)`, `is defined`.
    pub(in crate::render) is_guarded: bool,
}

/// The tags of a template in order. A tag that is not closed ends the search: the template is wrong from there.
pub(in crate::render) fn tags(text: &str) -> Vec<Tag> {
    let mut tags = Vec::new();
    let mut at = 0;
    while let Some(found) = text[at..].find('{') {
        let start = at + found;
        let kind = match text.as_bytes().get(start + 1) {
            Some(b'{') => TagKind::Output,
            Some(b'%') => TagKind::Statement,
            Some(b'#') => TagKind::Comment,
            _ => {
                at = start + 1;
                continue;
            }
        };
        let Some(end) = end_of(text, start + 2, kind) else {
            break;
        };
        let mut inner = start + 2..end - 2;
        let signs: &[char] = &['-', '+'];
        if text[inner.clone()].starts_with(signs) {
            inner.start += 1;
        }
        if text[inner.clone()].ends_with(signs) && !inner.is_empty() {
            inner.end -= 1;
        }
        at = end;
        let is_raw = kind == TagKind::Statement && text[inner.clone()].trim() == "raw";
        tags.push(Tag {
            kind,
            range: start..end,
            inner,
        });
        if is_raw {
            let Some(end) = end_of_raw(text, at) else {
                break;
            };
            at = end;
        }
    }
    tags
}

/// The end of a tag. Texts in quotes may have its closing braces, and brackets those of a map.
fn end_of(text: &str, from: usize, kind: TagKind) -> Option<usize> {
    let bytes = text.as_bytes();
    let close: &[u8] = match kind {
        TagKind::Output => b"}}",
        TagKind::Statement => b"%}",
        TagKind::Comment => return text[from..].find("#}").map(|at| from + at + 2),
    };
    let (mut at, mut depth) = (from, 0_usize);
    while at < bytes.len() {
        if depth == 0 && bytes[at..].starts_with(close) {
            return Some(at + 2);
        }
        match bytes[at] {
            b'\'' | b'"' => at = end_of_text(bytes, at)? - 1,
            b'{' => depth += 1,
            b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        at += 1;
    }
    None
}

/// The end of a quoted text.
fn end_of_text(bytes: &[u8], start: usize) -> Option<usize> {
    let mut at = start + 1;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += 1,
            quote if quote == bytes[start] => return Some(at + 1),
            _ => {}
        }
        at += 1;
    }
    None
}

/// The start of the tag that ends a raw block.
fn end_of_raw(text: &str, from: usize) -> Option<usize> {
    let mut at = from;
    while let Some(found) = text[at..].find("{%") {
        let start = at + found;
        let inner = text[start + 2..]
            .trim_start_matches(['-', '+'])
            .trim_start();
        if inner.starts_with("endraw") {
            return Some(start);
        }
        at = start + 2;
    }
    None
}

/// Whether a name is one of ours and none that Jinja2 would read as such: `user-name`.
pub(in crate::render) fn is_own_name(name: &str) -> bool {
    let is_part = |part: &str| part.starts_with(|one: char| one.is_alphabetic() || one == '_');
    is_name(name) && name.contains('-') && name.split('-').all(is_part)
}

/// The number of operators, filters and paths in a tag, which the engine nests.
#[cfg(feature = "jinja")]
pub(in crate::render) fn links(text: &str, tag: &Tag) -> usize {
    let words = words(text, tag.inner.clone());
    let is_link = |(at, word): &(usize, &Word<'_>)| match word.text {
        "(" | "[" => at.checked_sub(1).is_some_and(|before| {
            let before = &words[before];
            before.is_name || matches!(before.text, ")" | "]")
        }),
        "and" | "or" | "not" | "if" | "is" | "in" => true,
        text => {
            "|.+-*/%~<>=!".contains(&text[..1.min(text.len())])
                || text.len() == 2 && text.ends_with('=')
        }
    };
    words.iter().enumerate().filter(is_link).count()
}

/// The variables of a template with their places, in order.
pub(in crate::render) fn uses(text: &str) -> Vec<Use<'_>> {
    let mut found = Found {
        template: text,
        uses: Vec::new(),
        scopes: vec![Vec::new()],
        names: HashMap::new(),
    };
    for tag in tags(text) {
        let words = words(text, tag.inner.clone());
        match tag.kind {
            TagKind::Output => {
                let inner = text[tag.inner.clone()].trim();
                let first = inner.split(['-', '.']).next().unwrap_or_default();
                if is_own_name(inner) && !found.is_set(first) {
                    found.uses.push(Use {
                        name: inner,
                        at: words.first().map_or(tag.inner.start, |word| word.at),
                        is_guarded: false,
                    });
                } else {
                    found.expression(&words);
                }
            }
            TagKind::Statement => found.statement(&words),
            TagKind::Comment => {}
        }
    }
    found.uses
}

/// A word or a sign of an expression.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Word<'t> {
    text: &'t str,
    at: usize,
    is_name: bool,
}

/// The names and signs of an expression. Texts and numbers are signs without a meaning.
fn words(text: &str, range: Range<usize>) -> Vec<Word<'_>> {
    let mut words = Vec::new();
    let mut at = range.start;
    while let Some(one) = text[at..range.end].chars().next() {
        let rest = &text[at..range.end];
        let length = match one {
            _ if one.is_whitespace() => {
                at += one.len_utf8();
                continue;
            }
            '\'' | '"' => {
                let end = end_of_text(text.as_bytes(), at).unwrap_or(range.end);
                end.min(range.end) - at
            }
            _ if one.is_alphanumeric() || one == '_' => {
                let end = rest.find(|one: char| !one.is_alphanumeric() && one != '_');
                end.unwrap_or(rest.len())
            }
            '=' | '!' | '<' | '>' if rest[1..].starts_with('=') => 2,
            _ => one.len_utf8(),
        };
        words.push(Word {
            text: &text[at..at + length],
            at,
            is_name: one.is_alphabetic() || one == '_',
        });
        at += length;
    }
    words
}

struct Found<'t> {
    template: &'t str,
    uses: Vec<Use<'t>>,
    /// The names that the template sets, of the template and of the blocks that are open.
    scopes: Vec<Vec<&'t str>>,
    /// How often each of these names is set.
    names: HashMap<&'t str, usize>,
}

impl<'t> Found<'t> {
    fn statement(&mut self, words: &[Word<'t>]) {
        let Some((first, rest)) = words.split_first() else {
            return;
        };
        match first.text {
            "for" => {
                let is_in = |word: &Word<'_>| word.is_name && word.text == "in";
                let split = rest.iter().position(is_in).unwrap_or(rest.len());
                let (targets, list) = rest.split_at(split);
                let filter = list
                    .iter()
                    .position(|word| word.is_name && word.text == "if");
                let (list, filter) = list.split_at(filter.unwrap_or(list.len()));
                self.expression(list);
                self.open(&["loop"]);
                self.set(targets);
                self.expression(filter);
            }
            "set" => {
                let equals = rest.iter().position(|word| word.text == "=");
                let (targets, value) = rest.split_at(equals.unwrap_or(rest.len()));
                if equals.is_some() {
                    self.expression(value);
                    self.set(targets);
                } else {
                    // A block: `set name | filter`.
                    self.set(&targets[..targets.len().min(1)]);
                }
            }
            "macro" => {
                self.set(&rest[..rest.len().min(1)]);
                self.open(&["caller", "varargs", "kwargs"]);
                self.parameters(&rest[rest.len().min(1)..], 1);
            }
            "call" => {
                let is_list = rest.first().is_some_and(|word| word.text == "(");
                let close = rest.iter().position(|word| word.text == ")");
                let end = close.filter(|_| is_list).map_or(0, |at| at + 1);
                let (parameters, call) = rest.split_at(end);
                self.expression(call);
                self.open(&[]);
                self.parameters(parameters, 1);
            }
            "with" => {
                self.open(&[]);
                self.parameters(rest, 0);
            }
            "endfor" | "endmacro" | "endcall" | "endwith" if self.scopes.len() > 1 => {
                for name in self.scopes.pop().unwrap_or_default() {
                    if let Some(count) = self.names.get_mut(name) {
                        *count -= 1;
                    }
                }
            }
            "if" | "elif" | "do" | "autoescape" => self.expression(rest),
            "filter" => self.expression(rest.get(1..).unwrap_or_default()),
            _ => {}
        }
    }

    fn set(&mut self, targets: &[Word<'t>]) {
        let names = targets.iter().enumerate();
        let names = names.filter(|(at, word)| {
            // `set namespace.name` sets nothing new.
            let is_path = |at: usize| targets.get(at).is_some_and(|word| word.text == ".");
            word.is_name && !is_path(at + 1) && !(*at > 0 && is_path(at - 1))
        });
        names.for_each(|(_, word)| self.name(word.text));
    }

    fn is_set(&self, name: &str) -> bool {
        self.names.get(name).is_some_and(|count| *count > 0)
    }

    fn open(&mut self, names: &[&'t str]) {
        self.scopes.push(Vec::new());
        for name in names {
            self.name(name);
        }
    }

    fn name(&mut self, name: &'t str) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.push(name);
            *self.names.entry(name).or_default() += 1;
        }
    }

    /// `a, b=1`: names that are set, with their values, within a number of brackets.
    fn parameters(&mut self, words: &[Word<'t>], within: usize) {
        let mut depth = 0_usize;
        let mut is_value = false;
        let mut values = Vec::new();
        for word in words {
            match word.text {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => depth = depth.saturating_sub(1),
                "=" if depth == within => {
                    is_value = true;
                    continue;
                }
                "," if depth == within => is_value = false,
                _ if is_value => {}
                name => {
                    self.name(name);
                    continue;
                }
            }
            values.push(*word);
        }
        self.expression(&values);
    }

    fn expression(&mut self, words: &[Word<'t>]) {
        let text_at = |at: usize| words.get(at).map_or("", |word| word.text);
        let mut at = 0;
        while let Some(word) = words.get(at) {
            let before = at.checked_sub(1).map_or("", text_at);
            let start = at;
            at += 1;
            let is_attribute = matches!(before, "." | "|")
                || before == "is"
                || (before == "not" && start >= 2 && text_at(start - 2) == "is");
            // The name of an argument, as in `join(d=", ")`.
            let is_argument = text_at(at) == "=" && matches!(before, "(" | ",");
            if !word.is_name || is_attribute || is_argument || is_keyword(word.text) {
                continue;
            }
            let mut end = word.at + word.text.len();
            let is_called = |at: usize| text_at(at) == "(";
            if is_called(at) {
                continue;
            }
            while text_at(at) == "."
                && words[at].at == end
                && let Some(next) = words.get(at + 1)
                && next.at == end + 1
                && !is_called(at + 2)
                && (next.is_name || next.text.bytes().all(|one| one.is_ascii_digit()))
            {
                end = next.at + next.text.len();
                at += 2;
            }
            if self.is_set(word.text) {
                continue;
            }
            let is_guarded = match text_at(at) {
                "|" => matches!(text_at(at + 1), "default" | "d"),
                "is" => {
                    let test = at + 1 + usize::from(text_at(at + 1) == "not");
                    matches!(text_at(test), "defined" | "undefined")
                }
                _ => false,
            };
            self.uses.push(Use {
                name: &self.template[word.at..end],
                at: word.at,
                is_guarded,
            });
        }
    }
}

fn is_keyword(word: &str) -> bool {
    matches!(
        word,
        "and"
            | "or"
            | "not"
            | "in"
            | "is"
            | "if"
            | "else"
            | "true"
            | "false"
            | "none"
            | "True"
            | "False"
            | "None"
            | "recursive"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_are_found_in_statements_and_what_a_template_sets_is_none() {
        for (text, names) in [
            ("{{ a }}{{ b.c|upper }}{{ 'd' ~ e[0].f }}", "a b.c e"),
            (
                "{% if a and not b.c %}{% elif d > 1 %}{% endif %}",
                "a b.c d",
            ),
            (
                "{% for x in xs if x.ok and y %}{{ x.a }}{{ loop.index }}{% endfor %}{{ x }}",
                "xs y x",
            ),
            (
                "{% for k, v in map.items() %}{{ k }}{{ v }}{% endfor %}",
                "map",
            ),
            (
                "{{ s }}{% set s = t %}{{ s }}{% set b %}{{ u }}{% endset %}{{ b }}",
                "s t u",
            ),
            (
                "{% set ns = namespace(n=z) %}{% set ns.n = ns.n + w %}",
                "z w",
            ),
            (
                "{% macro m(a, b=c) %}{{ a }}{{ b }}{{ d }}{% endmacro %}{{ m(e, b=f) }}{{ a }}",
                "c d e f a",
            ),
            (
                "{% with a = b, c = 1 %}{{ a }}{{ c }}{% endwith %}{{ a }}",
                "b a",
            ),
            (
                "{{ a|default('x') }}{{ b is defined }}{{ c is not none }}",
                "a? b? c",
            ),
            ("{{ a|join(d=', ', attribute=n) }}{{ range(m) }}", "a n m"),
            (
                "{# {{ a }} #}{% raw %}{{ b }}{% endraw %}{{ '}}' ~ c }}{{ {'k': d}[e] }}",
                "c d e",
            ),
            (
                "{% call(u) m() %}{{ u }}{% endcall %}{% filter indent(w) %}{% endfilter %}",
                "w",
            ),
            ("{{- a -}}{%- if b -%}{%+ endif %}", "a b"),
            ("{{ имя }}{% if größe %}{% endif %}", "имя größe"),
            (
                "{% with a = f|format(b, c), d = e %}{{ a }}{{ d }}{% endwith %}{% if context %}{% endif %}",
                "f b c e context",
            ),
            ("{{ a {{ b }}", ""),
        ] {
            let shown: Vec<_> = uses(text)
                .iter()
                .map(|one| format!("{}{}", one.name, if one.is_guarded { "?" } else { "" }))
                .collect();
            assert_eq!(shown.join(" "), names, "{text}");
            for one in uses(text) {
                assert!(text[one.at..].starts_with(one.name));
            }
        }
    }

    #[test]
    fn hostile_templates_are_scanned_once() {
        for part in [
            "{{",
            "{%",
            "{{ '",
            "{% raw %}",
            "{# ",
            "{{a}}",
            "{% set a = b %}",
            "{% for a in b %}",
            "{{ {",
            "a.b.",
        ] {
            let text = part.repeat(1_000_000 / part.len());
            let _ = uses(&text);
            let _ = uses(&format!("{{{{ {text} }}}}"));
        }
    }
}
