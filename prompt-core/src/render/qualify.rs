//! Makes the references of a prompt independent of who includes it.

use std::collections::HashSet;

use super::{template, variables};
use crate::content::template::TemplateLanguage;
use crate::name::is_id;
use crate::{Document, Edit, Prompt, TextField};

/// Writes a handle before every reference without one, so that the prompt includes the same texts wherever it stands:
/// `{{> tone}}` becomes `{{> @ada/tone}}`.
#[must_use]
pub fn qualify(prompt: Prompt, handle: &str) -> Prompt {
    let has_includes = prompt.content.template_language() == TemplateLanguage::Promptcase;
    let assets: HashSet<String> = super::prompt_assets(&prompt.content)
        .map(|asset| asset.id.clone())
        .collect();
    let mut edits = Vec::new();
    variables::each_text(&prompt, &mut |id, field, text| {
        let is_asset = field == TextField::Reference && assets.contains(id);
        let changed = if is_asset {
            qualified(text, handle)
        } else if has_includes {
            qualified_text(text, handle)
        } else {
            None
        };
        if let Some(text) = changed {
            let id = id.to_owned();
            edits.push(Edit::SetText { id, field, text });
        }
    });
    if edits.is_empty() {
        return prompt;
    }
    // The edits add no item, so no id is needed.
    let mut document = Document::new(prompt, String::new);
    let _ = document.apply(Edit::Batch { edits });
    document.prompt().clone()
}

/// A reference with a handle; none if it has one, or is an id.
fn qualified(reference: &str, handle: &str) -> Option<String> {
    // `me` is whose text it stands in.
    if let Some(own) = reference.strip_prefix("@me/") {
        return Some(format!("@{handle}/{own}"));
    }
    let end = reference.find(['@', ':']).unwrap_or(reference.len());
    let is_own = end > 0 && !is_id(&reference[..end]);
    is_own.then(|| format!("@{handle}/{reference}"))
}

fn qualified_text(text: &str, handle: &str) -> Option<String> {
    let mut out = String::with_capacity(text.len());
    let mut end = 0;
    for token in template::tokens(text) {
        let template::Token::Include { reference, raw } = token else {
            continue;
        };
        let Some(whole) = qualified(reference, handle) else {
            continue;
        };
        // Both are slices of the text.
        let start = raw.as_ptr().addr() - text.as_ptr().addr();
        out.push_str(&text[end..start]);
        out.push_str(&raw.replacen(reference, &whole, 1));
        end = start + raw.len();
    }
    out.push_str(&text[end..]);
    (end > 0).then_some(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Block, BlockAsset, BlockAssetType, Content, Segment, StructureType};

    #[test]
    fn own_references_get_a_handle_and_others_stay() {
        let id = "019c376f-cdc0-710d-ad2e-f260a56d409d";
        let segment = Segment {
            id: "1".into(),
            content: format!(
                "{{{{> tone}}}} {{{{>tone@1.2.0}}}} {{{{> tone:live }}}} {{{{> @bob/tone}}}} {{{{> {id}}}}} \\{{{{> tone}}}}"
            ),
            ..Segment::default()
        };
        let prompt = Prompt {
            content: Content {
                segments: vec![segment],
                ..Content::default()
            },
            ..Prompt::default()
        };
        let qualified = qualify(prompt, "ada");
        assert_eq!(
            qualified.content.segments[0].content,
            format!(
                "{{{{> @ada/tone}}}} {{{{>@ada/tone@1.2.0}}}} {{{{> @ada/tone:live }}}} {{{{> @bob/tone}}}} {{{{> {id}}}}} \\{{{{> tone}}}}"
            )
        );
    }

    #[test]
    fn block_assets_get_a_handle_too() {
        let asset = |id: &str, r#type, reference: &str| BlockAsset {
            id: id.into(),
            r#type,
            reference: reference.into(),
            ..BlockAsset::default()
        };
        let assets = vec![
            asset("a", BlockAssetType::Prompt, "tone"),
            asset("b", BlockAssetType::Url, "https://example.org"),
        ];
        let block = Block {
            id: "1".into(),
            assets,
            ..Block::default()
        };
        let prompt = Prompt {
            structure_type: StructureType::Advanced,
            content: Content {
                blocks: vec![block],
                ..Content::default()
            },
            ..Prompt::default()
        };
        let qualified = qualify(prompt, "ada");
        let assets = &qualified.content.blocks[0].assets;
        assert_eq!(assets[0].reference, "@ada/tone");
        assert_eq!(assets[1].reference, "https://example.org");
    }
}
