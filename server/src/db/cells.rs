//! Generic access to the rows of any table, for exports and for moving data between engines.

use rusqlite::types::ValueRef as SqliteValue;
use sqlx::postgres::PgRow;
use sqlx::{Column as _, Row as _, TypeInfo as _, ValueRef as _};
use uuid::Uuid;

use super::sqlite::SqliteRow;
use super::{Db, Engine, Query, Result, Row};

/// A value, of one of the types both engines have.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    Null,
    Number(i64),
    Real(f64),
    Truth(bool),
    Text(String),
    Id(Uuid),
    Bytes(Vec<u8>),
}

impl Query<'_> {
    /// Loads every row as names and values.
    pub async fn cells(self) -> Result<Vec<Vec<(String, Cell)>>> {
        let rows = self.rows(usize::MAX).await?;
        let cells = rows.iter().map(|row| match row {
            Row::Sqlite(row) => Ok(of_sqlite(row)),
            Row::Postgres(row) => of_postgres(row),
        });
        cells.collect()
    }
}

fn of_sqlite(row: &SqliteRow) -> Vec<(String, Cell)> {
    let text = |text: &[u8]| String::from_utf8_lossy(text).into_owned();
    let cell = |value: SqliteValue<'_>| match value {
        SqliteValue::Null => Cell::Null,
        SqliteValue::Integer(number) => Cell::Number(number),
        SqliteValue::Real(number) => Cell::Real(number),
        SqliteValue::Text(bytes) => Cell::Text(text(bytes)),
        // Sixteen bytes are an id: every other stored blob is longer.
        SqliteValue::Blob(bytes) => {
            Uuid::from_slice(bytes).map_or_else(|_| Cell::Bytes(bytes.to_vec()), Cell::Id)
        }
    };
    row.values()
        .map(|(name, value)| (name.to_owned(), cell(value)))
        .collect()
}

fn of_postgres(row: &PgRow) -> Result<Vec<(String, Cell)>> {
    let cell = |at: usize| -> Result<Cell> {
        let value = row.try_get_raw(at)?;
        if value.is_null() {
            return Ok(Cell::Null);
        }
        Ok(match value.type_info().name() {
            "INT8" => Cell::Number(row.try_get(at)?),
            "INT4" => Cell::Number(row.try_get::<i32, _>(at)?.into()),
            "FLOAT8" => Cell::Real(row.try_get(at)?),
            "BOOL" => Cell::Truth(row.try_get(at)?),
            "UUID" => Cell::Id(row.try_get(at)?),
            "BYTEA" => Cell::Bytes(row.try_get(at)?),
            _ => Cell::Text(row.try_get(at)?),
        })
    };
    row.columns()
        .iter()
        .map(|column| Ok((column.name().to_owned(), cell(column.ordinal())?)))
        .collect()
}

impl Db {
    /// The product's tables, ordered so that a referenced table comes before those that refer to it.
    pub async fn tables(&self) -> Result<Vec<String>> {
        let names = match self.engine() {
            Engine::Sqlite => self.read(
                "SELECT name FROM sqlite_schema
                 WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name NOT LIKE '_sqlx%'
                     AND sql NOT LIKE 'CREATE VIRTUAL%' AND name NOT LIKE '%\\_search\\_%' ESCAPE '\\'
                 ORDER BY name",
            ),
            Engine::Postgres => self.read(
                "SELECT table_name::text FROM information_schema.tables
                 WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND table_name NOT LIKE '\\_sqlx%'
                 ORDER BY table_name",
            ),
        };
        let mut waiting: Vec<String> = names
            .all::<(String,)>()
            .await?
            .into_iter()
            .map(|(name,)| name)
            .collect();
        let references = self.references().await?;
        let mut ordered: Vec<String> = Vec::new();
        while !waiting.is_empty() {
            let (ready, blocked): (Vec<_>, Vec<_>) = waiting.iter().cloned().partition(|table| {
                let needs = references
                    .iter()
                    .filter(|(from, to)| from == table && to != table);
                needs.into_iter().all(|(_, to)| ordered.contains(to))
            });
            if ready.is_empty() {
                return Err(sqlx::Error::Protocol(format!(
                    "tables refer to each other in a circle: {blocked:?}"
                )));
            }
            ordered.extend(ready);
            waiting = blocked;
        }
        Ok(ordered)
    }

    /// The foreign keys, as pairs of tables.
    async fn references(&self) -> Result<Vec<(String, String)>> {
        let all = match self.engine() {
            Engine::Sqlite => self.read(
                "SELECT m.name, f.\"table\" FROM sqlite_schema m JOIN pragma_foreign_key_list(m.name) f
                 WHERE m.type = 'table'",
            ),
            Engine::Postgres => self.read(
                "SELECT conrelid::regclass::text, confrelid::regclass::text FROM pg_constraint WHERE contype = 'f'",
            ),
        };
        all.all().await
    }

    /// The tables with a column of one of these names, and that column.
    pub async fn columns_named(&self, names: &[&str]) -> Result<Vec<(String, String)>> {
        let mut found = Vec::new();
        for table in self.tables().await? {
            for (column, _) in self.columns(&table).await? {
                if names.contains(&column.as_str()) {
                    found.push((table.clone(), column));
                }
            }
        }
        Ok(found)
    }

    /// The columns that identify a row of a table: `id` if there is one.
    pub async fn key(&self, table: &str) -> Result<Vec<String>> {
        let columns = self.columns(table).await?;
        if columns.iter().any(|(name, _)| name == "id") {
            return Ok(vec!["id".to_owned()]);
        }
        let key = match self.engine() {
            Engine::Sqlite => {
                self.read("SELECT name FROM pragma_table_info($1) WHERE pk > 0 ORDER BY pk")
            }
            Engine::Postgres => self.read(
                "SELECT k.column_name::text
                 FROM information_schema.table_constraints c
                 JOIN information_schema.key_column_usage k USING (table_schema, table_name, constraint_name)
                 WHERE c.table_schema = 'public' AND c.constraint_type = 'PRIMARY KEY' AND c.table_name = $1
                 ORDER BY k.ordinal_position",
            ),
        };
        let key = key.bind(table).all::<(String,)>().await?;
        if key.is_empty() {
            let message = format!("{table} has no primary key");
            return Err(sqlx::Error::Protocol(message));
        }
        Ok(key.into_iter().map(|(name,)| name).collect())
    }

    /// The columns of a table and their types as the engine names them.
    pub async fn columns(&self, table: &str) -> Result<Vec<(String, String)>> {
        let columns = match self.engine() {
            Engine::Sqlite => {
                self.read("SELECT name, type FROM pragma_table_info($1) ORDER BY cid")
            }
            Engine::Postgres => self.read(
                "SELECT column_name::text, data_type::text FROM information_schema.columns
                 WHERE table_schema = 'public' AND table_name = $1 ORDER BY ordinal_position",
            ),
        };
        columns.bind(table).all().await
    }
}
