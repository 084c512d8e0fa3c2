//! How values cross to JavaScript and back, and how a failure looks there.

use js_sys::{JSON, Reflect};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use wasm_bindgen::prelude::*;

/// What every function here gives: a value, or an `Error` to throw.
pub type Crossing = Result<JsValue, JsValue>;

/// Takes a value in. A wrong shape is refused, never a trap; `what` names it in the message.
///
/// It crosses as JSON, because JavaScript's objects are full of `undefined` that means absent, and
/// JSON says so.
pub fn take<T: DeserializeOwned>(what: &str, value: &JsValue) -> Result<T, JsValue> {
    let wrong = |why: &str| {
        failure(
            "wrong_shape",
            &format!("This is no {what}: {why}"),
            Some(what),
        )
    };
    let json = JSON::stringify(value)
        .map_err(|error| wrong(&why(&error)))?
        .as_string()
        .ok_or_else(|| wrong("nothing was given"))?;
    serde_json::from_str::<Value>(&json)
        // Half a surrogate pair is no text; JavaScript's strings may hold one all the same.
        .or_else(|_| serde_json::from_str(&replace_lone_surrogates(&json)))
        // From a tree rather than from the text, so that no type is compiled for both.
        .and_then(serde_json::from_value)
        .map_err(|error| wrong(&error.to_string()))
}

/// The message of something that JavaScript threw.
fn why(thrown: &JsValue) -> String {
    thrown.dyn_ref::<js_sys::Error>().map_or_else(
        || "it cannot be read".to_owned(),
        |error| error.message().into(),
    )
}

/// `JSON.stringify` escapes halves of surrogate pairs, and nothing else in that way, as `\udxxx`.
fn replace_lone_surrogates(json: &str) -> String {
    let mut whole = String::with_capacity(json.len());
    let mut rest = json;
    while let Some(at) = rest.find('\\') {
        let (before, escape) = rest.split_at(at);
        whole.push_str(before);
        let is_half = escape.starts_with("\\ud");
        let (escape, after) = escape.split_at(if is_half { 6 } else { 2 });
        whole.push_str(if is_half { "\\ufffd" } else { escape });
        rest = after;
    }
    whole + rest
}

/// Gives a value out. It crosses as JSON: the browser's own parser is faster than building objects
/// key by key, and it takes integers that are too large to be exact, as free JSON may hold.
pub fn give<T: Serialize + ?Sized>(value: &T) -> Crossing {
    // Engines take ASCII over as it is, while other text is decoded character by character, which takes longer than
    // parsing the escapes.
    JSON::parse(&prompt_core::text::json_in_ascii(json(value)?))
}

/// Gives a list of words out.
#[cfg(feature = "rules")]
pub fn give_words(words: &[&str]) -> Crossing {
    words
        .serialize(&serde_wasm_bindgen::Serializer::json_compatible())
        .map_err(|error| failure("wrong_shape", &error.to_string(), None))
}

/// A value as JSON text.
pub fn json<T: Serialize + ?Sized>(value: &T) -> Result<String, JsValue> {
    let json = prompt_core::text::json(value).map_err(|error| error.to_string());
    json.and_then(|bytes| String::from_utf8(bytes).map_err(|error| error.to_string()))
        .map_err(|error| failure("wrong_shape", &error, None))
}

/// A refusal of the core as it is thrown.
#[cfg(any(feature = "rules", feature = "compare"))]
pub fn refuse(error: &prompt_core::Error) -> JsValue {
    failure(error.code(), &error.to_string(), error.field())
}

/// An `Error` with `code`, `message` and, where there is one, `field`.
fn failure(code: &str, message: &str, field: Option<&str>) -> JsValue {
    let error = js_sys::Error::new(message);
    let set = |key: &str, value: &str| {
        // A property of a fresh error can always be set.
        let _ = Reflect::set(&error, &key.into(), &value.into());
    };
    set("code", code);
    if let Some(field) = field {
        set("field", field);
    }
    error.into()
}
