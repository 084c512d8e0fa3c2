//! The rules of Promptcase, as pure functions.
//!
//! The crate does no I/O, never blocks, and reads no clock and no source of randomness: times, ids and
//! random numbers are arguments. So the same rules run in the browser, on the server and on the command
//! line, with identical output.
//!
//! Text that is being edited or imported is never an error: readers return a result *and*
//! [`Diagnostic`]s. Only an operation that cannot be done returns an [`Error`].
//!
//! # A tour
//!
//! A [`Prompt`] has details and a [`Content`] in one of four structures. While it is edited, it is
//! owned by a [`Document`], which applies [`Edit`]s, supports undo and tracks unsaved changes:
//!
//! ```
//! use prompt_core::{Document, Edit, Item, Prompt, Segment, TextField};
//!
//! let mut number = 0;
//! let ids = move || { number += 1; format!("id-{number}") };
//! let mut document = Document::new(Prompt::default(), ids);
//!
//! document.apply(Edit::SetTitle { title: "Code review".into() })?;
//! let segment = Segment { content: "Review {{code}}.".into(), ..Segment::default() };
//! let item = Box::new(Item::Segment(segment));
//! let added = document.apply(Edit::AddItem { item, index: None, parent: None })?;
//! assert_eq!(added.changed, ["id-1"]);
//! assert!(document.is_changed());
//!
//! // Before a save, every rule is validated at once, and each error names its field.
//! let saved = document.prompt().clone();
//! assert!(saved.validate().is_empty());
//! document.set_saved(saved.clone());
//!
//! // Every later save bumps the version; a comparison lists the changes.
//! use prompt_core::{VersionType, compare::compare};
//! let (id, field) = ("id-1".to_owned(), TextField::Content);
//! document.apply(Edit::SetText { id, field, text: "Review {{code}} kindly.".into() })?;
//! let mut mine = document.prompt().clone();
//! mine.set_version(mine.version().bump(VersionType::Batch)?);
//! let comparison = compare(&saved, &mine);
//! assert_eq!(comparison.to.to_string(), "1.0.1");
//! assert_eq!(comparison.changes[0].path, "segments[id-1].content");
//!
//! // Another user saved in the meantime: only conflicting changes must be resolved.
//! use prompt_core::merge::merge;
//! let theirs = Prompt { description: "For pull requests".into(), ..saved.clone() };
//! let merged = merge(&saved, &mine, &theirs);
//! assert!(merged.conflicts.is_empty());
//! assert_eq!(merged.prompt.description, "For pull requests");
//! assert_eq!(merged.prompt.content.segments[0].content, "Review {{code}} kindly.");
//!
//! // Export in any of seven formats; every one of them can be imported again.
//! use prompt_core::export::{ExportOptions, export};
//! let file = export(&merged.prompt, &ExportOptions::default());
//! assert!(file.text.contains("Review {{code}} kindly."));
//!
//! // The price of generating the next prompt with a model.
//! use prompt_core::{Complexity, credits::cost};
//! let cost = cost("prompt_generation", "openai", "gpt-4o-mini", Complexity::Simple, 120)?;
//! assert_eq!(cost.total_cost, 8);
//! # Ok::<(), prompt_core::Error>(())
//! ```
//!
//! # The modules
//!
//! - Editing: [`content`], [`Document`], [`asset`], [`component`], [`collection`]
//! - Names: [`name`]
//! - Validation: [`record`], [`validate`], [`lint`], [`limits`], [`number`], [`text`]; messages for users:
//!   [`Message`], [`ErrorKind`]
//! - Versions: [`VersionNumber`], [`compare`], [`diff`], [`merge`], [`pairing`]
//! - Files: [`export`], [`import`]
//! - Accounts and AI: [`generation`], [`runs`], [`mod@file`], [`credits`], [`plan`], [`onboarding`], [`profile`]

#![warn(missing_docs)]

pub mod asset;
#[cfg(feature = "checks")]
pub mod checks;
pub mod collection;
pub mod community;
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
pub mod lint;
pub mod merge;
pub mod name;
pub mod number;
pub mod onboarding;
pub mod pairing;
pub mod plan;
pub mod profile;
pub mod record;
pub mod render;
pub mod runs;
pub mod text;
pub mod validate;

mod byte_set;
mod document;
mod error;
mod lis;
mod messages;
mod prompt;
mod string_enum;
mod version;

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
