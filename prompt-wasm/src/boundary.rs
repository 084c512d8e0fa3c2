//! How values cross to JavaScript and back, and how a failure looks there.

#[cfg(any(feature = "rules", feature = "compare", feature = "reader"))]
mod take;

use js_sys::{JSON, Reflect};
use serde::Serialize;
use wasm_bindgen::prelude::*;

#[cfg(any(feature = "rules", feature = "compare", feature = "reader"))]
pub use take::take;

/// What every function here gives: a value, or an `Error` to throw.
pub type Crossing = Result<JsValue, JsValue>;

/// Takes a list of words in, without the reader of JSON that everything else needs.
#[cfg(feature = "cards")]
pub fn take_words(what: &str, value: &JsValue) -> Result<Vec<String>, JsValue> {
    let wrong = || {
        failure(
            "wrong_shape",
            &format!("This is no {what}: a list of texts was expected"),
            Some(what),
        )
    };
    let list = value.dyn_ref::<js_sys::Array>().ok_or_else(wrong)?;
    list.iter()
        .map(|word| word.as_string().ok_or_else(wrong))
        .collect()
}

/// Gives a value out. It crosses as JSON: the browser's own parser is faster than building objects
/// key by key.
pub fn give<T: Serialize + ?Sized>(value: &T) -> Crossing {
    let json = json(value)?;
    // Engines take ASCII over as it is, while other text is decoded character by character, which takes longer than
    // parsing the escapes.
    JSON::parse(&prompt_core::text::json_in_ascii(json))
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
