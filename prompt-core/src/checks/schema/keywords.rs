//! Keywords of a JSON Schema that look at one value alone.

use serde_json::{Map, Value};

use super::super::{QUOTED_CHARS, quoted};
use super::{Outcome, Problem, UNIT};

/// The subject of a sentence about the value at a path.
fn subject(path: &str) -> String {
    if path.is_empty() {
        "The answer".to_owned()
    } else {
        format!("The answer at {path}")
    }
}

pub(super) fn mismatch(path: &str, told: &str) -> Outcome {
    Err(Problem::Mismatch(format!("{} {told}", subject(path))))
}

pub(super) fn expect(is_true: bool, path: &str, told: impl FnOnce() -> String) -> Outcome {
    if is_true {
        Ok(())
    } else {
        mismatch(path, &told())
    }
}

pub(super) fn child(path: &str, key: &str) -> String {
    format!("{path}/{}", key.replace('~', "~0").replace('/', "~1"))
}

pub(super) fn count(number: Option<&Value>) -> Option<usize> {
    number?
        .as_u64()
        .and_then(|number| usize::try_from(number).ok())
}

pub(super) fn names(list: Option<&Value>) -> impl Iterator<Item = &str> {
    let list = list.and_then(Value::as_array);
    list.into_iter().flatten().filter_map(Value::as_str)
}

pub(super) fn kind(wanted: Option<&Value>, value: &Value, path: &str) -> Outcome {
    let is = |name: &str| match (name, value) {
        ("null", Value::Null)
        | ("boolean", Value::Bool(_))
        | ("string", Value::String(_))
        | ("array", Value::Array(_))
        | ("object", Value::Object(_))
        | ("number", Value::Number(_)) => true,
        ("integer", Value::Number(number)) => {
            number.as_f64().is_some_and(|number| number.fract() == 0.0)
        }
        _ => false,
    };
    let wanted: Vec<&str> = match wanted {
        None => return Ok(()),
        Some(Value::String(name)) => vec![name],
        list => names(list).collect(),
    };
    let told = || {
        let wanted: Vec<_> = wanted.iter().map(|name| with_article(name)).collect();
        let actual = match value {
            Value::Null => "null",
            Value::Bool(_) => "true or false",
            Value::Number(_) => "a number",
            Value::String(_) => "a text",
            Value::Array(_) => "a list",
            Value::Object(_) => "an object",
        };
        format!("is {actual}, not {}", wanted.join(" or "))
    };
    expect(wanted.iter().any(|name| is(name)), path, told)
}

fn with_article(name: &str) -> &str {
    match name {
        "boolean" => "true or false",
        "integer" => "a whole number",
        "number" => "a number",
        "string" => "a text",
        "array" => "a list",
        "object" => "an object",
        other => other,
    }
}

pub(super) fn number(schema: &Map<String, Value>, number: f64, path: &str) -> Outcome {
    let bound = |key: &str| schema.get(key).and_then(Value::as_f64);
    if let Some(least) = bound("minimum") {
        expect(number >= least, path, || format!("is below {least}"))?;
    }
    if let Some(most) = bound("maximum") {
        expect(number <= most, path, || format!("is above {most}"))?;
    }
    if let Some(least) = bound("exclusiveMinimum") {
        expect(number > least, path, || format!("is not above {least}"))?;
    }
    if let Some(most) = bound("exclusiveMaximum") {
        expect(number < most, path, || format!("is not below {most}"))?;
    }
    if let Some(step) = bound("multipleOf").filter(|step| *step > 0.0) {
        let times = number / step;
        let is_multiple = (times - times.round()).abs() <= times.abs().max(1.0) * 1e-9;
        expect(is_multiple, path, || format!("is no multiple of {step}"))?;
    }
    Ok(())
}

/// Whether two values are the same JSON; 1 and 1.0 are. Counts what it compares.
pub(super) fn is_same(a: &Value, b: &Value, steps: &mut usize) -> bool {
    *steps += 1;
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => a == b || a.as_f64() == b.as_f64(),
        (Value::String(a), Value::String(b)) => {
            *steps += units(a.len().min(b.len()));
            a == b
        }
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| is_same(a, b, steps))
        }
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len()
                && a.iter().all(|(key, a)| {
                    *steps += units(key.len());
                    b.get(key).is_some_and(|b| is_same(a, b, steps))
                })
        }
        (a, b) => a == b,
    }
}

/// The steps that a text of this length counts for.
pub(super) const fn units(bytes: usize) -> usize {
    bytes / UNIT
}

/// The beginning of a value as JSON, as a sentence quotes it. The rest of a long one is not written.
pub(super) fn brief(value: &Value) -> String {
    struct Beginning(Vec<u8>);
    impl std::io::Write for Beginning {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            if self.0.len() > 4 * QUOTED_CHARS {
                return Err(std::io::ErrorKind::StorageFull.into());
            }
            self.0.extend(&bytes[..bytes.len().min(8 * QUOTED_CHARS)]);
            Ok(bytes.len())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let mut beginning = Beginning(Vec::new());
    // The error says that the value is longer than what is quoted.
    let _ = serde_json::to_writer(&mut beginning, value);
    quoted(&String::from_utf8_lossy(&beginning.0))
}
