//! Versions in the database.

use prompt_core::{Prompt, VersionNumber, VersionType, validate};
use sqlx::AssertSqlSafe;
use uuid::Uuid;

use crate::activity::{self, ActivityKind};
use crate::clock::Timestamp;
use crate::db::{self, Db, Field, FromRow, Row};
use crate::http::error::{ApiError, Result, retry_on_deadlock};
use crate::http::pagination::{self, Page};
use crate::numbers::{self, Kind, version};
use crate::prompts::model::StoredPrompt;
use crate::prompts::snapshots::{Versioned as _, keep};
use crate::prompts::store::{Text, expect_version, get_in, own_for_update, write};
use crate::session::extractors::Me;
use crate::versions::model::{NewVersion, Side, StoredVersion, VersionSummary};
use crate::{access, prompts};

/// The changelog of a version that the server keeps by itself.
pub const RESTORE_NOTE: &str = "Kept automatically before a restore";

/// The columns of a summary, of version `v` of prompt `p`.
const SUMMARY: &str = "v.id, v.prompt_id, v.version_major, v.version_minor, v.version_batch, v.title, v.changelog,
    v.created_by, v.created_at,
    (v.version_major = p.version_major AND v.version_minor = p.version_minor AND v.version_batch = p.version_batch)
        AS is_current";

const WHOLE: &str =
    "v.description, v.prompt_type, v.structure_type, v.category, v.type, v.language, v.complexity,
    v.tags, v.asset_fields, v.asset_metadata, v.content";

pub async fn list(
    db: &Db,
    viewer: Uuid,
    prompt: Uuid,
    cursor: Option<&str>,
    limit: usize,
) -> Result<Page<VersionSummary>> {
    access::visible_prompt(db, viewer, prompt).await?;
    let (before, last) = pagination::newest_before(cursor)?;
    let sql = format!(
        "SELECT {SUMMARY} FROM prompt_versions v JOIN prompts p ON p.id = v.prompt_id
         WHERE v.prompt_id = $1 AND (v.created_at, v.id) < ($2, $3)
         ORDER BY v.created_at DESC, v.id DESC LIMIT {}",
        limit + 1
    );
    let rows: Vec<VersionSummary> = db
        .read(AssertSqlSafe(sql))
        .bind(prompt)
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

pub async fn get(db: &Db, viewer: Uuid, prompt: Uuid, id: Uuid) -> Result<StoredVersion> {
    let sql = format!(
        "SELECT {SUMMARY}, {WHOLE} FROM prompt_versions v JOIN prompts p ON p.id = v.prompt_id
         WHERE p.id = $2 AND v.id = $3 AND {}",
        access::VISIBLE_PROMPT
    );
    let found = db
        .read(AssertSqlSafe(sql))
        .bind(viewer)
        .bind(prompt)
        .bind(id)
        .optional()
        .await?;
    found.ok_or_else(|| ApiError::not_found("Version"))
}

/// What the prompt says, now or in a version, for whoever may see it.
pub async fn side(db: &Db, viewer: Uuid, prompt: Uuid, side: Side) -> Result<Prompt> {
    match side {
        Side::Current => prompts::store::get(db, viewer, prompt).await?.to_prompt(),
        Side::Version(id) => {
            let sql = format!(
                "SELECT v.version_major, v.version_minor, v.version_batch, v.title, {WHOLE}
                 FROM prompt_versions v JOIN prompts p ON p.id = v.prompt_id
                 WHERE p.id = $2 AND v.id = $3 AND {}",
                access::VISIBLE_PROMPT
            );
            let found = db
                .read(AssertSqlSafe(sql))
                .bind(viewer)
                .bind(prompt)
                .bind(id)
                .optional::<Snapshot<Text>>()
                .await?;
            let found = found.ok_or_else(|| ApiError::not_found("Version"))?;
            found.text.to_prompt(found.version(), false)
        }
    }
}

pub async fn create(
    db: &Db,
    me: Me,
    prompt: Uuid,
    new: NewVersion,
    now: Timestamp,
) -> Result<StoredVersion> {
    let changelog = validate::note("changelog", "Changelog", &new.changelog)?;
    retry_on_deadlock(|| create_once(db, me, prompt, &new, &changelog, now)).await
}

async fn create_once(
    db: &Db,
    me: Me,
    prompt: Uuid,
    new: &NewVersion,
    changelog: &str,
    now: Timestamp,
) -> Result<StoredVersion> {
    let mut tx = db.begin().await?;
    let stands = own_for_update(&mut tx, me.id, prompt).await?;
    expect_version(&mut tx, me.id, &stands, new.base_version).await?;
    let part = new.version_type;
    let number = numbers::next(&mut tx, Kind::Prompt, prompt, stands.version(), part).await?;
    let id = stands
        .insert(&mut tx, number, changelog, me.id, now)
        .await?;
    tx.query(
        "UPDATE prompts SET version_major = $2, version_minor = $3, version_batch = $4, updated_at = $5 WHERE id = $1",
    )
    .bind(prompt)
    .bind(i64::from(number.major))
    .bind(i64::from(number.minor))
    .bind(i64::from(number.batch))
    .bind(now)
    .execute()
    .await?;
    activity::record(&mut tx, me.id, ActivityKind::VersionCreated, prompt, now).await?;
    let sql = format!(
        "SELECT {SUMMARY}, {WHOLE} FROM prompt_versions v JOIN prompts p ON p.id = v.prompt_id WHERE v.id = $1"
    );
    let created = tx.query(AssertSqlSafe(sql)).bind(id).one().await?;
    tx.commit().await?;
    Ok(created)
}

/// What a snapshot holds, and its number.
pub struct Snapshot<T> {
    version_major: i64,
    version_minor: i64,
    version_batch: i64,
    pub text: T,
}

impl<T: FromRow> FromRow for Snapshot<T> {
    fn from_row(row: &Row) -> db::Result<Self> {
        Ok(Self {
            version_major: i64::read_field(row, "version_major")?,
            version_minor: i64::read_field(row, "version_minor")?,
            version_batch: i64::read_field(row, "version_batch")?,
            text: T::from_row(row)?,
        })
    }
}

impl<T> Snapshot<T> {
    pub fn version(&self) -> VersionNumber {
        version(self.version_major, self.version_minor, self.version_batch)
    }
}

pub async fn restore(
    db: &Db,
    me: Me,
    prompt: Uuid,
    id: Uuid,
    base: VersionNumber,
    now: Timestamp,
) -> Result<StoredPrompt> {
    retry_on_deadlock(|| restore_once(db, me, prompt, id, base, now)).await
}

async fn restore_once(
    db: &Db,
    me: Me,
    prompt: Uuid,
    id: Uuid,
    base: VersionNumber,
    now: Timestamp,
) -> Result<StoredPrompt> {
    let mut tx = db.begin().await?;
    let stands = own_for_update(&mut tx, me.id, prompt).await?;
    expect_version(&mut tx, me.id, &stands, base).await?;
    let sql = format!(
        "SELECT v.version_major, v.version_minor, v.version_batch, v.title, {WHOLE}
         FROM prompt_versions v WHERE v.id = $1 AND v.prompt_id = $2"
    );
    let snapshot = tx
        .query(AssertSqlSafe(sql))
        .bind(id)
        .bind(prompt)
        .optional::<Snapshot<Text>>()
        .await?;
    let snapshot = snapshot.ok_or_else(|| ApiError::not_found("Version"))?;
    if snapshot.version() == stands.version() && snapshot.text == stands.text {
        let current = get_in(&mut tx, me.id, prompt).await?;
        // The text may only just have been saved; it is answered once it is on the disk.
        tx.commit().await?;
        return Ok(current);
    }

    keep(&mut tx, &stands, RESTORE_NOTE, me.id, now).await?;
    let part = VersionType::Batch;
    let number = numbers::next(&mut tx, Kind::Prompt, prompt, snapshot.version(), part).await?;
    let mut restored = snapshot.text.to_prompt(number, stands.is_public)?;
    restored.keep_names_on_one_line();
    write(&mut tx, &stands, &restored, now).await?;
    let restored = get_in(&mut tx, me.id, prompt).await?;
    tx.commit().await?;
    Ok(restored)
}
