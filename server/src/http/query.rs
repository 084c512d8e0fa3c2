//! Query parameters that take one word of a closed list.

use std::borrow::Cow;

use poem_openapi::registry::{MetaSchemaRef, Registry};
use poem_openapi::types::{ParseError, ParseFromParameter, ParseResult, Type};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::http::openapi;

/// One word of a serde enum, described in the contract by the enum's own schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EnumParam<T>(pub T);

impl<T: DeserializeOwned + JsonSchema + Send + Sync> Type for EnumParam<T> {
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

impl<T: DeserializeOwned + JsonSchema + Send + Sync> ParseFromParameter for EnumParam<T> {
    fn parse_from_parameter(value: &str) -> ParseResult<Self> {
        serde_json::from_value(Value::String(value.to_owned()))
            .map(Self)
            .map_err(|error| ParseError::custom(error.to_string()))
    }
}
