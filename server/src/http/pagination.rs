//! Pagination: lists come in pages, `{items, next_cursor}`. A cursor is opaque to clients and encodes the last row
//! they have seen.

use std::borrow::Cow;

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use poem_openapi::registry::{MetaSchema, MetaSchemaRef};
use poem_openapi::types::{ParseError, ParseFromParameter, ParseResult, Type};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::http::error::{ApiError, Result};

pub const DEFAULT_LIMIT: u32 = 20;
pub const MAX_LIMIT: u32 = 100;

/// One page of a list.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "{T}Page")]
pub struct Page<T> {
    pub items: Vec<T>,
    /// Send it as `cursor` to get the next page; null on the last page.
    pub next_cursor: Option<String>,
}

impl<T> Page<T> {
    /// Cuts a page from a result with one extra row, which shows whether another page follows. The cursor encodes the
    /// `place` of the last row.
    pub fn cut<P: Serialize>(mut rows: Vec<T>, limit: usize, place: impl Fn(&T) -> P) -> Self {
        let has_more = rows.len() > limit;
        rows.truncate(limit);
        let last = rows.last().filter(|_| has_more);
        Self {
            next_cursor: last.map(|last| encode_cursor(&place(last))),
            items: rows,
        }
    }

    /// Converts the items.
    pub fn try_map<U>(self, item: impl FnMut(T) -> Result<U>) -> Result<Page<U>> {
        Ok(Page {
            items: self.items.into_iter().map(item).collect::<Result<_>>()?,
            next_cursor: self.next_cursor,
        })
    }
}

/// A whole list as one page.
impl<T> From<Vec<T>> for Page<T> {
    fn from(items: Vec<T>) -> Self {
        Self {
            items,
            next_cursor: None,
        }
    }
}

/// The `limit` of a page as sent; [`limit`] validates it.
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
            maximum: Some(f64::from(MAX_LIMIT)),
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

/// Validates the page size.
pub fn limit(asked: Option<Limit>) -> Result<usize> {
    match asked.map_or(DEFAULT_LIMIT, |limit| limit.0) {
        limit @ 1..=MAX_LIMIT => Ok(limit as usize),
        _ => Err(ApiError::rule(
            "limit",
            "out_of_range",
            format!("limit must be between 1 and {MAX_LIMIT}"),
        )),
    }
}

/// The time and id after which a page starts, in a list ordered newest first.
pub fn newest_before(cursor: Option<&str>) -> Result<(i64, Uuid)> {
    cursor.map_or(Ok((i64::MAX, Uuid::max())), decode_cursor)
}

fn encode_cursor(place: &impl Serialize) -> String {
    BASE64_URL_SAFE_NO_PAD.encode(serde_json::to_vec(place).unwrap_or_default())
}

pub fn decode_cursor<T: DeserializeOwned>(cursor: &str) -> Result<T> {
    BASE64_URL_SAFE_NO_PAD
        .decode(cursor)
        .ok()
        .and_then(|bytes| serde_json::from_slice(&bytes).ok())
        .ok_or_else(|| {
            ApiError::unreadable("The cursor is not one this list gave out.").at("cursor")
        })
}
