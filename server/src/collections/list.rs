//! Loading collections: one with its breadcrumbs, and lists by level, search and owner.

use std::collections::HashMap;
use std::time::Duration;

use sqlx::AssertSqlSafe;
use tokio::time::{Instant, timeout_at};
use uuid::Uuid;

use crate::access::{self, Object, VISIBLE_COLLECTION, VISIBLE_PROMPT, is_member, visible};
use crate::clock::Timestamp;
use crate::collections::filter::{Smart, SmartFilter};
use crate::collections::model::{Breadcrumb, Collection, CollectionDetail};
use crate::db::{Db, Sql, row};
use crate::http::error::{ApiError, Result};
use crate::http::pagination::{self, Page};
use crate::names::slugs::named;
use crate::prompts;
use crate::prompts::list::Owner;
use crate::search::{self, Index, is_search};
use crate::session::extractors::Viewer;

const SEARCH: Index = Index {
    text: "c.search_text",
    table: "collection_search",
    among: |hits| {
        format!("c.id IN (SELECT collection_id FROM collection_search_rows WHERE rid IN ({hits}))")
    },
};

/// The items of a smart collection are counted up to this number.
const SMART_COUNT: usize = 1_000;
/// Time limit for counting the items of smart collections in one response: each needs a search of its own.
const COUNTING: Duration = Duration::from_secs(3);

/// The columns of a collection for viewer `$1`.
const COLUMNS: &str = concat!("c.id, c.workspace_id, ",
    is_member!("c"),
    " AS is_own, c.user_id, ",
    named!("collection", "c"),
    ", u.full_name AS author_name,
    (SELECT o.id FROM collections o WHERE o.id = c.parent_id AND ",
    visible!("o"),
    ")
        AS parent_id,
    c.title, c.description, c.is_public, c.is_smart, c.filter,
    (SELECT COUNT(*) FROM collection_items i JOIN prompts p ON p.id = i.prompt_id
     WHERE i.collection_id = c.id AND ",
    visible!("p"),
    ")
    + (SELECT COUNT(*) FROM collection_items i JOIN collections x ON x.id = i.child_collection_id
     WHERE i.collection_id = c.id AND ",
    visible!("x"),
    ") AS item_count,
    (SELECT COUNT(*) FROM collections x
     WHERE x.parent_id = c.id AND ",
    visible!("x"),
    ") AS child_count,
    COALESCE(n.view_count, 0) AS view_count, COALESCE(n.like_count, 0) AS like_count,
    EXISTS (SELECT 1 FROM collection_likes l WHERE l.collection_id = c.id AND l.user_id = $1) AS is_liked,
    c.created_at, c.updated_at");

const FROM: &str = "collections c JOIN users u ON u.id = c.user_id LEFT JOIN collection_counts n ON n.collection_id = c.id";

row! {
    struct Row {
        id: Uuid,
        workspace_id: Uuid,
        /// Whether the viewer is a member of its workspace.
        is_own: bool,
        user_id: Uuid,
        slug: String,
        handle: Option<String>,
        author_name: String,
        parent_id: Option<Uuid>,
        title: String,
        description: String,
        is_public: bool,
        is_smart: bool,
        filter: Option<String>,
        item_count: i64,
        child_count: i64,
        view_count: i64,
        like_count: i64,
        is_liked: bool,
        created_at: Timestamp,
        updated_at: Timestamp,
    }
}

impl Row {
    /// The collection as the viewer sees it. The items of a smart one are counted here, with one query per filter.
    async fn finish(self, db: &Db, viewer: Viewer, until: Instant) -> Result<Collection> {
        let filter: Option<SmartFilter> = self
            .filter
            .as_deref()
            .map(serde_json::from_str)
            .transpose()?;
        let (item_count, more_items) = match &filter {
            Some(filter) => {
                let smart = Smart {
                    workspace: self.workspace_id,
                    is_own: self.is_own,
                    filter,
                };
                count_found(db, viewer, &smart, until).await?
            }
            None => (self.item_count, false),
        };
        Ok(Collection {
            id: self.id,
            workspace_id: self.workspace_id,
            user_id: self.user_id,
            slug: self.slug,
            handle: self.handle,
            author_name: self.author_name,
            parent_id: self.parent_id,
            title: self.title,
            description: self.description,
            is_public: self.is_public,
            is_smart: self.is_smart,
            filter: filter.filter(|_| self.is_own),
            item_count,
            more_items,
            child_count: self.child_count,
            view_count: self.view_count,
            like_count: self.like_count,
            is_liked: self.is_liked,
            created_at: self.created_at,
            updated_at: self.updated_at,
        })
    }
}

/// Counts the items of a smart collection; the flag says whether there may be more. Past the time limit it is 0 and
/// true.
async fn count_found(
    db: &Db,
    viewer: Viewer,
    smart: &Smart<'_>,
    until: Instant,
) -> Result<(i64, bool)> {
    let unknown = (0, true);
    if Instant::now() >= until {
        return Ok(unknown);
    }
    let (workspace, query) = smart.query(viewer, None, SMART_COUNT);
    let count = prompts::list::count(db, viewer.id(), workspace, &query);
    let counted = timeout_at(until, count).await;
    counted.unwrap_or(Ok(unknown))
}

/// Loads a collection the viewer may see, with its breadcrumbs.
pub async fn detail(db: &Db, viewer: Viewer, id: Uuid) -> Result<CollectionDetail> {
    let sql = format!("SELECT {COLUMNS} FROM {FROM} WHERE c.id = $2 AND {VISIBLE_COLLECTION}");
    let found = db
        .read(AssertSqlSafe(sql))
        .bind(viewer.id())
        .bind(id)
        .optional::<Row>()
        .await?;
    let row = found.ok_or_else(|| ApiError::not_found("Collection"))?;
    let breadcrumbs = breadcrumbs(db, viewer.id(), id).await?;
    Ok(CollectionDetail {
        collection: row.finish(db, viewer, Instant::now() + COUNTING).await?,
        breadcrumbs,
    })
}

/// The ancestors of a collection, from the top down. The path starts below the first ancestor that the viewer may
/// not see.
async fn breadcrumbs(db: &Db, viewer: Uuid, id: Uuid) -> Result<Vec<Breadcrumb>> {
    let way = db
        .read(concat!(
            "WITH RECURSIVE up (id, title, parent_id, height) AS (
                 SELECT c.id, c.title, c.parent_id, 0 FROM collections c WHERE c.id = $2
                 UNION ALL
                 SELECT c.id, c.title, c.parent_id, up.height + 1 FROM up JOIN collections c ON c.id = up.parent_id
                 WHERE ",
            visible!("c"),
            "
             )
             SELECT id, title FROM up WHERE height > 0 ORDER BY height DESC",
        ))
        .bind(viewer)
        .bind(id)
        .all()
        .await?;
    Ok(way)
}

/// Loads the collections with these ids that the viewer may see.
pub async fn by_ids(db: &Db, viewer: Viewer, ids: &[Uuid]) -> Result<HashMap<Uuid, Collection>> {
    let mut found = HashMap::new();
    if ids.is_empty() {
        return Ok(found);
    }
    let mut sql = Sql::new(&format!(
        "SELECT {COLUMNS} FROM {FROM} WHERE {VISIBLE_COLLECTION} AND c.id IN ("
    ));
    sql.bind(viewer.id());
    let places = sql.bind_all(ids);
    sql.push(&places);
    sql.push(")");
    let rows: Vec<Row> = sql.read(db).all().await?;
    let until = Instant::now() + COUNTING;
    for row in rows {
        let collection = row.finish(db, viewer, until).await?;
        found.insert(collection.id, collection);
    }
    Ok(found)
}

/// The level of the tree that a list shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    Top,
    Any,
    In(Uuid),
}

impl Level {
    /// A search covers the whole tree unless a level is given.
    pub fn parse(text: Option<&str>, is_search: bool) -> Result<Self> {
        match text {
            None if is_search => Ok(Self::Any),
            None | Some("root") => Ok(Self::Top),
            Some("any") => Ok(Self::Any),
            Some(id) => id.parse().map(Self::In).map_err(|_| {
                ApiError::unreadable("parent_id must be root, any or the id of a collection")
                    .at("parent_id")
            }),
        }
    }
}

pub struct CollectionQuery {
    pub level: Level,
    pub search: String,
    pub is_public: Option<bool>,
    pub owner: Owner,
    pub contains: Option<Uuid>,
    pub cursor: Option<String>,
    pub limit: usize,
}

pub async fn list(db: &Db, viewer: Viewer, query: &CollectionQuery) -> Result<Page<Collection>> {
    if let Level::In(parent) = query.level {
        access::sees(db, Object::Collection, viewer.id(), parent).await?;
    }
    let Some(mut sql) = hits(db, viewer, query).await? else {
        return Ok(Page::from(Vec::new()));
    };
    let order = order(query);
    sql.push(&format!(" SELECT {COLUMNS} FROM hit h JOIN collections c ON c.id = h.id
        JOIN users u ON u.id = c.user_id LEFT JOIN collection_counts n ON n.collection_id = c.id {order}"));
    let found = if is_search(&query.search) {
        sql.read_slowly(db, viewer.id())
    } else {
        sql.read(db)
    };
    let rows: Vec<Row> = found.all().await.map_err(search::failed)?;
    let page = Page::cut(rows, query.limit, |last| (last.created_at.0, last.id));
    let until = Instant::now() + COUNTING;
    let mut items = Vec::with_capacity(page.items.len());
    for row in page.items {
        items.push(row.finish(db, viewer, until).await?);
    }
    Ok(Page {
        items,
        next_cursor: page.next_cursor,
    })
}

/// The ids of a page of the workspace's own and other collections, as `WITH hit (id) AS (…)`; `None` if no row can
/// match.
async fn hits(db: &Db, viewer: Viewer, query: &CollectionQuery) -> Result<Option<Sql>> {
    let mut sql = Sql::new("WITH hit (id) AS (");
    sql.bind(viewer.id());
    sql.bind(viewer.workspace());
    let conditions = conditions(&mut sql, query)?;
    let order = order(query);
    let (own, public) = match query.level {
        // What is in a collection belongs to its workspace, which may be another than the viewer's.
        Level::In(_) => {
            let whose = match query.owner {
                Owner::All => String::new(),
                Owner::Me => " AND c.workspace_id = $2".to_owned(),
                Owner::Workspace(id) => format!(" AND c.workspace_id = {}", sql.bind(id)),
            };
            (Some(format!("{VISIBLE_COLLECTION}{whose}")), None)
        }
        Level::Top | Level::Any => {
            query
                .owner
                .conditions(&mut sql, "c", viewer.workspace(), query.is_public)
        }
    };
    let mut parts = Vec::new();
    let mut part = |condition: String, search: String, level: &str| {
        parts.push(format!(
            "SELECT id FROM (SELECT c.id FROM collections c WHERE {condition}{search}{conditions}{level} {order}) part"
        ));
    };
    let is_top = query.level == Level::Top;
    if let Some(own) = own {
        let search = SEARCH.own(&mut sql, db.engine(), &query.search);
        let level = if is_top {
            " AND c.parent_id IS NULL"
        } else {
            ""
        };
        part(own, search, level);
    }
    if let Some(public) = public {
        let search = SEARCH
            .public(&mut sql, db, viewer.id(), &query.search)
            .await?;
        // For other users, a public collection in a private one is at the top level.
        let level = concat!(
            " AND NOT EXISTS (SELECT 1 FROM collections o WHERE o.id = c.parent_id AND ",
            visible!("o"),
            ")"
        );
        part(public, search, if is_top { level } else { "" });
    }
    if parts.is_empty() {
        return Ok(None);
    }
    sql.push(&parts.join(" UNION ALL "));
    sql.push(")");
    Ok(Some(sql))
}

/// Newest first, with one extra row.
fn order(query: &CollectionQuery) -> String {
    format!(
        "ORDER BY c.created_at DESC, c.id DESC LIMIT {}",
        query.limit + 1
    )
}

/// The conditions of both queries except the search, as ` AND …`.
fn conditions(sql: &mut Sql, query: &CollectionQuery) -> Result<String> {
    let mut out = String::new();
    let mut and = |condition: String| {
        out.push_str(" AND ");
        out.push_str(&condition);
    };
    if let Level::In(parent) = query.level {
        and(format!("c.parent_id = {}", sql.bind(parent)));
    }
    if let Some(is_public) = query.is_public {
        and(format!("c.is_public = {}", sql.bind(is_public)));
    }
    if let Some(prompt) = query.contains {
        let prompt = sql.bind(prompt);
        and(format!(
            "EXISTS (SELECT 1 FROM collection_items i JOIN prompts p ON p.id = i.prompt_id
             WHERE i.collection_id = c.id AND p.id = {prompt} AND {VISIBLE_PROMPT})"
        ));
    }
    if let Some(cursor) = &query.cursor {
        let (time, id): (i64, Uuid) = pagination::decode_cursor(cursor)?;
        let (time, id) = (sql.bind(time), sql.bind(id));
        and(format!("(c.created_at, c.id) < ({time}, {id})"));
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::extractors::Me;

    #[tokio::test]
    async fn a_search_of_others_collections_follows_the_full_text_index() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("plans.db");
        let db = Db::connect(&format!("sqlite:{}", file.display()), 1)
            .await
            .unwrap();
        db.migrate().await.unwrap();
        let query = CollectionQuery {
            level: Level::Any,
            search: "reviews".to_owned(),
            is_public: None,
            owner: Owner::All,
            contains: None,
            cursor: None,
            limit: 20,
        };
        let mut sql = hits(&db, Viewer(Some(Me::personal(Uuid::from_u128(1)))), &query)
            .await
            .unwrap()
            .expect("a list that finds something");
        sql.push(" SELECT id FROM hit");
        let steps: Vec<(i64, i64, i64, String)> = sql.explained().read(&db).all().await.unwrap();
        let plan: Vec<String> = steps.into_iter().map(|(.., step)| step).collect();
        let plan = plan.join("\n");
        assert!(plan.contains("SCAN json_each VIRTUAL TABLE"), "{plan}");
        assert!(!plan.contains("USING INDEX collections_public"), "{plan}");
    }
}
