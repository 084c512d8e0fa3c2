//! What screens ask of the core, a file for each room, and the document that is being written.

mod asset;
mod component;
pub mod context_file;
pub mod document;
pub mod files;
mod generation;
pub mod onboarding;
mod plan;
pub mod problem;
mod prompt;
mod validate;
mod version;
