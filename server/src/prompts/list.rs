//! Lists of prompts: filters, full-text search and keyset pages.
//!
//! A list of one's own and public prompts is two lists, each along its own index, merged: one scan over both would read
//! everybody's private prompts on the way.

use std::collections::HashMap;

use prompt_core::{Category, Complexity, PromptType, StructureType};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::access::VISIBLE_PROMPT;
use crate::auth::session::Viewer;
use crate::db::{Db, Engine, Sql};
use crate::error::{ApiError, Result};
use crate::page::{self, Page};
use crate::prompts::store::{FROM, SUMMARY};
use crate::prompts::{PromptSort, PromptSummary, RecordKind};
use crate::search::{Index, fold};

const SEARCH: Index = Index {
    text: "p.search_text",
    table: "prompt_search",
    among: |hits| format!("p.rid IN ({hits})"),
};

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
    find(db, viewer.id(), filter).await
}

/// The prompts a filter finds, as far as the viewer may see them.
pub async fn find(db: &Db, viewer: Uuid, filter: &PromptFilter) -> Result<Page<PromptSummary>> {
    let order = order(filter.sort);
    let Some(mut sql) = hits(db.engine(), viewer, filter)? else {
        return Ok(Page {
            items: Vec::new(),
            next_cursor: None,
        });
    };
    sql.push(&format!(
        " SELECT {SUMMARY} FROM hit h JOIN {} ON p.id = h.id {order} LIMIT {}",
        from_joined(),
        filter.limit + 1
    ));
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

/// How many prompts a filter finds, counted up to its limit.
pub async fn count(db: &Db, viewer: Uuid, filter: &PromptFilter) -> Result<i64> {
    let Some(mut sql) = hits(db.engine(), viewer, filter)? else {
        return Ok(0);
    };
    sql.push(" SELECT COUNT(*) FROM hit");
    let (count,) = sql.read(db).one::<(i64,)>().await?;
    Ok(count.min(i64::try_from(filter.limit).unwrap_or(i64::MAX)))
}

/// The prompts of these ids that the viewer may see.
pub async fn by_ids(db: &Db, viewer: Uuid, ids: &[Uuid]) -> Result<HashMap<Uuid, PromptSummary>> {
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let mut sql = Sql::new(&format!(
        "SELECT {SUMMARY} FROM {FROM} WHERE {VISIBLE_PROMPT} AND p.id IN ("
    ));
    sql.bind(viewer);
    let places = sql.bind_all(ids);
    sql.push(&places);
    sql.push(")");
    let rows: Vec<PromptSummary> = sql.read(db).all().await?;
    Ok(rows.into_iter().map(|row| (row.id, row)).collect())
}

fn order(sort: PromptSort) -> String {
    let (column, direction) = column(sort);
    format!("ORDER BY p.{column} {direction}, p.id {direction}")
}

fn column(sort: PromptSort) -> (&'static str, &'static str) {
    match sort {
        PromptSort::UpdatedAt => ("updated_at", "DESC"),
        PromptSort::CreatedAt => ("created_at", "DESC"),
        PromptSort::Title => ("title", "ASC"),
    }
}

/// `WITH hit (id) AS (…)`: one more than the filter's limit, or nothing where nothing can be found.
fn hits(engine: Engine, me: Uuid, filter: &PromptFilter) -> Result<Option<Sql>> {
    let (own, public) = match filter.owner {
        Owner::All => (true, filter.is_public != Some(false)),
        Owner::Me => (true, false),
        Owner::User(id) if id == me => (true, false),
        Owner::User(_) => (false, filter.is_public != Some(false)),
    };

    let mut sql = Sql::new("WITH hit (id) AS (");
    sql.bind(me);
    let conditions = conditions(&mut sql, filter, column(filter.sort).0)?;
    let order = format!("{} LIMIT {}", order(filter.sort), filter.limit + 1);
    let mut parts = Vec::new();
    if own {
        let search = SEARCH.own(&mut sql, engine, &filter.search);
        parts.push(format!(
            "SELECT id FROM (SELECT p.id FROM prompts p WHERE p.user_id = $1 AND p.deleted_at IS NULL{conditions}{search} {order}) own"
        ));
    }
    if public {
        let search = SEARCH.public(&mut sql, engine, &filter.search);
        let whose = match filter.owner {
            Owner::User(id) => format!("p.user_id = {}", sql.bind(id)),
            _ => "p.user_id <> $1".to_owned(),
        };
        parts.push(format!(
            "SELECT id FROM (SELECT p.id FROM prompts p WHERE {whose} AND p.is_public AND p.deleted_at IS NULL{conditions}{search} {order}) public"
        ));
    }
    if parts.is_empty() {
        return Ok(None);
    }
    sql.push(&parts.join(" UNION ALL "));
    sql.push(")");
    Ok(Some(sql))
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
