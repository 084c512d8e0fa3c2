//! Changing collections: the tree, likes and views.
//!
//! One transaction at a time changes the tree of a workspace: two concurrent moves, each valid alone, could
//! otherwise create a cycle.

use prompt_core::collection::Tree;
use prompt_core::name::Slug;
use prompt_core::text::{self, fold};
use prompt_core::validate;
use sqlx::AssertSqlSafe;
use uuid::Uuid;

use crate::access::{self, Object, Place, Right};
use crate::activity::{self, ActivityKind};
use crate::clock::{Timestamp, new_id};
use crate::collections::filter::SmartFilter;
use crate::collections::model::{CollectionPatch, NewCollection};
use crate::community::model::LikeState;
use crate::db::{Db, Engine, Tx, row};
use crate::http::error::{ApiError, Result, retry_on_deadlock};
use crate::idempotency::IdempotencyKey;
use crate::names::slugs;
use crate::session::extractors::{Me, Viewer};

/// Maximum number of ids per request.
pub const BATCH: usize = 500;

pub async fn create(
    db: &Db,
    me: Me,
    new: NewCollection,
    key: Option<String>,
    now: Timestamp,
) -> Result<Uuid> {
    let key = key
        .map(|key| IdempotencyKey::of("collection", me.workspace, key, &new))
        .transpose()?;
    let title = validate::title(&new.title)?;
    let description = validate::description(&new.description)?;
    let filter = match (new.is_smart, new.filter) {
        (true, Some(filter)) => Some(store_filter(&filter)?),
        (true, None) => {
            return Err(ApiError::rule(
                "filter",
                "required",
                "A smart collection needs a filter",
            ));
        }
        (false, Some(_)) => return Err(not_smart()),
        (false, None) => None,
    };
    let mut tx = db.begin().await?;
    let id = new_id(now);
    if let Some(key) = key
        && let Some(created) = key.claim(&mut tx, me.id, id, now).await?
    {
        tx.commit().await?;
        return Ok(created);
    }
    let workspace = if let Some(parent) = new.parent_id {
        // A nested collection belongs to the workspace of the one it is in.
        let workspace = lock_tree_of(&mut tx, me.id, parent).await?;
        lock_writable(&mut tx, me.id, parent).await?;
        let forest = Forest::of(&mut tx, workspace).await?;
        forest.check_move(id, Some(parent))?;
        workspace
    } else {
        me.expect(Right::Write)?;
        me.workspace
    };
    let searched = search_text(&title, &description);
    tx.query(
        "INSERT INTO collections
             (id, workspace_id, user_id, parent_id, title, description, is_public, is_smart, filter, search_text,
              created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11)",
    )
    .bind(id)
    .bind(workspace)
    .bind(me.id)
    .bind(new.parent_id)
    .bind(title.as_str())
    .bind(description)
    .bind(new.is_public)
    .bind(new.is_smart)
    .bind(filter)
    .bind(searched)
    .bind(now)
    .execute()
    .await?;
    let slug = Slug::from_title(&title, "collection");
    slugs::assign(&mut tx, workspace, "collection", id, &slug, now).await?;
    activity::record(&mut tx, me.id, ActivityKind::CollectionCreated, id, now).await?;
    tx.commit().await?;
    Ok(id)
}

pub async fn update(
    db: &Db,
    me: Me,
    id: Uuid,
    edit: CollectionPatch,
    now: Timestamp,
) -> Result<()> {
    let new_title = match edit.title.0 {
        Some(title) => Some(validate::title(&as_it_stands(db, me, id, title).await?)?),
        None => None,
    };
    let new_description = edit.description.0.as_deref();
    let new_description = new_description.map(validate::description).transpose()?;
    let filter = edit.filter.as_ref().map(store_filter).transpose()?;
    let slug = edit.slug.0.as_deref().map(slugs::parse).transpose()?;
    let mut tx = db.begin().await?;
    let locked = lock_writable(&mut tx, me.id, id).await?;
    if filter.is_some() && !locked.is_smart {
        return Err(not_smart());
    }
    let stored = tx
        .query("SELECT title, description, is_public FROM collections WHERE id = $1")
        .bind(id);
    let (title, description, is_public) = stored.one::<(String, String, bool)>().await?;
    let title = new_title.unwrap_or(title);
    let description = new_description.unwrap_or(description);
    let is_public = edit.is_public.unwrap_or(is_public);
    let searched = search_text(&title, &description);
    tx.query(
        "UPDATE collections SET title = $2, description = $3, is_public = $4,
             filter = COALESCE($5, filter), search_text = $6, updated_at = $7
         WHERE id = $1",
    )
    .bind(id)
    .bind(title.as_str())
    .bind(description)
    .bind(is_public)
    .bind(filter)
    .bind(searched)
    .bind(now)
    .execute()
    .await?;
    if let Some(slug) = slug {
        slugs::rename(&mut tx, "collection", id, &slug, now).await?;
    }
    activity::record(&mut tx, me.id, ActivityKind::CollectionSaved, id, now).await?;
    tx.commit().await?;
    Ok(())
}

/// Puts a title on one line if it was stored before line breaks and control characters were rejected, so that it
/// can be saved unchanged.
async fn as_it_stands(db: &Db, me: Me, id: Uuid, mut title: String) -> Result<String> {
    if validate::has_broken_names(&title, &[]) {
        let sql = format!(
            "SELECT c.title FROM collections c WHERE c.id = $2 AND c.deleted_at IS NULL AND {}",
            Right::Write.on("c")
        );
        let stood = db
            .read(AssertSqlSafe(sql))
            .bind(me.id)
            .bind(id)
            .optional::<(String,)>()
            .await?;
        if let Some((stood,)) = stood {
            validate::keep_old_names((&mut title, &mut []), (&stood, &[]));
        }
    }
    Ok(title)
}

fn search_text(title: &str, description: &str) -> String {
    fold(&format!("{title}\n{description}"))
}

fn store_filter(filter: &SmartFilter) -> Result<String> {
    filter.check()?;
    Ok(serde_json::to_string(filter)?)
}

/// Renames tags in the filters of a workspace's smart collections.
pub async fn rename_tags(
    tx: &mut Tx,
    workspace: Uuid,
    from: &[String],
    to: &str,
    now: Timestamp,
) -> Result<()> {
    let sql = format!(
        "SELECT id, filter FROM collections
         WHERE workspace_id = $1 AND is_smart AND filter IS NOT NULL AND deleted_at IS NULL ORDER BY id{}",
        tx.for_update()
    );
    let query = tx.query(AssertSqlSafe(sql)).bind(workspace);
    for (id, filter) in query.all::<(Uuid, String)>().await? {
        let mut filter: SmartFilter = serde_json::from_str(&filter)?;
        let renamed = text::rename_tags(filter.tags.clone(), from, to);
        if renamed == filter.tags {
            continue;
        }
        filter.tags = renamed;
        let filter = store_filter(&filter)?;
        tx.query("UPDATE collections SET filter = $2, updated_at = $3 WHERE id = $1")
            .bind(id)
            .bind(filter)
            .bind(now)
            .execute()
            .await?;
    }
    Ok(())
}

fn not_smart() -> ApiError {
    ApiError::rule(
        "filter",
        "not_smart",
        "Only a smart collection has a filter",
    )
}

/// Moves collections into another one, or to the top level: all or none.
pub async fn move_all(
    db: &Db,
    me: Me,
    ids: &[Uuid],
    parent: Option<Uuid>,
    now: Timestamp,
) -> Result<()> {
    check_batch("ids", ids.len())?;
    retry_on_deadlock(|| move_all_once(db, me, ids, parent, now)).await
}

async fn move_all_once(
    db: &Db,
    me: Me,
    ids: &[Uuid],
    parent: Option<Uuid>,
    now: Timestamp,
) -> Result<()> {
    let mut tx = db.begin().await?;
    let Some(&first) = ids.first() else {
        return Ok(());
    };
    let workspace = lock_tree_of(&mut tx, me.id, first).await?;
    if let Some(parent) = parent {
        lock_writable_in(&mut tx, me.id, parent, workspace).await?;
    }
    let forest = Forest::of(&mut tx, workspace).await?;
    for &id in ids {
        lock_writable_in(&mut tx, me.id, id, workspace).await?;
        forest.check_move(id, parent)?;
        tx.query("UPDATE collections SET parent_id = $2, updated_at = $3 WHERE id = $1")
            .bind(id)
            .bind(parent)
            .bind(now)
            .execute()
            .await?;
    }
    tx.commit().await?;
    Ok(())
}

pub fn check_batch(field: &str, count: usize) -> Result<()> {
    match count {
        0 => Err(ApiError::rule(
            field,
            "required",
            format!("{field} must name at least one"),
        )),
        1..=BATCH => Ok(()),
        _ => Err(ApiError::rule(
            field,
            "too_many",
            format!("{field} may name at most {BATCH} at once"),
        )),
    }
}

/// A workspace's collections with their parents, in the form the core checks for cycles.
pub struct Forest(Vec<(String, Option<String>)>);

impl Forest {
    pub async fn of(tx: &mut Tx, workspace: Uuid) -> Result<Self> {
        let rows: Vec<(Uuid, Option<Uuid>)> = tx
            .query(
                "SELECT id, parent_id FROM collections WHERE workspace_id = $1 AND deleted_at IS NULL",
            )
            .bind(workspace)
            .all()
            .await?;
        let text = |id: Uuid| id.to_string();
        Ok(Self(
            rows.into_iter()
                .map(|(id, parent)| (text(id), parent.map(text)))
                .collect(),
        ))
    }

    /// Checks whether a collection may be moved under another one, or to the top level.
    pub fn check_move(&self, id: Uuid, parent: Option<Uuid>) -> Result<()> {
        let parent = parent.map(|parent| parent.to_string());
        Ok(self.tree().check_move(&id.to_string(), parent.as_deref())?)
    }

    /// Checks whether a collection may be added to another one as an item.
    pub fn check_link(&self, id: Uuid, collection: Uuid) -> Result<()> {
        Ok(self
            .tree()
            .check_link(&id.to_string(), &collection.to_string())?)
    }

    fn tree(&self) -> Tree<'_> {
        Tree::new(
            self.0
                .iter()
                .map(|(id, parent)| (id.as_str(), parent.as_deref())),
        )
    }
}

/// Moves a collection and everything nested in it into the trash.
pub async fn delete(db: &Db, me: Me, id: Uuid, now: Timestamp) -> Result<()> {
    retry_on_deadlock(|| delete_once(db, me, id, now)).await
}

async fn delete_once(db: &Db, me: Me, id: Uuid, now: Timestamp) -> Result<()> {
    let mut tx = db.begin().await?;
    lock_tree_of(&mut tx, me.id, id).await?;
    lock_writable(&mut tx, me.id, id).await?;
    tx.query(
        "WITH RECURSIVE below (id) AS (
             SELECT c.id FROM collections c WHERE c.id = $1
             UNION
             SELECT c.id FROM below b JOIN collections c ON c.parent_id = b.id WHERE c.deleted_at IS NULL
         )
         UPDATE collections SET deleted_at = $2, deleted_with = $1 WHERE id IN (SELECT id FROM below)",
    )
    .bind(id)
    .bind(now)
    .execute()
    .await?;
    tx.commit().await?;
    Ok(())
}

/// Locks the workspace's collection tree until the transaction ends. On SQLite the single writer needs no lock.
pub async fn lock_tree(tx: &mut Tx, workspace: Uuid) -> Result<()> {
    if tx.engine() == Engine::Postgres {
        tx.query("SELECT id FROM workspaces WHERE id = $1 FOR NO KEY UPDATE")
            .bind(workspace)
            .one::<(Uuid,)>()
            .await?;
    }
    Ok(())
}

/// Locks the tree of a collection that `me` may change, and returns its workspace.
async fn lock_tree_of(tx: &mut Tx, me: Uuid, id: Uuid) -> Result<Uuid> {
    let (place, right) = (Place::InUse, Right::Write);
    let workspace = access::expect(tx, Object::Collection, place, right, me, id).await?;
    lock_tree(tx, workspace).await?;
    Ok(workspace)
}

row! {
    /// A collection that may be changed, locked until the transaction ends.
    pub struct Writable {
        pub workspace_id: Uuid,
        pub is_smart: bool,
    }
}

/// Locks a collection that `me` may change.
pub async fn lock_writable(tx: &mut Tx, me: Uuid, id: Uuid) -> Result<Writable> {
    let sql = format!(
        "SELECT c.workspace_id, c.is_smart FROM collections c
         WHERE c.id = $2 AND c.deleted_at IS NULL AND {}{}",
        Right::Write.on("c"),
        tx.for_update()
    );
    let query = tx.query(AssertSqlSafe(sql));
    match query.bind(me).bind(id).optional().await? {
        Some(locked) => Ok(locked),
        None => access::refused_change_in(tx, Object::Collection, me, id).await,
    }
}

/// As [`lock_writable`]; 422 if the collection is in another workspace.
async fn lock_writable_in(tx: &mut Tx, me: Uuid, id: Uuid, workspace: Uuid) -> Result<()> {
    if lock_writable(tx, me, id).await?.workspace_id == workspace {
        return Ok(());
    }
    let message = "Collections can be moved only within their workspace";
    Err(ApiError::rule("parent_id", "other_workspace", message))
}

pub async fn like(db: &Db, me: Me, id: Uuid, liked: bool, now: Timestamp) -> Result<LikeState> {
    retry_on_deadlock(|| like_once(db, me, id, liked, now)).await
}

async fn like_once(db: &Db, me: Me, id: Uuid, liked: bool, now: Timestamp) -> Result<LikeState> {
    let mut tx = db.begin().await?;
    access::sees_in(&mut tx, Object::Collection, me.id, id).await?;
    let changed = if liked {
        tx.query(
            "INSERT INTO collection_likes (collection_id, user_id, created_at) VALUES ($1, $2, $3)
             ON CONFLICT (user_id, collection_id) DO NOTHING",
        )
        .bind(id)
        .bind(me.id)
        .bind(now)
        .execute()
        .await?
    } else {
        tx.query("DELETE FROM collection_likes WHERE collection_id = $1 AND user_id = $2")
            .bind(id)
            .bind(me.id)
            .execute()
            .await?
    };
    let by = match (changed, liked) {
        (0, _) => 0,
        (_, true) => 1,
        (_, false) => -1,
    };
    let (like_count,) = tx
        .query(
            "INSERT INTO collection_counts (collection_id, like_count) VALUES ($1, $2)
             ON CONFLICT (collection_id)
                 DO UPDATE SET like_count = collection_counts.like_count + excluded.like_count
             RETURNING like_count",
        )
        .bind(id)
        .bind(by)
        .one::<(i64,)>()
        .await?;
    tx.commit().await?;
    Ok(LikeState { liked, like_count })
}

pub async fn view(db: &Db, viewer: Viewer, id: Uuid, now: Timestamp) -> Result<()> {
    let is_own = access::sees(db, Object::Collection, viewer.id(), id).await?;
    let Some(me) = viewer.0.filter(|_| !is_own) else {
        return Ok(());
    };
    retry_on_deadlock(|| view_once(db, me, id, now)).await
}

async fn view_once(db: &Db, me: Me, id: Uuid, now: Timestamp) -> Result<()> {
    let mut tx = db.begin().await?;
    access::sees_in(&mut tx, Object::Collection, me.id, id).await?;
    let is_first = tx
        .query(
            "INSERT INTO collection_views (collection_id, day, user_id) VALUES ($1, $2, $3)
             ON CONFLICT (collection_id, day, user_id) DO NOTHING",
        )
        .bind(id)
        .bind(now.day())
        .bind(me.id)
        .execute()
        .await?;
    if is_first == 1 {
        tx.query(
            "INSERT INTO collection_counts (collection_id, view_count) VALUES ($1, 1)
             ON CONFLICT (collection_id) DO UPDATE SET view_count = collection_counts.view_count + 1",
        )
        .bind(id)
        .execute()
        .await?;
    }
    tx.commit().await?;
    Ok(())
}
