//! SQL that is assembled at run time.

use sqlx::AssertSqlSafe;
use uuid::Uuid;

use super::{Db, Engine, Query, SqlValue, Tx};

/// SQL text with the values of its placeholders. The text only ever comes from this program.
pub struct Sql {
    text: String,
    values: Vec<SqlValue>,
}

impl Sql {
    pub fn new(text: &str) -> Self {
        Self {
            text: text.to_owned(),
            values: Vec::new(),
        }
    }

    /// An INSERT of one row, from columns and their values.
    pub fn insert(table: &str, values: Vec<(&str, SqlValue)>) -> Self {
        let mut sql = Self::new("");
        let bound = values
            .into_iter()
            .map(|(name, value)| (name, sql.bind(value)));
        let (names, places): (Vec<_>, Vec<_>) = bound.unzip();
        let (names, places) = (names.join(", "), places.join(", "));
        sql.push(&format!("INSERT INTO {table} ({names}) VALUES ({places})"));
        sql
    }

    /// An UPDATE of the row with an id, from columns and their values.
    pub fn update(table: &str, values: Vec<(&str, SqlValue)>, id: Uuid) -> Self {
        let mut sql = Self::new("");
        let bound = values
            .into_iter()
            .map(|(name, value)| format!("{name} = {}", sql.bind(value)));
        let set = bound.collect::<Vec<_>>().join(", ");
        let id = sql.bind(id);
        sql.push(&format!("UPDATE {table} SET {set} WHERE id = {id}"));
        sql
    }

    pub fn push(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// Binds a value and returns its placeholder, such as `$3`.
    pub fn bind(&mut self, value: impl Into<SqlValue>) -> String {
        self.values.push(value.into());
        format!("${}", self.values.len())
    }

    /// Binds values and returns their placeholders, such as `$3, $4`.
    pub fn bind_all(&mut self, ids: &[Uuid]) -> String {
        let places: Vec<String> = ids.iter().map(|&id| self.bind(id)).collect();
        places.join(", ")
    }

    /// A condition: the text in a column contains a word.
    pub fn contains(&mut self, engine: Engine, column: &str, word: &str) -> String {
        match engine {
            Engine::Sqlite => format!("instr({column}, {}) > 0", self.bind(word)),
            Engine::Postgres => format!(
                "{column} LIKE {}",
                self.bind(format!("%{}%", escape_like(word)))
            ),
        }
    }

    /// Returns the engine's query plan.
    #[cfg(test)]
    #[must_use]
    pub fn explained(mut self) -> Self {
        self.text.insert_str(0, "EXPLAIN QUERY PLAN ");
        self
    }

    pub fn read(self, db: &Db) -> Query<'_> {
        db.read(AssertSqlSafe(self.text)).bind_all(self.values)
    }

    /// As a slow read: see [`Db::read_slowly`].
    pub fn read_slowly(self, db: &Db, account: Uuid) -> Query<'_> {
        db.read_slowly(account, AssertSqlSafe(self.text))
            .bind_all(self.values)
    }

    /// As a query inside a transaction.
    pub fn query(self, tx: &mut Tx) -> Query<'_> {
        tx.query(AssertSqlSafe(self.text)).bind_all(self.values)
    }
}

fn escape_like(word: &str) -> String {
    word.replace('\\', "\\\\")
        .replace('%', "\\%")
        .replace('_', "\\_")
}
