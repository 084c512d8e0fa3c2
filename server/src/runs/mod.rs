//! runs: prompts run by a model, and what it answered.
//!
//! The server renders a saved text with the core, so a run belongs to a version. [`task`] is one of the tasks on the
//! path of [`crate::generation::run`], which reserves, calls and charges.

pub mod api;
pub mod checks;
pub mod judge;
pub mod model;
pub mod store;
pub mod task;
