//! Deserializes items key by key, so that unknown keys are preserved.
//!
//! `#[serde(flatten)]` and `#[serde(tag)]` do the same, but generate code for each type and variant:
//! with them the app is 364 KB gzipped instead of 327.

use serde::de::{DeserializeOwned, Error};
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};

use super::edit::Edit;
use super::item::{Item, ItemKind};
use super::{Block, BlockAsset, Content, Module, Section, Segment, no_config, unordered};

/// Takes the value of a key out of an object. The keys left at the end are unknown.
pub(crate) fn take<T: DeserializeOwned>(
    fields: &mut Map<String, Value>,
    key: &str,
) -> Result<Option<T>, String> {
    fields
        .shift_remove(key)
        .map(serde_json::from_value)
        .transpose()
        .map_err(|error| format!("{key}: {error}"))
}

/// Takes the value of a required key. An absent key reads as null, which an `Option` accepts.
fn need<T: DeserializeOwned>(fields: &mut Map<String, Value>, key: &str) -> Result<T, String> {
    serde_json::from_value(fields.shift_remove(key).unwrap_or_default())
        .map_err(|error| format!("{key}: {error}"))
}

/// Deserializes a type from an object, with a default for each absent key.
macro_rules! read_by_key {
    ($type:ident { $($key:literal => $field:ident or $default:expr,)+ }) => {
        impl $type {
            fn read(
                mut fields: serde_json::Map<String, serde_json::Value>,
            ) -> Result<Self, String> {
                Ok(Self {
                    $($field: $crate::content::read::take(&mut fields, $key)?
                        .unwrap_or_else($default),)+
                    extra: fields,
                })
            }
        }

        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let fields = serde_json::Map::deserialize(deserializer)?;
                Self::read(fields).map_err(serde::de::Error::custom)
            }
        }
    };
    ($type:ident without extra { $($key:literal => $field:ident,)+ }) => {
        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let mut fields = serde_json::Map::deserialize(deserializer)?;
                Ok(Self {
                    $($field: $crate::content::read::take(&mut fields, $key)
                        .map_err(serde::de::Error::custom)?
                        .unwrap_or_default(),)+
                })
            }
        }
    };
}
pub(crate) use read_by_key;

read_by_key!(Content {
    "segments" => segments or Vec::new,
    "sections" => sections or Vec::new,
    "modules" => modules or Vec::new,
    "blocks" => blocks or Vec::new,
});

read_by_key!(Segment {
    "id" => id or String::new,
    "order" => order or unordered,
    "type" => r#type or Default::default,
    "content" => content or String::new,
});

read_by_key!(Section {
    "id" => id or String::new,
    "order" => order or unordered,
    "title" => title or String::new,
    "description" => description or || None,
    "content" => content or String::new,
});

read_by_key!(Module {
    "id" => id or String::new,
    "order" => order or unordered,
    "title" => title or String::new,
    "description" => description or String::new,
    "content" => content or String::new,
    "wrappers" => wrappers or Vec::new,
    "config" => config or no_config,
});

read_by_key!(Block {
    "id" => id or String::new,
    "order" => order or unordered,
    "title" => title or String::new,
    "description" => description or String::new,
    "modules" => modules or Vec::new,
    "assets" => assets or Vec::new,
});

read_by_key!(BlockAsset {
    "id" => id or String::new,
    "type" => r#type or Default::default,
    "reference" => reference or String::new,
    "title" => title or || None,
    "description" => description or || None,
});

/// Deserializes an enum whose variants are named by a tag key.
macro_rules! read_by_tag {
    ($type:ident tagged $tag:literal { $($word:literal => $variant:ident { $($field:ident),* },)+ }) => {
        impl $type {
            fn read(mut fields: Map<String, Value>) -> Result<Self, String> {
                let tag: String = need(&mut fields, $tag)?;
                match tag.as_str() {
                    $($word => Ok(Self::$variant {
                        $($field: need(&mut fields, stringify!($field).trim_start_matches("r#"))?),*
                    }),)+
                    unknown => Err(format!("{}: unknown word '{unknown}'", $tag)),
                }
            }
        }

        // Fails to compile if a variant is missing above.
        const _: fn(&$type) = |value| match value {
            $($type::$variant { .. } => (),)+
        };

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                Self::read(Map::deserialize(deserializer)?).map_err(D::Error::custom)
            }
        }
    };
}

read_by_tag!(Edit tagged "op" {
    "set_title" => SetTitle { title },
    "set_description" => SetDescription { description },
    "set_variables" => SetVariables { schema },
    "set_settings" => SetSettings { settings },
    "set_tests" => SetTests { tests },
    "set_category" => SetCategory { category },
    "set_type" => SetType { r#type },
    "set_language" => SetLanguage { language },
    "set_complexity" => SetComplexity { complexity },
    "set_tags" => SetTags { tags },
    "set_public" => SetPublic { is_public },
    "set_asset_field" => SetAssetField { name, value },
    "set_asset_fields" => SetAssetFields { fields },
    "set_asset_metadata" => SetAssetMetadata { metadata },
    "set_structure" => SetStructure { structure_type },
    "set_content" => SetContent { content },
    "set_prompt" => SetPrompt { prompt },
    "add_item" => AddItem { item, index, parent },
    "remove_item" => RemoveItem { id },
    "duplicate_item" => DuplicateItem { id },
    "move_item" => MoveItem { id, index, parent },
    "set_text" => SetText { id, field, text },
    "splice" => Splice { id, field, start, end, text },
    "splice_utf16" => SpliceUtf16 { id, field, start, end, text },
    "set_segment_type" => SetSegmentType { id, segment_type },
    "add_wrapper" => AddWrapper { id, wrapper, index },
    "remove_wrapper" => RemoveWrapper { id, index },
    "move_wrapper" => MoveWrapper { id, from, to },
    "set_wrappers" => SetWrappers { id, wrappers },
    "set_config" => SetConfig { id, json },
    "set_asset" => SetAsset { id, asset_type, reference, title, description },
    "batch" => Batch { edits },
});

impl Item {
    fn read(mut fields: Map<String, Value>) -> Result<Self, String> {
        match need(&mut fields, "kind")? {
            ItemKind::Segment => Segment::read(fields).map(Self::Segment),
            ItemKind::Section => Section::read(fields).map(Self::Section),
            ItemKind::Module => Module::read(fields).map(Self::Module),
            ItemKind::Block => Block::read(fields).map(Self::Block),
            ItemKind::Asset => BlockAsset::read(fields).map(Self::Asset),
        }
    }
}

impl<'de> Deserialize<'de> for Item {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::read(Map::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn absent_keys_get_their_defaults_and_unknown_keys_stay_in_order() {
        let module: Module =
            serde_json::from_value(json!({ "z": 1, "title": "T", "a": null, "config": null }))
                .unwrap();
        assert_eq!(module.title, "T");
        assert_eq!(module.order, u32::MAX, "after all that have an order");
        assert_eq!(module.config, Value::Null, "null is a configuration");
        let unknown: Vec<_> = module.extra.keys().collect();
        assert_eq!(unknown, ["z", "a"]);
    }

    #[test]
    fn every_edit_that_is_written_is_read_back() {
        for json in [
            json!({ "op": "set_title", "title": "T" }),
            json!({ "op": "set_type", "type": "agent" }),
            json!({ "op": "set_asset_field", "name": "n", "value": null }),
            json!({ "op": "add_item", "item": { "kind": "asset", "id": "a", "type": "url", "reference": "r" } }),
            json!({ "op": "move_item", "id": "m", "index": 2, "parent": "b" }),
            json!({ "op": "splice_utf16", "id": "s", "field": "content", "start": 0, "end": 1, "text": "x" }),
            json!({ "op": "set_wrappers", "id": "m", "wrappers": ["format-json", "custom"] }),
            json!({ "op": "batch", "edits": [{ "op": "remove_item", "id": "s" }] }),
        ] {
            let edit: Edit = serde_json::from_value(json.clone()).unwrap();
            assert_eq!(serde_json::to_value(&edit).unwrap(), json);
        }
    }

    #[test]
    fn an_edit_that_lacks_something_says_what() {
        for (json, message) in [
            (
                json!({ "op": "set_title" }),
                "title: invalid type: null, expected a string",
            ),
            (json!({ "op": "fly" }), "op: unknown word 'fly'"),
            (
                json!({ "title": "T" }),
                "op: invalid type: null, expected a string",
            ),
            (
                json!({ "op": "batch", "edits": [{ "op": 7 }] }),
                "edits: op: invalid type: integer `7`, expected a string",
            ),
        ] {
            let error = serde_json::from_value::<Edit>(json)
                .unwrap_err()
                .to_string();
            assert_eq!(error, message);
        }
    }

    #[test]
    fn what_has_the_wrong_shape_is_named() {
        let wrong = json!({ "segments": [{ "id": "s", "order": -1 }] });
        let error = serde_json::from_value::<Content>(wrong)
            .unwrap_err()
            .to_string();
        assert!(
            error.starts_with("segments: order: invalid value"),
            "{error}"
        );
        assert!(serde_json::from_value::<Content>(json!([])).is_err());
    }
}
