//! Snapshots of records under a version number, and restoring one.

use prompt_core::{VersionNumber, VersionType, validate};
use sqlx::AssertSqlSafe;
use uuid::Uuid;

use crate::access::{self, VISIBLE_RECORD};
use crate::activity;
use crate::clock::{Timestamp, new_id};
use crate::db::{Db, FromRow, Sql, SqlValue, Tx};
use crate::http::error::{ApiError, Result, retry_on_deadlock};
use crate::http::pagination::{self, Page};
use crate::records::columns::{self, Prepared, Snapshot, parts};
use crate::records::store::{Stored, expect_version, get_in, own_for_update, texts, write};
use crate::records::{Kind, numbers};
use crate::session::extractors::Me;

/// The changelog of a version that is stored because a restore replaced its text.
const RESTORE_NOTE: &str = "Kept automatically before a restore";

/// The SELECT of a version `v` of record `r`: its summary, and its text if `is_whole`.
fn select<K: Kind>(is_whole: bool) -> String {
    let kind = K::KIND;
    let text = if is_whole {
        format!(", {}", columns::names::<K>("v", |_| true))
    } else {
        ", v.title".to_owned()
    };
    format!(
        "SELECT v.id, v.{kind}_id, v.version_major, v.version_minor, v.version_batch, v.changelog, v.created_by,
             v.created_at, (v.version_major = r.version_major AND v.version_minor = r.version_minor
                 AND v.version_batch = r.version_batch) AS is_current{text}
         FROM {kind}_versions v JOIN {kind}s r ON r.id = v.{kind}_id"
    )
}

/// Lists the versions of a record that the viewer may see, newest first.
pub async fn list<K: Kind, T: FromRow>(
    db: &Db,
    viewer: Uuid,
    record: Uuid,
    cursor: Option<&str>,
    limit: usize,
    place: impl Fn(&T) -> (i64, Uuid),
) -> Result<Page<T>> {
    access::sees(db, K::OBJECT, viewer, record).await?;
    let (before, last) = pagination::newest_before(cursor)?;
    let sql = format!(
        "{} WHERE v.{}_id = $1 AND (v.created_at, v.id) < ($2, $3) ORDER BY v.created_at DESC, v.id DESC LIMIT {}",
        select::<K>(false),
        K::KIND,
        limit + 1
    );
    let query = db.read(AssertSqlSafe(sql)).bind(record);
    let rows = query.bind(before).bind(last).all().await?;
    pagination::cut(
        rows,
        limit,
        |row| pagination::encode_cursor(&place(row)),
        Ok,
    )
}

/// Loads a version of a record that the viewer may see: as an answer, or as a [`Snapshot`].
pub async fn get<K: Kind, T: FromRow>(db: &Db, viewer: Uuid, record: Uuid, id: Uuid) -> Result<T> {
    let select = select::<K>(true);
    let sql = format!("{select} WHERE r.id = $2 AND v.id = $3 AND {VISIBLE_RECORD}");
    let query = db.read(AssertSqlSafe(sql)).bind(viewer);
    let found = query.bind(record).bind(id).optional().await?;
    found.ok_or_else(|| ApiError::not_found("Version"))
}

/// A new version of a record's current text.
pub struct NewVersion<'a> {
    /// The part of the number to raise.
    pub part: VersionType,
    pub changelog: &'a str,
    /// The version the client saw.
    pub base: VersionNumber,
}

pub async fn create<K: Kind, T: FromRow>(
    db: &Db,
    me: Me,
    record: Uuid,
    new: NewVersion<'_>,
    now: Timestamp,
) -> Result<T> {
    let changelog = validate::note("changelog", "Changelog", new.changelog)?;
    retry_on_deadlock(|| create_once::<K, T>(db, me, record, &new, &changelog, now)).await
}

async fn create_once<K: Kind, T: FromRow>(
    db: &Db,
    me: Me,
    record: Uuid,
    new: &NewVersion<'_>,
    changelog: &str,
    now: Timestamp,
) -> Result<T> {
    let mut tx = db.begin().await?;
    let current = own_for_update::<K>(&mut tx, me.id, record).await?;
    expect_version(&mut tx, me.id, &current, new.base).await?;
    let number = numbers::next::<K>(&mut tx, record, current.version(), new.part).await?;
    let id = insert(&mut tx, &current, number, changelog, me.id, now).await?;
    let mut values = vec![("updated_at", SqlValue::from(now))];
    values.extend(columns::version_values(number));
    let update = Sql::update(&format!("{}s", K::KIND), values, record);
    update.query(&mut tx).execute().await?;
    activity::record(&mut tx, me.id, K::VERSION_CREATED, record, now).await?;
    let sql = format!("{} WHERE v.id = $1", select::<K>(true));
    let created = tx.query(AssertSqlSafe(sql)).bind(id).one().await?;
    tx.commit().await?;
    Ok(created)
}

/// Stores a snapshot of a record under a number.
async fn insert<K: Kind>(
    tx: &mut Tx,
    current: &Stored<K>,
    number: VersionNumber,
    changelog: &str,
    by: Uuid,
    now: Timestamp,
) -> Result<Uuid> {
    let id = new_id(now);
    let record_id = format!("{}_id", K::KIND);
    let mut values: Vec<(&str, SqlValue)> = vec![
        ("id", id.into()),
        (&record_id, current.id.into()),
        ("changelog", changelog.into()),
        ("created_by", by.into()),
        ("created_at", now.into()),
    ];
    values.extend(columns::version_values(number));
    values.extend(texts(&current.snapshot.texts, K::COLUMNS));
    let insert = Sql::insert(&format!("{}_versions", K::KIND), values);
    insert.query(tx).execute().await?;
    Ok(id)
}

/// Stores a record's text as a version under its current number, unless one exists.
pub async fn keep<K: Kind>(
    tx: &mut Tx,
    current: &Stored<K>,
    changelog: &str,
    by: Uuid,
    now: Timestamp,
) -> Result<()> {
    let kind = K::KIND;
    let number = current.version();
    let sql = format!(
        "SELECT 1 FROM {kind}_versions
         WHERE {kind}_id = $1 AND version_major = $2 AND version_minor = $3 AND version_batch = $4"
    );
    let [major, minor, batch] = parts(number);
    let query = tx.query(AssertSqlSafe(sql)).bind(current.id);
    let query = query.bind(major).bind(minor).bind(batch);
    if query.optional::<(i32,)>().await?.is_none() {
        insert(tx, current, number, changelog, by, now).await?;
    }
    Ok(())
}

/// Copies a version into its record under a new batch number. The replaced text is stored as a version first.
pub async fn restore<K: Kind>(
    db: &Db,
    me: Me,
    record: Uuid,
    id: Uuid,
    base: VersionNumber,
    now: Timestamp,
) -> Result<K::Answer> {
    retry_on_deadlock(|| restore_once::<K>(db, me, record, id, base, now)).await
}

async fn restore_once<K: Kind>(
    db: &Db,
    me: Me,
    record: Uuid,
    id: Uuid,
    base: VersionNumber,
    now: Timestamp,
) -> Result<K::Answer> {
    let mut tx = db.begin().await?;
    let current = own_for_update::<K>(&mut tx, me.id, record).await?;
    expect_version(&mut tx, me.id, &current, base).await?;
    let sql = format!("{} WHERE v.id = $1 AND r.id = $2", select::<K>(true));
    let query = tx.query(AssertSqlSafe(sql)).bind(id).bind(record);
    let snapshot = query.optional::<Snapshot<K>>().await?;
    let snapshot = snapshot.ok_or_else(|| ApiError::not_found("Version"))?;
    let is_current =
        snapshot.version == current.version() && snapshot.texts == current.snapshot.texts;
    if !is_current {
        keep(&mut tx, &current, RESTORE_NOTE, me.id, now).await?;
        let batch = VersionType::Batch;
        let number = numbers::next::<K>(&mut tx, record, snapshot.version, batch).await?;
        let restored = Prepared::of_old(snapshot.record(current.is_public)?)?;
        write(&mut tx, me, &current, &restored, number, now).await?;
    }
    let restored = get_in::<K>(&mut tx, me.id, record).await?;
    // Commits even if nothing changed: the text may only just have been saved, and must be on disk before it is
    // returned.
    tx.commit().await?;
    Ok(restored)
}
