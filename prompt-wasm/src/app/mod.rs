//! The rules called by screens, one file per feature, and the document being edited.

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
mod render;
mod text;
mod validate;
mod version;
