//! Validation errors as values: forms show all of them at once, next to their fields.

use prompt_core::Error;
use serde::Serialize;

/// One validation error.
#[derive(Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Problem {
    /// A stable error code.
    pub code: &'static str,
    /// The message for users.
    pub message: String,
    /// The field: `title`, `tags[3]`, `content.blocks[2].assets[0].reference`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub field: Option<String>,
}

impl From<&Error> for Problem {
    fn from(error: &Error) -> Self {
        Self {
            code: error.code(),
            message: error.to_string(),
            field: error.field().map(str::to_owned),
        }
    }
}

/// Converts a list of errors.
pub fn problems(errors: &[Error]) -> Vec<Problem> {
    errors.iter().map(Problem::from).collect()
}
