//! Query parameters that take one word of a closed list, and how long a page may be.

use std::borrow::Cow;

use poem_openapi::registry::{MetaSchema, MetaSchemaRef, Registry};
use poem_openapi::types::{ParseError, ParseFromParameter, ParseResult, Type};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::openapi;
use crate::page;

/// One word of a serde enum, described in the contract by the enum's own schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Word<T>(pub T);

impl<T: DeserializeOwned + JsonSchema + Send + Sync> Type for Word<T> {
    const IS_REQUIRED: bool = true;

    type RawValueType = Self;
    type RawElementValueType = Self;

    fn name() -> Cow<'static, str> {
        T::schema_name()
    }

    fn schema_ref() -> MetaSchemaRef {
        MetaSchemaRef::Reference(openapi::name::<T>())
    }

    fn register(registry: &mut Registry) {
        openapi::register::<T>(registry);
    }

    fn as_raw_value(&self) -> Option<&Self> {
        Some(self)
    }

    fn raw_element_iter<'a>(&'a self) -> Box<dyn Iterator<Item = &'a Self> + 'a> {
        Box::new(self.as_raw_value().into_iter())
    }
}

impl<T: DeserializeOwned + JsonSchema + Send + Sync> ParseFromParameter for Word<T> {
    fn parse_from_parameter(value: &str) -> ParseResult<Self> {
        serde_json::from_value(Value::String(value.to_owned()))
            .map(Self)
            .map_err(|error| ParseError::custom(error.to_string()))
    }
}

/// How many rows a page is to have. Whether that is allowed is asked of [`page::limit`], which says so at the field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit(pub u32);

impl Type for Limit {
    const IS_REQUIRED: bool = true;

    type RawValueType = Self;
    type RawElementValueType = Self;

    fn name() -> Cow<'static, str> {
        u32::name()
    }

    fn schema_ref() -> MetaSchemaRef {
        MetaSchemaRef::Inline(Box::new(MetaSchema {
            minimum: Some(1.0),
            maximum: Some(f64::from(page::MAX_LIMIT)),
            ..MetaSchema::new_with_format("integer", "uint32")
        }))
    }

    fn as_raw_value(&self) -> Option<&Self> {
        Some(self)
    }

    fn raw_element_iter<'a>(&'a self) -> Box<dyn Iterator<Item = &'a Self> + 'a> {
        Box::new(self.as_raw_value().into_iter())
    }
}

impl ParseFromParameter for Limit {
    fn parse_from_parameter(value: &str) -> ParseResult<Self> {
        let number = value.parse().map(Self);
        number.map_err(|error| ParseError::custom(format!("{error}: {value:?}")))
    }
}
