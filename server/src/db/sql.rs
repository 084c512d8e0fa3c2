//! SQL that is put together at run time.

use sqlx::AssertSqlSafe;
use uuid::Uuid;

use super::{Db, Engine, Query, Tx};

/// Text, and the values it refers to by number. Only ever text of our own.
pub struct Sql {
    text: String,
    values: Vec<SqlValue>,
}

/// A value for a place of a statement.
#[derive(Clone)]
pub enum SqlValue {
    Id(Uuid),
    Text(String),
    Number(i64),
    Real(f64),
    Truth(bool),
    Bytes(Vec<u8>),
}

impl From<Uuid> for SqlValue {
    fn from(id: Uuid) -> Self {
        Self::Id(id)
    }
}

impl From<String> for SqlValue {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<&str> for SqlValue {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<i64> for SqlValue {
    fn from(number: i64) -> Self {
        Self::Number(number)
    }
}

impl From<f64> for SqlValue {
    fn from(number: f64) -> Self {
        Self::Real(number)
    }
}

impl From<bool> for SqlValue {
    fn from(truth: bool) -> Self {
        Self::Truth(truth)
    }
}

impl Sql {
    pub fn new(text: &str) -> Self {
        Self {
            text: text.to_owned(),
            values: Vec::new(),
        }
    }

    pub fn push(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// Adds a value and gives the place that stands for it, such as `$3`.
    pub fn bind(&mut self, value: impl Into<SqlValue>) -> String {
        self.values.push(value.into());
        format!("${}", self.values.len())
    }

    /// Adds values and gives the places that stand for them, such as `$3, $4`.
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

    /// Asks how the engine would go about it.
    #[cfg(test)]
    #[must_use]
    pub fn explained(mut self) -> Self {
        self.text.insert_str(0, "EXPLAIN QUERY PLAN ");
        self
    }

    pub fn read(self, db: &Db) -> Query<'_> {
        let query = db.read(AssertSqlSafe(self.text));
        Self::fill(query, self.values)
    }

    /// The same for what may take long: see [`Db::read_slowly`].
    pub fn read_slowly(self, db: &Db, account: Uuid) -> Query<'_> {
        let query = db.read_slowly(account, AssertSqlSafe(self.text));
        Self::fill(query, self.values)
    }

    /// The same inside a transaction.
    pub fn query(self, tx: &mut Tx) -> Query<'_> {
        let query = tx.query(AssertSqlSafe(self.text));
        Self::fill(query, self.values)
    }

    /// Binds the values in their order.
    pub(super) fn fill(query: Query<'_>, values: Vec<SqlValue>) -> Query<'_> {
        values.into_iter().fold(query, |query, value| match value {
            SqlValue::Id(id) => query.bind(id),
            SqlValue::Text(text) => query.bind(text),
            SqlValue::Number(number) => query.bind(number),
            SqlValue::Real(number) => query.bind(number),
            SqlValue::Truth(truth) => query.bind(truth),
            SqlValue::Bytes(bytes) => query.bind(bytes),
        })
    }
}

fn escape_like(word: &str) -> String {
    word.replace('\\', "\\\\")
        .replace('%', "\\%")
        .replace('_', "\\_")
}
