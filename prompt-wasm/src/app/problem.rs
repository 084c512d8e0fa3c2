//! What keeps something from being stored, as a value: forms show all of it at once, beside its fields.

use prompt_core::Error;
use serde::Serialize;

/// One thing that is wrong.
#[derive(Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Problem {
    /// A stable word for programs.
    pub code: &'static str,
    /// What a person reads.
    pub message: String,
    /// Where: `title`, `tags[3]`, `content.blocks[2].assets[0].reference`.
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

/// The problems of a list of refusals.
pub fn problems(errors: &[Error]) -> Vec<Problem> {
    errors.iter().map(Problem::from).collect()
}
