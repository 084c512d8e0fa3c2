//! Converts values to and from JavaScript, and errors to JavaScript's `Error`.

use js_sys::{JSON, Reflect};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::prelude::*;

/// A value for JavaScript, or an `Error` to throw.
pub type JsResult = Result<JsValue, JsValue>;

/// Converts a value for JavaScript: maps become plain objects, and absent values null.
pub fn to_js<T: Serialize + ?Sized>(value: &T) -> JsResult {
    let serializer = Serializer::json_compatible();
    let converted = value.serialize(&serializer);
    converted.map_err(|error| js_error("wrong_shape", &error.to_string(), None))
}

/// Converts a value that holds free JSON. It crosses as JSON text: serde-wasm-bindgen assigns keys, and an assignment to
/// `__proto__` sets no key.
pub fn json_to_js<T: Serialize + ?Sized>(value: &T) -> JsResult {
    let json = serde_json::to_string(value)
        .map_err(|error| js_error("wrong_shape", &error.to_string(), None))?;
    JSON::parse(&json)
}

/// Converts a value from JavaScript. A value of the wrong shape is rejected and never traps; `what`
/// names it in the message.
///
/// It crosses as JSON, because `JSON.stringify` omits `undefined` and rejects cycles and throwing
/// getters, where serde-wasm-bindgen reads `undefined` as null and aborts the program.
pub fn from_js<T: DeserializeOwned>(what: &str, value: &JsValue) -> Result<T, JsValue> {
    let wrong = |reason: &str| {
        let message = format!("This is no {what}: {reason}");
        js_error("wrong_shape", &message, Some(what))
    };
    let json = JSON::stringify(value)
        .map_err(|error| wrong(&thrown_message(&error)))?
        .as_string()
        .ok_or_else(|| wrong("nothing was given"))?;
    serde_json::from_str::<Value>(&json)
        // JavaScript strings may contain lone surrogates, which are not valid Unicode.
        .or_else(|_| serde_json::from_str(&replace_lone_surrogates(&json)))
        // Deserializes from a tree rather than from text, so that no type is compiled for both.
        .and_then(serde_json::from_value)
        .map_err(|error| wrong(&error.to_string()))
}

/// Converts an error of the core.
pub fn to_js_error(error: &prompt_core::Error) -> JsValue {
    js_error(error.code(), &error.to_string(), error.field())
}

/// Creates an `Error` with `code`, `message` and an optional `field`.
fn js_error(code: &str, message: &str, field: Option<&str>) -> JsValue {
    let error = js_sys::Error::new(message);
    let set = |key: &str, value: &str| {
        // Setting a property of a new error cannot fail.
        let _ = Reflect::set(&error, &key.into(), &value.into());
    };
    set("code", code);
    if let Some(field) = field {
        set("field", field);
    }
    error.into()
}

/// The message of a thrown JavaScript value.
fn thrown_message(thrown: &JsValue) -> String {
    thrown.dyn_ref::<js_sys::Error>().map_or_else(
        || "it cannot be read".to_owned(),
        |error| error.message().into(),
    )
}

/// Replaces lone surrogates, which `JSON.stringify` escapes as `\udxxx`; it escapes nothing else that
/// way.
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
