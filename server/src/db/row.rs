//! Rows of both engines, and how types are decoded from them.

use std::any::type_name;

use rusqlite::types::ValueRef;
use sqlx::postgres::PgRow;
use sqlx::{Column as _, Row as _, ValueRef as _};
use uuid::Uuid;

use super::Result;
use super::sqlite::SqliteRow;

pub enum Row {
    Sqlite(SqliteRow),
    Postgres(PgRow),
}

/// A type decoded from one column.
pub trait Column: Sized {
    fn read(row: &Row, at: usize) -> Result<Self>;
}

/// A type decoded from a row: a struct inside [`row!`], or a tuple.
pub trait FromRow: Sized {
    fn from_row(row: &Row) -> Result<Self>;
}

/// A field of such a struct: the column of its name, or a struct with columns of its own.
pub trait Field: Sized {
    fn read_field(row: &Row, name: &str) -> Result<Self>;
}

impl<T: Column> Field for T {
    fn read_field(row: &Row, name: &str) -> Result<Self> {
        T::read(row, row.index(name)?)
    }
}

impl Row {
    fn index(&self, name: &str) -> Result<usize> {
        match self {
            Self::Sqlite(row) => row
                .index(name)
                .ok_or_else(|| sqlx::Error::ColumnNotFound(name.to_owned())),
            Self::Postgres(row) => Ok(row.try_column(name)?.ordinal()),
        }
    }

    fn is_null(&self, at: usize) -> Result<bool> {
        match self {
            Self::Sqlite(row) => Ok(row.value(at) == Some(ValueRef::Null)),
            Self::Postgres(row) => Ok(row.try_get_raw(at)?.is_null()),
        }
    }
}

impl<T: Column> Column for Option<T> {
    fn read(row: &Row, at: usize) -> Result<Self> {
        if row.is_null(at)? {
            Ok(None)
        } else {
            T::read(row, at).map(Some)
        }
    }
}

macro_rules! columns {
    ($($type:ty as $kind:ident: |$value:ident| $read:expr;)*) => {$(
        impl Column for $type {
            fn read(row: &Row, at: usize) -> Result<Self> {
                match row {
                    Row::Sqlite(row) => {
                        let read = match row.value(at) {
                            Some(ValueRef::$kind($value)) => $read,
                            _ => None,
                        };
                        read.ok_or_else(|| unexpected::<Self>(row, at))
                    }
                    Row::Postgres(row) => row.try_get(at),
                }
            }
        }
    )*};
}

columns! {
    bool as Integer: |truth| Some(truth != 0);
    i32 as Integer: |number| i32::try_from(number).ok();
    i64 as Integer: |number| Some(number);
    f64 as Real: |number| Some(number);
    String as Text: |text| std::str::from_utf8(text).ok().map(str::to_owned);
    Vec<u8> as Blob: |bytes| Some(bytes.to_vec());
    Uuid as Blob: |bytes| Uuid::from_slice(bytes).ok();
}

fn unexpected<T>(row: &SqliteRow, at: usize) -> sqlx::Error {
    let found = row.value(at).map(|value| value.data_type());
    sqlx::Error::ColumnDecode {
        index: at.to_string(),
        source: format!("{} cannot be read from {found:?}", type_name::<T>()).into(),
    }
}

macro_rules! tuples {
    ($($($type:ident $at:literal)+;)*) => {$(
        impl<$($type: Column),+> FromRow for ($($type,)+) {
            fn from_row(row: &Row) -> Result<Self> {
                Ok(($($type::read(row, $at)?,)+))
            }
        }
    )*};
}

tuples! {
    A 0;
    A 0 B 1;
    A 0 B 1 C 2;
    A 0 B 1 C 2 D 3;
    A 0 B 1 C 2 D 3 E 4;
}

/// Declares a struct decoded from a row, each field from the column of its name.
macro_rules! row {
    ($(#[$meta:meta])* $vis:vis struct $name:ident {
        $($(#[$field_meta:meta])* $field_vis:vis $field:ident: $type:ty,)*
    }) => {
        $(#[$meta])*
        $vis struct $name {
            $($(#[$field_meta])* $field_vis $field: $type,)*
        }

        impl $crate::db::FromRow for $name {
            fn from_row(row: &$crate::db::Row) -> $crate::db::Result<Self> {
                Ok(Self {
                    $($field: $crate::db::Field::read_field(
                        row,
                        stringify!($field).trim_start_matches("r#"),
                    )?,)*
                })
            }
        }

        impl $crate::db::Field for $name {
            fn read_field(row: &$crate::db::Row, _: &str) -> $crate::db::Result<Self> {
                $crate::db::FromRow::from_row(row)
            }
        }
    };
}
pub(crate) use row;
