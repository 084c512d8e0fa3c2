//! A row read from SQLite.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use rusqlite::types::ValueRef;

/// A row. Its texts and blobs share one buffer, so a row costs one allocation for them.
#[derive(Debug)]
pub struct SqliteRow {
    columns: Arc<[Box<str>]>,
    cells: Vec<Cell>,
    bytes: Vec<u8>,
    /// Columns are mostly read in order, so the next one is tried first.
    next: AtomicUsize,
}

#[derive(Clone, Copy, Debug)]
enum Cell {
    Null,
    Integer(i64),
    Real(f64),
    /// The start and end among the row's bytes.
    Text(usize, usize),
    Blob(usize, usize),
}

impl SqliteRow {
    pub fn columns_of(statement: &rusqlite::Statement<'_>) -> Arc<[Box<str>]> {
        statement
            .column_names()
            .into_iter()
            .map(Into::into)
            .collect()
    }

    pub fn read(columns: &Arc<[Box<str>]>, row: &rusqlite::Row<'_>) -> rusqlite::Result<Self> {
        let mut bytes = Vec::new();
        let mut append = |some: &[u8]| {
            let from = bytes.len();
            bytes.extend_from_slice(some);
            (from, bytes.len())
        };
        let mut cells = Vec::with_capacity(columns.len());
        for at in 0..columns.len() {
            cells.push(match row.get_ref(at)? {
                ValueRef::Null => Cell::Null,
                ValueRef::Integer(number) => Cell::Integer(number),
                ValueRef::Real(number) => Cell::Real(number),
                ValueRef::Text(text) => {
                    let (from, to) = append(text);
                    Cell::Text(from, to)
                }
                ValueRef::Blob(blob) => {
                    let (from, to) = append(blob);
                    Cell::Blob(from, to)
                }
            });
        }
        Ok(Self {
            columns: Arc::clone(columns),
            cells,
            bytes,
            next: AtomicUsize::new(0),
        })
    }

    pub fn value(&self, at: usize) -> Option<ValueRef<'_>> {
        Some(match *self.cells.get(at)? {
            Cell::Null => ValueRef::Null,
            Cell::Integer(number) => ValueRef::Integer(number),
            Cell::Real(number) => ValueRef::Real(number),
            Cell::Text(from, to) => ValueRef::Text(&self.bytes[from..to]),
            Cell::Blob(from, to) => ValueRef::Blob(&self.bytes[from..to]),
        })
    }

    /// The index of a column.
    pub fn index(&self, name: &str) -> Option<usize> {
        let expected = self.next.load(Ordering::Relaxed);
        let is_named = |at: usize| self.columns.get(at).is_some_and(|column| **column == *name);
        let at = if is_named(expected) {
            expected
        } else {
            (0..self.columns.len()).find(|&at| is_named(at))?
        };
        self.next.store(at + 1, Ordering::Relaxed);
        Some(at)
    }

    /// Names and values, in column order.
    pub fn values(&self) -> impl Iterator<Item = (&str, ValueRef<'_>)> {
        let columns = self.columns.iter().enumerate();
        columns.filter_map(|(at, name)| Some((&**name, self.value(at)?)))
    }
}
