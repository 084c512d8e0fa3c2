//! Lists of prompts: filters, full-text search and keyset pagination.
//!
//! A list of the workspace's own and public prompts merges two queries: see [`Owner::conditions`].

use std::collections::HashMap;

use prompt_core::text::fold;
use prompt_core::{Category, Complexity, PromptType, StructureType};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::access::VISIBLE_PROMPT;
use crate::db::{Db, Engine, Sql};
use crate::http::error::{ApiError, Result};
use crate::http::pagination::{self, Page};
use crate::prompts::model::{PromptSort, PromptSummary, RecordKind};
use crate::prompts::store::{FROM, summary};
use crate::search::{self, Index, is_search};
use crate::session::extractors::Viewer;

const SEARCH: Index = Index {
    text: "p.search_text",
    table: "prompt_search",
    among: |hits| format!("p.rid IN ({hits})"),
};

/// A tag with this many prompts is common.
const COMMON: i64 = 500;

#[derive(Default)]
pub struct PromptFilter {
    pub kind: RecordKind,
    pub search: String,
    pub category: Option<Category>,
    pub structure_type: Option<StructureType>,
    pub complexity: Option<Complexity>,
    pub is_public: Option<bool>,
    pub prompt_type: Option<PromptType>,
    pub owner: Owner,
    /// Only the viewer's favourites.
    pub favourites: bool,
    /// Prompts with at least one of these tags match.
    pub tags: Vec<String>,
    pub sort: PromptSort,
    pub cursor: Option<String>,
    pub limit: usize,
}

/// Whose resources a list contains.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Owner {
    /// Those of the viewer's workspace, and public ones.
    #[default]
    All,
    /// Those of the viewer's workspace.
    Me,
    /// Those of another workspace. A user's id names the personal one.
    Workspace(Uuid),
}

impl Owner {
    pub fn parse(text: Option<&str>) -> Result<Self> {
        match text {
            None | Some("all") => Ok(Self::All),
            Some("me") => Ok(Self::Me),
            Some(id) => id.parse().map(Self::Workspace).map_err(|_| {
                ApiError::unreadable("owner must be all, me or the id of a user").at("owner")
            }),
        }
    }

    /// The conditions for a list's rows in workspace `$2`, the viewer's, and for public rows in others. These are two
    /// queries, each along its own index: one scan over both would read all private rows on the way.
    pub fn conditions(
        self,
        sql: &mut Sql,
        row: &str,
        workspace: Uuid,
        is_public: Option<bool>,
    ) -> (Option<String>, Option<String>) {
        let own = format!("{row}.workspace_id = $2 AND {row}.deleted_at IS NULL");
        let public = |whose: String| {
            let public = format!("{whose} AND {row}.is_public AND {row}.deleted_at IS NULL");
            Some(public).filter(|_| is_public != Some(false))
        };
        match self {
            Self::All => (Some(own), public(format!("{row}.workspace_id <> $2"))),
            Self::Me => (Some(own), None),
            Self::Workspace(id) if id == workspace => (Some(own), None),
            Self::Workspace(id) => {
                let whose = format!("{row}.workspace_id = {}", sql.bind(id));
                (None, public(whose))
            }
        }
    }
}

/// The end of a page: the sort key of its last row, and its id.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Place {
    Time(i64, Uuid),
    Title(String, Uuid),
}

pub async fn list(db: &Db, viewer: Viewer, filter: &PromptFilter) -> Result<Page<PromptSummary>> {
    find(db, viewer.id(), viewer.workspace(), filter).await
}

/// The prompts that a filter matches: public ones, and private ones of a workspace that the viewer may read.
pub async fn find(
    db: &Db,
    viewer: Uuid,
    workspace: Uuid,
    filter: &PromptFilter,
) -> Result<Page<PromptSummary>> {
    let order = order(filter.sort);
    let Some(mut sql) = hits(db, viewer, workspace, filter).await? else {
        return Ok(Page::from(Vec::new()));
    };
    sql.push(&format!(
        " SELECT {} FROM hit h JOIN {} ON p.{} = h.found {order} LIMIT {}",
        summary(),
        from_joined(),
        db.engine().prompt_key(),
        filter.limit + 1
    ));
    let query = if is_search(&filter.search) {
        sql.read_slowly(db, viewer)
    } else {
        sql.read(db)
    };
    let rows: Vec<PromptSummary> = query.all().await.map_err(search::failed)?;
    Ok(Page::cut(rows, filter.limit, |last| match filter.sort {
        PromptSort::UpdatedAt => Place::Time(last.updated_at.0, last.id),
        PromptSort::CreatedAt => Place::Time(last.created_at.0, last.id),
        PromptSort::Title => Place::Title(last.title.clone(), last.id),
    }))
}

/// Counts the prompts that [`find`] finds, up to the filter's limit; the flag says whether there are more.
pub async fn count(
    db: &Db,
    viewer: Uuid,
    workspace: Uuid,
    filter: &PromptFilter,
) -> Result<(i64, bool)> {
    let Some(mut sql) = hits(db, viewer, workspace, filter).await? else {
        return Ok((0, false));
    };
    sql.push(" SELECT COUNT(*) FROM hit");
    let (count,) = sql.read_slowly(db, viewer).one::<(i64,)>().await?;
    let most = i64::try_from(filter.limit).unwrap_or(i64::MAX);
    Ok((count.min(most), count > most))
}

/// Loads the prompts with these ids that the viewer may see.
pub async fn by_ids(db: &Db, viewer: Uuid, ids: &[Uuid]) -> Result<HashMap<Uuid, PromptSummary>> {
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let mut sql = Sql::new(&format!(
        "SELECT {} FROM {FROM} WHERE {VISIBLE_PROMPT} AND p.id IN (",
        summary()
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

/// `WITH hit (found) AS (…)` with one row more than the filter's limit; `None` if no row can match.
async fn hits(
    db: &Db,
    viewer: Uuid,
    workspace: Uuid,
    filter: &PromptFilter,
) -> Result<Option<Sql>> {
    let engine = db.engine();
    let key = engine.prompt_key();
    let mut sql = Sql::new("WITH hit (found) AS (");
    sql.bind(viewer);
    sql.bind(workspace);
    let tags = tags(&filter.tags);
    let tagged = if !tags.is_empty() && are_common(db, &tags).await? {
        "EXISTS (SELECT 1 FROM prompt_tags t WHERE t.prompt_id = p.id AND t.tag IN"
    } else {
        "p.id IN (SELECT t.prompt_id FROM prompt_tags t WHERE t.tag IN"
    };
    let conditions = conditions(&mut sql, filter, &tags, tagged)?;
    let order = format!("{} LIMIT {}", order(filter.sort), filter.limit + 1);
    let (own, public) = filter
        .owner
        .conditions(&mut sql, "p", workspace, filter.is_public);
    let mut parts = Vec::new();
    if let Some(own) = own {
        let search = SEARCH.own(&mut sql, engine, &filter.search);
        parts.push(format!(
            "SELECT found FROM (SELECT p.{key} AS found FROM prompts p WHERE {own}{conditions}{search} {order}) own"
        ));
    }
    if let Some(public) = public {
        let search = SEARCH.public(&mut sql, db, viewer, &filter.search).await?;
        parts.push(format!(
            "SELECT found FROM (SELECT p.{key} AS found FROM prompts p WHERE {public}{conditions}{search} {order}) public"
        ));
    }
    if parts.is_empty() {
        return Ok(None);
    }
    sql.push(&parts.join(" UNION ALL "));
    sql.push(")");
    Ok(Some(sql))
}

/// [`FROM`] in a form that can be joined to the hits.
fn from_joined() -> String {
    format!("({FROM})")
}

/// The conditions except the search, as ` AND …`.
fn conditions(
    sql: &mut Sql,
    filter: &PromptFilter,
    tags: &[String],
    tagged: &str,
) -> Result<String> {
    let column = column(filter.sort).0;
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
    if filter.favourites {
        // They are few, so the list begins with them.
        and("p.id IN (SELECT f.prompt_id FROM prompt_favourites f WHERE f.user_id = $1)".into());
    }
    if !tags.is_empty() {
        let places: Vec<String> = tags.iter().map(|tag| sql.bind(tag.as_str())).collect();
        and(format!("{tagged} ({}))", places.join(", ")));
    }
    if let Some(cursor) = &filter.cursor {
        let bad = || ApiError::unreadable("The cursor is not one this list gave out.").at("cursor");
        let (key, id) = match (pagination::decode_cursor(cursor)?, filter.sort) {
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

/// The tags of a filter in the form in which they are compared.
pub fn tags(tags: &[String]) -> Vec<String> {
    let tags = tags.iter().map(|tag| tag.trim());
    tags.filter(|tag| !tag.is_empty()).map(fold).collect()
}

/// Whether the tags are so common that it is faster to walk the list and check each prompt's tags than to collect
/// the prompts with these tags and sort them. PostgreSQL's planner decides this itself.
async fn are_common(db: &Db, tags: &[String]) -> Result<bool> {
    if db.engine() == Engine::Postgres {
        return Ok(false);
    }
    let mut sql = Sql::new("SELECT COUNT(*) FROM (SELECT 1 FROM prompt_tags WHERE tag IN (");
    let places: Vec<String> = tags.iter().map(|tag| sql.bind(tag.as_str())).collect();
    sql.push(&places.join(", "));
    sql.push(&format!(") LIMIT {COMMON})"));
    let (count,) = sql.read(db).one::<(i64,)>().await?;
    Ok(count == COMMON)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filter(change: impl FnOnce(&mut PromptFilter)) -> PromptFilter {
        let mut filter = PromptFilter {
            limit: 20,
            ..PromptFilter::default()
        };
        change(&mut filter);
        filter
    }

    /// SQLite's query plan for a list.
    async fn plan(db: &Db, filter: &PromptFilter) -> String {
        let (viewer, workspace) = (Uuid::from_u128(1), Uuid::from_u128(4));
        let hits = hits(db, viewer, workspace, filter).await.unwrap();
        let mut sql = hits.expect("a list that finds something");
        sql.push(" SELECT found FROM hit");
        let steps: Vec<(i64, i64, i64, String)> = sql.explained().read(db).all().await.unwrap();
        let steps: Vec<String> = steps.into_iter().map(|(.., step)| step).collect();
        steps.join("\n")
    }

    #[tokio::test]
    async fn a_list_follows_an_index_whatever_it_is_filtered_by() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("plans.db");
        let db = Db::connect(&format!("sqlite:{}", file.display()), 1)
            .await
            .unwrap();
        db.migrate().await.unwrap();
        let row = Place::Time(1, Uuid::from_u128(2));
        let page = Page::cut(vec![(), ()], 1, |()| &row);
        let last = page.next_cursor.unwrap();

        // Newest first: read from the index alone, without sorting.
        for filter in [
            filter(|_| {}),
            filter(|f| f.kind = RecordKind::Asset),
            filter(|f| f.kind = RecordKind::All),
            filter(|f| f.category = Some(Category::Web)),
            filter(|f| f.is_public = Some(true)),
            filter(|f| f.owner = Owner::Me),
            filter(|f| f.owner = Owner::Workspace(Uuid::from_u128(3))),
            filter(|f| f.cursor = Some(last.clone())),
            filter(|f| {
                f.structure_type = Some(StructureType::Structured);
                f.complexity = Some(Complexity::Simple);
                f.prompt_type = Some(PromptType::Persona);
                f.kind = RecordKind::All;
                f.cursor = Some(last.clone());
            }),
        ] {
            let plan = plan(&db, &filter).await;
            assert!(!plan.contains("TEMP B-TREE"), "{plan}");
            let looks = plan.lines().filter(|step| step.contains(" p "));
            for look in looks {
                assert!(look.contains("USING COVERING INDEX prompts_"), "{plan}");
            }
        }

        // Public prompts have an index per sort order; a user's own prompts are few and may be sorted.
        for (sort, index) in [
            (
                PromptSort::CreatedAt,
                "SCAN p USING INDEX prompts_public_newest",
            ),
            (
                PromptSort::Title,
                "SCAN p USING INDEX prompts_public_by_title",
            ),
        ] {
            let plan = plan(&db, &filter(|f| f.sort = sort)).await;
            assert!(plan.contains(index), "{plan}");
            assert!(plan.matches("TEMP B-TREE").count() <= 1, "{plan}");
        }
    }
}
