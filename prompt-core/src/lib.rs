//! Every rule of Promptcase, as a calculator: values in, values out.
//!
//! The crate does no I/O, never waits, and looks at no clock and no source of randomness: times, ids and random numbers are
//! arguments. So the same rules run in the browser, in the server and on the command line, with the same bytes out.
//!
//! Text that is being edited or read is never an error: readers give a result *and* [`Diagnostic`]s. Only an operation that
//! cannot be done returns an [`Error`].

pub mod asset;
pub mod collection;
pub mod compare;
pub mod component;
pub mod content;
pub mod credits;
pub mod diff;
pub mod export;
pub mod file;
pub mod generation;
pub mod import;
pub mod limits;
pub mod merge;
pub mod onboarding;
pub mod plan;
pub mod profile;
pub mod text;
pub mod validate;

mod document;
mod error;
mod messages;
mod prompt;
mod sequence;
mod version;
mod words;

pub use content::edit::Edit;
pub use content::item::{Item, ItemKind, ItemView, Node, TextField};
pub use content::text::{byte_offset_of_utf16, utf16_offset_of_byte};
pub use content::{
    Block, BlockAsset, BlockAssetType, Content, Module, Section, Segment, SegmentType, Wrapper,
};
pub use document::{Applied, Document, DocumentState};
pub use error::{Diagnostic, Error, ErrorKind, Severity};
pub use messages::Message;
pub use prompt::{Category, Complexity, Language, Prompt, PromptKind, PromptType, StructureType};
pub use version::{VersionNumber, VersionType, select_version};
