//! Lists of components, and their number per type.

use prompt_core::component::{ComponentCategory, ComponentType};
use uuid::Uuid;

use crate::components::model::{ComponentCounts, ComponentSummary};
use crate::components::store::{FROM, summary};
use crate::db::{Db, Query, Sql};
use crate::http::error::Result;
use crate::http::pagination::{self, Page};
use crate::prompts::list::{Owner, tags};
use crate::search::{self, Index, is_search};
use crate::session::extractors::{Me, Viewer};

const SEARCH: Index = Index {
    text: "c.search_text",
    table: "component_search",
    among: |hits| {
        format!(
            "c.id IN (SELECT r.component_id FROM component_search_rows r WHERE r.rid IN ({hits}))"
        )
    },
};

pub struct ComponentFilter {
    pub search: String,
    pub r#type: Option<ComponentType>,
    pub category: Option<ComponentCategory>,
    pub is_public: Option<bool>,
    pub owner: Owner,
    /// Components with at least one of these tags match.
    pub tags: Vec<String>,
}

pub async fn list(
    db: &Db,
    viewer: Viewer,
    filter: &ComponentFilter,
    cursor: Option<&str>,
    limit: usize,
) -> Result<Page<ComponentSummary>> {
    let nothing = Page::from(Vec::new());
    let place = cursor
        .map(pagination::decode_cursor::<(i64, Uuid)>)
        .transpose()?;
    let Some(me) = viewer.0 else {
        return Ok(nothing);
    };
    let mut sql = Sql::new("WITH hit (id) AS (");
    sql.bind(me.id);
    sql.bind(me.workspace);
    let mut conditions = conditions(&mut sql, filter);
    if let Some((time, id)) = place {
        let (time, id) = (sql.bind(time), sql.bind(id));
        let after = format!(" AND (c.updated_at, c.id) < ({time}, {id})");
        conditions.push_str(&after);
    }
    let order = format!("ORDER BY c.updated_at DESC, c.id DESC LIMIT {}", limit + 1);
    let parts: Vec<String> = sources(&mut sql, db, me, filter)
        .await?
        .into_iter()
        .map(|source| format!("SELECT id FROM (SELECT c.id FROM components c WHERE {source}{conditions} {order}) part"))
        .collect();
    if parts.is_empty() {
        return Ok(nothing);
    }
    sql.push(&parts.join(" UNION ALL "));
    sql.push(&format!(
        ") SELECT {} FROM hit h JOIN ({FROM}) ON c.id = h.id {order}",
        summary()
    ));
    let rows: Vec<ComponentSummary> = read(sql, db, me.id, filter)
        .all()
        .await
        .map_err(search::failed)?;
    Ok(Page::cut(rows, limit, |row| (row.updated_at.0, row.id)))
}

pub async fn counts(db: &Db, viewer: Viewer, filter: &ComponentFilter) -> Result<ComponentCounts> {
    let mut counts = ComponentCounts::default();
    let Some(me) = viewer.0 else {
        return Ok(counts);
    };
    let mut sql = Sql::new("SELECT type, CAST(SUM(count) AS BIGINT) FROM (");
    sql.bind(me.id);
    sql.bind(me.workspace);
    let conditions = conditions(&mut sql, filter);
    let parts: Vec<String> = sources(&mut sql, db, me, filter)
        .await?
        .into_iter()
        .map(|source| {
            format!("SELECT c.type, COUNT(*) AS count FROM components c WHERE {source}{conditions} GROUP BY c.type")
        })
        .collect();
    if parts.is_empty() {
        return Ok(counts);
    }
    sql.push(&parts.join(" UNION ALL "));
    sql.push(") part GROUP BY type");
    let counted: Vec<(String, i64)> = read(sql, db, me.id, filter)
        .all()
        .await
        .map_err(search::failed)?;
    for (word, count) in counted {
        let count = u32::try_from(count).unwrap_or(u32::MAX);
        counts.all = counts.all.saturating_add(count);
        match word.parse()? {
            ComponentType::Module => counts.module = count,
            ComponentType::Wrapper => counts.wrapper = count,
            ComponentType::Template => counts.template = count,
            ComponentType::Asset => counts.asset = count,
        }
    }
    Ok(counts)
}

fn read<'c>(sql: Sql, db: &'c Db, me: Uuid, filter: &ComponentFilter) -> Query<'c> {
    if is_search(&filter.search) {
        sql.read_slowly(db, me)
    } else {
        sql.read(db)
    }
}

/// The conditions of the queries that a list merges, with the search.
async fn sources(sql: &mut Sql, db: &Db, me: Me, filter: &ComponentFilter) -> Result<Vec<String>> {
    let (own, public) = filter
        .owner
        .conditions(sql, "c", me.workspace, filter.is_public);
    let mut sources = Vec::new();
    if let Some(own) = own {
        sources.push(own + &SEARCH.own(sql, db.engine(), &filter.search));
    }
    if let Some(public) = public {
        sources.push(public + &SEARCH.public(sql, db, me.id, &filter.search).await?);
    }
    Ok(sources)
}

/// The conditions except the search, as ` AND …`.
fn conditions(sql: &mut Sql, filter: &ComponentFilter) -> String {
    let mut out = String::new();
    let mut and = |condition: String| {
        out.push_str(" AND ");
        out.push_str(&condition);
    };
    if let Some(kind) = filter.r#type {
        and(format!("c.type = {}", sql.bind(kind.as_str())));
    }
    if let Some(category) = filter.category {
        and(format!("c.category = {}", sql.bind(category.as_str())));
    }
    if let Some(is_public) = filter.is_public {
        and(format!("c.is_public = {}", sql.bind(is_public)));
    }
    let tags: Vec<String> = tags(&filter.tags)
        .into_iter()
        .map(|tag| sql.bind(tag))
        .collect();
    if !tags.is_empty() {
        let tags = tags.join(", ");
        and(format!(
            "c.id IN (SELECT t.component_id FROM component_tags t WHERE t.tag IN ({tags}))"
        ));
    }
    out
}
