//! Whether the values of a prompt only fill places in a fixed text.

use serde_json::Value;

use super::jinja;
use super::marks::{MarkKind, marks};
use super::variables::texts;
use super::{Includes, VariableKind, references, variables};
use crate::content::outline::{Item, List};
use crate::content::template::TemplateLanguage;
use crate::{BlockAssetType, Prompt, Wrapper};

/// Whether values do no more than take the places of their variables: there is no condition, no section and no
/// value other than a text, a number, a date or yes and no. A page can then fill in the prompt without rendering it again.
pub fn is_fixed(prompt: &Prompt, includes: &impl Includes) -> bool {
    let named = references(prompt);
    let all = named
        .iter()
        .filter_map(|reference| includes.find(reference));
    let empty = Value::String(String::new());
    let is_simple = |kind| !matches!(kind, VariableKind::Json | VariableKind::Messages);
    // What is included by an included prompt is rare enough to be rendered.
    all.clone().all(|one| references(one).is_empty())
        && std::iter::once(prompt).chain(all).all(has_only_places)
        && variables(prompt, includes)
            .iter()
            // Without the text of a default the place is not to be found.
            .all(|variable| {
                is_simple(variable.kind) && variable.schema.get("default") != Some(&empty)
            })
}

fn has_only_places(prompt: &Prompt) -> bool {
    let language = prompt.content.template_language();
    let is_plain = |text: &str| match language {
        TemplateLanguage::Jinja2 => !jinja::has_logic(text),
        _ => marks(text, language)
            .iter()
            .all(|mark| mark.kind != MarkKind::Tag),
    };
    let items = List::of(&prompt.content, prompt.structure_type).items;
    let assets = prompt.content.blocks.iter().flat_map(|block| &block.assets);
    // Whether there is an image depends on the address that the value makes.
    let mut images = assets.filter(|asset| asset.r#type == BlockAssetType::Image);
    !items.iter().any(is_conditional)
        && texts(prompt).iter().all(|(_, text)| is_plain(text))
        && images.all(|image| marks(&image.reference, language).is_empty())
}

fn is_conditional(item: &Item<'_>) -> bool {
    item.wrappers.contains(&Wrapper::ConditionalLogic) || item.children.iter().any(is_conditional)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn is_fixed_with(content: &Value) -> bool {
        let prompt: Prompt =
            serde_json::from_value(json!({ "content": content })).expect("a valid prompt");
        is_fixed(&prompt, &())
    }

    #[test]
    fn only_a_text_with_places_for_simple_values_is_fixed() {
        let segment = |text: &str| json!([{ "type": "user", "content": text }]);
        let list = json!({ "type": "object", "properties": { "a": { "type": "array" } } });
        let no_default = json!({ "type": "object", "properties": { "a": { "default": "" } } });
        for (content, expected) in [
            (json!({ "segments": segment("Hi {{a}} {{b}}") }), true),
            (
                json!({ "segments": segment("Hi {{a}}"), "variables": list }),
                false,
            ),
            (
                json!({ "segments": segment("Hi {{a}}"), "variables": no_default }),
                false,
            ),
            (
                json!({ "segments": segment("{{#a}}x{{/a}}"), "template_language": "mustache" }),
                false,
            ),
            (
                json!({ "segments": segment("{{a}}"), "template_language": "mustache" }),
                true,
            ),
            (
                json!({ "segments": segment("{% if a %}x{% endif %}"), "template_language": "jinja2" }),
                false,
            ),
        ] {
            assert_eq!(is_fixed_with(&content), expected, "{content}");
        }
    }
}
