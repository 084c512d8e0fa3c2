//! records: the shared store of records with text, details and versions: prompts (with assets) and components.
//!
//! A kind of record names its tables with one word and its columns in one list. This module generates every
//! statement that reads or writes a record from these.

pub mod columns;
pub mod labels;
pub mod numbers;
pub mod store;
pub mod versions;

use prompt_core::name::Slug;
use prompt_core::record::Record;
use prompt_core::{Error, VersionNumber};
use serde::Serialize;
use uuid::Uuid;

use crate::access::Object;
use crate::activity::ActivityKind;
use crate::clock::Timestamp;
use crate::db::{FromRow, Tx};
use crate::http::error::Result;
use crate::records::columns::Column;

/// A kind of record.
pub trait Kind: Record + Clone + Default + Serialize + Send + Sync + 'static {
    /// The whole record, as the API returns it.
    type Answer: FromRow + Serialize + Send;

    /// The word its tables are named by: `prompt` for `prompts`, `prompt_versions`, `prompt_id`, ….
    const KIND: &'static str;
    const OBJECT: Object;
    /// Every text column. A snapshot has the same columns.
    const COLUMNS: &'static [Column<Self>];
    /// The maximum number of records per account.
    const MAX_PER_ACCOUNT: Option<usize>;
    const CREATED: ActivityKind;
    const SAVED: ActivityKind;
    const VERSION_CREATED: ActivityKind;

    /// The statement that loads an answer: record `$2`, if viewer `$1` may see it.
    fn select() -> String;

    /// The word that names a record whose title has no letters and digits.
    fn word(&self) -> &'static str {
        Self::KIND
    }

    fn is_public(&self) -> bool;
    fn tags(&self) -> &[String];
    /// The version number of a new record: an imported prompt keeps its own.
    fn version(&self) -> VersionNumber {
        VersionNumber::INITIAL
    }

    /// Sets the version number, for kinds whose record carries one.
    fn set_version(&mut self, _version: VersionNumber) {}

    /// The beginning of its text, for kinds whose lists show it.
    fn excerpt(&self) -> Option<String> {
        None
    }

    /// Validates the record and returns the form to save over a stored record.
    fn prepare_over(self, stored: &Self) -> Result<Self>;

    /// Rejects a change that a saved record does not allow.
    fn check_over(&self, _stored: &Self) -> Result<(), Error> {
        Ok(())
    }

    /// Removes what only members of its workspace read.
    fn redact(&mut self) {}

    /// The private copy that a clone starts as.
    #[must_use]
    fn copy(&self) -> Self;

    /// Makes the names in its text, which are those of the workspace with this handle, hold in any other.
    #[must_use]
    fn qualify(self, _handle: &str) -> Self {
        self
    }

    /// Records that `copy` was cloned from `original`.
    fn note_clone(
        tx: &mut Tx,
        user: Uuid,
        original: Uuid,
        copy: Uuid,
        now: Timestamp,
    ) -> impl Future<Output = Result<()>> + Send;
}

/// A save: the new state of the record and the version that was edited.
pub trait Save<K: Kind>: Sync {
    /// The version the client edited, if it says so.
    fn base_version(&self) -> Option<VersionNumber>;

    /// The new state of the record, based on the stored one.
    fn over(&self, stored: K) -> K;

    /// Rejects a save that no stored record could make valid, before anything is read.
    fn check(&self) -> Result<()> {
        Ok(())
    }

    /// The slug to give the record, which is no part of its text.
    fn slug(&self) -> Result<Option<Slug>> {
        Ok(None)
    }

    /// Runs further work of the save in the same transaction.
    fn finish(&self, _tx: &mut Tx, _id: Uuid) -> impl Future<Output = Result<()>> + Send {
        async { Ok(()) }
    }
}
