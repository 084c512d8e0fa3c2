//! How values cross to JavaScript and back, and how a failure looks there.

use js_sys::{JSON, Reflect};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::prelude::*;

/// What every function here gives: a value, or an `Error` to throw.
pub type Crossing = Result<JsValue, JsValue>;

/// Plain objects, numbers and nulls, as `JSON.parse` would give them.
const SERIALIZER: Serializer = Serializer::json_compatible();

/// Takes a value in. A wrong shape is refused, never a trap; `what` names it in the message.
pub fn take<T: DeserializeOwned>(what: &str, value: JsValue) -> Result<T, JsValue> {
    serde_wasm_bindgen::from_value(value)
        .map_err(|error| failure("wrong_shape", &format!("{what}: {error}"), Some(what)))
}

/// Gives a small value out.
pub fn give<T: Serialize + ?Sized>(value: &T) -> Crossing {
    value
        .serialize(&SERIALIZER)
        .map_err(|error| failure("wrong_shape", &error.to_string(), None))
}

/// Gives a prompt, or anything else that may hold much text or free JSON, out. For these the
/// browser's own parser is faster than building objects key by key, and it takes integers that are
/// too large to be exact, as free JSON may hold.
pub fn give_large<T: Serialize + ?Sized>(value: &T) -> Crossing {
    let json = serde_json::to_string(value)
        .map_err(|error| failure("wrong_shape", &error.to_string(), None))?;
    JSON::parse(&json)
}

/// A refusal of the core as it is thrown.
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
