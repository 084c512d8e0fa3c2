//! The rules that screens call, a file for each feature, and the document that is being written.

mod asset;
pub mod compare;
mod component;
pub mod component_document;
pub mod context_file;
pub mod document;
pub mod files;
mod generation;
pub mod ids;
pub mod onboarding;
pub mod problem;
mod prompt;
mod text;
mod validate;
mod version;
