//! JSON requests and responses, for any type that serde carries and schemars describes.

use std::borrow::Cow;
use std::fmt;
use std::hash::{DefaultHasher, Hasher};

use poem::http::{HeaderValue, StatusCode, header};
use poem::{IntoResponse, Request, RequestBody, Response};
use poem_openapi::payload::Payload;
use poem_openapi::registry::{
    MetaHeader, MetaMediaType, MetaRequest, MetaResponses, MetaSchemaRef, Registry,
};
use poem_openapi::{ApiExtractor, ApiExtractorType, ApiResponse, ExtractParamOptions};
use prompt_core::number;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::{DeserializeOwned, Error as _, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::value::RawValue;

use crate::db::{self, Column, Row};
use crate::heavy;
use crate::http::error::ApiError;
use crate::http::openapi;

const JSON: &str = "application/json";

/// A JSON body, of a request or a response.
pub struct Json<T>(pub T);

impl<T: JsonSchema + Send> Payload for Json<T> {
    const CONTENT_TYPE: &'static str = JSON;

    fn schema_ref() -> MetaSchemaRef {
        MetaSchemaRef::Reference(openapi::name::<T>())
    }

    fn register(registry: &mut Registry) {
        openapi::register::<T>(registry);
    }
}

impl<'a, T: JsonSchema + DeserializeOwned + Send + 'static> ApiExtractor<'a> for Json<T> {
    const TYPES: &'static [ApiExtractorType] = &[ApiExtractorType::RequestObject];

    type ParamType = ();
    type ParamRawType = ();

    fn register(registry: &mut Registry) {
        openapi::register_input::<T>(registry);
    }

    fn request_meta() -> Option<MetaRequest> {
        let content = vec![MetaMediaType {
            content_type: JSON,
            schema: <Self as Payload>::schema_ref(),
        }];
        Some(MetaRequest {
            description: None,
            content,
            required: true,
        })
    }

    async fn from_request(
        request: &'a Request,
        body: &mut RequestBody,
        _: ExtractParamOptions<()>,
    ) -> poem::Result<Self> {
        if !request.content_type().is_some_and(is_json) {
            return Err(ApiError::new(
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "unsupported_media_type",
                "Send the body as application/json.",
            )
            .into());
        }
        let bytes = body.take()?.into_vec().await?;
        Ok(Self(heavy::apart(bytes.len(), || parse(&bytes))?))
    }
}

/// 422: a required field is missing.
fn required(field: &str) -> ApiError {
    ApiError::rule(field, "required", format!("The field {field} is required"))
}

/// A field of a save that may be left out, so that the stored value stays. `null` is rejected like any other wrong
/// value.
#[derive(Clone, Debug)]
pub struct Omittable<T>(pub Option<T>);

impl<T> Omittable<T> {
    pub fn unwrap_or(self, stored: T) -> T {
        self.0.unwrap_or(stored)
    }
}

impl<T> Default for Omittable<T> {
    fn default() -> Self {
        Self(None)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Omittable<T> {
    fn deserialize<D: Deserializer<'de>>(value: D) -> Result<Self, D::Error> {
        T::deserialize(value).map(|value| Self(Some(value)))
    }
}

// Its schema is that of the value itself.
impl<T: JsonSchema> JsonSchema for Omittable<T> {
    fn inline_schema() -> bool {
        T::inline_schema()
    }

    fn schema_name() -> Cow<'static, str> {
        T::schema_name()
    }

    fn schema_id() -> Cow<'static, str> {
        T::schema_id()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        T::json_schema(generator)
    }
}

/// The body of a PATCH: each field that is left out stays as stored.
pub trait Patch: JsonSchema {
    /// The schema name of the same body for a PUT.
    const PUT_NAME: &'static str;
    /// The fields that a PUT requires.
    const REQUIRED: &'static [&'static str];

    /// A required field that is left out.
    fn lacks(&self) -> Option<&'static str>;
}

/// The body of a PUT: a patch that has every required field.
#[derive(Clone, Debug)]
pub struct Put<T>(pub T);

impl<'de, T: Patch + Deserialize<'de>> Deserialize<'de> for Put<T> {
    fn deserialize<D: Deserializer<'de>>(value: D) -> Result<Self, D::Error> {
        let patch = T::deserialize(value)?;
        match patch.lacks() {
            Some(field) => Err(D::Error::missing_field(field)),
            None => Ok(Self(patch)),
        }
    }
}

impl<T: Patch> JsonSchema for Put<T> {
    fn schema_name() -> Cow<'static, str> {
        T::PUT_NAME.into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let mut schema = T::json_schema(generator);
        schema.insert("required".to_owned(), T::REQUIRED.into());
        schema
    }
}

fn is_json(content_type: &str) -> bool {
    let essence = content_type
        .split(';')
        .next()
        .unwrap_or_default()
        .trim()
        .to_ascii_lowercase();
    essence == JSON || (essence.starts_with("application/") && essence.ends_with("+json"))
}

/// JSON from the database, passed on verbatim.
#[derive(Clone, Debug, Serialize)]
#[serde(transparent)]
pub struct RawJson(pub Box<RawValue>);

impl RawJson {
    /// A value as JSON text.
    pub fn of(value: &impl Serialize) -> Result<Self, ApiError> {
        let json = serde_json::value::to_raw_value(value);
        json.map(Self).map_err(|error| ApiError::internal(&error))
    }
}

impl TryFrom<String> for RawJson {
    type Error = serde_json::Error;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        RawValue::from_string(text).map(Self)
    }
}

impl Column for RawJson {
    fn read(row: &Row, at: usize) -> db::Result<Self> {
        let json = String::read(row, at)?;
        Self::try_from(json).map_err(|error| sqlx::Error::Decode(error.into()))
    }
}

impl fmt::Display for RawJson {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.get())
    }
}

/// Parses a JSON text; the error names the path.
pub fn parse<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, ApiError> {
    let json = str::from_utf8(bytes)
        .map_err(|_| ApiError::unreadable("The request body must be UTF-8."))?;
    if has_nul(bytes) {
        return Err(ApiError::unreadable(
            "Text must not contain the character NUL (U+0000). Remove it and try again.",
        ));
    }
    // Serde would accept a list as an object, with its entries as the fields in order.
    if bytes.trim_ascii_start().first() == Some(&b'[') {
        return Err(ApiError::unreadable(
            "The request body must be a JSON object, not a list.",
        ));
    }
    if may_hold_raw_key(json) {
        serde_json::from_str::<NoRawKey>(json).map_err(|error| {
            ApiError::unreadable(format!("The request body could not be read: {error}"))
        })?;
    }
    let mut reader = serde_json::Deserializer::from_str(json);
    let value =
        serde_path_to_error::deserialize(&mut reader).map_err(|error| unreadable(&error))?;
    reader.end().map_err(|error| {
        ApiError::unreadable(format!("The request body could not be read: {error}"))
    })?;
    number::check(json)?;
    Ok(value)
}

/// The error for a body that cannot be parsed, with its path.
fn unreadable(error: &serde_path_to_error::Error<serde_json::Error>) -> ApiError {
    let path = error.path().to_string();
    if let Some(field) = missing_field(error.inner()).filter(|_| path == ".") {
        return required(&field);
    }
    let unreadable = ApiError::unreadable(format!(
        "The request body could not be read: {}",
        error.inner()
    ));
    if path == "." {
        unreadable
    } else {
        unreadable.at(path)
    }
}

/// The missing field that serde reports only in its message.
fn missing_field(error: &serde_json::Error) -> Option<String> {
    let message = error.to_string();
    let (field, _) = message.strip_prefix("missing field `")?.split_once('`')?;
    Some(field.to_owned())
}

/// The key by which `serde_json` marks raw JSON in its own values: it parses the text of such a key as JSON, past every check.
const RAW_KEY: &str = "$serde_json::private::RawValue";

/// Whether a body is worth a search for [`RAW_KEY`]: it names the key, or holds escaped ASCII that might.
fn may_hold_raw_key(json: &str) -> bool {
    json.contains("RawValue") || json.contains("\\u00")
}

/// JSON in which no object has [`RAW_KEY`].
struct NoRawKey;

impl<'de> Deserialize<'de> for NoRawKey {
    fn deserialize<D: Deserializer<'de>>(value: D) -> Result<Self, D::Error> {
        value.deserialize_any(NoRawKey)
    }
}

impl<'de> Visitor<'de> for NoRawKey {
    type Value = Self;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self, A::Error> {
        while let Some(key) = map.next_key::<String>()? {
            if key == RAW_KEY {
                return Err(A::Error::custom(format!("the key {RAW_KEY} is reserved")));
            }
            map.next_value::<Self>()?;
        }
        Ok(self)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Self, A::Error> {
        while items.next_element::<Self>()?.is_some() {}
        Ok(self)
    }

    fn visit_bool<E>(self, _: bool) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_i64<E>(self, _: i64) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_u64<E>(self, _: u64) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_f64<E>(self, _: f64) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_str<E>(self, _: &str) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_unit<E>(self) -> Result<Self, E> {
        Ok(self)
    }
}

/// Whether a JSON text contains an escaped NUL, which PostgreSQL cannot store in a text.
fn has_nul(json: &[u8]) -> bool {
    let mut rest = json;
    while let Some(at) = rest.iter().position(|&byte| byte == b'\\') {
        rest = &rest[at + 1..];
        if rest.starts_with(b"u0000") {
            return true;
        }
        // The byte after a backslash is escaped, even if it is another backslash.
        rest = rest.get(1..).unwrap_or_default();
    }
    false
}

impl<T: Serialize + Send> IntoResponse for Json<T> {
    fn into_response(self) -> Response {
        match serde_json::to_vec(&self.0) {
            Ok(body) => json(body, "no-store"),
            Err(error) => ApiError::internal(&error).response(),
        }
    }
}

fn json(body: Vec<u8>, cache_control: &'static str) -> Response {
    let mut response = Response::builder().content_type(JSON).body(body);
    response.headers_mut().insert(
        header::CACHE_CONTROL,
        HeaderValue::from_static(cache_control),
    );
    response
}

impl<T: Serialize + JsonSchema + Send> ApiResponse for Json<T> {
    fn meta() -> MetaResponses {
        success::<Self>(200, "Done.")
    }

    fn register(registry: &mut Registry) {
        <Self as Payload>::register(registry);
    }
}

/// A JSON response with an `ETag`. A browser caches it and revalidates it on each use; if the tag still matches,
/// the [middleware](crate::http::middleware) returns 304 without a body.
pub struct WithEtag<T>(pub T);

impl<T: Serialize + Send> IntoResponse for WithEtag<T> {
    fn into_response(self) -> Response {
        match serde_json::to_vec(&self.0) {
            Ok(body) => {
                let tag = tag(&body);
                let mut response = json(body, "private, no-cache");
                if let Ok(tag) = HeaderValue::from_str(&tag) {
                    response.headers_mut().insert(header::ETAG, tag);
                }
                response
            }
            Err(error) => ApiError::internal(&error).response(),
        }
    }
}

/// The ETag is a hash of the body, so it changes with everything in it: a like, an author's new name, another
/// viewer. It is weak because compression changes the bytes.
fn tag(body: &[u8]) -> String {
    let mut hash = DefaultHasher::new();
    hash.write(body);
    format!("W/\"{:016x}\"", hash.finish())
}

impl<T: Serialize + JsonSchema + Send> ApiResponse for WithEtag<T> {
    fn meta() -> MetaResponses {
        let mut meta = success::<Json<T>>(200, "Done.");
        let tag = |description: &str| MetaHeader {
            name: header::ETAG.to_string(),
            description: Some(description.to_owned()),
            required: true,
            deprecated: false,
            schema: <String as poem_openapi::types::Type>::schema_ref(),
        };
        for response in &mut meta.responses {
            response.headers = vec![tag(
                "Names this state of the answer: send it as `If-None-Match`.",
            )];
        }
        let description = "Not modified: what `If-None-Match` names is still the answer.";
        let headers = vec![tag("As sent.")];
        let unchanged = openapi::response(304, description, vec![], headers);
        meta.responses.push(unchanged);
        meta
    }

    fn register(registry: &mut Registry) {
        <Json<T> as Payload>::register(registry);
    }
}

/// 201 with the created resource.
pub struct Created<T>(pub T);

impl<T: Serialize + Send> IntoResponse for Created<T> {
    fn into_response(self) -> Response {
        let mut response = Json(self.0).into_response();
        if response.status() == StatusCode::OK {
            response.set_status(StatusCode::CREATED);
        }
        response
    }
}

impl<T: Serialize + JsonSchema + Send> ApiResponse for Created<T> {
    fn meta() -> MetaResponses {
        success::<Json<T>>(201, "Created.")
    }

    fn register(registry: &mut Registry) {
        <Json<T> as Payload>::register(registry);
    }
}

/// 204 without a body.
pub struct NoContent;

impl IntoResponse for NoContent {
    fn into_response(self) -> Response {
        StatusCode::NO_CONTENT.into_response()
    }
}

impl ApiResponse for NoContent {
    fn meta() -> MetaResponses {
        MetaResponses {
            responses: vec![openapi::response(204, "Done.", vec![], vec![])],
        }
    }

    fn register(_: &mut Registry) {}
}

fn success<P: Payload>(status: u16, description: &'static str) -> MetaResponses {
    let content = vec![MetaMediaType {
        content_type: P::CONTENT_TYPE,
        schema: P::schema_ref(),
    }];
    MetaResponses {
        responses: vec![openapi::response(status, description, content, vec![])],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_escaped_nul_is_found_and_text_about_it_is_not() {
        for (json, found) in [
            (r#""a\u0000b""#, true),
            (r#""\\\u0000""#, true),
            (r#""the escape \\u0000""#, false),
            (r#""\u0001 and \n""#, false),
            (r#""ends in \\""#, false),
            ("\"\\", false),
        ] {
            assert_eq!(has_nul(json.as_bytes()), found, "{json}");
        }
    }

    #[test]
    fn a_number_that_javascript_does_not_keep_is_refused_by_name_and_place() {
        for (number, kept) in [
            ("9007199254740991", true),
            ("-9007199254740991", true),
            ("0.1", true),
            ("1e300", true),
            ("9007199254740992", false),
            ("-9007199254740992", false),
            ("18446744073709551616", false),
            ("1e20", false),
        ] {
            let body = format!(r#"{{"seed": [{number}]}}"#);
            let read = parse::<serde_json::Value>(body.as_bytes());
            let refused = read
                .err()
                .map(|error| (error.body.message, error.body.field));
            let expected = (!kept).then(|| {
                let message =
                    format!("The number {number} cannot be kept as it is: write it in quotes");
                (message, Some("seed[0]".to_owned()))
            });
            assert_eq!(refused, expected);
        }
        let beyond = parse::<serde_json::Value>(br#"{"seed": 1e400}"#).unwrap_err();
        assert_eq!(beyond.body.field.as_deref(), Some("seed"));
    }

    #[test]
    fn an_unreadable_body_names_the_place() {
        #[derive(serde::Deserialize, Debug)]
        struct Inner {
            #[expect(dead_code, reason = "only parsed")]
            n: u8,
        }
        #[derive(serde::Deserialize, Debug)]
        struct Outer {
            #[expect(dead_code, reason = "only parsed")]
            items: Vec<Inner>,
        }
        let error = parse::<Outer>(br#"{"items": [{"n": 1}, {"n": "x"}]}"#).unwrap_err();
        assert_eq!(error.body.field.as_deref(), Some("items[1].n"));
        for unreadable in ["{\"items\": []} more", " [[]]", "", "null"] {
            assert!(
                parse::<Outer>(unreadable.as_bytes()).is_err(),
                "{unreadable}"
            );
        }
    }
}
