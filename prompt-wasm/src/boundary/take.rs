//! How values come in.

use js_sys::JSON;
use serde::de::DeserializeOwned;
use serde_json::Value;
use wasm_bindgen::prelude::*;

use super::failure;

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
