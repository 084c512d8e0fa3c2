//! HTML: a page to view, print and share.
//!
//! Nothing from a prompt executes: every character is escaped, and the page's content security policy only allows its
//! own style and the program that fills it in, if it has that. Ids and details are stored in `data-` attributes, from
//! which the import restores the prompt.

use std::fmt::Write;

use super::data::{DataWriter, write_assets};
use super::escaped::escape;
use super::fill::{FILL_POLICY, FillProgram};
use super::{ExportOptions, front_matter, json, shown_details, warning};
use crate::byte_set::ByteSet;
use crate::content::outline::{Item, ItemKind, Outline};
use crate::{Diagnostic, Language, Wrapper, asset};

/// The page's style.
const STYLE: &str = include_str!("page.css");
/// The content security policy: only the page's own style, identified by its hash.
const POLICY: [&str; 2] = [
    "default-src 'none'; style-src 'sha256-vRfOBGApbkcUdM1KL8YugxdLKALNCQsr5kirxNblBQQ='",
    "; base-uri 'none'; form-action 'none'",
];

/// The content security policy of a page that fills itself in, for the header of a server that sends it.
pub fn page_policy() -> String {
    [POLICY[0], FILL_POLICY, POLICY[1]].concat()
}

/// Writes the prompt as a page, in which a reader fills it in if there is a part for that and its program.
pub(super) fn write(
    outline: &Outline<'_>,
    options: &ExportOptions,
    fill: Option<(&str, FillProgram<'_>)>,
    warnings: &mut Vec<Diagnostic>,
) -> String {
    let prompt = outline.prompt;
    let mut page = Page {
        out: String::with_capacity(outline.text_size() * 5 / 4 + STYLE.len()),
        options,
        depth: 0,
        warnings,
    };
    page.head(outline, fill.map(|(_, program)| program));
    let details = json::on_a_line(|out| {
        out.begin_map();
        if options.include_metadata {
            front_matter::write_details(outline, options, out);
        } else {
            out.pair("structure_type", prompt.structure_type.as_str());
        }
        if options.include_version_info {
            out.pair("version", &prompt.version().to_string());
        }
        out.end_map();
    });
    page.line("<body>");
    page.line_with("<main data-promptcase='", &details, "'>");
    page.depth += 1;
    page.field("h1", "title", &prompt.title, "title");
    if options.include_metadata && !prompt.description.is_empty() {
        page.field("p", "description", &prompt.description, "description");
    }
    page.details(outline);
    if let Some((part, _)) = fill {
        page.out.push_str(part);
        page.line("<details><summary>Source</summary>");
    }
    page.comment("The prompt's text, in the order in which it is read.");
    let list = outline.used.structure.list_name();
    page.items(&outline.used.items, list, "h2");
    if fill.is_some() {
        page.line("</details>");
    }
    page.depth -= 1;
    page.line("</main>");
    if let Some((_, program)) = fill {
        page.raw("script", program.script);
    }
    page.line("</body>");
    page.line("</html>");
    page.out
}

struct Page<'a> {
    out: String,
    options: &'a ExportOptions,
    depth: usize,
    warnings: &'a mut Vec<Diagnostic>,
}

impl Page<'_> {
    fn head(&mut self, outline: &Outline<'_>, program: Option<FillProgram<'_>>) {
        let prompt = outline.prompt;
        let language = match prompt.language {
            Language::English => "en",
            Language::French => "fr",
            Language::German => "de",
            Language::Spanish => "es",
        };
        self.line("<!DOCTYPE html>");
        self.line_with("<html lang=\"", language, "\">");
        self.line("<head>");
        self.depth += 1;
        self.line("<meta charset=\"utf-8\">");
        self.pad();
        self.out
            .push_str("<meta http-equiv=\"Content-Security-Policy\" content=\"");
        self.out.push_str(POLICY[0]);
        self.out.push_str(program.map_or("", |_| FILL_POLICY));
        self.out.push_str(POLICY[1]);
        self.out.push_str("\">\n");
        self.line("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">");
        self.line("<meta name=\"generator\" content=\"Promptcase\">");
        self.pad();
        self.out.push_str("<title>");
        push_escaped(&mut self.out, &prompt.title.replace('\0', "\u{fffd}"));
        self.out.push_str("</title>\n");
        self.raw("style", STYLE);
        if let Some(program) = program {
            self.raw("style", program.style);
        }
        self.depth -= 1;
        self.line("</head>");
    }

    /// Writes an element whose text is trusted and not escaped.
    fn raw(&mut self, tag: &str, text: &str) {
        self.pad();
        let _ = writeln!(self.out, "<{tag}>{text}</{tag}>");
    }

    /// Writes the details shown to readers.
    fn details(&mut self, outline: &Outline<'_>) {
        let prompt = outline.prompt;
        let mut shown = shown_details(prompt, self.options);
        if self.options.include_metadata {
            let filled = asset::filled_fields(prompt.prompt_type, &prompt.asset_fields);
            shown.extend(filled.into_iter().map(|field| (field.label, field.text)));
        }
        if shown.is_empty() {
            return;
        }
        self.gap();
        self.line("<dl>");
        self.depth += 1;
        for (label, value) in shown {
            self.pad();
            let _ = write!(self.out, "<dt>{label}</dt><dd>");
            push_escaped(&mut self.out, &value.replace('\0', "\u{fffd}"));
            self.out.push_str("</dd>\n");
        }
        self.depth -= 1;
        self.line("</dl>");
    }

    fn items(&mut self, items: &[Item<'_>], list: &str, heading: &str) {
        for item in items {
            self.gap();
            self.item(item, &format!("{list}[{}]", item.at), heading);
        }
    }

    fn item(&mut self, item: &Item<'_>, place: &str, heading: &str) {
        let class = match item.kind {
            ItemKind::Segment(_) => "segment",
            ItemKind::Section => "section",
            ItemKind::Module => "module",
            ItemKind::Block => "block",
        };
        self.line_with(
            &format!("<section class=\"{class}\" data-item='"),
            &self.hidden(item),
            "'>",
        );
        self.depth += 1;
        if matches!(item.kind, ItemKind::Segment(_)) {
            self.line_with(
                &format!("<{heading}>"),
                item.heading,
                &format!("</{heading}>"),
            );
        } else {
            self.field(heading, "title", item.heading, &format!("{place}.title"));
        }
        if !item.description.is_empty() {
            self.field(
                "p",
                "description",
                item.description,
                &format!("{place}.description"),
            );
        }
        if !item.wrappers.is_empty() {
            let labels: Vec<_> = item.wrappers.iter().copied().map(Wrapper::label).collect();
            let labels = labels.join("</li><li>");
            self.line(&format!("<ul class=\"wrappers\"><li>{labels}</li></ul>"));
        }
        if let Some(config) = item.config.filter(|_| item.has_config()) {
            let config = json::on_lines(|out| out.value(config));
            self.exact("config", &config, &format!("{place}.config"));
        }
        if item.kind != ItemKind::Block && !item.text.is_empty() {
            self.exact("content", item.text, &format!("{place}.content"));
        }
        let inner = if heading == "h2" { "h3" } else { "h4" };
        self.items(&item.children, &format!("{place}.modules"), inner);
        self.assets(item);
        self.depth -= 1;
        self.line("</section>");
    }

    /// The hidden data of an item as JSON.
    fn hidden(&self, item: &Item<'_>) -> String {
        let metadata = self.options.include_metadata;
        json::on_a_line(|out| {
            out.begin_map();
            if metadata {
                out.pair("id", item.id);
            }
            if let ItemKind::Segment(segment_type) = item.kind {
                out.pair("type", segment_type.as_str());
            }
            if !item.wrappers.is_empty() {
                out.key("wrappers");
                out.begin_list(item.wrappers.len());
                for wrapper in item.wrappers {
                    out.next();
                    out.text(wrapper.as_str());
                }
                out.end_list();
            }
            if !item.assets.is_empty() {
                out.key("assets");
                write_assets(item.assets, self.options, out);
            }
            if metadata && !item.extra.is_empty() {
                out.key("extra");
                out.begin_map();
                out.pairs(item.extra);
                out.end_map();
            }
            out.end_map();
        })
    }

    fn assets(&mut self, item: &Item<'_>) {
        if item.assets.is_empty() {
            return;
        }
        self.line("<ul class=\"assets\">");
        self.depth += 1;
        for asset in item.assets {
            self.pad();
            let _ = write!(self.out, "<li>{}: ", asset.r#type.label());
            let reference = asset.reference.replace('\0', "\u{fffd}");
            // Only web addresses become links; other schemes could execute code in the browser.
            let is_address = reference.starts_with("https://") || reference.starts_with("http://");
            if is_address {
                self.out
                    .push_str("<a rel=\"noopener noreferrer nofollow\" href='");
                push_escaped(&mut self.out, &reference);
                self.out.push_str("'>");
            }
            push_escaped(&mut self.out, &reference);
            if is_address {
                self.out.push_str("</a>");
            }
            for note in [&asset.title, &asset.description].into_iter().flatten() {
                self.out.push_str(" – ");
                push_escaped(&mut self.out, &note.replace('\0', "\u{fffd}"));
            }
            self.out.push_str("</li>\n");
        }
        self.depth -= 1;
        self.line("</ul>");
    }

    /// Writes a one-line element whose text is the value of a field.
    fn field(&mut self, tag: &str, field: &str, text: &str, place: &str) {
        self.pad();
        self.element(tag, field, text, place, "");
    }

    /// Writes a preformatted element. HTML drops its first line feed, so an extra one is written.
    fn exact(&mut self, field: &str, text: &str, place: &str) {
        self.pad();
        self.element("pre", field, text, place, "\n");
    }

    fn element(&mut self, tag: &str, field: &str, text: &str, place: &str, before: &str) {
        let _ = write!(self.out, "<{tag} dir=\"auto\" data-field=\"{field}\"");
        let has_nul = text.contains('\0');
        if has_nul {
            self.out.push_str(" data-encoding=\"escaped\"");
            self.warnings.push(warning(
                "characters_escaped",
                place.to_owned(),
                "NUL characters, which HTML cannot hold, are written as \\u0000".to_owned(),
                "Promptcase reads them back as they were; a browser shows the escapes",
            ));
        }
        self.out.push('>');
        self.out.push_str(before);
        if has_nul {
            push_escaped(&mut self.out, &escape(text, |character| character == '\0'));
        } else {
            push_escaped(&mut self.out, text);
        }
        let _ = writeln!(self.out, "</{tag}>");
    }

    fn line(&mut self, html: &str) {
        self.pad();
        self.out.push_str(html);
        self.out.push('\n');
    }

    /// Writes a line of trusted HTML with an escaped text in it.
    fn line_with(&mut self, before: &str, text: &str, after: &str) {
        self.pad();
        self.out.push_str(before);
        push_escaped(&mut self.out, text);
        self.out.push_str(after);
        self.out.push('\n');
    }

    fn gap(&mut self) {
        if self.options.formatting.line_breaks {
            self.out.push('\n');
        }
    }

    fn comment(&mut self, text: &str) {
        if self.options.formatting.comments {
            self.gap();
            self.pad();
            let _ = writeln!(self.out, "<!-- {text} -->");
        }
    }

    fn pad(&mut self) {
        for _ in 0..self.depth * self.options.formatting.indentation.spaces() {
            self.out.push(' ');
        }
    }
}

/// Escapes a text for use between tags and in attributes.
pub(super) fn push_escaped(out: &mut String, text: &str) {
    const ESCAPED: ByteSet = ByteSet::of(b"&<>\"'\r");
    ESCAPED.push_replaced(out, text, |out, byte| {
        out.push_str(match byte {
            b'&' => "&amp;",
            b'<' => "&lt;",
            b'>' => "&gt;",
            b'"' => "&quot;",
            b'\'' => "&#39;",
            _ => "&#13;",
        });
    });
}
