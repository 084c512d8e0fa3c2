//! Plain text: the prompt's text as it is rendered without values, to paste anywhere.
//!
//! With metadata or version info, the title and the details come first; without both, the file only
//! contains the texts.

use super::{ExportOptions, shown_details};
use crate::asset::FilledField;
use crate::content::outline::{Item, ItemKind, Outline};
use crate::render::module_text;
use crate::{Prompt, asset};

/// Writes the prompt as plain text.
pub(super) fn write(outline: &Outline<'_>, options: &ExportOptions) -> String {
    let mut page = Page {
        prompt: outline.prompt,
        out: String::with_capacity(outline.text_size()),
        blank_lines: options.formatting.line_breaks,
    };
    let prompt = outline.prompt;
    if options.include_metadata {
        page.heading(&prompt.title, '=');
        if !prompt.description.is_empty() {
            page.paragraph(&prompt.description);
        }
    }
    let details = shown_details(prompt, options);
    if !details.is_empty() {
        let lines: Vec<_> = details
            .iter()
            .map(|(label, value)| format!("{label}: {value}"))
            .collect();
        page.paragraph(&lines.join("\n"));
    }
    if options.include_metadata {
        for FilledField { label, text } in
            asset::filled_fields(prompt.prompt_type, &prompt.asset_fields)
        {
            page.heading(label, '-');
            page.paragraph(&text);
        }
    }
    page.items(&outline.used.items, options, '-');
    page.out
}

struct Page<'a> {
    prompt: &'a Prompt,
    out: String,
    blank_lines: bool,
}

impl Page<'_> {
    fn items(&mut self, items: &[Item<'_>], options: &ExportOptions, underline: char) {
        for item in items {
            // A segment's heading is its type, which is not part of the text to paste; all other
            // headings are.
            if options.include_metadata || !matches!(item.kind, ItemKind::Segment(_)) {
                if !item.heading.is_empty() {
                    self.heading(item.heading, underline);
                }
                if !item.description.is_empty() {
                    self.paragraph(item.description);
                }
            }
            let text = module_text(self.prompt, item);
            if !text.is_empty() {
                self.paragraph(&text);
            }
            self.items(&item.children, options, '.');
            if !item.assets.is_empty() {
                let lines: Vec<_> = item
                    .assets
                    .iter()
                    .map(|asset| {
                        let title = asset.title.as_deref().unwrap_or_default();
                        let description = asset.description.as_deref().unwrap_or_default();
                        let parts: Vec<_> = [title, description]
                            .into_iter()
                            .filter(|part| !part.is_empty())
                            .collect();
                        let note = if parts.is_empty() {
                            String::new()
                        } else {
                            format!(" ({})", parts.join(": "))
                        };
                        format!("- {}: {}{note}", asset.r#type.label(), asset.reference)
                    })
                    .collect();
                self.paragraph(&format!("Assets:\n{}", lines.join("\n")));
            }
        }
    }

    /// Writes a heading with an underline of the same length.
    fn heading(&mut self, text: &str, underline: char) {
        self.gap();
        self.out.push_str(text);
        self.out.push('\n');
        let length = text.chars().count().clamp(3, 78);
        self.out.extend(std::iter::repeat_n(underline, length));
        self.out.push('\n');
    }

    /// Writes a text unchanged.
    fn paragraph(&mut self, text: &str) {
        self.gap();
        self.out.push_str(text);
        self.out.push('\n');
    }

    fn gap(&mut self) {
        if self.blank_lines && !self.out.is_empty() {
            self.out.push('\n');
        }
    }
}
