//! Text search in both engines: every word must occur, as part of a word too, in any script and without regard to case.
//!
//! PostgreSQL finds substrings by its trigram indexes without being told. SQLite has a full-text table beside each table
//! that is searched, which holds what everybody may find; one's own things are few and are looked through.

use crate::db::{Engine, Sql};

/// The most words of a search that count.
const WORDS: usize = 8;
/// Of a common word only the newest hits are considered: looking at them all would take seconds.
const HITS: usize = 500;

/// How searched text and search words are compared.
pub fn fold(text: &str) -> String {
    text.to_lowercase().replace('\0', " ")
}

fn words(search: &str) -> Vec<String> {
    fold(search)
        .split_whitespace()
        .take(WORDS)
        .map(str::to_owned)
        .collect()
}

/// Where a table's text is, and how SQLite finds rows by it.
pub struct Index {
    /// The folded text.
    pub text: &'static str,
    /// SQLite's full-text table.
    pub table: &'static str,
    /// The condition that a row of ours is among these row numbers of the full-text table.
    pub among: fn(hits: &str) -> String,
}

impl Index {
    /// Each word is looked for in each text, as ` AND …`: nothing is ever missed.
    pub fn own(&self, sql: &mut Sql, engine: Engine, search: &str) -> String {
        self.contain(sql, engine, &words(search))
    }

    /// The words that the index can look up are looked up, and the others looked for, as ` AND …`.
    pub fn public(&self, sql: &mut Sql, engine: Engine, search: &str) -> String {
        let (indexed, others): (Vec<String>, Vec<String>) = match engine {
            Engine::Sqlite => words(search)
                .into_iter()
                .partition(|word| word.chars().count() >= 3),
            Engine::Postgres => (Vec::new(), words(search)),
        };
        let mut out = self.contain(sql, engine, &others);
        if !indexed.is_empty() {
            let phrases: Vec<String> = indexed
                .iter()
                .map(|word| format!("\"{}\"", word.replace('"', "\"\"")))
                .collect();
            let query = sql.bind(phrases.join(" AND "));
            let table = self.table;
            let hits = format!(
                "SELECT rowid FROM {table} WHERE {table} MATCH {query} ORDER BY rowid DESC LIMIT {HITS}"
            );
            out.push_str(" AND ");
            out.push_str(&(self.among)(&hits));
        }
        out
    }

    fn contain(&self, sql: &mut Sql, engine: Engine, words: &[String]) -> String {
        words
            .iter()
            .map(|word| " AND ".to_owned() + &sql.contains(engine, self.text, word))
            .collect()
    }
}
