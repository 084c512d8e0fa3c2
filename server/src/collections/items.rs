//! The items of a collection: added by hand, or found by a smart collection's filter.

use sqlx::AssertSqlSafe;
use uuid::Uuid;

use crate::access::{VISIBLE_COLLECTION, VISIBLE_PROMPT, is_member, visible};
use crate::activity::{self, ActivityKind};
use crate::clock::{Timestamp, new_id};
use crate::collections::filter::Smart;
use crate::collections::list;
use crate::collections::model::{AddedItems, CollectionItem, CollectionItemType, NewItems};
use crate::collections::store::{Forest, check_batch, lock_writable};
use crate::db::{Db, NewRows, Sql, Tx, row};
use crate::http::error::{ApiError, Result, retry_on_deadlock};
use crate::http::pagination::{self, Page};
use crate::prompts;
use crate::session::extractors::{Me, Viewer};

row! {
    struct Row {
        id: Uuid,
        prompt_id: Option<Uuid>,
        child_collection_id: Option<Uuid>,
        added_by: Uuid,
        added_at: Timestamp,
    }
}

const COLUMNS: &str = "i.id, i.prompt_id, i.child_collection_id, i.added_by, i.added_at";

/// Items whose prompt or collection is visible to viewer `$1`.
const VISIBLE_ITEM: &str = concat!(
    "((p.id IS NOT NULL AND ",
    visible!("p"),
    ") OR (c.id IS NOT NULL AND ",
    visible!("c"),
    "))"
);

const FROM: &str = "collection_items i LEFT JOIN prompts p ON p.id = i.prompt_id
    LEFT JOIN collections c ON c.id = i.child_collection_id";

pub async fn list(
    db: &Db,
    viewer: Viewer,
    collection: Uuid,
    cursor: Option<String>,
    limit: usize,
) -> Result<Page<CollectionItem>> {
    let sql = format!(
        "SELECT c.user_id, c.workspace_id, {}, c.filter FROM collections c WHERE c.id = $2 AND {VISIBLE_COLLECTION}",
        is_member!("c")
    );
    let found = db
        .read(AssertSqlSafe(sql))
        .bind(viewer.id())
        .bind(collection)
        .optional::<(Uuid, Uuid, bool, Option<String>)>()
        .await?;
    let (author, workspace, is_own, filter) =
        found.ok_or_else(|| ApiError::not_found("Collection"))?;
    if let Some(filter) = filter {
        let smart = Smart {
            workspace,
            is_own,
            filter: &serde_json::from_str(&filter)?,
        };
        return found_items(db, viewer, author, &smart, cursor, limit).await;
    }

    let (before, last) = pagination::newest_before(cursor.as_deref())?;
    let sql = format!(
        "SELECT {COLUMNS} FROM {FROM}
         WHERE i.collection_id = $2 AND (i.added_at, i.id) < ($3, $4) AND {VISIBLE_ITEM}
         ORDER BY i.added_at DESC, i.id DESC LIMIT {}",
        limit + 1
    );
    let rows: Vec<Row> = db
        .read(AssertSqlSafe(sql))
        .bind(viewer.id())
        .bind(collection)
        .bind(before)
        .bind(last)
        .all()
        .await?;
    let page = Page::cut(rows, limit, |row| (row.added_at.0, row.id));
    Ok(Page {
        items: fill(db, viewer, page.items).await?,
        next_cursor: page.next_cursor,
    })
}

/// The prompts that a smart collection's filter matches, as items.
async fn found_items(
    db: &Db,
    viewer: Viewer,
    author: Uuid,
    smart: &Smart<'_>,
    cursor: Option<String>,
    limit: usize,
) -> Result<Page<CollectionItem>> {
    let (workspace, query) = smart.query(viewer, cursor, limit);
    let page = prompts::list::find(db, viewer.id(), workspace, &query).await?;
    let items = page.items.into_iter().map(|prompt| CollectionItem {
        id: prompt.id,
        item_type: CollectionItemType::Prompt,
        prompt_id: Some(prompt.id),
        child_collection_id: None,
        added_by: author,
        added_at: prompt.updated_at,
        prompt: Some(prompt),
        child_collection: None,
    });
    Ok(Page {
        items: items.collect(),
        next_cursor: page.next_cursor,
    })
}

/// Loads the prompts and collections that the rows refer to.
async fn fill(db: &Db, viewer: Viewer, rows: Vec<Row>) -> Result<Vec<CollectionItem>> {
    let prompt_ids: Vec<Uuid> = rows.iter().filter_map(|row| row.prompt_id).collect();
    let collection_ids: Vec<Uuid> = rows
        .iter()
        .filter_map(|row| row.child_collection_id)
        .collect();
    let mut prompts = prompts::list::by_ids(db, viewer.id(), &prompt_ids).await?;
    let mut collections = list::by_ids(db, viewer, &collection_ids).await?;
    let items = rows.into_iter().filter_map(|row| {
        let prompt = row.prompt_id.and_then(|id| prompts.remove(&id));
        let child_collection = row
            .child_collection_id
            .and_then(|id| collections.remove(&id));
        // A row whose target was deleted between the two reads is left out.
        let item_type = match (&prompt, &child_collection) {
            (Some(_), _) => CollectionItemType::Prompt,
            (None, Some(_)) => CollectionItemType::Collection,
            (None, None) => return None,
        };
        Some(CollectionItem {
            id: row.id,
            item_type,
            prompt_id: row.prompt_id,
            child_collection_id: row.child_collection_id,
            added_by: row.added_by,
            added_at: row.added_at,
            prompt,
            child_collection,
        })
    });
    Ok(items.collect())
}

pub async fn add(
    db: &Db,
    me: Me,
    collection: Uuid,
    new: &NewItems,
    now: Timestamp,
) -> Result<AddedItems> {
    check_batch(
        "prompt_ids",
        new.prompt_ids.len() + new.collection_ids.len(),
    )?;
    retry_on_deadlock(|| add_once(db, me, collection, new, now)).await
}

async fn add_once(
    db: &Db,
    me: Me,
    collection: Uuid,
    new: &NewItems,
    now: Timestamp,
) -> Result<AddedItems> {
    let mut tx = db.begin().await?;
    let workspace = own_by_hand(&mut tx, me.id, collection).await?;
    if !new.collection_ids.is_empty() {
        let forest = Forest::of(&mut tx, workspace).await?;
        for &id in &new.collection_ids {
            forest.check_link(id, collection)?;
        }
    }
    expect_all_visible(
        &mut tx,
        me.id,
        "Prompt",
        &format!("SELECT COUNT(*) FROM prompts p WHERE {VISIBLE_PROMPT} AND p.id"),
        &new.prompt_ids,
    )
    .await?;
    expect_all_visible(
        &mut tx,
        me.id,
        "Collection",
        &format!("SELECT COUNT(*) FROM collections c WHERE {VISIBLE_COLLECTION} AND c.id"),
        &new.collection_ids,
    )
    .await?;

    let mut added = 0;
    for (column, ids) in [
        ("prompt_id", &new.prompt_ids),
        ("child_collection_id", &new.collection_ids),
    ] {
        added += insert(&mut tx, me.id, collection, column, ids, now).await?;
    }
    let rows = in_collection(&mut tx, collection, new).await?;
    if added > 0 {
        touch(&mut tx, me.id, collection, now).await?;
    }
    tx.commit().await?;
    Ok(AddedItems {
        added,
        items: fill(db, Viewer(Some(me)), rows).await?,
    })
}

/// Adds prompts to a collection and returns how many were new.
pub async fn add_prompts(
    db: &Db,
    me: Me,
    collection: Uuid,
    prompt_ids: Vec<Uuid>,
    now: Timestamp,
) -> Result<u64> {
    let new = NewItems {
        prompt_ids,
        collection_ids: Vec::new(),
    };
    Ok(add(db, me, collection, &new, now).await?.added)
}

/// 404 unless `count` counts every one of the ids.
async fn expect_all_visible(
    tx: &mut Tx,
    me: Uuid,
    what: &str,
    count: &str,
    ids: &[Uuid],
) -> Result<()> {
    let mut ids = ids.to_vec();
    ids.sort_unstable();
    ids.dedup();
    if ids.is_empty() {
        return Ok(());
    }
    let mut sql = Sql::new(count);
    sql.bind(me);
    let places = sql.bind_all(&ids);
    sql.push(&format!(" IN ({places})"));
    let (visible,) = sql.query(tx).one::<(i64,)>().await?;
    if usize::try_from(visible).ok() == Some(ids.len()) {
        Ok(())
    } else {
        Err(ApiError::not_found(what))
    }
}

async fn insert(
    tx: &mut Tx,
    me: Uuid,
    collection: Uuid,
    column: &str,
    ids: &[Uuid],
    now: Timestamp,
) -> Result<u64> {
    let mut rows = NewRows::new(&format!(
        "collection_items (id, collection_id, {column}, added_by, added_at)"
    ));
    for &id in ids {
        let item = new_id(now);
        rows.push([
            item.into(),
            collection.into(),
            id.into(),
            me.into(),
            now.into(),
        ]);
    }
    Ok(rows.insert_missing(tx).await?)
}

/// The items of a collection that refer to the sent prompts and collections.
async fn in_collection(tx: &mut Tx, collection: Uuid, sent: &NewItems) -> Result<Vec<Row>> {
    let mut rows = Vec::new();
    for (column, ids) in [
        ("prompt_id", &sent.prompt_ids),
        ("child_collection_id", &sent.collection_ids),
    ] {
        if ids.is_empty() {
            continue;
        }
        let mut sql = Sql::new(&format!(
            "SELECT {COLUMNS} FROM collection_items i WHERE i.collection_id = "
        ));
        let collection = sql.bind(collection);
        sql.push(&collection);
        let places = sql.bind_all(ids);
        sql.push(&format!(" AND i.{column} IN ({places}) ORDER BY i.id"));
        rows.extend(sql.query(tx).all::<Row>().await?);
    }
    Ok(rows)
}

pub async fn remove(
    db: &Db,
    me: Me,
    collection: Uuid,
    items: &[Uuid],
    now: Timestamp,
) -> Result<()> {
    check_batch("item_ids", items.len())?;
    retry_on_deadlock(|| remove_once(db, me, collection, items, now)).await
}

async fn remove_once(
    db: &Db,
    me: Me,
    collection: Uuid,
    items: &[Uuid],
    now: Timestamp,
) -> Result<()> {
    let mut tx = db.begin().await?;
    own_by_hand(&mut tx, me.id, collection).await?;
    if delete(&mut tx, collection, items).await? > 0 {
        touch(&mut tx, me.id, collection, now).await?;
    }
    tx.commit().await?;
    Ok(())
}

async fn delete(tx: &mut Tx, collection: Uuid, items: &[Uuid]) -> Result<u64> {
    let mut sql = Sql::new("DELETE FROM collection_items WHERE collection_id = ");
    let collection = sql.bind(collection);
    sql.push(&collection);
    let places = sql.bind_all(items);
    sql.push(&format!(" AND id IN ({places})"));
    Ok(sql.query(tx).execute().await?)
}

pub async fn move_to(
    db: &Db,
    me: Me,
    from: Uuid,
    to: Uuid,
    items: &[Uuid],
    now: Timestamp,
) -> Result<()> {
    check_batch("item_ids", items.len())?;
    retry_on_deadlock(|| move_once(db, me, from, to, items, now)).await
}

async fn move_once(
    db: &Db,
    me: Me,
    from: Uuid,
    to: Uuid,
    items: &[Uuid],
    now: Timestamp,
) -> Result<()> {
    let mut tx = db.begin().await?;
    own_by_hand(&mut tx, me.id, from).await?;
    let workspace = own_by_hand(&mut tx, me.id, to).await?;
    let mut sql = Sql::new(&format!(
        "SELECT {COLUMNS} FROM collection_items i WHERE i.collection_id = "
    ));
    let place = sql.bind(from);
    sql.push(&place);
    let places = sql.bind_all(items);
    sql.push(&format!(" AND i.id IN ({places}) ORDER BY i.id"));
    let rows: Vec<Row> = sql.query(&mut tx).all().await?;
    if rows.len() != items.len() {
        return Err(ApiError::not_found("Item"));
    }
    if from != to {
        let prompts: Vec<Uuid> = rows.iter().filter_map(|row| row.prompt_id).collect();
        let collections: Vec<Uuid> = rows
            .iter()
            .filter_map(|row| row.child_collection_id)
            .collect();
        if !collections.is_empty() {
            let forest = Forest::of(&mut tx, workspace).await?;
            for &id in &collections {
                forest.check_link(id, to)?;
            }
        }
        insert(&mut tx, me.id, to, "prompt_id", &prompts, now).await?;
        insert(&mut tx, me.id, to, "child_collection_id", &collections, now).await?;
        delete(&mut tx, from, items).await?;
        touch(&mut tx, me.id, from, now).await?;
        touch(&mut tx, me.id, to, now).await?;
    }
    tx.commit().await?;
    Ok(())
}

/// The workspace of a collection that `me` may change; 422 if it is smart.
async fn own_by_hand(tx: &mut Tx, me: Uuid, id: Uuid) -> Result<Uuid> {
    let locked = lock_writable(tx, me, id).await?;
    if locked.is_smart {
        let message = "A smart collection fills itself from its filter; change the filter instead";
        return Err(ApiError::new(
            poem::http::StatusCode::UNPROCESSABLE_ENTITY,
            "smart_collection",
            message,
        ));
    }
    Ok(locked.workspace_id)
}

/// Records that the items of a collection changed.
async fn touch(tx: &mut Tx, me: Uuid, collection: Uuid, now: Timestamp) -> Result<()> {
    tx.query("UPDATE collections SET updated_at = $2 WHERE id = $1")
        .bind(collection)
        .bind(now)
        .execute()
        .await?;
    activity::record(tx, me, ActivityKind::CollectionSaved, collection, now).await?;
    Ok(())
}
