//! Text search in both engines: every word must occur, as part of a word too, in any script and without regard to case.
//!
//! PostgreSQL finds substrings by its trigram indexes without being told. SQLite has a full-text table beside each table
//! that is searched, which holds what everybody may find; one's own things are few and are looked through.

use crate::db::{Engine, Sql};

/// The most words of a search that count.
const WORDS: usize = 8;
/// Of a common word only the newest hits are considered: looking at them all would take seconds.
const HITS: usize = 500;

/// The characters of a search that SQLite's full-text table is asked to find in their order. Each costs a look at every place of
/// the text where the one before it stands: in a long text of one letter, a search of thousands took minutes.
const PHRASED: usize = 16;
/// The fewest characters that the full-text table can find.
const FEWEST: usize = 3;

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

/// What the full-text table is asked for: words, or how they begin. And the words that are longer than that, which are then
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

    /// The words that the index can look up are looked up, and the others looked for, as ` AND …`.
    pub fn public(&self, sql: &mut Sql, engine: Engine, search: &str) -> String {
        let (indexed, others): (Vec<String>, Vec<String>) = match engine {
            Engine::Sqlite => words(search)
                .into_iter()
                .partition(|word| word.chars().count() >= FEWEST),
            Engine::Postgres => (Vec::new(), words(search)),
        };
        let (phrases, longer) = phrases(indexed);
        let mut out = self.contain(sql, engine, &others);
        out.push_str(&self.contain(sql, engine, &longer));
        if !phrases.is_empty() {
            let phrases: Vec<String> = phrases
                .iter()
                .map(|phrase| format!("\"{}\"", phrase.replace('"', "\"\"")))
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
