//! records: the one store of what has text, details and versions: prompts with assets, and components.
//!
//! A kind of record names its tables by one word and its columns in one list; every statement that reads or writes a
//! record is made from these, here.

pub mod columns;
pub mod numbers;
pub mod store;
pub mod versions;

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
    /// A whole record as it is answered.
    type Answer: FromRow + Serialize + Send;

    /// How its tables are named: `prompt` for `prompts`, `prompt_versions`, `prompt_id`, ….
    const KIND: &'static str;
    const OBJECT: Object;
    /// Every text column. A snapshot has the same.
    const COLUMNS: &'static [Column<Self>];
    /// How many an account may have.
    const MAX_PER_ACCOUNT: Option<usize>;
    const CREATED: ActivityKind;
    const SAVED: ActivityKind;
    const VERSION_CREATED: ActivityKind;

    /// The statement that reads an answer: record `$2`, as far as viewer `$1` may see it.
    fn select() -> String;

    fn is_public(&self) -> bool;
    fn tags(&self) -> &[String];
    /// The number it begins with: an imported prompt keeps its own.
    fn version(&self) -> VersionNumber {
        VersionNumber::INITIAL
    }

    /// Sets its version number, where it has one.
    fn set_version(&mut self, _version: VersionNumber) {}

    /// Whether its content says nothing.
    fn is_empty(&self) -> bool;

    /// The form in which it is saved over a stored record, with every rule checked.
    fn prepare_over(self, stored: &Self) -> Result<Self>;

    /// Refuses a change that a saved record does not allow.
    fn check_over(&self, _stored: &Self) -> Result<(), Error> {
        Ok(())
    }

    /// The private copy that a clone begins as.
    #[must_use]
    fn copy(&self) -> Self;

    /// Notes that `copy` was cloned from `original`.
    fn note_clone(
        tx: &mut Tx,
        user: Uuid,
        original: Uuid,
        copy: Uuid,
        now: Timestamp,
    ) -> impl Future<Output = Result<()>> + Send;
}

/// A save: the record as it should be, and the version that was edited.
pub trait Save<K: Kind>: Sync {
    fn base_version(&self) -> VersionNumber;

    /// The record as it should be, given what is stored.
    fn over(&self, stored: K) -> K;

    /// Refuses what no stored record could make right, before anything is read.
    fn check(&self) -> Result<()> {
        Ok(())
    }

    /// Whether the text that is replaced becomes a version.
    fn keeps_replaced(&self) -> bool;

    /// Does what belongs to the save in the same transaction.
    fn finish(&self, _tx: &mut Tx, _id: Uuid) -> impl Future<Output = Result<()>> + Send {
        async { Ok(()) }
    }
}
