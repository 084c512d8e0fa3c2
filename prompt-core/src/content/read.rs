//! Reading items key by key, so that keys this version does not know are kept.
//!
//! `#[serde(flatten)]` would read the same, but it is compiled anew for every format and buffers everything twice: it was a
//! third of what a browser had to download.

use serde::de::{DeserializeOwned, Error};
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};

use super::{Block, BlockAsset, Content, Module, Section, Segment, no_config, unordered};

/// Takes the value of a key out of an object; what is left at the end is what nobody knows.
fn take<T: DeserializeOwned>(
    fields: &mut Map<String, Value>,
    key: &str,
) -> Result<Option<T>, String> {
    fields
        .shift_remove(key)
        .map(serde_json::from_value)
        .transpose()
        .map_err(|error| format!("{key}: {error}"))
}

/// Reads a type from an object: each key with what stands for it when it is absent.
macro_rules! read_by_key {
    ($type:ident { $($key:literal => $field:ident or $default:expr,)+ }) => {
        impl $type {
            fn read(mut fields: Map<String, Value>) -> Result<Self, String> {
                Ok(Self {
                    $($field: take(&mut fields, $key)?.unwrap_or_else($default),)+
                    extra: fields,
                })
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                Self::read(Map::deserialize(deserializer)?).map_err(D::Error::custom)
            }
        }
    };
}

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
