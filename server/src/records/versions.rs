//! The history of records: every text that was ever current, under its number. A version is an entry with a name.

use prompt_core::{VersionNumber, VersionType, validate};
use serde_json::json;
use sqlx::AssertSqlSafe;
use uuid::Uuid;

use crate::access::{self, Object};
use crate::activity;
use crate::audit::{self, Action};
use crate::clock::Timestamp;
use crate::db::{Db, FromRow, Query, Sql, SqlValue, Tx};
use crate::heavy;
use crate::http::error::{ApiError, Result, retry_on_deadlock};
use crate::http::pagination::{self, Page};
use crate::outbox::{self, Event};
use crate::records::columns::{self, Prepared, Snapshot, parts};
use crate::records::store::{Write, expect_version, get_in, lock_writable, write};
use crate::records::{Kind, numbers};
use crate::session::extractors::Me;
use crate::snapshot::{self, Previous};

/// A new entry of a history.
pub struct Entry<'a> {
    pub number: VersionNumber,
    pub title: &'a str,
    /// The text, as [`snapshot::write`] wrote it.
    pub text: &'a [u8],
    pub is_named: bool,
    pub changelog: &'a str,
    /// What changed since the entry before.
    pub changes: &'a [String],
    pub by: Uuid,
    pub at: Timestamp,
}

/// Whether a version of a prompt has a name. Others than members read no saves between named versions.
pub async fn is_named(db: &Db, prompt: Uuid, number: VersionNumber) -> Result<bool> {
    let [major, minor, batch] = parts(number);
    let query = db.read(
        "SELECT seq FROM prompt_versions WHERE prompt_id = $1 AND is_named
             AND version_major = $2 AND version_minor = $3 AND version_batch = $4",
    );
    let query = query.bind(prompt).bind(major).bind(minor).bind(batch);
    Ok(query.optional::<(i64,)>().await?.is_some())
}

/// Appends an entry to a history, whose last entry has the text `previous`. The caller's transaction has locked the
/// record.
pub async fn append<K: Kind>(
    tx: &mut Tx,
    record: Uuid,
    previous: Option<&[u8]>,
    new: &Entry<'_>,
) -> Result<()> {
    let kind = K::KIND;
    let (seq, before) = match previous {
        None => (1, None),
        Some(text) => {
            let sql = format!(
                "SELECT seq, depth, digest FROM {kind}_versions WHERE {kind}_id = $1 ORDER BY seq DESC LIMIT 1"
            );
            let query = tx.query(AssertSqlSafe(sql)).bind(record);
            let (last, depth, digest) = query.one::<(i64, i64, i64)>().await?;
            // A record with a column that the last entry lacks has another text.
            let is_known = snapshot::digest(text) == digest;
            (last + 1, is_known.then_some(Previous { text, depth }))
        }
    };
    let pack = || snapshot::pack(new.text, before);
    let packed = heavy::apart(new.text.len(), pack).map_err(|error| ApiError::internal(&error))?;
    let bytes = [new.text.len(), packed.bytes.len()].map(|bytes| i64::try_from(bytes).unwrap_or(0));
    let record_id = format!("{kind}_id");
    let mut values: Vec<(&str, SqlValue)> = vec![
        (&record_id, record.into()),
        ("seq", seq.into()),
        ("is_named", new.is_named.into()),
        ("changelog", new.changelog.into()),
        ("changes", serde_json::to_string(new.changes)?.into()),
        ("created_by", new.by.into()),
        ("created_at", new.at.into()),
        ("title", new.title.into()),
        ("depth", packed.depth.into()),
        ("digest", packed.digest.into()),
        ("snapshot", packed.bytes.into()),
    ];
    values.extend(columns::version_values(new.number));
    let insert = Sql::insert(&format!("{kind}_versions"), values);
    insert.query(tx).execute().await?;
    let sql = format!(
        "INSERT INTO {kind}_bytes ({kind}_id, workspace_id, text_bytes, history_bytes)
         SELECT id, workspace_id, $2, $3 FROM {kind}s WHERE id = $1
         ON CONFLICT ({kind}_id) DO UPDATE SET text_bytes = excluded.text_bytes,
             history_bytes = {kind}_bytes.history_bytes + excluded.history_bytes"
    );
    let count = tx.query(AssertSqlSafe(sql)).bind(record);
    count.bind(bytes[0]).bind(bytes[1]).execute().await?;
    Ok(())
}

/// The entries of a history to list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entries {
    All,
    /// The versions, and the current text.
    Named,
    /// The saves between the version before a number and that number.
    Under(VersionNumber),
}

/// The last version before entry `v`, or 0.
fn last_named<K: Kind>() -> String {
    let kind = K::KIND;
    format!(
        "COALESCE((SELECT MAX(n.seq) FROM {kind}_versions n
             WHERE n.{kind}_id = v.{kind}_id AND n.is_named AND n.seq < v.seq), 0)"
    )
}

/// The SELECT of the summary of an entry `v` of record `r`. Others do not read what changed: it names items of the
/// save before.
fn select<K: Kind>(is_own: bool) -> String {
    let (kind, last_named) = (K::KIND, last_named::<K>());
    let changes = if is_own {
        "v.changes"
    } else {
        "'[]' AS changes"
    };
    format!(
        "SELECT v.seq, v.version_major, v.version_minor, v.version_batch, v.title, v.is_named, v.changelog, {changes},
             v.created_by, COALESCE(u.full_name, '') AS author_name, v.created_at,
             CASE WHEN v.is_named OR {IS_CURRENT} THEN v.seq - 1 - {last_named} ELSE 0 END AS saves,
             ({IS_CURRENT}) AS is_current
         FROM {kind}_versions v JOIN {kind}s r ON r.id = v.{kind}_id LEFT JOIN users u ON u.id = v.created_by"
    )
}

const IS_CURRENT: &str = "(v.version_major, v.version_minor, v.version_batch) =
    (r.version_major, r.version_minor, r.version_batch)";

/// The entries of a public record that others may see: its versions and its current text. The saves between may
/// hold what was never meant to be published.
fn is_published() -> String {
    format!("(v.is_named OR {IS_CURRENT})")
}

/// Lists entries of a history that the viewer may see, newest first.
pub async fn list<K: Kind, T: FromRow>(
    db: &Db,
    viewer: Uuid,
    record: Uuid,
    entries: Entries,
    cursor: Option<&str>,
    limit: usize,
    seq: impl Fn(&T) -> i64,
) -> Result<Page<T>> {
    let is_own = access::sees(db, K::OBJECT, viewer, record).await?;
    let before: i64 = cursor.map_or(Ok(i64::MAX), pagination::decode_cursor)?;
    let kind = K::KIND;
    let mut sql = Sql::new(&select::<K>(is_own));
    let (of, seq_before) = (sql.bind(record), sql.bind(before));
    sql.push(&format!(
        " WHERE v.{kind}_id = {of} AND v.seq < {seq_before}"
    ));
    if !is_own || entries == Entries::Named {
        sql.push(&format!(" AND {}", is_published()));
    }
    match entries {
        Entries::All | Entries::Named => {}
        Entries::Under(number) => {
            let last_named = last_named::<K>();
            let bounds = format!(
                "SELECT {last_named}, v.seq FROM {kind}_versions v WHERE v.{kind}_id = $1 AND {HAS_NUMBER}"
            );
            let bounds = bind_number(db.read(AssertSqlSafe(bounds)), record, number);
            let bounds: Option<(i64, i64)> = bounds.optional().await?;
            let (version_before, version) = bounds.ok_or_else(not_found)?;
            let (low, high) = (sql.bind(version_before), sql.bind(version));
            sql.push(&format!(" AND v.seq > {low} AND v.seq < {high}"));
        }
    }
    sql.push(&format!(" ORDER BY v.seq DESC LIMIT {}", limit + 1));
    let rows = sql.read(db).all().await?;
    Ok(Page::cut(rows, limit, seq))
}

/// A number as a condition on entry `v`, whose parts are `$2`, `$3` and `$4`.
const HAS_NUMBER: &str = "v.version_major = $2 AND v.version_minor = $3 AND v.version_batch = $4";

fn bind_number(query: Query<'_>, record: Uuid, number: VersionNumber) -> Query<'_> {
    let [major, minor, batch] = parts(number);
    query.bind(record).bind(major).bind(minor).bind(batch)
}

fn not_found() -> ApiError {
    ApiError::not_found("Version")
}

/// Loads the summary of an entry.
async fn summary<T: FromRow>(query: Query<'_>, record: Uuid, number: VersionNumber) -> Result<T> {
    let found = bind_number(query, record, number).optional().await?;
    found.ok_or_else(not_found)
}

fn select_one<K: Kind>(is_own: bool) -> AssertSqlSafe<String> {
    let (select, kind) = (select::<K>(is_own), K::KIND);
    AssertSqlSafe(format!("{select} WHERE v.{kind}_id = $1 AND {HAS_NUMBER}"))
}

/// The SELECT of the snapshots that are read for an entry, if a condition on it holds.
fn select_chain<K: Kind>(condition: &str) -> AssertSqlSafe<String> {
    let kind = K::KIND;
    AssertSqlSafe(format!(
        "SELECT s.snapshot, s.digest FROM {kind}_versions v JOIN {kind}s r ON r.id = v.{kind}_id
             JOIN {kind}_versions s ON s.{kind}_id = v.{kind}_id AND s.seq BETWEEN v.seq - v.depth AND v.seq
         WHERE v.{kind}_id = $1 AND {HAS_NUMBER} AND {condition} ORDER BY s.seq"
    ))
}

async fn text<K: Kind>(
    query: Query<'_>,
    record: Uuid,
    number: VersionNumber,
) -> Result<Snapshot<K>> {
    let chain = bind_number(query, record, number);
    let chain: Vec<(Vec<u8>, i64)> = chain.all().await?;
    let Some((_, digest)) = chain.last() else {
        return Err(not_found());
    };
    let internal = |error| ApiError::internal(&error);
    let text =
        snapshot::unpack(chain.iter().map(|(bytes, _)| bytes.as_slice())).map_err(internal)?;
    if snapshot::digest(&text) != *digest {
        return Err(ApiError::internal(&format!(
            "version {number} of {record} is damaged"
        )));
    }
    Snapshot::unpacked(number, &text)
}

/// Loads the text of an entry that the viewer may see.
pub async fn snapshot<K: Kind>(
    db: &Db,
    viewer: Uuid,
    record: Uuid,
    number: VersionNumber,
) -> Result<K> {
    let is_own = access::sees(db, K::OBJECT, viewer, record).await?;
    let condition = if is_own {
        "TRUE".to_owned()
    } else {
        is_published()
    };
    let chain = db.read(select_chain::<K>(&condition));
    let snapshot = text::<K>(chain, record, number).await?;
    let mut record = snapshot.record(false)?;
    if !is_own {
        record.redact();
    }
    Ok(record)
}

/// 404 unless the record has an entry of this number that the viewer may see.
pub async fn expect<K: Kind>(
    db: &Db,
    viewer: Uuid,
    record: Uuid,
    number: VersionNumber,
) -> Result<()> {
    let condition = if access::sees(db, K::OBJECT, viewer, record).await? {
        "TRUE".to_owned()
    } else {
        is_published()
    };
    let kind = K::KIND;
    let sql = format!(
        "SELECT v.seq FROM {kind}_versions v JOIN {kind}s r ON r.id = v.{kind}_id
         WHERE v.{kind}_id = $1 AND {HAS_NUMBER} AND {condition}"
    );
    let query = bind_number(db.read(AssertSqlSafe(sql)), record, number);
    let found: Option<(i64,)> = query.optional().await?;
    found.map(|_| ()).ok_or_else(not_found)
}

/// Loads an entry that the viewer may see: its summary and its text.
pub async fn get<K: Kind, T: FromRow>(
    db: &Db,
    viewer: Uuid,
    record: Uuid,
    number: VersionNumber,
) -> Result<(T, K)> {
    let is_own = access::sees(db, K::OBJECT, viewer, record).await?;
    let text = snapshot(db, viewer, record, number).await?;
    let summary = summary::<T>(db.read(select_one::<K>(is_own)), record, number).await?;
    Ok((summary, text))
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
) -> Result<(T, K)> {
    let changelog = check_changelog(new.changelog)?;
    retry_on_deadlock(|| create_once::<K, T>(db, me, record, &new, &changelog, now)).await
}

fn check_changelog(changelog: &str) -> Result<String> {
    Ok(validate::note("changelog", "Changelog", changelog)?)
}

async fn create_once<K: Kind, T: FromRow>(
    db: &Db,
    me: Me,
    record: Uuid,
    new: &NewVersion<'_>,
    changelog: &str,
    now: Timestamp,
) -> Result<(T, K)> {
    let mut tx = db.begin().await?;
    let current = lock_writable::<K>(&mut tx, me.id, record).await?;
    expect_version(&mut tx, me.id, &current, new.base).await?;
    let number = numbers::next::<K>(&mut tx, record, current.version(), new.part).await?;
    let mut text: K = current.record()?;
    text.set_version(number);
    let (title, _) = text.names_mut();
    let same = current.snapshot.packed()?;
    let entry = Entry {
        number,
        title,
        text: &same,
        is_named: true,
        changelog,
        changes: &[],
        by: me.id,
        at: now,
    };
    append::<K>(&mut tx, record, Some(&same), &entry).await?;
    let mut values = vec![("updated_at", SqlValue::from(now))];
    values.extend(columns::version_values(number));
    let update = Sql::update(&format!("{}s", K::KIND), values, record);
    update.query(&mut tx).execute().await?;
    activity::record(&mut tx, me.id, K::VERSION_CREATED, record, now).await?;
    tell_version::<K>(&mut tx, record, number, changelog, now).await?;
    let created = summary::<T>(tx.query(select_one::<K>(true)), record, number).await?;
    tx.commit().await?;
    Ok((created, text))
}

/// Tells webhooks of a new version of a prompt.
pub async fn tell_version<K: Kind>(
    tx: &mut Tx,
    record: Uuid,
    number: VersionNumber,
    changelog: &str,
    now: Timestamp,
) -> Result<()> {
    if !matches!(K::OBJECT, Object::Prompt) {
        return Ok(());
    }
    let data = [
        ("version".to_owned(), json!(number)),
        ("changelog".to_owned(), json!(changelog)),
    ];
    outbox::tell(tx, record, Event::VersionCreated, data, now).await
}

/// Makes an entry a version: gives it a changelog, which may replace an earlier one. Its text and number stay.
pub async fn name<K: Kind, T: FromRow>(
    db: &Db,
    me: Me,
    record: Uuid,
    number: VersionNumber,
    changelog: &str,
    now: Timestamp,
) -> Result<T> {
    let changelog = check_changelog(changelog)?;
    let mut tx = db.begin().await?;
    lock_writable::<K>(&mut tx, me.id, record).await?;
    let kind = K::KIND;
    let is_named =
        format!("SELECT v.is_named FROM {kind}_versions v WHERE v.{kind}_id = $1 AND {HAS_NUMBER}");
    let is_named = bind_number(tx.query(AssertSqlSafe(is_named)), record, number);
    let is_new = is_named.optional().await? == Some((false,));
    let sql = format!(
        "UPDATE {kind}_versions AS v SET is_named = TRUE, changelog = $5 WHERE v.{kind}_id = $1 AND {HAS_NUMBER}"
    );
    let update = bind_number(tx.query(AssertSqlSafe(sql)), record, number);
    update.bind(&changelog).execute().await?;
    if is_new {
        tell_version::<K>(&mut tx, record, number, &changelog, now).await?;
    }
    let named = summary::<T>(tx.query(select_one::<K>(true)), record, number).await?;
    tx.commit().await?;
    Ok(named)
}

/// Copies an entry into its record under the next unused number of its line.
pub async fn restore<K: Kind>(
    db: &Db,
    me: Me,
    record: Uuid,
    number: VersionNumber,
    base: VersionNumber,
    now: Timestamp,
) -> Result<K::Answer> {
    retry_on_deadlock(|| restore_once::<K>(db, me, record, number, base, now)).await
}

async fn restore_once<K: Kind>(
    db: &Db,
    me: Me,
    record: Uuid,
    number: VersionNumber,
    base: VersionNumber,
    now: Timestamp,
) -> Result<K::Answer> {
    let mut tx = db.begin().await?;
    let current = lock_writable::<K>(&mut tx, me.id, record).await?;
    expect_version(&mut tx, me.id, &current, base).await?;
    let snapshot = text::<K>(tx.query(select_chain::<K>("TRUE")), record, number).await?;
    if number != current.version() {
        let next = numbers::next::<K>(&mut tx, record, number, VersionType::Batch).await?;
        let restored = Prepared::of_old(snapshot.record(current.is_public)?)?;
        let write_as = Write {
            number: next,
            note: &format!("Restored from {number}"),
            at: now,
        };
        write(&mut tx, me, &current, &restored, write_as).await?;
        let entry = audit::Entry::thing(Action::VersionRestored, number.to_string())
            .with(json!({ (format!("{}_id", K::KIND)): record, "as": next }));
        audit::record(&mut tx, me.by(), entry, now).await?;
    }
    let restored = get_in::<K>(&mut tx, me.id, record).await?;
    // Commits even if nothing changed: the text may only just have been saved, and must be on disk before it is
    // returned.
    tx.commit().await?;
    Ok(restored)
}
