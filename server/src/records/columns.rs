//! The text columns of records. A new detail field needs one entry in the list of its kind.

use prompt_core::VersionNumber;
use prompt_core::text::fold;
use prompt_core::validate;

use crate::db::{self, Field, FromRow, Row, SqlValue};
use crate::heavy;
use crate::http::error::Result;
use crate::records::Kind;
use crate::snapshot;

/// A column: its name, and the record field it stores.
pub struct Column<K: 'static> {
    pub name: &'static str,
    pub write: fn(&K) -> Result<String>,
    pub read: fn(&mut K, &str) -> Result<()>,
}

/// Declares the columns of a kind: `"name" => field as text`, `word` (of a closed list) or `json`.
macro_rules! columns {
    ($kind:ty: $($name:literal => $field:ident as $form:ident,)*) => {
        &[$($crate::records::columns::Column {
            name: $name,
            write: |record: &$kind| $crate::records::columns::$form::write(&record.$field),
            read: |record: &mut $kind, text: &str| {
                record.$field = $crate::records::columns::$form::read(text)?;
                Ok(())
            },
        },)*]
    };
}
pub(crate) use columns;

pub mod text {
    use crate::http::error::Result;

    pub fn write(text: &str) -> Result<String> {
        Ok(text.to_owned())
    }

    pub fn read(text: &str) -> Result<String> {
        Ok(text.to_owned())
    }
}

pub mod word {
    use std::fmt::Display;
    use std::str::FromStr;

    use crate::http::error::{ApiError, Result};

    pub fn write(word: &impl Display) -> Result<String> {
        Ok(word.to_string())
    }

    pub fn read<T: FromStr<Err = prompt_core::Error>>(text: &str) -> Result<T> {
        text.parse().map_err(|error| ApiError::internal(&error))
    }
}

pub mod json {
    use serde::Serialize;
    use serde::de::DeserializeOwned;

    use crate::http::error::Result;

    pub fn write(value: &impl Serialize) -> Result<String> {
        Ok(serde_json::to_string(value)?)
    }

    pub fn read<T: DeserializeOwned>(text: &str) -> Result<T> {
        Ok(serde_json::from_str(text)?)
    }
}

/// The names of the columns for which `is_wanted` holds, as `v.title, v.description, …`.
pub fn names<K: Kind>(of: &str, is_wanted: impl Fn(&str) -> bool) -> String {
    let names = K::COLUMNS.iter().map(|column| column.name);
    let names = names
        .filter(|name| is_wanted(name))
        .map(|name| format!("{of}.{name}"));
    names.collect::<Vec<_>>().join(", ")
}

/// The values of a kind's columns in a row.
fn texts<K: Kind>(row: &Row) -> db::Result<Vec<String>> {
    let texts = K::COLUMNS
        .iter()
        .map(|column| String::read_field(row, column.name));
    texts.collect()
}

/// Parses a record from its columns.
fn read<K: Kind>(texts: &[String], is_public: bool) -> Result<K> {
    let mut record = K::default();
    for (column, text) in K::COLUMNS.iter().zip(texts) {
        (column.read)(&mut record, text)?;
    }
    *record.is_public_mut() = is_public;
    Ok(record)
}

/// Writes the values of a kind's columns as a snapshot.
fn pack<K: Kind>(texts: &[String]) -> Result<Vec<u8>> {
    let names = K::COLUMNS.iter().map(|column| column.name);
    Ok(snapshot::write(
        names.zip(texts.iter().map(String::as_str)),
    )?)
}

fn bytes(texts: &[String]) -> usize {
    texts.iter().map(String::len).sum()
}

/// A record ready to be stored, with the values of its columns, as a snapshot too, and its folded search text.
pub struct Prepared<K> {
    pub record: K,
    pub texts: Vec<String>,
    pub snapshot: Vec<u8>,
    pub search_text: String,
}

impl<K: Kind> Prepared<K> {
    pub fn of(record: K) -> Result<Self> {
        let texts = K::COLUMNS.iter().map(|column| (column.write)(&record));
        let texts: Vec<String> = texts.collect::<Result<_>>()?;
        heavy::apart(bytes(&texts), || {
            Ok(Self {
                snapshot: pack::<K>(&texts)?,
                texts,
                search_text: fold(&record.search_text()),
                record,
            })
        })
    }

    /// As [`Self::of`], for a record stored under older rules: its title and tags are put on one line.
    pub fn of_old(mut record: K) -> Result<Self> {
        let (title, tags) = record.names_mut();
        validate::keep_names_on_one_line(title, tags);
        Self::of(record)
    }
}

/// The columns of a version number.
const VERSION: [&str; 3] = ["version_major", "version_minor", "version_batch"];

/// A version number from its columns, which only hold values that fit a `u32`.
pub fn version(major: i64, minor: i64, batch: i64) -> VersionNumber {
    let part = |number: i64| u32::try_from(number).unwrap_or(u32::MAX);
    VersionNumber::new(part(major), part(minor), part(batch))
}

/// The parts of a version number, in the order of [`VERSION`].
pub fn parts(version: VersionNumber) -> [i64; 3] {
    [version.major, version.minor, version.batch].map(i64::from)
}

/// The columns of a version number and their values.
pub fn version_values<'n>(version: VersionNumber) -> impl Iterator<Item = (&'n str, SqlValue)> {
    VERSION.into_iter().zip(parts(version).map(SqlValue::from))
}

fn read_version(row: &Row) -> db::Result<VersionNumber> {
    let part = |at: usize| i64::read_field(row, VERSION[at]);
    Ok(version(part(0)?, part(1)?, part(2)?))
}

/// A snapshot: a version number and the record's text at that version.
pub struct Snapshot<K> {
    pub version: VersionNumber,
    pub texts: Vec<String>,
    kind: std::marker::PhantomData<K>,
}

impl<K: Kind> Snapshot<K> {
    /// The bytes of its texts.
    pub fn bytes(&self) -> usize {
        bytes(&self.texts)
    }

    /// Writes its texts as a snapshot of the history.
    pub fn packed(&self) -> Result<Vec<u8>> {
        pack::<K>(&self.texts)
    }

    /// Reads it from the history. A column that is newer than the entry has its default.
    pub fn unpacked(version: VersionNumber, text: &[u8]) -> Result<Self> {
        let mut texts = heavy::apart(text.len(), || snapshot::read(text))?;
        let default = K::default();
        let texts = K::COLUMNS
            .iter()
            .map(|column| match texts.remove(column.name) {
                Some(text) => Ok(text),
                None => (column.write)(&default),
            });
        Ok(Self {
            version,
            texts: texts.collect::<Result<_>>()?,
            kind: std::marker::PhantomData,
        })
    }

    pub fn record(&self, is_public: bool) -> Result<K> {
        let mut record: K = heavy::apart(bytes(&self.texts), || read(&self.texts, is_public))?;
        record.set_version(self.version);
        Ok(record)
    }
}

impl<K: Kind> FromRow for Snapshot<K> {
    fn from_row(row: &Row) -> db::Result<Self> {
        Ok(Self {
            version: read_version(row)?,
            texts: texts::<K>(row)?,
            kind: std::marker::PhantomData,
        })
    }
}
