//! The condition of a module: `topic`, `not topic`, `tone == "formal" and count > 2`.
//!
//! `and` binds stronger than `or`; parentheses group. A variable alone holds unless it has no value or its
//! value is `false`, 0, or an empty text or list.

use std::borrow::Cow;
use std::cmp::Ordering;

use serde_json::Value;

use super::template::is_name;
use super::values::text_of;

/// The deepest nesting of parentheses and `not`.
const DEPTH: usize = 32;

/// The longest text that is read as a number.
const NUMBER_BYTES: usize = 400;

/// Whether a condition holds, or why it cannot be read. `left` are the bytes of values that it may still read.
pub(super) fn holds<'v>(
    condition: &str,
    left: &mut usize,
    value: &dyn Fn(&str) -> Option<&'v Value>,
) -> Result<bool, String> {
    let words = words(condition)?;
    let mut reader = Reader {
        words: &words,
        at: 0,
        left,
        value,
    };
    let result = reader.any(0)?;
    match reader.next() {
        None => Ok(result),
        Some(word) => Err(format!("'{word}' was not expected")),
    }
}

/// The names of the variables of a condition.
pub(super) fn names(condition: &str) -> Vec<String> {
    const WORDS: [&str; 5] = ["and", "or", "not", "true", "false"];
    let words = words(condition).unwrap_or_default();
    words
        .into_iter()
        .filter(|word| is_name(word) && !WORDS.contains(&word.as_str()) && parsed(word).is_none())
        .collect()
}

/// The condition with other names for its variables.
pub(super) fn renamed(condition: &str, name: impl Fn(&str) -> Option<String>) -> String {
    let words = words(condition).unwrap_or_default();
    let mut out = String::with_capacity(condition.len());
    let mut rest = condition;
    for word in words {
        // Only blanks stand between words.
        let start = rest.len() - rest.trim_start().len();
        out.push_str(&rest[..start]);
        out.push_str(name(&word).as_deref().unwrap_or(&word));
        rest = &rest[start + word.len()..];
    }
    out.push_str(rest);
    out
}

/// Splits a condition into names, numbers, quoted texts with their quotes, and operators.
fn words(condition: &str) -> Result<Vec<String>, String> {
    const OPERATORS: [&str; 8] = ["==", "!=", "<=", ">=", "<", ">", "(", ")"];
    let mut words = Vec::new();
    let mut rest = condition.trim_start();
    while let Some(first) = rest.chars().next() {
        let length = if let Some(operator) = OPERATORS.iter().find(|one| rest.starts_with(**one)) {
            operator.len()
        } else if first == '"' || first == '\'' {
            let end = rest[1..]
                .find(first)
                .ok_or_else(|| format!("the text after {first} does not end"))?;
            end + 2
        } else {
            rest.find(|one: char| one.is_whitespace() || "=!<>()\"'".contains(one))
                .unwrap_or(rest.len())
        };
        if length == 0 {
            return Err(format!("'{first}' was not expected"));
        }
        words.push(rest[..length].to_owned());
        rest = rest[length..].trim_start();
    }
    Ok(words)
}

struct Reader<'a, 'v> {
    words: &'a [String],
    at: usize,
    left: &'a mut usize,
    value: &'a dyn Fn(&str) -> Option<&'v Value>,
}

impl<'a, 'v> Reader<'a, 'v> {
    /// Counts bytes of values that are read.
    fn read(&mut self, bytes: usize) -> Result<(), String> {
        let left = self.left.checked_sub(bytes);
        *self.left = left.unwrap_or_default();
        left.map(|_| ())
            .ok_or_else(|| "the values that it compares are too long".to_owned())
    }

    fn next(&mut self) -> Option<&'a str> {
        let word = self.words.get(self.at)?;
        self.at += 1;
        Some(word)
    }

    fn skip(&mut self, word: &str) -> bool {
        let is_next = self.words.get(self.at).is_some_and(|next| next == word);
        self.at += usize::from(is_next);
        is_next
    }

    fn any(&mut self, depth: usize) -> Result<bool, String> {
        let mut result = self.all(depth)?;
        while self.skip("or") {
            result |= self.all(depth)?;
        }
        Ok(result)
    }

    fn all(&mut self, depth: usize) -> Result<bool, String> {
        let mut result = self.one(depth)?;
        while self.skip("and") {
            result &= self.one(depth)?;
        }
        Ok(result)
    }

    fn one(&mut self, depth: usize) -> Result<bool, String> {
        if depth > DEPTH {
            return Err("it is nested too deeply".to_owned());
        }
        if self.skip("not") {
            return Ok(!self.one(depth + 1)?);
        }
        if self.skip("(") {
            let result = self.any(depth + 1)?;
            return if self.skip(")") {
                Ok(result)
            } else {
                Err("a ) is missing".to_owned())
            };
        }
        let left = self.operand()?;
        let operators = ["==", "!=", "<=", ">=", "<", ">"];
        let Some(operator) = operators.into_iter().find(|one| self.skip(one)) else {
            if let Value::String(text) = &*left {
                self.read(text.len() - text.trim_start().len())?;
            }
            return Ok(is_true(&left));
        };
        let right = self.operand()?;
        let order = if let (Some(left), Some(right)) = (number(&left), number(&right)) {
            left.partial_cmp(&right)
        } else {
            self.read(0)?;
            let (left, right) = (text_of(&left), text_of(&right));
            // A text that is made of a list is read as a whole.
            let made = |text: &Cow<'_, str>| match text {
                Cow::Borrowed(_) => 0,
                Cow::Owned(text) => text.len(),
            };
            self.read(made(&left) + made(&right) + left.len().min(right.len()))?;
            Some(left.cmp(&right))
        };
        Ok(is_ordered(order, operator))
    }

    fn operand(&mut self) -> Result<Cow<'v, Value>, String> {
        let word = self.next().ok_or("it is not complete")?;
        if let Some(quote) = word.chars().next().filter(|one| matches!(one, '"' | '\'')) {
            return Ok(Cow::Owned(Value::from(word.trim_matches(quote))));
        }
        if let Some(number) = parsed(word) {
            return Ok(Cow::Owned(number));
        }
        match word {
            "true" => Ok(Cow::Owned(Value::Bool(true))),
            "false" => Ok(Cow::Owned(Value::Bool(false))),
            name if is_name(name) && !matches!(name, "and" | "or" | "not") => {
                let value = (self.value)(name);
                Ok(value.map_or(Cow::Owned(Value::Null), Cow::Borrowed))
            }
            other => Err(format!("'{other}' was not expected")),
        }
    }
}

/// Whether a value counts as yes.
pub(super) fn is_true(value: &Value) -> bool {
    match value {
        Value::Null => false,
        Value::Bool(value) => *value,
        Value::Number(number) => number.as_f64() != Some(0.0),
        Value::String(text) if text.len() > NUMBER_BYTES => !text.trim_start().is_empty(),
        Value::String(text) => !matches!(text.trim(), "" | "false" | "0" | "no"),
        Value::Array(list) => !list.is_empty(),
        Value::Object(fields) => !fields.is_empty(),
    }
}

/// Whether two values are in the order that an operator asks for.
fn is_ordered(order: Option<Ordering>, operator: &str) -> bool {
    let Some(order) = order else {
        return operator == "!=";
    };
    match operator {
        "==" => order.is_eq(),
        "!=" => order.is_ne(),
        "<=" => order.is_le(),
        ">=" => order.is_ge(),
        "<" => order.is_lt(),
        _ => order.is_gt(),
    }
}

/// The number that a text is, as JSON writes it: the parser of the standard library would be as large as all of
/// rendering.
fn parsed(text: &str) -> Option<Value> {
    serde_json::from_str(text).ok().filter(Value::is_number)
}

fn number(value: &Value) -> Option<f64> {
    match value {
        Value::Number(number) => number.as_f64(),
        Value::String(text) if text.len() <= NUMBER_BYTES => parsed(text.trim())?.as_f64(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn conditions_over_values() {
        let values =
            json!({ "topic": "rust", "count": "3", "draft": false, "empty": "", "список": [1] });
        let value = |name: &str| values.get(name);
        for (condition, result) in [
            ("topic", Ok(true)),
            ("empty", Ok(false)),
            ("draft", Ok(false)),
            ("unknown", Ok(false)),
            ("список", Ok(true)),
            ("not draft", Ok(true)),
            ("topic == \"rust\"", Ok(true)),
            ("topic=='rust' and count>2", Ok(true)),
            ("count < 3 or count >= 10", Ok(false)),
            ("not (draft or empty) and topic != \"go\"", Ok(true)),
            ("topic == \"and\" or topic", Ok(true)),
            ("", Err("it is not complete")),
            ("topic ==", Err("it is not complete")),
            ("topic rust", Err("'rust' was not expected")),
            ("(topic", Err("a ) is missing")),
            ("topic = 1", Err("'=' was not expected")),
            ("topic == \"a", Err("the text after \" does not end")),
        ] {
            let found = holds(condition, &mut 1_000, &value);
            assert_eq!(
                found.as_ref().map_err(String::as_str),
                result.as_ref().map_err(|why| *why),
                "{condition}"
            );
        }
        assert!(holds(&"(".repeat(100_000), &mut 1_000, &value).is_err());
        assert_eq!(
            names("a and not (b-c == \"d\" or 3 < e)"),
            ["a", "b-c", "e"]
        );
    }
}
