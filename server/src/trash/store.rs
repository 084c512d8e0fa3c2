//! The trash in the database: rows whose `deleted_at` is set.

use std::time::Duration;

use prompt_core::component::Component;
use prompt_core::{Prompt, limits};
use sqlx::AssertSqlSafe;
use uuid::Uuid;

use crate::access::{self, Object, Place, Right};
use crate::clock::Timestamp;
use crate::collections::store::lock_tree;
use crate::db::{Db, Sql, Tx, row};
use crate::http::error::{ApiError, Result, retry_on_deadlock};
use crate::http::pagination::{self, Page};
use crate::records::store::check_limit;
use crate::session::extractors::Me;
use crate::trash::model::{TrashItem, TrashType};

/// How long deleted items can be restored.
const REST: Duration = Timestamp::DAY.saturating_mul(limits::TRASH_DAYS);

/// Rows purged per transaction, so that other writers do not wait for a long one.
const PURGE_ROWS: usize = 500;

impl TrashType {
    const ALL: [Self; 3] = [Self::Prompt, Self::Component, Self::Collection];

    fn object(self) -> Object {
        match self {
            Self::Prompt => Object::Prompt,
            Self::Component => Object::Component,
            Self::Collection => Object::Collection,
        }
    }

    fn table(self) -> &'static str {
        self.object().table()
    }

    /// The condition under which a deleted row is listed by itself.
    fn is_listed(self) -> &'static str {
        match self {
            Self::Prompt | Self::Component => "",
            Self::Collection => " AND deleted_with = id",
        }
    }
}

row! {
    struct Row {
        /// The index of its type in [`TrashType::ALL`].
        kind: i32,
        id: Uuid,
        title: String,
        deleted_at: Timestamp,
    }
}

pub async fn list(
    db: &Db,
    workspace: Uuid,
    only: Option<TrashType>,
    cursor: Option<&str>,
    limit: usize,
) -> Result<Page<TrashItem>> {
    let (before, last) = pagination::newest_before(cursor)?;
    let mut sql = Sql::new("");
    let (workspace, before, last) = (sql.bind(workspace), sql.bind(before), sql.bind(last));
    let order = format!("ORDER BY deleted_at DESC, id DESC LIMIT {}", limit + 1);
    let parts: Vec<String> = TrashType::ALL
        .iter()
        .enumerate()
        .filter(|(_, kind)| only.is_none_or(|only| only == **kind))
        .map(|(at, kind)| {
            let (table, is_listed) = (kind.table(), kind.is_listed());
            format!(
                "SELECT kind, id, title, deleted_at FROM (
                     SELECT {at} AS kind, id, title, deleted_at FROM {table}
                     WHERE workspace_id = {workspace} AND deleted_at IS NOT NULL AND (deleted_at, id) < ({before}, {last}){is_listed}
                     {order}) {table}"
            )
        })
        .collect();
    sql.push(&format!("{} {order}", parts.join(" UNION ALL ")));
    let rows: Vec<Row> = sql.read(db).all().await?;
    let page = Page::cut(rows, limit, |row| (row.deleted_at.0, row.id));
    page.try_map(|row| {
        let kind = usize::try_from(row.kind)
            .ok()
            .and_then(|at| TrashType::ALL.get(at));
        Ok(TrashItem {
            r#type: *kind
                .ok_or_else(|| ApiError::internal(&"an unknown kind of row in the trash"))?,
            id: row.id,
            title: row.title,
            deleted_at: row.deleted_at,
            purge_at: row.deleted_at.plus(REST),
        })
    })
}

pub async fn restore(db: &Db, me: Me, kind: TrashType, id: Uuid) -> Result<()> {
    retry_on_deadlock(|| restore_once(db, me, kind, id)).await
}

async fn restore_once(db: &Db, me: Me, kind: TrashType, id: Uuid) -> Result<()> {
    let mut tx = db.begin().await?;
    let workspace = expect(&mut tx, kind, Right::Write, me, id).await?;
    let restored = match kind {
        TrashType::Prompt => {
            check_limit::<Prompt>(&mut tx, workspace).await?;
            put_back(&mut tx, kind, id).await?
        }
        TrashType::Component => {
            check_limit::<Component>(&mut tx, workspace).await?;
            put_back(&mut tx, kind, id).await?
        }
        TrashType::Collection => restore_collection(&mut tx, workspace, id).await?,
    };
    if restored == 0 {
        return Err(ApiError::not_found(kind.object().name()));
    }
    tx.commit().await?;
    Ok(())
}

/// The workspace of an item in the trash on which `me` has a right.
async fn expect(tx: &mut Tx, kind: TrashType, right: Right, me: Me, id: Uuid) -> Result<Uuid> {
    access::expect(tx, kind.object(), Place::InTrash, right, me.id, id).await
}

async fn put_back(tx: &mut Tx, kind: TrashType, id: Uuid) -> Result<u64> {
    let table = kind.table();
    let sql =
        format!("UPDATE {table} SET deleted_at = NULL WHERE id = $1 AND deleted_at IS NOT NULL");
    Ok(tx.query(AssertSqlSafe(sql)).bind(id).execute().await?)
}

/// Restores a collection and everything that was deleted with it.
async fn restore_collection(tx: &mut Tx, workspace: Uuid, id: Uuid) -> Result<u64> {
    lock_tree(tx, workspace).await?;
    // The root is moved first, while a deleted parent can still be recognised.
    tx.query(
        "UPDATE collections SET parent_id = NULL
         WHERE id = $1 AND deleted_with = $1
             AND NOT EXISTS (SELECT 1 FROM collections o WHERE o.id = collections.parent_id AND o.deleted_at IS NULL)",
    )
    .bind(id)
    .execute()
    .await?;
    let restored = tx
        .query(
            "UPDATE collections SET deleted_at = NULL, deleted_with = NULL WHERE deleted_with = $1",
        )
        .bind(id)
        .execute()
        .await?;
    Ok(restored)
}

pub async fn purge(db: &Db, me: Me, kind: TrashType, id: Uuid) -> Result<()> {
    retry_on_deadlock(|| purge_once(db, me, kind, id)).await
}

async fn purge_once(db: &Db, me: Me, kind: TrashType, id: Uuid) -> Result<()> {
    let (table, key) = match kind {
        TrashType::Prompt | TrashType::Component => (kind.table(), "id"),
        TrashType::Collection => (kind.table(), "deleted_with"),
    };
    let mut tx = db.begin().await?;
    expect(&mut tx, kind, Right::Administer, me, id).await?;
    let sql = format!("DELETE FROM {table} WHERE {key} = $1 AND deleted_at IS NOT NULL");
    if tx.query(AssertSqlSafe(sql)).bind(id).execute().await? == 0 {
        return Err(ApiError::not_found(kind.object().name()));
    }
    tx.commit().await?;
    Ok(())
}

pub async fn empty(db: &Db, me: Me) -> Result<()> {
    retry_on_deadlock(|| empty_once(db, me)).await
}

async fn empty_once(db: &Db, me: Me) -> Result<()> {
    me.expect(Right::Administer)?;
    for kind in TrashType::ALL {
        let sql = format!(
            "DELETE FROM {} WHERE workspace_id = $1 AND deleted_at IS NOT NULL",
            kind.table()
        );
        let delete = db.write(AssertSqlSafe(sql)).bind(me.workspace);
        delete.execute().await?;
    }
    Ok(())
}

/// Purges the items whose time in the trash is over, and returns how many.
pub async fn purge_expired(db: &Db, now: Timestamp) -> Result<u64> {
    let before = now.minus(REST);
    let mut purged = 0;
    for kind in TrashType::ALL {
        let table = kind.table();
        let sql = format!(
            "DELETE FROM {table} WHERE id IN (
                 SELECT id FROM {table} WHERE deleted_at IS NOT NULL AND deleted_at <= $1 LIMIT {PURGE_ROWS})"
        );
        loop {
            let rows = retry_on_deadlock(async || {
                let purge = db.write(AssertSqlSafe(sql.clone())).bind(before);
                Ok(purge.execute().await?)
            })
            .await?;
            purged += rows;
            if rows == 0 {
                break;
            }
        }
    }
    Ok(purged)
}
