//! Text search in both engines: every word must occur, also as a substring, in any script and ignoring case.
//!
//! PostgreSQL finds substrings by its trigram indexes. SQLite has a full-text table beside each searched table,
//! which contains the public rows; a user's own rows are few and are scanned.
//!
//! Searches are slow reads ([`Db::read_slowly`]): the next one may be for a word that occurs nowhere.

use prompt_core::text::fold;
use uuid::Uuid;

use crate::db::{Db, Engine, Sql};
use crate::http::error::{ApiError, Result, is_stopped};

/// Maximum number of words of a search; further ones are ignored.
const WORDS: usize = 8;
/// A word with this many hits is common. Collecting and sorting its hits would take seconds, so the list is scanned
/// in order instead, which soon finds enough for a page.
const COMMON: usize = 1000;

/// The total number of characters looked up in SQLite's full-text table. Each costs a check at every position of
/// the preceding one: in a long text of one letter, a search of thousands took minutes.
const PHRASED: usize = 16;
/// The minimum length of a word that the full-text table can find.
const FEWEST: usize = 3;

/// Whether a search contains a word.
pub fn is_search(search: &str) -> bool {
    !words(search).is_empty()
}

/// The error of a failed search. If it was stopped by its time limit, the message suggests longer or more words.
pub fn failed(error: sqlx::Error) -> ApiError {
    let is_stopped = is_stopped(&error);
    let mut error = ApiError::from(error);
    if is_stopped {
        "This search took too long and was stopped. Longer words or more of them help."
            .clone_into(&mut error.body.message);
    }
    error
}

fn words(search: &str) -> Vec<String> {
    fold(search)
        .split_whitespace()
        .take(WORDS)
        .map(str::to_owned)
        .collect()
}

/// Splits words into phrases for the full-text table (words or their beginnings) and the words that were cut, which
/// are then searched for in the hits.
fn phrases(words: Vec<String>) -> (Vec<String>, Vec<String>) {
    let (mut phrases, mut longer) = (Vec::new(), Vec::new());
    let mut left = PHRASED;
    for word in words {
        let phrase: String = word.chars().take(left.max(FEWEST)).collect();
        left = left.saturating_sub(phrase.chars().count());
        if phrase.len() < word.len() {
            longer.push(word);
        }
        phrases.push(phrase);
    }
    (phrases, longer)
}

/// Where a table's text is, and how SQLite finds rows by it.
pub struct Index {
    /// The folded text.
    pub text: &'static str,
    /// SQLite's full-text table.
    pub table: &'static str,
    /// The condition that a row is among these row ids of the full-text table.
    pub among: fn(hits: &str) -> String,
}

impl Index {
    /// Scans for every word, as ` AND …`. Complete for any search.
    pub fn own(&self, sql: &mut Sql, engine: Engine, search: &str) -> String {
        self.contain(sql, engine, &words(search))
    }

    /// Looks up words in the index where possible and scans for the others, as ` AND …`. The result is complete,
    /// however common a word is and whatever other filters apply.
    pub async fn public(
        &self,
        sql: &mut Sql,
        db: &Db,
        viewer: Uuid,
        search: &str,
    ) -> Result<String> {
        let engine = db.engine();
        let words = words(search);
        let (indexed, others): (Vec<String>, Vec<String>) = match engine {
            Engine::Sqlite => words
                .iter()
                .cloned()
                .partition(|word| word.chars().count() >= FEWEST),
            Engine::Postgres => (Vec::new(), words.clone()),
        };
        if indexed.is_empty() {
            return Ok(self.contain(sql, engine, &others));
        }
        let (phrases, longer) = phrases(indexed);
        let Some(hits) = self.hits(db, viewer, &phrases).await? else {
            return Ok(self.contain(sql, engine, &words));
        };
        let mut out = self.contain(sql, engine, &others);
        out.push_str(&self.contain(sql, engine, &longer));
        let hits = sql.bind(hits);
        out.push_str(" AND ");
        out.push_str(&(self.among)(&format!(
            "SELECT value FROM json_each({hits})"
        )));
        Ok(out)
    }

    /// The row ids with all phrases, as a JSON list; `None` if the phrases are common.
    async fn hits(&self, db: &Db, viewer: Uuid, phrases: &[String]) -> Result<Option<String>> {
        let phrases: Vec<String> = phrases
            .iter()
            .map(|phrase| format!("\"{}\"", phrase.replace('"', "\"\"")))
            .collect();
        let table = self.table;
        let mut sql = Sql::new(&format!("SELECT rowid FROM {table} WHERE {table} MATCH $1"));
        sql.bind(phrases.join(" AND "));
        sql.push(&format!(" LIMIT {COMMON}"));
        let hits: Vec<(i64,)> = sql.read_slowly(db, viewer).all().await.map_err(failed)?;
        let hits: Vec<i64> = hits.into_iter().map(|(row,)| row).collect();
        Ok((hits.len() < COMMON).then(|| format!("{hits:?}")))
    }

    fn contain(&self, sql: &mut Sql, engine: Engine, words: &[String]) -> String {
        words
            .iter()
            .map(|word| " AND ".to_owned() + &sql.contains(engine, self.text, word))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_long_search_the_beginning_is_looked_up_and_the_rest_looked_for() {
        let long = "x".repeat(2000);
        for (search, looked_up, looked_for) in [
            ("code review", vec!["code", "review"], vec![]),
            (
                "internationalisation of prompts",
                vec!["internationalisa", "pro"],
                vec!["internationalisation", "prompts"],
            ),
            (&long, vec!["xxxxxxxxxxxxxxxx"], vec![&*long]),
            ("提示词模板", vec!["提示词模板"], vec![]),
        ] {
            let indexed = words(search)
                .into_iter()
                .filter(|word| word.chars().count() >= FEWEST);
            let (phrases, longer) = phrases(indexed.collect());
            assert_eq!((phrases, longer), (owned(looked_up), owned(looked_for)));
        }
    }

    fn owned(words: Vec<&str>) -> Vec<String> {
        words.into_iter().map(str::to_owned).collect()
    }
}
