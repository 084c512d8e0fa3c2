//! The part of a page in which a reader fills in a prompt and copies it: a form of its variables, and the rendered text.
//! Share pages and the HTML export have the same part and the same small program.

use serde_json::Value;

use super::html::push_escaped;
use crate::Prompt;
use crate::render::{
    Includes, Origin, Piece, RenderedMessage, Values, VariableKind, VariableUse, is_fixed, render,
    variables,
};

/// The program and the style of the part. They are arguments of an export, so that the WebAssembly program, which has
/// them from the web app, holds no copy.
#[derive(Debug, Clone, Copy)]
pub struct FillProgram<'a> {
    /// JavaScript without imports.
    pub script: &'a str,
    /// CSS.
    pub style: &'a str,
}

/// The program and the style, whose hashes an exported page allows.
pub const FILL_PROGRAM: FillProgram<'static> = FillProgram {
    script: include_str!("fill.js"),
    style: include_str!("fill.css"),
};

/// What the content security policy of a page allows for [`FILL_PROGRAM`], after the hash of the page's own style.
pub(super) const FILL_POLICY: &str = " 'sha256-vrE6UHszpPaiIf3ZQ3wYeFV6m+BrkawUoHcdlX9qfy0='; script-src 'sha256-qJE/mjrjGsjfz1cBfTJ7mEffcn+r7lQoTtSXPH+RAgc='";

/// The part of an exported page.
pub(super) fn write(prompt: &Prompt, includes: &impl Includes) -> String {
    let variables = variables(prompt, includes);
    let mut out = String::new();
    if !variables.is_empty() {
        if is_fixed(prompt, includes) {
            // The program shows the form: without it, nothing fills in.
            out.push_str("<form data-variables=\"fixed\" hidden>\n<h2>Fill in</h2>\n");
            out.push_str(&controls(&variables, &Values::new()));
            out.push_str("</form>\n");
        } else {
            out.push_str(
                "<p>Values decide which text this prompt has. Open it in Promptcase to fill it in.</p>\n",
            );
        }
    }
    let rendered = render(prompt, &Values::new(), includes);
    if !rendered.messages.is_empty() {
        out.push_str(
            "<p class=\"actions\"><button class=\"primary\" type=\"button\" data-action=\"copy\" hidden>Copy</button></p>\n\
             <p role=\"status\"></p>\n",
        );
        out.push_str(&messages(&rendered.messages));
    }
    out
}

/// The controls of a form of variables, with values.
pub fn controls(variables: &[VariableUse], values: &Values) -> String {
    let mut out = String::new();
    for variable in variables {
        control(&mut out, variable, values.get(&variable.name));
    }
    out
}

/// The rendered messages. What stands in the place of a variable is marked.
pub fn messages(messages: &[RenderedMessage]) -> String {
    let mut out = String::new();
    for message in messages {
        let role = message.role.label();
        push(
            &mut out,
            &[
                "<section class=\"message\"><h3>",
                role,
                "</h3><pre dir=\"auto\" data-message>",
            ],
        );
        for piece in &message.pieces {
            push_piece(&mut out, piece);
        }
        out.push_str("</pre></section>\n");
    }
    out
}

fn push_piece(out: &mut String, piece: &Piece) {
    let variable = match piece.origin {
        Origin::Value | Origin::Default | Origin::Missing => piece.name.as_deref(),
        _ => None,
    };
    let address = piece.image.as_deref();
    match (
        variable,
        address.filter(|address| address.starts_with("https://")),
    ) {
        (Some(name), _) => element(out, "mark", &[("data-variable", name)], &piece.text),
        // Shown as a link: a page does not ask another host for what it shows.
        (None, Some(address)) => {
            let attributes = [("href", address), ("rel", "noreferrer nofollow")];
            out.push_str("<span>");
            element(out, "a", &attributes, &piece.text);
            out.push_str("</span>");
        }
        // The first line feed in `pre` is not shown, unless an element is before it.
        (None, None) => element(out, "span", &[], &piece.text),
    }
}

/// The control of a variable with its value, if it has one.
fn control(out: &mut String, variable: &VariableUse, value: Option<&Value>) {
    let text = |key: &str| variable.schema.get(key).map(shown).unwrap_or_default();
    let (name, kind) = (&*variable.name, variable.kind);
    let id = format!("v-{name}");
    let (description, default) = (text("description"), text("default"));
    let value = value.map(shown).unwrap_or_default();
    let label = if variable.is_required {
        format!("{name} (required)")
    } else {
        name.to_owned()
    };
    out.push_str("<div class=\"field\">");
    element(out, "label", &[("for", &id)], &label);
    let hint = format!("{id}-hint");
    let mut attributes = vec![("id", &*id), ("name", name), ("data-kind", kind.as_str())];
    if !description.is_empty() {
        element(out, "p", &[("id", &hint)], &description);
        attributes.push(("aria-describedby", &hint));
    }
    let options = match kind {
        VariableKind::YesNo => vec![
            ("true".to_owned(), "Yes".to_owned()),
            ("false".to_owned(), "No".to_owned()),
        ],
        VariableKind::Choice => {
            let choices = variable.schema.get("enum").and_then(Value::as_array);
            let choices = choices.into_iter().flatten().map(shown);
            choices.map(|choice| (choice.clone(), choice)).collect()
        }
        _ => Vec::new(),
    };
    let example = variable.schema.get("examples").and_then(|all| all.get(0));
    let placeholder = if default.is_empty() {
        example.map(shown).unwrap_or_default()
    } else {
        default.clone()
    };
    match kind {
        VariableKind::YesNo | VariableKind::Choice => {
            start(out, "select", &attributes);
            let standard = options.iter().find(|(value, _)| *value == placeholder);
            let unset = standard.map_or("Not set".to_owned(), |(_, label)| {
                format!("Default: {label}")
            });
            element(out, "option", &[("value", "")], &unset);
            for (one, label) in &options {
                let mut attributes = vec![("value", &**one)];
                if *one == value {
                    attributes.push(("selected", ""));
                }
                element(out, "option", &attributes, label);
            }
            out.push_str("</select>");
        }
        VariableKind::Number | VariableKind::Date => {
            if kind == VariableKind::Number {
                attributes.extend([
                    ("type", "number"),
                    ("step", "any"),
                    ("placeholder", &*placeholder),
                ]);
            } else {
                attributes.push(("type", "date"));
            }
            attributes.push(("value", &value));
            start(out, "input", &attributes);
        }
        _ => {
            let rows = if kind == VariableKind::Text { "1" } else { "4" };
            attributes.extend([("placeholder", &*placeholder), ("rows", rows)]);
            // The first line feed is not part of the value.
            element(out, "textarea", &attributes, &format!("\n{value}"));
        }
    }
    out.push_str("</div>\n");
}

/// A value as a form shows it.
fn shown(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Null => String::new(),
        other => other.to_string(),
    }
}

fn element(out: &mut String, tag: &str, attributes: &[(&str, &str)], text: &str) {
    start(out, tag, attributes);
    push_escaped(out, text);
    push(out, &["</", tag, ">"]);
}

fn start(out: &mut String, tag: &str, attributes: &[(&str, &str)]) {
    push(out, &["<", tag]);
    for (name, value) in attributes {
        push(out, &[" ", name, "=\""]);
        push_escaped(out, value);
        out.push('"');
    }
    out.push('>');
}

fn push(out: &mut String, parts: &[&str]) {
    for part in parts {
        out.push_str(part);
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::export::{ExportFormat, ExportOptions, export, export_to_fill};

    fn page(content: Value) -> String {
        let prompt = Prompt {
            title: "Review".to_owned(),
            content: serde_json::from_value(content).unwrap(),
            ..Prompt::default()
        };
        let options = ExportOptions::new(ExportFormat::Html);
        export_to_fill(&prompt, &options, &(), FILL_PROGRAM).text
    }

    fn said(text: &str) -> Value {
        json!({ "segments": [{ "id": "a", "order": 0, "type": "system", "content": text }] })
    }

    #[test]
    fn a_page_has_a_control_of_the_kind_of_each_variable() {
        let mut content = said("{{tone}} {{count}} {{day}} {{loud}} {{language}} {{code}}");
        content["variables"] = json!({ "type": "object", "required": ["count"], "properties": {
            "tone": { "type": "string", "default": "kind", "description": "How <it> sounds" },
            "count": { "type": "number" },
            "day": { "type": "string", "format": "date" },
            "loud": { "type": "boolean", "default": true },
            "language": { "enum": ["Rust", "\"C\""] },
        }});
        let page = page(content);
        for part in [
            "<form data-variables=\"fixed\" hidden>",
            "<p id=\"v-tone-hint\">How &lt;it&gt; sounds</p><textarea id=\"v-tone\" name=\"tone\" data-kind=\"text\" \
             aria-describedby=\"v-tone-hint\" placeholder=\"kind\" rows=\"1\">\n</textarea>",
            "<label for=\"v-count\">count (required)</label><input id=\"v-count\" name=\"count\" data-kind=\"number\" type=\"number\"",
            "name=\"day\" data-kind=\"date\" type=\"date\"",
            "<option value=\"\">Default: Yes</option>",
            "<option value=\"&quot;C&quot;\">&quot;C&quot;</option>",
            "<mark data-variable=\"tone\">kind</mark><span> </span><mark data-variable=\"count\">{{count}}</mark>",
            "<details><summary>Source</summary>",
        ] {
            assert!(page.contains(part), "{part} is not in {page}");
        }
    }

    #[test]
    fn a_page_of_a_prompt_that_values_decide_says_so_and_copies() {
        let mut content = said("{{#formal}}Sir{{/formal}}");
        content["template_language"] = json!("mustache");
        let page = page(content);
        assert!(page.contains("Values decide which text this prompt has."));
        assert!(!page.contains("<form"));
    }

    #[test]
    fn an_empty_prompt_has_nothing_to_copy_and_other_formats_are_as_they_were() {
        assert!(!page(json!({})).contains("<button"));
        let (prompt, options) = (Prompt::default(), ExportOptions::new(ExportFormat::Json));
        let file = export_to_fill(&prompt, &options, &(), FILL_PROGRAM);
        assert_eq!(file, export(&prompt, &options));
    }

    #[test]
    fn a_page_without_the_text_is_small() {
        let page = page(said("{{name}}"));
        assert!(page.len() < 12_000, "{} bytes", page.len());
    }
}
