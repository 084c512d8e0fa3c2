//! Rows, bodies and answers of community.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The state of your like.
#[derive(Serialize, Deserialize, JsonSchema)]
pub struct LikeState {
    pub liked: bool,
    #[schemars(with = "u32")]
    pub like_count: i64,
}

/// Ranked prompts, the best first.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "{T}List")]
pub struct Ranking<T> {
    pub items: Vec<T>,
}
