//! Lists of prompts: filters, full-text search and keyset pages.
//!
//! A list of one's own and public prompts is two lists, each along its own index, merged: one scan over both would read
//! everybody's private prompts on the way.

use prompt_core::{Category, Complexity, PromptType, StructureType};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::auth::session::Viewer;
use crate::db::{Db, Engine, Sql};
use crate::error::{ApiError, Result};
use crate::page::{self, Page};
use crate::prompts::store::{FROM, SUMMARY, fold};
use crate::prompts::{PromptSort, PromptSummary, RecordKind};

/// The most words of a search that count.
const SEARCH_WORDS: usize = 8;
pub struct PromptFilter {
    pub kind: RecordKind,
    pub search: String,
    pub category: Option<Category>,
    pub structure_type: Option<StructureType>,
    pub complexity: Option<Complexity>,
    pub is_public: Option<bool>,
    pub prompt_type: Option<PromptType>,
    pub owner: Owner,
    /// Separated by commas.
    pub tags: String,
    pub sort: PromptSort,
    pub cursor: Option<String>,
    pub limit: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    All,
    Me,
    User(Uuid),
}

impl Owner {
    pub fn parse(text: Option<&str>) -> Result<Self> {
        match text {
            None | Some("all") => Ok(Self::All),
            Some("me") => Ok(Self::Me),
            Some(id) => id.parse().map(Self::User).map_err(|_| {
                ApiError::unreadable("owner must be all, me or the id of a user").at("owner")
            }),
        }
    }
}

/// Where a page ended: the sort key of its last row, and its id.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Place {
    Time(i64, Uuid),
    Title(String, Uuid),
}

pub async fn list(db: &Db, viewer: Viewer, filter: &PromptFilter) -> Result<Page<PromptSummary>> {
    if viewer.0.is_none() {
        return Ok(Page {
            items: Vec::new(),
            next_cursor: None,
        });
    }
    let me = viewer.id();
    let (own, public) = match filter.owner {
        Owner::All => (true, filter.is_public != Some(false)),
        Owner::Me => (true, false),
        Owner::User(id) if id == me => (true, false),
        Owner::User(_) => (false, filter.is_public != Some(false)),
    };

    let (column, direction) = match filter.sort {
        PromptSort::UpdatedAt => ("updated_at", "DESC"),
        PromptSort::CreatedAt => ("created_at", "DESC"),
        PromptSort::Title => ("title", "ASC"),
    };
    let mut sql = Sql::new("WITH hit (id) AS (");
    sql.bind(me);
    let conditions = conditions(&mut sql, filter, column)?;
    let limit = filter.limit + 1;
    let order = format!("ORDER BY p.{column} {direction}, p.id {direction} LIMIT {limit}");
    let mut parts = Vec::new();
    if own {
        let search = own_search(&mut sql, db.engine(), &filter.search);
        parts.push(format!(
            "SELECT id FROM (SELECT p.id FROM prompts p WHERE p.user_id = $1 AND p.deleted_at IS NULL{conditions}{search} {order}) own"
        ));
    }
    if public {
        let search = public_search(&mut sql, db.engine(), &filter.search);
        let whose = match filter.owner {
            Owner::User(id) => format!("p.user_id = {}", sql.bind(id)),
            _ => "p.user_id <> $1".to_owned(),
        };
        parts.push(format!(
            "SELECT id FROM (SELECT p.id FROM prompts p WHERE {whose} AND p.is_public AND p.deleted_at IS NULL{conditions}{search} {order}) public"
        ));
    }
    if parts.is_empty() {
        return Ok(Page {
            items: Vec::new(),
            next_cursor: None,
        });
    }
    sql.push(&parts.join(" UNION ALL "));
    sql.push(&format!(
        ") SELECT {SUMMARY} FROM hit h JOIN {} ON p.id = h.id ",
        from_joined()
    ));
    sql.push(&order);

    let rows: Vec<PromptSummary> = sql.read(db).all().await?;
    let sort = filter.sort;
    page::cut(
        rows,
        filter.limit,
        |last| {
            page::encode_cursor(&match sort {
                PromptSort::UpdatedAt => Place::Time(last.updated_at.0, last.id),
                PromptSort::CreatedAt => Place::Time(last.created_at.0, last.id),
                PromptSort::Title => Place::Title(last.title.clone(), last.id),
            })
        },
        Ok,
    )
}

/// [`FROM`] in a form that can be joined to what was found.
fn from_joined() -> String {
    format!("({FROM})")
}

/// Every filter but the search, as ` AND …`.
fn conditions(sql: &mut Sql, filter: &PromptFilter, column: &str) -> Result<String> {
    let mut out = String::new();
    let mut and = |condition: String| {
        out.push_str(" AND ");
        out.push_str(&condition);
    };
    match filter.kind {
        RecordKind::Prompt => and("p.prompt_type = 'prompt'".into()),
        RecordKind::Asset => and("p.prompt_type <> 'prompt'".into()),
        RecordKind::All => {}
    }
    let words = [
        ("category", filter.category.map(Category::as_str)),
        (
            "structure_type",
            filter.structure_type.map(StructureType::as_str),
        ),
        ("complexity", filter.complexity.map(Complexity::as_str)),
        ("prompt_type", filter.prompt_type.map(PromptType::as_str)),
    ];
    for (name, word) in words {
        if let Some(word) = word {
            and(format!("p.{name} = {}", sql.bind(word)));
        }
    }
    if let Some(is_public) = filter.is_public {
        and(format!("p.is_public = {}", sql.bind(is_public)));
    }
    let tags: Vec<String> = filter
        .tags
        .split(',')
        .map(str::trim)
        .filter(|tag| !tag.is_empty())
        .map(|tag| sql.bind(fold(tag)))
        .collect();
    if !tags.is_empty() {
        let tags = tags.join(", ");
        and(format!(
            "p.id IN (SELECT t.prompt_id FROM prompt_tags t WHERE t.tag IN ({tags}))"
        ));
    }
    if let Some(cursor) = &filter.cursor {
        let bad = || ApiError::unreadable("The cursor is not one this list gave out.").at("cursor");
        let (key, id) = match (page::decode_cursor(cursor)?, filter.sort) {
            (Place::Time(time, id), PromptSort::UpdatedAt | PromptSort::CreatedAt) => {
                (sql.bind(time), sql.bind(id))
            }
            (Place::Title(title, id), PromptSort::Title) => (sql.bind(title), sql.bind(id)),
            _ => return Err(bad()),
        };
        let beyond = if filter.sort == PromptSort::Title {
            ">"
        } else {
            "<"
        };
        and(format!("(p.{column}, p.id) {beyond} ({key}, {id})"));
    }
    Ok(out)
}

fn words(search: &str) -> Vec<String> {
    fold(search)
        .split_whitespace()
        .take(SEARCH_WORDS)
        .map(str::to_owned)
        .collect()
}

/// One's own prompts are few: each word is looked for in each text, so that nothing is ever missed.
fn own_search(sql: &mut Sql, engine: Engine, search: &str) -> String {
    words(search)
        .into_iter()
        .map(|word| contains(sql, engine, word))
        .collect()
}

fn contains(sql: &mut Sql, engine: Engine, word: String) -> String {
    match engine {
        Engine::Sqlite => format!(" AND instr(p.search_text, {}) > 0", sql.bind(word)),
        Engine::Postgres => format!(
            " AND p.search_text LIKE {}",
            sql.bind(format!("%{}%", escape_like(&word)))
        ),
    }
}

fn escape_like(word: &str) -> String {
    word.replace('\\', "\\\\")
        .replace('%', "\\%")
        .replace('_', "\\_")
}

/// Everybody's public prompts are many: SQLite's trigram index finds the newest hits of the words it can look up.
fn public_search(sql: &mut Sql, engine: Engine, search: &str) -> String {
    let (indexed, short): (Vec<String>, Vec<String>) = match engine {
        Engine::Sqlite => words(search)
            .into_iter()
            .partition(|word| word.chars().count() >= 3),
        Engine::Postgres => (Vec::new(), words(search)),
    };
    let mut out: String = short
        .into_iter()
        .map(|word| contains(sql, engine, word))
        .collect();
    // Of a common word only the newest thousand hits are considered: sorting them all would take seconds.
    if !indexed.is_empty() {
        let phrases: Vec<String> = indexed
            .iter()
            .map(|word| format!("\"{}\"", word.replace('"', "\"\"")))
            .collect();
        let query = sql.bind(phrases.join(" AND "));
        out.push_str(" AND p.rid IN (SELECT rowid FROM prompt_search WHERE prompt_search MATCH ");
        out.push_str(&query);
        out.push_str(" ORDER BY rowid DESC LIMIT 1000)");
    }
    out
}
