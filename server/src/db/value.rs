//! The values bound to statements, the same for both engines.

use rusqlite::ToSql;
use rusqlite::types::{Null, ToSqlOutput};
use sqlx::Arguments as _;
use sqlx::postgres::PgArguments;
use uuid::Uuid;

use super::Result;

/// A value for a placeholder.
#[derive(Clone, Debug, PartialEq)]
pub enum SqlValue {
    /// NULL, with its type, because PostgreSQL requires one.
    Null(SqlType),
    Id(Uuid),
    Text(String),
    Number(i64),
    Real(f64),
    Truth(bool),
    Bytes(Vec<u8>),
}

impl SqlValue {
    /// The bytes of a text.
    pub fn bytes(&self) -> usize {
        match self {
            Self::Text(text) => text.len(),
            Self::Bytes(bytes) => bytes.len(),
            _ => 0,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SqlType {
    Id,
    Text,
    Number,
    Real,
    Truth,
    Bytes,
}

/// A Rust type that is always stored as one SQL type.
pub trait Typed {
    const TYPE: SqlType;
}

macro_rules! values {
    ($($type:ty as $variant:ident: |$value:ident| $stored:expr;)*) => {$(
        impl Typed for $type {
            const TYPE: SqlType = SqlType::$variant;
        }

        impl From<$type> for SqlValue {
            fn from($value: $type) -> Self {
                Self::$variant($stored)
            }
        }
    )*};
}

values! {
    Uuid as Id: |id| id;
    String as Text: |text| text;
    &str as Text: |text| text.to_owned();
    &String as Text: |text| text.clone();
    i64 as Number: |number| number;
    f64 as Real: |number| number;
    bool as Truth: |truth| truth;
    Vec<u8> as Bytes: |bytes| bytes;
    &[u8] as Bytes: |bytes| bytes.to_vec();
}

impl<T: Into<Self> + Typed> From<Option<T>> for SqlValue {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Null(T::TYPE), Into::into)
    }
}

impl ToSql for SqlValue {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        match self {
            Self::Null(_) => Ok(ToSqlOutput::from(Null)),
            Self::Id(id) => Ok(ToSqlOutput::from(id.as_bytes().as_slice())),
            Self::Text(text) => Ok(ToSqlOutput::from(text.as_str())),
            Self::Number(number) => number.to_sql(),
            Self::Real(number) => number.to_sql(),
            Self::Truth(truth) => truth.to_sql(),
            Self::Bytes(bytes) => Ok(ToSqlOutput::from(bytes.as_slice())),
        }
    }
}

/// Converts the values to arguments of PostgreSQL's driver.
pub fn postgres(values: Vec<SqlValue>) -> Result<PgArguments> {
    let mut arguments = PgArguments::default();
    for value in values {
        let added = match value {
            SqlValue::Null(SqlType::Id) => arguments.add(None::<Uuid>),
            SqlValue::Null(SqlType::Text) => arguments.add(None::<String>),
            SqlValue::Null(SqlType::Number) => arguments.add(None::<i64>),
            SqlValue::Null(SqlType::Real) => arguments.add(None::<f64>),
            SqlValue::Null(SqlType::Truth) => arguments.add(None::<bool>),
            SqlValue::Null(SqlType::Bytes) => arguments.add(None::<Vec<u8>>),
            SqlValue::Id(id) => arguments.add(id),
            SqlValue::Text(text) => arguments.add(text),
            SqlValue::Number(number) => arguments.add(number),
            SqlValue::Real(number) => arguments.add(number),
            SqlValue::Truth(truth) => arguments.add(truth),
            SqlValue::Bytes(bytes) => arguments.add(bytes),
        };
        added.map_err(sqlx::Error::Encode)?;
    }
    Ok(arguments)
}
