//! analytics: what came of one's own prompts, by day and in total.

pub mod api;
pub mod model;
pub mod store;
