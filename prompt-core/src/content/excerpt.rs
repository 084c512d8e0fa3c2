//! The beginning of a prompt's text, for lists.

use super::Module;
use crate::prompt::{Prompt, StructureType};

/// Maximum number of characters of an excerpt.
const EXCERPT_CHARS: usize = 200;

impl Prompt {
    /// The beginning of its first text on one line, at most 200 characters; empty if it has no text. An asset without
    /// content begins with its first filled field.
    pub fn excerpt(&self) -> String {
        let content = &self.content;
        let begins = |texts: &mut dyn Iterator<Item = &str>| {
            texts.map(on_one_line).find(|text| !text.is_empty())
        };
        let of_modules =
            |modules: &[Module]| begins(&mut modules.iter().map(|module| module.content.as_str()));
        let text = match self.structure_type {
            StructureType::Standard => {
                begins(&mut content.segments.iter().map(|item| item.content.as_str()))
            }
            StructureType::Structured => {
                begins(&mut content.sections.iter().map(|item| item.content.as_str()))
            }
            StructureType::Modulized => of_modules(&content.modules),
            StructureType::Advanced => content
                .blocks
                .iter()
                .find_map(|block| of_modules(&block.modules)),
        };
        let fields = || {
            begins(
                &mut self
                    .asset_fields
                    .values()
                    .filter_map(|value| value.as_str()),
            )
        };
        text.or_else(fields).unwrap_or_default()
    }
}

/// The first characters of a text, with single spaces between its words.
fn on_one_line(text: &str) -> String {
    let mut line = String::new();
    for word in text.split_whitespace() {
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
        if let Some((end, _)) = line.char_indices().nth(EXCERPT_CHARS) {
            line.truncate(end);
            break;
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::Prompt;

    #[test]
    fn an_excerpt_is_the_first_text_on_one_line() {
        for (prompt, excerpt) in [
            (json!({}), ""),
            (
                json!({ "content": { "segments": [{ "content": " \n" }, { "content": "One\n\ttwo" }] } }),
                "One two",
            ),
            (
                json!({ "structure_type": "structured", "content": { "sections": [{ "title": "T", "content": "Text" }] } }),
                "Text",
            ),
            (
                json!({ "structure_type": "modulized", "content": { "modules": [{ "content": "Text" }] } }),
                "Text",
            ),
            (
                json!({ "structure_type": "advanced",
                        "content": { "blocks": [{ "modules": [] }, { "modules": [{ "content": "Text" }] }] } }),
                "Text",
            ),
            (
                json!({ "prompt_type": "persona", "asset_fields": { "role": "A baker" } }),
                "A baker",
            ),
        ] {
            let prompt: Prompt = serde_json::from_value(prompt).unwrap();
            assert_eq!(prompt.excerpt(), excerpt);
        }
    }

    #[test]
    fn a_long_text_is_cut_between_characters() {
        let long = json!({ "content": { "segments": [{ "content": "é".repeat(1_000) }] } });
        let prompt: Prompt = serde_json::from_value(long).unwrap();
        assert_eq!(prompt.excerpt(), "é".repeat(200));
    }
}
