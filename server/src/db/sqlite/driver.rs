//! SQLite as sqlx sees it: rows, columns and values, so that one `derive(FromRow)` reads rows of both engines.
//!
//! sqlx's own SQLite driver gives every connection a thread and crosses to it for each statement and each row. What a
//! server asks of SQLite is mostly answered in less time than that crossing takes, so statements run where they are
//! asked, by rusqlite. Of a driver sqlx needs the half that is written here; the other half, connecting, is
//! [`NoConnection`].

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use rusqlite::types::{Type as Kinds, Value, ValueRef};
use sqlx::encode::{Encode, IsNull};
use sqlx::error::BoxDynError;
use sqlx::types::Type;
use sqlx::{ColumnIndex, Database, Decode, TypeInfo};
use uuid::Uuid;

use super::nothing::NoConnection;

/// The engine.
#[derive(Debug)]
pub struct SqliteEngine;

/// What a value is. SQLite keeps it with each value and not with the column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Null,
    Integer,
    Real,
    Text,
    Blob,
}

#[derive(Debug)]
pub struct SqliteColumn {
    at: usize,
    name: Box<str>,
}

/// A row that has been read. Its texts and blobs stand one behind the other, so that they cost one allocation.
#[derive(Debug)]
pub struct SqliteRow {
    columns: Arc<[SqliteColumn]>,
    values: Vec<StoredCell>,
    bytes: Vec<u8>,
    /// Columns are mostly asked for in the order in which they stand.
    next: AtomicUsize,
}

#[derive(Clone, Copy, Debug)]
enum StoredCell {
    Null,
    Integer(i64),
    Real(f64),
    /// From where to where among the row's bytes.
    Text(usize, usize),
    Blob(usize, usize),
}

/// A value of a row.
pub struct SqliteRef<'r>(ValueRef<'r>);

/// A value by itself.
pub struct SqliteValue(Value);

/// Values for the places of a statement.
#[derive(Default)]
pub struct SqliteArguments(pub Vec<Value>);

impl Database for SqliteEngine {
    type Connection = NoConnection;
    type TransactionManager = NoConnection;
    type Row = SqliteRow;
    type QueryResult = SqliteDone;
    type Column = SqliteColumn;
    type TypeInfo = Kind;
    type Value = SqliteValue;
    type ValueRef<'r> = SqliteRef<'r>;
    type Arguments = SqliteArguments;
    type ArgumentBuffer = Vec<Value>;
    type Statement = NoConnection;

    const NAME: &'static str = "SQLite";
    const URL_SCHEMES: &'static [&'static str] = &[];
}

impl SqliteRow {
    pub fn columns_of(statement: &rusqlite::Statement<'_>) -> Arc<[SqliteColumn]> {
        let names = statement.column_names().into_iter().enumerate();
        names
            .map(|(at, name)| SqliteColumn {
                at,
                name: name.into(),
            })
            .collect()
    }

    pub fn read(columns: &Arc<[SqliteColumn]>, row: &rusqlite::Row<'_>) -> rusqlite::Result<Self> {
        let mut bytes = Vec::new();
        let mut keep = |some: &[u8]| {
            let from = bytes.len();
            bytes.extend_from_slice(some);
            (from, bytes.len())
        };
        let mut values = Vec::with_capacity(columns.len());
        for at in 0..columns.len() {
            values.push(match row.get_ref(at)? {
                ValueRef::Null => StoredCell::Null,
                ValueRef::Integer(number) => StoredCell::Integer(number),
                ValueRef::Real(number) => StoredCell::Real(number),
                ValueRef::Text(text) => {
                    let (from, to) = keep(text);
                    StoredCell::Text(from, to)
                }
                ValueRef::Blob(blob) => {
                    let (from, to) = keep(blob);
                    StoredCell::Blob(from, to)
                }
            });
        }
        Ok(Self {
            columns: Arc::clone(columns),
            values,
            bytes,
            next: AtomicUsize::new(0),
        })
    }

    fn value(&self, at: usize) -> Option<ValueRef<'_>> {
        Some(match *self.values.get(at)? {
            StoredCell::Null => ValueRef::Null,
            StoredCell::Integer(number) => ValueRef::Integer(number),
            StoredCell::Real(number) => ValueRef::Real(number),
            StoredCell::Text(from, to) => ValueRef::Text(&self.bytes[from..to]),
            StoredCell::Blob(from, to) => ValueRef::Blob(&self.bytes[from..to]),
        })
    }

    /// Names and values, in the order of the columns.
    pub fn cells(&self) -> impl Iterator<Item = (&str, Value)> {
        let names = self.columns.iter().map(|column| &*column.name);
        names
            .enumerate()
            .filter_map(|(at, name)| Some((name, Value::try_from(self.value(at)?).ok()?)))
    }
}

impl sqlx::Row for SqliteRow {
    type Database = SqliteEngine;

    fn columns(&self) -> &[SqliteColumn] {
        &self.columns
    }

    fn try_get_raw<I: ColumnIndex<Self>>(&self, index: I) -> sqlx::Result<SqliteRef<'_>> {
        let at = index.index(self)?;
        self.value(at)
            .map(SqliteRef)
            .ok_or(sqlx::Error::ColumnIndexOutOfBounds {
                index: at,
                len: self.values.len(),
            })
    }
}

impl ColumnIndex<SqliteRow> for usize {
    fn index(&self, _: &SqliteRow) -> sqlx::Result<usize> {
        Ok(*self)
    }
}

impl ColumnIndex<SqliteRow> for str {
    fn index(&self, row: &SqliteRow) -> sqlx::Result<usize> {
        let expected = row.next.load(Ordering::Relaxed);
        let is_here = |column: &SqliteColumn| *column.name == *self;
        let at = if row.columns.get(expected).is_some_and(is_here) {
            expected
        } else {
            let found = row.columns.iter().position(is_here);
            found.ok_or_else(|| sqlx::Error::ColumnNotFound(self.to_owned()))?
        };
        row.next.store(at + 1, Ordering::Relaxed);
        Ok(at)
    }
}

impl sqlx::Column for SqliteColumn {
    type Database = SqliteEngine;

    fn ordinal(&self) -> usize {
        self.at
    }

    fn name(&self) -> &str {
        &self.name
    }

    fn type_info(&self) -> &Kind {
        &Kind::Null
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl TypeInfo for Kind {
    fn is_null(&self) -> bool {
        *self == Self::Null
    }

    fn name(&self) -> &str {
        match self {
            Self::Null => "NULL",
            Self::Integer => "INTEGER",
            Self::Real => "REAL",
            Self::Text => "TEXT",
            Self::Blob => "BLOB",
        }
    }
}

impl From<Kinds> for Kind {
    fn from(kind: Kinds) -> Self {
        match kind {
            Kinds::Null => Self::Null,
            Kinds::Integer => Self::Integer,
            Kinds::Real => Self::Real,
            Kinds::Text => Self::Text,
            Kinds::Blob => Self::Blob,
        }
    }
}

impl<'r> sqlx::ValueRef<'r> for SqliteRef<'r> {
    type Database = SqliteEngine;

    fn to_owned(&self) -> SqliteValue {
        SqliteValue(Value::try_from(self.0).unwrap_or(Value::Null))
    }

    fn type_info(&self) -> Cow<'_, Kind> {
        Cow::Owned(self.0.data_type().into())
    }

    fn is_null(&self) -> bool {
        self.0 == ValueRef::Null
    }
}

impl sqlx::Value for SqliteValue {
    type Database = SqliteEngine;

    fn as_ref(&self) -> SqliteRef<'_> {
        SqliteRef(ValueRef::from(&self.0))
    }

    fn type_info(&self) -> Cow<'_, Kind> {
        Cow::Owned(self.0.data_type().into())
    }

    fn is_null(&self) -> bool {
        self.0 == Value::Null
    }
}

impl sqlx::Arguments for SqliteArguments {
    type Database = SqliteEngine;

    fn reserve(&mut self, additional: usize, _: usize) {
        self.0.reserve(additional);
    }

    fn add<'t, T: Encode<'t, SqliteEngine> + Type<SqliteEngine>>(
        &mut self,
        value: T,
    ) -> Result<(), BoxDynError> {
        if value.encode(&mut self.0)?.is_null() {
            self.0.push(Value::Null);
        }
        Ok(())
    }

    fn len(&self) -> usize {
        self.0.len()
    }
}

/// A Rust type, what SQLite keeps it as, and the way there and back.
macro_rules! kept_as {
    ($($type:ty as $kind:ident: |$value:ident| $write:expr, |$kept:ident| $read:expr;)*) => {$(
        impl Type<SqliteEngine> for $type {
            fn type_info() -> Kind {
                Kind::$kind
            }
        }

        impl Encode<'_, SqliteEngine> for $type {
            fn encode_by_ref(&self, buf: &mut Vec<Value>) -> Result<IsNull, BoxDynError> {
                let $value = self;
                buf.push(Value::$kind($write));
                Ok(IsNull::No)
            }
        }

        impl Decode<'_, SqliteEngine> for $type {
            fn decode(value: SqliteRef<'_>) -> Result<Self, BoxDynError> {
                match value.0 {
                    ValueRef::$kind($kept) => Ok($read),
                    other => Err(unexpected(stringify!($type), other)),
                }
            }
        }
    )*};
}

kept_as! {
    bool as Integer: |truth| i64::from(*truth), |kept| kept != 0;
    i32 as Integer: |number| i64::from(*number), |kept| i32::try_from(kept)?;
    i64 as Integer: |number| *number, |kept| kept;
    f64 as Real: |number| *number, |kept| kept;
    String as Text: |text| text.clone(), |kept| std::str::from_utf8(kept)?.to_owned();
    Vec<u8> as Blob: |bytes| bytes.clone(), |kept| kept.to_vec();
    Uuid as Blob: |id| id.as_bytes().to_vec(), |kept| Uuid::from_slice(kept)?;
}

fn unexpected(wanted: &str, found: ValueRef<'_>) -> BoxDynError {
    format!(
        "{wanted} cannot be read from {}",
        Kind::from(found.data_type())
    )
    .into()
}

impl Type<SqliteEngine> for str {
    fn type_info() -> Kind {
        Kind::Text
    }
}

impl Encode<'_, SqliteEngine> for &'_ str {
    fn encode_by_ref(&self, buf: &mut Vec<Value>) -> Result<IsNull, BoxDynError> {
        buf.push(Value::Text((*self).to_owned()));
        Ok(IsNull::No)
    }
}

impl Type<SqliteEngine> for [u8] {
    fn type_info() -> Kind {
        Kind::Blob
    }
}

impl Encode<'_, SqliteEngine> for &'_ [u8] {
    fn encode_by_ref(&self, buf: &mut Vec<Value>) -> Result<IsNull, BoxDynError> {
        buf.push(Value::Blob((*self).to_vec()));
        Ok(IsNull::No)
    }
}

impl<'q, T: Encode<'q, SqliteEngine> + Type<SqliteEngine> + 'q> Encode<'q, SqliteEngine>
    for Option<T>
{
    fn encode_by_ref(&self, buf: &mut Vec<Value>) -> Result<IsNull, BoxDynError> {
        match self {
            Some(value) => value.encode_by_ref(buf),
            None => Ok(IsNull::Yes),
        }
    }
}

/// What a statement did, where nobody asks.
#[derive(Default)]
pub struct SqliteDone;

impl Extend<Self> for SqliteDone {
    fn extend<T: IntoIterator<Item = Self>>(&mut self, _: T) {}
}
