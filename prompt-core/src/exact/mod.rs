//! Integers that a program in JavaScript rounded, put back as they were stored.
//!
//! Free JSON may come from programs whose integers have 64 bits, while JavaScript's numbers keep 53 of them: a browser that
//! reads 9007199254740993 and sends the prompt back sends 9007199254740992, though nobody touched it. So where a save gives
//! for a stored integer just what JavaScript makes of it, the stored one stays. Our own browser program does not round: there
//! an integer that JavaScript cannot keep goes about as a [mark].

mod marks;

use std::collections::HashMap;

use serde_json::{Map, Number, Value};

use crate::component::ComponentContent;
use crate::number::is_rounded_by_javascript;
use crate::{Block, Content, Module, Prompt};

pub use crate::number::check;
pub(crate) use crate::number::quote_unkept;
pub use marks::{mark, unmark};

/// Whether JSON may hold an integer that JavaScript rounds. Most holds none, and need not be read for it.
///
/// ```
/// use prompt_core::exact::may_be_rounded;
/// assert!(may_be_rounded(r#"{"seed": 9007199254740993}"#));
/// assert!(!may_be_rounded(r#"{"seed": 42}"#));
/// ```
pub fn may_be_rounded(json: &str) -> bool {
    const RUN: usize = 16;
    let json = json.as_bytes();
    let digits = |bytes: &mut dyn Iterator<Item = &u8>| {
        bytes.take_while(|byte| byte.is_ascii_digit()).count()
    };
    // So many digits in a row stand on one of these places at least.
    (RUN - 1..json.len()).step_by(RUN).any(|at| {
        json[at].is_ascii_digit()
            && digits(&mut json[at + 1 - RUN..at].iter().rev())
                + digits(&mut json[at..].iter().take(RUN))
                >= RUN
    })
}

/// Puts back what was rounded since a prompt was stored. Items are known by their ids, so they may have moved.
pub fn keep(stored: &Prompt, now: &mut Prompt) {
    keep_map(&stored.asset_fields, &mut now.asset_fields);
    keep_map(&stored.asset_metadata, &mut now.asset_metadata);
    keep_content(&stored.content, &mut now.content);
}

/// The same for a component of the library.
pub fn keep_in_component(stored: &ComponentContent, now: &mut ComponentContent) {
    for (stored, now) in [
        (&stored.module_config, &mut now.module_config),
        (&stored.wrapper_config, &mut now.wrapper_config),
        (&stored.asset_metadata, &mut now.asset_metadata),
    ] {
        if let (Some(stored), Some(now)) = (stored, now) {
            keep_value(stored, now);
        }
    }
    keep_map(&stored.extra, &mut now.extra);
}

fn keep_content(stored: &Content, now: &mut Content) {
    keep_map(&stored.extra, &mut now.extra);
    let before = by_id(&stored.segments, |item| &item.id);
    each(
        &before,
        &mut now.segments,
        |item| &item.id,
        |before, item| {
            keep_map(&before.extra, &mut item.extra);
        },
    );
    let before = by_id(&stored.sections, |item| &item.id);
    each(
        &before,
        &mut now.sections,
        |item| &item.id,
        |before, item| {
            keep_map(&before.extra, &mut item.extra);
        },
    );
    let before = by_id(&stored.modules, |item| &item.id);
    each(&before, &mut now.modules, |item| &item.id, keep_module);
    keep_blocks(&stored.blocks, &mut now.blocks);
}

fn keep_blocks(stored: &[Block], now: &mut [Block]) {
    let blocks = by_id(stored, |block| &block.id);
    let modules = by_id(stored.iter().flat_map(|block| &block.modules), |item| {
        &item.id
    });
    let assets = by_id(stored.iter().flat_map(|block| &block.assets), |item| {
        &item.id
    });
    for block in now {
        if let Some(before) = blocks.get(block.id.as_str()) {
            keep_map(&before.extra, &mut block.extra);
        }
        each(&modules, &mut block.modules, |item| &item.id, keep_module);
        each(
            &assets,
            &mut block.assets,
            |item| &item.id,
            |before, item| {
                keep_map(&before.extra, &mut item.extra);
            },
        );
    }
}

fn keep_module(stored: &Module, now: &mut Module) {
    keep_value(&stored.config, &mut now.config);
    keep_map(&stored.extra, &mut now.extra);
}

fn by_id<'a, T>(
    items: impl IntoIterator<Item = &'a T>,
    id: fn(&T) -> &String,
) -> HashMap<&'a str, &'a T> {
    items
        .into_iter()
        .map(|item| (id(item).as_str(), item))
        .collect()
}

/// Goes through the items that were there before.
fn each<T>(
    before: &HashMap<&str, &T>,
    now: &mut [T],
    id: fn(&T) -> &String,
    keep: impl Fn(&T, &mut T),
) {
    for item in now {
        if let Some(before) = before.get(id(item).as_str()) {
            keep(before, item);
        }
    }
}

/// Puts back what was rounded since a value was stored: under the same key, or at the same place of a list, or, where a list
/// grew or shrank, anywhere in it.
fn keep_value(stored: &Value, now: &mut Value) {
    match (stored, now) {
        (Value::Number(stored), now) => keep_number(stored, now),
        (Value::Object(stored), Value::Object(now)) => keep_map(stored, now),
        (Value::Array(stored), Value::Array(now)) => {
            for (at, value) in now.iter_mut().enumerate() {
                match stored.get(at) {
                    Some(before) if could_be(before, value) => keep_value(before, value),
                    _ => {
                        let before = stored.iter().find(|before| could_be(before, value));
                        if let Some(before) = before {
                            keep_value(before, value);
                        }
                    }
                }
            }
        }
        _ => {}
    }
}

fn keep_map(stored: &Map<String, Value>, now: &mut Map<String, Value>) {
    for (key, value) in now {
        if let Some(before) = stored.get(key) {
            keep_value(before, value);
        }
    }
}

fn keep_number(stored: &Number, now: &mut Value) {
    if is_rounded_to(stored, now) {
        *now = Value::Number(stored.clone());
    }
}

/// Whether a value is a stored one, as far as JavaScript could have kept it.
fn could_be(stored: &Value, now: &Value) -> bool {
    match (stored, now) {
        (Value::Number(number), now) => stored == now || is_rounded_to(number, now),
        (Value::Array(stored), Value::Array(now)) => {
            stored.len() == now.len()
                && stored
                    .iter()
                    .zip(now)
                    .all(|(stored, now)| could_be(stored, now))
        }
        (Value::Object(stored), Value::Object(now)) => {
            stored.len() == now.len()
                && stored
                    .iter()
                    .all(|(key, stored)| now.get(key).is_some_and(|now| could_be(stored, now)))
        }
        _ => stored == now,
    }
}

/// Whether JavaScript cannot keep the stored number and makes of it the one that came.
fn is_rounded_to(stored: &Number, now: &Value) -> bool {
    now.as_number().is_some_and(|now| {
        now != stored
            && now.as_f64() == stored.as_f64()
            && is_rounded_by_javascript(&stored.to_string())
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// What JavaScript writes of an integer it cannot keep.
    const ROUNDED: u64 = 9_007_199_254_740_992;
    const EXACT: u64 = 9_007_199_254_740_993;

    #[test]
    fn what_javascript_rounded_is_put_back_and_what_somebody_changed_stays() {
        for (stored, now, kept) in [
            (json!(EXACT), json!(ROUNDED), json!(EXACT)),
            // JavaScript writes the shortest digits that name the number.
            (
                json!(12_345_678_901_234_567_890_u64),
                json!(12_345_678_901_234_567_000_u64),
                json!(12_345_678_901_234_567_890_u64),
            ),
            (
                json!(-9_007_199_254_740_993_i64),
                json!(-9_007_199_254_740_992_i64),
                json!(-9_007_199_254_740_993_i64),
            ),
            (
                json!({"a": {"b": [1, EXACT]}, "c": 1}),
                json!({"a": {"b": [1, ROUNDED]}, "c": 2, "d": ROUNDED}),
                json!({"a": {"b": [1, EXACT]}, "c": 2, "d": ROUNDED}),
            ),
            // A list that grew at its head, and one of objects that lost one.
            (
                json!([EXACT, 5]),
                json!([7, ROUNDED, 5]),
                json!([7, EXACT, 5]),
            ),
            (
                json!([{"n": 1}, {"n": EXACT}]),
                json!([{"n": ROUNDED}]),
                json!([{"n": EXACT}]),
            ),
            // Changed in any way: what came is meant.
            (
                json!(EXACT),
                json!(9_007_199_254_740_994_u64),
                json!(9_007_199_254_740_994_u64),
            ),
            (
                json!(EXACT),
                json!("9007199254740992"),
                json!("9007199254740992"),
            ),
            (
                json!({"a": EXACT}),
                json!({"b": ROUNDED}),
                json!({"b": ROUNDED}),
            ),
            // Numbers that JavaScript keeps.
            (json!(ROUNDED), json!(ROUNDED), json!(ROUNDED)),
            (json!(1), json!(1.0), json!(1.0)),
            (json!(0.1), json!(0.2), json!(0.2)),
        ] {
            let mut value = now.clone();
            keep_value(&stored, &mut value);
            assert_eq!(value, kept, "{stored} came back as {now}");
        }
    }

    #[test]
    fn sixteen_digits_are_seen_wherever_they_stand() {
        for before in 0..40 {
            for (digits, seen) in [(15, false), (16, true), (17, true), (40, true)] {
                for after in [0, 1, 20] {
                    let json = "x".repeat(before) + &"7".repeat(digits) + &"x".repeat(after);
                    assert_eq!(may_be_rounded(&json), seen, "{json}");
                }
            }
        }
        assert!(!may_be_rounded(
            "123456789012345,123456789012345.123456789012345"
        ));
    }

    #[test]
    fn every_place_of_a_prompt_that_holds_free_json_is_looked_at_wherever_the_item_went() {
        let free = |n: u64| json!({"seed": n});
        let prompt = |n: u64, moved: bool| -> Prompt {
            let modules = json!([{"id": "m2", "config": free(n), "own": n}]);
            let none = json!([]);
            let (first, second) = if moved {
                (&none, &modules)
            } else {
                (&modules, &none)
            };
            let prompt = json!({
                "asset_fields": {"seed": n},
                "asset_metadata": {"deep": free(n)},
                "content": {
                    "own": n,
                    "segments": [{"id": "s", "own": n}],
                    "sections": [{"id": "t", "own": n}],
                    "modules": [{"id": "m", "config": free(n), "own": n}],
                    "blocks": [
                        {"id": "b", "own": n, "modules": first, "assets": [{"id": "a", "own": n}]},
                        {"id": "c", "modules": second},
                    ],
                },
            });
            serde_json::from_value(prompt).unwrap()
        };
        let mut now = prompt(ROUNDED, true);
        keep(&prompt(EXACT, false), &mut now);
        assert_eq!(now, prompt(EXACT, true));
    }
}
