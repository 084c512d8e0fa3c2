//! fetch: prompts by name, as applications use them: rendered or as their source, at a label or a version.

pub mod answer;
pub mod api;
pub mod includes;
pub mod kept;
pub mod model;
pub mod resolve;
pub mod usage;
