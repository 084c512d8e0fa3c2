//! Every rule of Promptcase, as a calculator: values in, values out.
//!
//! The crate does no I/O, never waits, and looks at no clock and no source of randomness: times, ids and random numbers are
//! arguments. So the same rules run in the browser, in the server and on the command line, with the same bytes out.
//!
//! Text that is being edited or read is never an error: readers give a result *and* [`Diagnostic`]s. Only an operation that
//! cannot be done returns an [`Error`].
//!
//! # A tour
//!
//! A [`Prompt`] has details and a [`Content`] in one of four structures. While somebody writes it, it lives in a
//! [`Document`], which takes [`Edit`]s, can undo them, and knows what is not saved yet:
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
//! // Before it is saved, every rule is asked at once, and each answer names its place.
//! let saved = document.prompt().clone();
//! assert!(saved.validate().is_empty());
//! document.set_saved(saved.clone());
//!
//! // Every later save bumps the version; the history says what changed.
//! use prompt_core::{VersionType, compare::compare};
//! let (id, field) = ("id-1".to_owned(), TextField::Content);
//! document.apply(Edit::SetText { id, field, text: "Review {{code}} kindly.".into() })?;
//! let mut mine = document.prompt().clone();
//! mine.set_version(mine.version().bump(VersionType::Batch)?);
//! let comparison = compare(&saved, &mine);
//! assert_eq!(comparison.to.to_string(), "1.0.1");
//! assert_eq!(comparison.changes[0].path, "segments[id-1].content");
//!
//! // Somebody else saved meanwhile: only what both changed in different ways is asked.
//! use prompt_core::merge::merge;
//! let theirs = Prompt { description: "For pull requests".into(), ..saved.clone() };
//! let merged = merge(&saved, &mine, &theirs);
//! assert!(merged.conflicts.is_empty());
//! assert_eq!(merged.prompt.description, "For pull requests");
//! assert_eq!(merged.prompt.content.segments[0].content, "Review {{code}} kindly.");
//!
//! // Out it goes, in any of seven formats, and back in again.
//! use prompt_core::export::{ExportOptions, export};
//! let file = export(&merged.prompt, &ExportOptions::default());
//! assert!(file.text.contains("Review {{code}} kindly."));
//!
//! // What a model would take for writing the next one.
//! use prompt_core::{Complexity, credits::cost};
//! let cost = cost("prompt_generation", "openai", "gpt-4o-mini", Complexity::Simple, 120)?;
//! assert_eq!(cost.total_cost, 8);
//! # Ok::<(), prompt_core::Error>(())
//! ```
//!
//! # The modules
//!
//! - What is written: [`content`], [`Document`], [`asset`], [`component`], [`collection`]
//! - What may be stored: [`record`], [`validate`], [`limits`], [`number`], [`text`]; the sentences a person reads: [`Message`], [`ErrorKind`]
//! - How it changes: [`VersionNumber`], [`compare`], [`diff`], [`merge`], [`pairing`]
//! - How it leaves and comes back: [`export`], [`import`]
//! - What surrounds it: [`generation`], [`mod@file`], [`credits`], [`plan`], [`onboarding`], [`profile`]

#![warn(missing_docs)]

pub mod asset;
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
pub mod merge;
pub mod number;
pub mod onboarding;
pub mod pairing;
pub mod plan;
pub mod profile;
pub mod record;
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
