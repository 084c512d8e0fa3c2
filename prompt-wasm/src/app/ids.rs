//! Ids for new items: UUID version 7, from the browser's clock and random number generator.

use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    // Unlike `randomUUID`, this also works on pages served over plain HTTP.
    #[wasm_bindgen(js_namespace = crypto, js_name = getRandomValues)]
    fn fill_with_random(bytes: &mut [u8]);
}

/// Creates an id for a prompt or item.
#[wasm_bindgen(js_name = newId)]
pub fn new_id() -> String {
    let mut random = [0; 10];
    fill_with_random(&mut random);
    // Milliseconds since 1970 are positive and far below 2^53.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "see above"
    )]
    let now = js_sys::Date::now() as u64;
    uuid::Builder::from_unix_timestamp_millis(now, &random)
        .into_uuid()
        .to_string()
}
