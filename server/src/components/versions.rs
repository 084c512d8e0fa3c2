//! Snapshots of a component under a number, and going back to one.

use prompt_core::{VersionNumber, VersionType, validate};
use sqlx::AssertSqlSafe;
use uuid::Uuid;

use crate::access::{self, VISIBLE_COMPONENT};
use crate::clock::{Timestamp, new_id};
use crate::components::model::{
    ComponentVersion, ComponentVersionSummary, NewComponentVersion, StoredComponent,
};
use crate::components::store::{Stored, Text, expect_version, get_in, own_for_update, write};
use crate::db::{Db, Tx};
use crate::http::error::{ApiError, Result, retry_on_deadlock};
use crate::http::pagination::{self, Page};
use crate::numbers::{self, Kind};
use crate::prompts::snapshots::{Versioned, keep};
use crate::session::extractors::Me;
use crate::versions::store::{RESTORE_NOTE, Snapshot};

/// The columns of a summary, of version `v` of component `c`.
const SUMMARY: &str = "v.id, v.component_id, v.version_major, v.version_minor, v.version_batch, v.title, v.changelog,
    v.created_by, v.created_at,
    (v.version_major = c.version_major AND v.version_minor = c.version_minor AND v.version_batch = c.version_batch)
        AS is_current";

const WHOLE: &str = "v.description, v.type, v.category, v.tags, v.content";

const FROM: &str = "component_versions v JOIN components c ON c.id = v.component_id";

pub async fn list(
    db: &Db,
    viewer: Uuid,
    component: Uuid,
    cursor: Option<&str>,
    limit: usize,
) -> Result<Page<ComponentVersionSummary>> {
    access::visible_component(db, viewer, component).await?;
    let (before, last) = pagination::newest_before(cursor)?;
    let sql = format!(
        "SELECT {SUMMARY} FROM {FROM} WHERE v.component_id = $1 AND (v.created_at, v.id) < ($2, $3)
         ORDER BY v.created_at DESC, v.id DESC LIMIT {}",
        limit + 1
    );
    let rows: Vec<ComponentVersionSummary> = db
        .read(AssertSqlSafe(sql))
        .bind(component)
        .bind(before)
        .bind(last)
        .all()
        .await?;
    pagination::cut(
        rows,
        limit,
        |row| pagination::encode_cursor(&(row.created_at.0, row.id)),
        Ok,
    )
}

pub async fn get(db: &Db, viewer: Uuid, component: Uuid, id: Uuid) -> Result<ComponentVersion> {
    let sql = format!(
        "SELECT {SUMMARY}, {WHOLE} FROM {FROM} WHERE c.id = $2 AND v.id = $3 AND {VISIBLE_COMPONENT}"
    );
    let found = db
        .read(AssertSqlSafe(sql))
        .bind(viewer)
        .bind(component)
        .bind(id)
        .optional()
        .await?;
    found.ok_or_else(|| ApiError::not_found("Version"))
}

pub async fn create(
    db: &Db,
    me: Me,
    component: Uuid,
    new: &NewComponentVersion,
    now: Timestamp,
) -> Result<ComponentVersion> {
    let changelog = validate::note("changelog", "Changelog", &new.changelog)?;
    retry_on_deadlock(|| create_once(db, me, component, new, &changelog, now)).await
}

async fn create_once(
    db: &Db,
    me: Me,
    component: Uuid,
    new: &NewComponentVersion,
    changelog: &str,
    now: Timestamp,
) -> Result<ComponentVersion> {
    let mut tx = db.begin().await?;
    let stands = own_for_update(&mut tx, me.id, component).await?;
    expect_version(&mut tx, me.id, &stands, new.base_version).await?;
    let part = new.version_type;
    let number = numbers::next(&mut tx, Kind::Component, component, stands.version(), part).await?;
    let id = stands
        .insert(&mut tx, number, changelog, me.id, now)
        .await?;
    write(
        &mut tx,
        &stands,
        &stands.text,
        stands.is_public,
        number,
        now,
    )
    .await?;
    let sql = format!("SELECT {SUMMARY}, {WHOLE} FROM {FROM} WHERE v.id = $1");
    let created = tx.query(AssertSqlSafe(sql)).bind(id).one().await?;
    tx.commit().await?;
    Ok(created)
}

impl Versioned for Stored {
    const KIND: Kind = Kind::Component;

    fn id(&self) -> Uuid {
        self.id
    }

    fn version(&self) -> VersionNumber {
        Self::version(self)
    }

    async fn insert(
        &self,
        tx: &mut Tx,
        number: VersionNumber,
        changelog: &str,
        by: Uuid,
        now: Timestamp,
    ) -> Result<Uuid> {
        insert(tx, self, number, changelog, by, now).await
    }
}

async fn insert(
    tx: &mut Tx,
    stands: &Stored,
    number: VersionNumber,
    changelog: &str,
    by: Uuid,
    now: Timestamp,
) -> Result<Uuid> {
    let id = new_id(now);
    let text = &stands.text;
    tx.query(
        "INSERT INTO component_versions
             (id, component_id, version_major, version_minor, version_batch, changelog, created_by, created_at, title,
              description, type, category, tags, content)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)",
    )
    .bind(id)
    .bind(stands.id)
    .bind(i64::from(number.major))
    .bind(i64::from(number.minor))
    .bind(i64::from(number.batch))
    .bind(changelog)
    .bind(by)
    .bind(now)
    .bind(text.title.as_str())
    .bind(text.description.as_str())
    .bind(text.r#type.as_str())
    .bind(text.category.as_str())
    .bind(text.tags.as_str())
    .bind(text.content.as_str())
    .execute()
    .await?;
    Ok(id)
}

pub async fn restore(
    db: &Db,
    me: Me,
    component: Uuid,
    id: Uuid,
    base: VersionNumber,
    now: Timestamp,
) -> Result<StoredComponent> {
    retry_on_deadlock(|| restore_once(db, me, component, id, base, now)).await
}

async fn restore_once(
    db: &Db,
    me: Me,
    component: Uuid,
    id: Uuid,
    base: VersionNumber,
    now: Timestamp,
) -> Result<StoredComponent> {
    let mut tx = db.begin().await?;
    let stands = own_for_update(&mut tx, me.id, component).await?;
    expect_version(&mut tx, me.id, &stands, base).await?;
    let sql = format!(
        "SELECT v.version_major, v.version_minor, v.version_batch, v.title, {WHOLE}
         FROM component_versions v WHERE v.id = $1 AND v.component_id = $2"
    );
    let snapshot = tx
        .query(AssertSqlSafe(sql))
        .bind(id)
        .bind(component)
        .optional::<Snapshot<Text>>()
        .await?;
    let mut snapshot = snapshot.ok_or_else(|| ApiError::not_found("Version"))?;
    if snapshot.version() == stands.version() && snapshot.text == stands.text {
        let current = get_in(&mut tx, me.id, component).await?;
        tx.commit().await?;
        return Ok(current);
    }
    snapshot.text.keep_names_on_one_line()?;

    keep(&mut tx, &stands, RESTORE_NOTE, me.id, now).await?;
    let (from, part) = (snapshot.version(), VersionType::Batch);
    let number = numbers::next(&mut tx, Kind::Component, component, from, part).await?;
    write(
        &mut tx,
        &stands,
        &snapshot.text,
        stands.is_public,
        number,
        now,
    )
    .await?;
    let restored = get_in(&mut tx, me.id, component).await?;
    tx.commit().await?;
    Ok(restored)
}
