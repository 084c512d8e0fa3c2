//! Where the contract says object, a list is none. Serde takes one and gives its entries to the fields in their order, so a
//! request is looked through by the schema of what it is to be read into, before it is.

use std::any::TypeId;
use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, LazyLock, PoisonError, RwLock};

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde::Deserializer;
use serde::de::{DeserializeSeed, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::Value;
use serde_json::value::RawValue;

/// Looks through a JSON text that is to be read as `T`. Fails at the first list that stands in an object's place.
pub fn check<T: JsonSchema + 'static>(
    bytes: &[u8],
) -> Result<(), serde_path_to_error::Error<serde_json::Error>> {
    let schema = schema::<T>();
    let mut track = serde_path_to_error::Track::new();
    let mut reader = serde_json::Deserializer::from_slice(bytes);
    let tracked = serde_path_to_error::Deserializer::new(&mut reader, &mut track);
    let place = Place::of(&schema, [&*schema]);
    let looked = place.deserialize(tracked);
    looked.map_err(|error| serde_path_to_error::Error::new(track.path(), error))
}

/// The first field that a JSON object lacks and a `T` requires. Asked only once reading has failed.
pub fn missing<T: JsonSchema + 'static>(bytes: &[u8]) -> Option<String> {
    let sent: HashMap<String, &RawValue> = serde_json::from_slice(bytes).ok()?;
    let schema = schema::<T>();
    let required = schema["required"].as_array()?;
    let mut names = required.iter().filter_map(Value::as_str);
    names
        .find(|name| !sent.contains_key(*name))
        .map(str::to_owned)
}

/// The schema of a type in requests, made once.
fn schema<T: JsonSchema + 'static>() -> Arc<Value> {
    static SCHEMAS: LazyLock<RwLock<HashMap<TypeId, Arc<Value>>>> = LazyLock::new(RwLock::default);
    let id = TypeId::of::<T>();
    let known = SCHEMAS.read().unwrap_or_else(PoisonError::into_inner);
    if let Some(schema) = known.get(&id) {
        return Arc::clone(schema);
    }
    drop(known);
    let settings = SchemaSettings::draft2020_12().for_deserialize();
    let made = Arc::new(
        settings
            .into_generator()
            .into_root_schema_for::<T>()
            .to_value(),
    );
    let mut known = SCHEMAS.write().unwrap_or_else(PoisonError::into_inner);
    Arc::clone(known.entry(id).or_insert(made))
}

/// A value's place, and every schema that may hold for it: of alternatives all, since reading decides between them.
struct Place<'a> {
    root: &'a Value,
    schemas: Vec<&'a Value>,
}

impl<'a> Place<'a> {
    fn of(root: &'a Value, schemas: impl IntoIterator<Item = &'a Value>) -> Self {
        let mut place = Self {
            root,
            schemas: Vec::new(),
        };
        for schema in schemas {
            place.add(schema);
        }
        place
    }

    /// Follows references and alternatives to the schemas that say something themselves.
    fn add(&mut self, schema: &'a Value) {
        if let Some(target) = schema["$ref"].as_str() {
            let target = target
                .strip_prefix('#')
                .and_then(|at| self.root.pointer(at));
            if let Some(target) = target {
                self.add(target);
            }
        }
        for of in ["anyOf", "oneOf", "allOf"] {
            for alternative in schema[of].as_array().into_iter().flatten() {
                self.add(alternative);
            }
        }
        self.schemas.push(schema);
    }

    fn takes(&self, kind: &str) -> bool {
        self.schemas.iter().any(|schema| match &schema["type"] {
            Value::String(one) => one == kind,
            Value::Array(several) => several.iter().any(|one| one == kind),
            _ => false,
        })
    }

    /// The place of every entry of a list.
    fn entries(&self) -> Place<'a> {
        let items = self.schemas.iter().map(|schema| &schema["items"]);
        Self::of(self.root, items)
    }

    /// The place of a field.
    fn field(&self, name: &str) -> Place<'a> {
        let fields = self.schemas.iter().map(|schema| {
            let named = schema["properties"].get(name);
            named.unwrap_or(&schema["additionalProperties"])
        });
        Self::of(self.root, fields)
    }
}

impl<'de> DeserializeSeed<'de> for Place<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, reader: D) -> Result<(), D::Error> {
        if !self.takes("object") && !self.takes("array") {
            // Anything may stand here, or something that is no list for serde either.
            return reader.deserialize_ignored_any(IgnoredAny).map(drop);
        }
        reader.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Place<'_> {
    type Value = ();

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a JSON object")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        if self.takes("object") && !self.takes("array") {
            let found = serde::de::Unexpected::Seq;
            return Err(serde::de::Error::invalid_type(found, &self));
        }
        while list.next_element_seed(self.entries())?.is_some() {}
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(name) = map.next_key::<String>()? {
            map.next_value_seed(self.field(&name))?;
        }
        Ok(())
    }

    fn visit_bool<E>(self, _: bool) -> Result<(), E> {
        Ok(())
    }

    fn visit_i64<E>(self, _: i64) -> Result<(), E> {
        Ok(())
    }

    fn visit_u64<E>(self, _: u64) -> Result<(), E> {
        Ok(())
    }

    fn visit_f64<E>(self, _: f64) -> Result<(), E> {
        Ok(())
    }

    fn visit_str<E>(self, _: &str) -> Result<(), E> {
        Ok(())
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[derive(JsonSchema)]
    #[expect(dead_code, reason = "only described")]
    struct Outer {
        inner: Option<Inner>,
        list: Vec<Inner>,
        by_name: HashMap<String, Inner>,
        either: Either,
        free: Value,
        #[schemars(flatten)]
        rest: Rest,
    }

    #[derive(JsonSchema)]
    #[expect(dead_code, reason = "only described")]
    struct Inner {
        n: u8,
        more: Vec<Vec<Inner>>,
    }

    #[derive(JsonSchema)]
    #[expect(dead_code, reason = "only described")]
    struct Rest {
        deep: Inner,
    }

    #[derive(JsonSchema)]
    #[schemars(tag = "kind", rename_all = "snake_case")]
    #[expect(dead_code, reason = "only described")]
    enum Either {
        One { inner: Inner },
        Many { inners: Vec<Inner> },
    }

    #[test]
    fn a_list_in_place_of_an_object_is_found_and_named() {
        let inner = json!({ "n": 1, "more": [[{ "n": 2, "more": [] }]] });
        for (body, found) in [
            (
                json!({ "inner": inner, "list": [inner], "deep": inner }),
                None,
            ),
            (
                json!({ "inner": null, "free": [[1], { "a": [] }], "unknown": [1] }),
                None,
            ),
            (json!({ "inner": [1, []] }), Some("inner")),
            (json!({ "list": [inner, [1, []]] }), Some("list[1]")),
            (json!({ "by_name": { "a": [1, []] } }), Some("by_name.a")),
            (json!({ "deep": [1, []] }), Some("deep")),
            (
                json!({ "inner": { "more": [[{ "n": 1 }, [1, []]]] } }),
                Some("inner.more[0][1]"),
            ),
            (json!({ "either": { "kind": "one", "inner": inner } }), None),
            (
                json!({ "either": { "kind": "many", "inners": [inner] } }),
                None,
            ),
            (
                json!({ "either": { "kind": "one", "inner": [1] } }),
                Some("either.inner"),
            ),
            (json!([]), Some(".")),
        ] {
            let looked = check::<Outer>(body.to_string().as_bytes());
            let place = looked.err().map(|error| error.path().to_string());
            assert_eq!(place.as_deref(), found, "{body}");
        }
    }
}
