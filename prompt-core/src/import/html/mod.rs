//! HTML: our own pages without loss, and the text of any other page.
//!
//! Scripts and styles are skipped.

mod tokens;

use serde_json::{Map, Value};

use super::diagnostics::Diagnostics;
use super::{Draft, File, ImportFormat, json, markdown, object, plain_text};
use crate::StructureType;
use crate::export::escaped::unescape;
use tokens::{Token, characters, tokens};

/// Reads a page.
pub(super) fn read(file: &File<'_>) -> Draft {
    let text = plain_text::with_line_feeds(file.text);
    let tokens = tokens(&text);
    own(&tokens).unwrap_or_else(|| foreign(file, &tokens))
}

/// Reads one of our own pages.
fn own(tokens: &[Token<'_>]) -> Option<Draft> {
    let start = tokens
        .iter()
        .position(|token| token.attribute("data-promptcase").is_some())?;
    let details = tokens[start].attribute("data-promptcase")?;
    let mut diagnostics = Diagnostics::default();
    let Ok(Value::Object(mut map)) = json::read(details, &mut diagnostics) else {
        return None;
    };
    let mut content = match map.remove("unused") {
        Some(Value::Object(unused)) => unused,
        _ => Map::new(),
    };
    let structure: StructureType = map
        .get("structure_type")
        .and_then(Value::as_str)
        .and_then(|word| word.parse().ok())
        .unwrap_or_default();
    let extra = map.remove("extra");
    // The open items, with the depth of their sections. The prompt is the first.
    let mut open: Vec<(Map<String, Value>, Vec<Value>)> = vec![(map, Vec::new())];
    let mut sections = Vec::new();
    let mut at = start + 1;
    while at < tokens.len() {
        match &tokens[at] {
            Token::Start { name, .. } if name == "section" => {
                let item = tokens[at].attribute("data-item");
                sections.push(item.is_some());
                if let Some(item) = item {
                    open.push((read_item(item, &mut diagnostics), Vec::new()));
                }
            }
            Token::End(name) if name == "section" => {
                if sections.pop() == Some(true) {
                    close(&mut open);
                }
            }
            token => {
                if let Some(field) = token.attribute("data-field") {
                    let (value, behind) = field_value(tokens, at);
                    let value = match field {
                        "config" => {
                            json::read(&value, &mut diagnostics).unwrap_or(Value::from(value))
                        }
                        _ => Value::from(value),
                    };
                    if let Some((item, _)) = open.last_mut() {
                        item.insert(field.to_owned(), value);
                    }
                    at = behind;
                    continue;
                }
            }
        }
        at += 1;
    }
    while open.len() > 1 {
        close(&mut open);
    }
    let (mut map, items) = open.pop()?;
    content.insert(structure.list_name().to_owned(), Value::Array(items));
    if let Some(Value::Object(extra)) = extra {
        content.extend(extra);
    }
    map.insert("content".to_owned(), Value::Object(content));
    let mut draft = object::read(map, ImportFormat::Html);
    draft.diagnostics.extend(diagnostics.into_list());
    Some(draft)
}

fn read_item(text: &str, diagnostics: &mut Diagnostics) -> Map<String, Value> {
    let Ok(Value::Object(mut item)) = json::read(text, diagnostics) else {
        return Map::new();
    };
    if let Some(Value::Object(extra)) = item.remove("extra") {
        item.extend(extra);
    }
    item
}

/// Closes the innermost item and adds it to its parent.
fn close(open: &mut Vec<(Map<String, Value>, Vec<Value>)>) {
    let Some((mut item, modules)) = open.pop() else {
        return;
    };
    if !modules.is_empty() {
        item.insert("modules".to_owned(), Value::Array(modules));
    }
    if let Some((_, items)) = open.last_mut() {
        items.push(Value::Object(item));
    }
}

/// Returns the text of an element that holds a field, and the index after it.
fn field_value(tokens: &[Token<'_>], start: usize) -> (String, usize) {
    let Token::Start { name, .. } = &tokens[start] else {
        return (String::new(), start + 1);
    };
    let mut text = String::new();
    let mut at = start + 1;
    while at < tokens.len() {
        match &tokens[at] {
            Token::Text(part) => text.push_str(&characters(part)),
            Token::End(end) if end == name => break,
            _ => {}
        }
        at += 1;
    }
    if name == "pre" && text.starts_with('\n') {
        text.remove(0);
    }
    if tokens[start].attribute("data-encoding") == Some("escaped") {
        text = unescape(&text);
    }
    (text, at + 1)
}

/// Reads the text of any page: headings become sections.
fn foreign(file: &File<'_>, tokens: &[Token<'_>]) -> Draft {
    let mut out = String::new();
    let mut title = String::new();
    let mut open_title = false;
    let mut preformatted = false;
    for token in tokens {
        match token {
            Token::Start { name, .. } => match name.as_str() {
                "title" => open_title = true,
                "pre" => {
                    preformatted = true;
                    paragraph(&mut out);
                    out.push_str("```\n");
                }
                "br" => out.push('\n'),
                "li" => {
                    line(&mut out);
                    out.push_str("- ");
                }
                "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => {
                    paragraph(&mut out);
                    let level = usize::from(name.as_bytes()[1] - b'0');
                    out.push_str(&"#".repeat(level));
                    out.push(' ');
                }
                "p" | "div" | "section" | "article" | "ul" | "ol" | "table" | "blockquote"
                | "header" | "footer" | "main" => paragraph(&mut out),
                "tr" => line(&mut out),
                "td" | "th" => out.push(' '),
                _ => {}
            },
            Token::End(name) => match name.as_str() {
                "title" => open_title = false,
                "pre" => {
                    preformatted = false;
                    line(&mut out);
                    out.push_str("```\n");
                }
                "h1" | "h2" | "h3" | "h4" | "h5" | "h6" | "p" | "div" => paragraph(&mut out),
                _ => {}
            },
            Token::Text(text) if open_title => title.push_str(&characters(text)),
            Token::Text(text) if preformatted => {
                let text = characters(text);
                // HTML drops the first line feed of such an element.
                let is_first = out.ends_with("```\n");
                out.push_str(
                    text.strip_prefix('\n')
                        .filter(|_| is_first)
                        .unwrap_or(&text),
                );
            }
            Token::Text(text) => {
                let text = characters(text);
                let words: Vec<_> = text.split_whitespace().collect();
                if text.starts_with(char::is_whitespace) && !out.ends_with([' ', '\n']) {
                    out.push(' ');
                }
                out.push_str(&words.join(" "));
                if text.ends_with(char::is_whitespace) && !words.is_empty() {
                    out.push(' ');
                }
            }
        }
    }
    let mut diagnostics = Diagnostics::default();
    diagnostics.info(
        "foreign_html",
        "",
        "The page is not one of ours; its text was taken, its looks were not".to_owned(),
    );
    let mut fields = Map::new();
    let title = title.split_whitespace().collect::<Vec<_>>().join(" ");
    if !title.is_empty() {
        fields.insert("title".to_owned(), Value::from(title));
    }
    markdown::foreign(file, fields, out.trim(), ImportFormat::Html, diagnostics)
}

fn line(out: &mut String) {
    out.truncate(out.trim_end_matches(' ').len());
    if !out.is_empty() && !out.ends_with('\n') {
        out.push('\n');
    }
}

fn paragraph(out: &mut String) {
    line(out);
    if !out.is_empty() && !out.ends_with("\n\n") {
        out.push('\n');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_of_anybodys_gives_its_text_and_no_script() {
        let page = "<!doctype html><title>Hi &amp; you</title><script>alert('<h1>x</h1>')</script>\n<h1>Top</h1><p>One <b>two</b> &lt;3</p>\
            <h2>A</h2><ul><li>x<li>y</ul><h2>B</h2><pre>\n  code\n</pre><!-- <p>no --> 1 < 2";
        let draft = read(&File {
            text: page,
            name: None,
        });
        let sections: Vec<_> = draft
            .prompt
            .content
            .sections
            .iter()
            .map(|section| (section.title.as_str(), section.content.as_str()))
            .collect();
        assert_eq!(draft.prompt.title, "Hi & you");
        assert_eq!(
            sections,
            [
                ("Top", "One two <3"),
                ("A", "- x\n- y"),
                ("B", "```\n  code\n```\n1 < 2"),
            ]
        );
    }
}
