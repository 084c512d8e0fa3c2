//! Text search in both engines: every word must occur, as part of a word too, in any script and without regard to case.
//!
//! PostgreSQL finds substrings by its trigram indexes without being told. SQLite has a full-text table beside each table
//! that is searched, which holds what everybody may find; one's own things are few and are looked through.
//!
//! Searches are slow reads ([`Db::read_slowly`]): the next one may be of a word that nothing holds.

use uuid::Uuid;

use crate::db::{Db, Engine, Sql};
use crate::http::error::{ApiError, Result, is_stopped};

/// The most words of a search that count.
const WORDS: usize = 8;
/// A word that so many things hold is common. It is not gathered and sorted, which would take seconds, but looked for along the
/// list, where it is soon met.
const COMMON: usize = 1000;

/// The characters of a search that SQLite's full-text table is asked to find in their order. Each costs a look at every place of
/// the text where the one before it occurs: in a long text of one letter, a search of thousands took minutes.
const PHRASED: usize = 16;
/// The fewest characters that the full-text table can find.
const FEWEST: usize = 3;

/// How searched text and search words are compared.
pub fn fold(text: &str) -> String {
    text.to_lowercase().replace('\0', " ")
}

/// Whether a search looks for anything.
pub fn is_search(search: &str) -> bool {
    !words(search).is_empty()
}

/// The failure of a search. One that was stopped says what would help.
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

/// The phrases that the full-text table is asked for: words, or how they begin. And the words that are longer than that, which are then
/// looked for in what it found.
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
    /// The condition that a row of ours is among these row numbers of the full-text table.
    pub among: fn(hits: &str) -> String,
}

impl Index {
    /// Each word is looked for in each text, as ` AND …`: nothing is ever missed.
    pub fn own(&self, sql: &mut Sql, engine: Engine, search: &str) -> String {
        self.contain(sql, engine, &words(search))
    }

    /// The words that the index can look up are looked up, and the others looked for, as ` AND …`. Nothing is missed, however
    /// common it is and whatever else the list is filtered by.
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

    /// The row numbers of what holds all phrases, as a JSON list; none when they are common.
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
