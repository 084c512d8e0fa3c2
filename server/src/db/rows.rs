//! Batch inserts: many rows of one table in few statements.

use sqlx::AssertSqlSafe;

use super::{Result, SqlValue, Tx};

/// Rows per statement: the engines limit the number of placeholders.
const ROWS_PER_INSERT: usize = 50;

/// Rows waiting to be inserted.
pub struct Rows {
    into: String,
    width: usize,
    values: Vec<SqlValue>,
}

impl Rows {
    /// `into` is a table and its columns: `prompt_tags (prompt_id, tag)`.
    pub fn new(into: &str) -> Self {
        Self {
            into: into.to_owned(),
            width: into.matches(',').count() + 1,
            values: Vec::new(),
        }
    }

    /// Adds a row with one value per column.
    pub fn push(&mut self, row: impl IntoIterator<Item = SqlValue>) {
        self.values.extend(row);
        debug_assert!(
            self.values.len().is_multiple_of(self.width),
            "{}",
            self.into
        );
    }

    /// Inserts the rows added so far.
    pub async fn insert(&mut self, tx: &mut Tx) -> Result<()> {
        self.insert_and(tx, "").await?;
        Ok(())
    }

    /// Inserts the rows that are not there yet, and returns how many.
    pub async fn insert_missing(&mut self, tx: &mut Tx) -> Result<u64> {
        self.insert_and(tx, " ON CONFLICT DO NOTHING").await
    }

    async fn insert_and(&mut self, tx: &mut Tx, on_conflict: &str) -> Result<u64> {
        let mut inserted = 0;
        let mut values = std::mem::take(&mut self.values).into_iter().peekable();
        while values.peek().is_some() {
            let some: Vec<SqlValue> = values.by_ref().take(ROWS_PER_INSERT * self.width).collect();
            let places: Vec<String> = (1..=some.len()).map(|place| format!("${place}")).collect();
            let rows: Vec<String> = places
                .chunks(self.width)
                .map(|row| format!("({})", row.join(", ")))
                .collect();
            let (into, rows) = (&self.into, rows.join(", "));
            let sql = format!("INSERT INTO {into} VALUES {rows}{on_conflict}");
            let insert = tx.query(AssertSqlSafe(sql)).bind_all(some);
            inserted += insert.execute().await?;
        }
        Ok(inserted)
    }
}
