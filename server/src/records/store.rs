//! Records in the database: loading them, and every way to change them.

use poem::http::StatusCode;
use prompt_core::name::Slug;
use prompt_core::text::fold;
use prompt_core::{VersionNumber, VersionType};
use prompt_core::{compare, validate};
use serde_json::json;
use sqlx::AssertSqlSafe;
use uuid::Uuid;

use crate::access::{self, Object, Place, Right, VISIBLE_RECORD};
use crate::activity;
use crate::clock::{Timestamp, new_id};
use crate::db::{self, Db, Field as _, FromRow, NewRows, Query, Row, Sql, SqlValue, Tx};
use crate::heavy;
use crate::http::error::{ApiError, Result, retry_on_deadlock};
use crate::idempotency::IdempotencyKey;
use crate::names::slugs;
use crate::outbox::{self, Event};
use crate::records::columns::{self, Prepared, Snapshot};
use crate::records::versions::{self, Entry};
use crate::records::{Kind, Save, numbers};
use crate::session::extractors::Me;

/// A record as stored.
pub struct Stored<K> {
    pub id: Uuid,
    pub is_public: bool,
    pub updated_at: Timestamp,
    pub snapshot: Snapshot<K>,
}

impl<K: Kind> Stored<K> {
    pub fn record(&self) -> Result<K> {
        self.snapshot.record(self.is_public)
    }

    pub fn version(&self) -> VersionNumber {
        self.snapshot.version
    }

    /// Whether both have the same text and version number.
    fn is_same(&self, other: &Self) -> bool {
        self.is_public == other.is_public
            && self.snapshot.version == other.snapshot.version
            && self.snapshot.texts == other.snapshot.texts
    }
}

impl<K: Kind> FromRow for Stored<K> {
    fn from_row(row: &Row) -> db::Result<Self> {
        Ok(Self {
            id: Uuid::read_field(row, "id")?,
            is_public: bool::read_field(row, "is_public")?,
            updated_at: Timestamp::read_field(row, "updated_at")?,
            snapshot: Snapshot::from_row(row)?,
        })
    }
}

fn not_found<K: Kind>() -> ApiError {
    ApiError::not_found(K::OBJECT.name())
}

/// Loads a record that the viewer may see.
pub async fn get<K: Kind>(db: &Db, viewer: Uuid, id: Uuid) -> Result<K::Answer> {
    answer::<K>(db.read(AssertSqlSafe(K::select())), viewer, id).await
}

/// As [`get`], inside a transaction.
pub async fn get_in<K: Kind>(tx: &mut Tx, viewer: Uuid, id: Uuid) -> Result<K::Answer> {
    answer::<K>(tx.query(AssertSqlSafe(K::select())), viewer, id).await
}

async fn answer<K: Kind>(query: Query<'_>, viewer: Uuid, id: Uuid) -> Result<K::Answer> {
    let found = query.bind(viewer).bind(id).optional().await?;
    found.ok_or_else(not_found::<K>)
}

/// Loads a record that the viewer may see, as the core's type.
pub async fn record<K: Kind>(db: &Db, viewer: Uuid, id: Uuid) -> Result<K> {
    Ok(numbered(db, viewer, id).await?.1)
}

/// As [`record`], with its version number.
pub async fn numbered<K: Kind>(db: &Db, viewer: Uuid, id: Uuid) -> Result<(VersionNumber, K)> {
    let sql = format!(
        "{} WHERE r.id = $2 AND {VISIBLE_RECORD}",
        select_stored::<K>()
    );
    let query = db.read(AssertSqlSafe(sql)).bind(viewer).bind(id);
    let found = query.optional::<Stored<K>>().await?;
    let stored = found.ok_or_else(not_found::<K>)?;
    Ok((stored.version(), stored.record()?))
}

/// The SELECT of a [`Stored`] as `r`.
pub fn select_stored<K: Kind>() -> String {
    format!(
        "SELECT r.id, r.is_public, r.updated_at, r.version_major, r.version_minor, r.version_batch, {} FROM {}s r",
        columns::names::<K>("r", |_| true),
        K::KIND
    )
}

/// The SELECT of record `$2`, if account `$1` may change it.
fn select_writable<K: Kind>() -> String {
    let (select, may_write) = (select_stored::<K>(), Right::Write.on("r"));
    format!("{select} WHERE r.id = $2 AND r.deleted_at IS NULL AND {may_write}")
}

/// Loads a record that `me` may change.
pub async fn writable<K: Kind>(db: &Db, me: Uuid, id: Uuid) -> Result<Stored<K>> {
    let query = db.read(AssertSqlSafe(select_writable::<K>()));
    match query.bind(me).bind(id).optional().await? {
        Some(found) => Ok(found),
        None => access::refused_change(db, K::OBJECT, me, id).await,
    }
}

/// Loads a record that `me` may change and locks it until the transaction ends.
pub async fn lock_writable<K: Kind>(tx: &mut Tx, me: Uuid, id: Uuid) -> Result<Stored<K>> {
    let sql = format!("{}{}", select_writable::<K>(), tx.for_update());
    let query = tx.query(AssertSqlSafe(sql));
    match query.bind(me).bind(id).optional().await? {
        Some(found) => Ok(found),
        None => access::refused_change_in(tx, K::OBJECT, me, id).await,
    }
}

/// Creates a record, once per idempotency key.
pub async fn create<K: Kind>(
    db: &Db,
    me: Me,
    record: K,
    key: Option<String>,
    now: Timestamp,
) -> Result<K::Answer> {
    let key = key
        .map(|key| IdempotencyKey::of(K::KIND, me.workspace, key, &record))
        .transpose()?;
    let new = Prepared::of(record.prepare_over(&K::default())?)?;
    let mut tx = db.begin().await?;
    let mut id = new_id(now);
    let created = match key {
        Some(key) => key.claim(&mut tx, me.id, id, now).await?,
        None => None,
    };
    match created {
        Some(before) => id = before,
        None => insert_new(&mut tx, me, id, &new, now).await?,
    }
    let created = get_in::<K>(&mut tx, me.id, id).await?;
    // A repeated request commits too: the record it returns may only just have been written.
    tx.commit().await?;
    Ok(created)
}

/// Inserts a record by `me` and records the activity.
pub async fn insert_new<K: Kind>(
    tx: &mut Tx,
    me: Me,
    id: Uuid,
    new: &Prepared<K>,
    now: Timestamp,
) -> Result<()> {
    insert(tx, me, id, new, now).await?;
    activity::record(tx, me.id, K::CREATED, id, now).await?;
    Ok(())
}

/// Rejects a record beyond the workspace's maximum.
pub async fn check_limit<K: Kind>(tx: &mut Tx, workspace: Uuid) -> Result<()> {
    let Some(max) = K::MAX_PER_ACCOUNT else {
        return Ok(());
    };
    let sql = format!(
        "SELECT COUNT(*) FROM {}s WHERE workspace_id = $1 AND deleted_at IS NULL",
        K::KIND
    );
    let query = tx.query(AssertSqlSafe(sql)).bind(workspace);
    let (count,) = query.one::<(i64,)>().await?;
    if usize::try_from(count).is_ok_and(|count| count >= max) {
        let message = format!("An account may have at most {max} {}s", K::KIND);
        let status = StatusCode::UNPROCESSABLE_ENTITY;
        return Err(ApiError::new(status, "too_many", message));
    }
    Ok(())
}

/// Rejects a text beyond what the workspace of a record may store. Asked when it is written, in the same transaction.
async fn check_storage<K: Kind>(tx: &mut Tx, me: Me, record: Uuid) -> Result<()> {
    if me.storage == 0 {
        return Ok(());
    }
    let kind = K::KIND;
    let sum = |kind: &str| {
        format!(
            "COALESCE((SELECT SUM(b.text_bytes + b.history_bytes) FROM {kind}_bytes b
                 WHERE b.workspace_id = r.workspace_id), 0)"
        )
    };
    let sql = format!(
        "SELECT CAST({} + {} AS BIGINT) FROM {kind}s r WHERE r.id = $1",
        sum("prompt"),
        sum("component")
    );
    let query = tx.query(AssertSqlSafe(sql)).bind(record);
    let (stored,) = query.one::<(i64,)>().await?;
    if u64::try_from(stored).is_ok_and(|stored| stored > me.storage) {
        let message = format!(
            "The prompts and components of an account may take {} MB with their histories, and this one would take more. \
             Delete what you no longer need and empty the trash.",
            me.storage / 1024 / 1024
        );
        let status = StatusCode::UNPROCESSABLE_ENTITY;
        return Err(ApiError::new(status, "storage_full", message));
    }
    Ok(())
}

/// The columns and values of a record for an INSERT or UPDATE.
fn values<K: Kind>(
    new: &Prepared<K>,
    version: VersionNumber,
    now: Timestamp,
) -> Vec<(&str, SqlValue)> {
    let mut values: Vec<(&str, SqlValue)> = vec![
        ("is_public", new.record.is_public().into()),
        ("updated_at", now.into()),
        ("search_text", new.search_text.as_str().into()),
    ];
    values.extend(new.record.excerpt().map(|text| ("excerpt", text.into())));
    values.extend(columns::version_values(version));
    values.extend(texts(&new.texts, K::COLUMNS));
    values
}

/// The text columns and their values.
pub fn texts<'t, K>(
    texts: &'t [String],
    columns: &'static [columns::Column<K>],
) -> impl Iterator<Item = (&'t str, SqlValue)> {
    let names = columns.iter().map(|column| -> &'t str { column.name });
    names.zip(texts.iter().map(SqlValue::from))
}

/// Inserts a record into the workspace of `me` under its own version number; returns `false` if its id is taken.
pub async fn insert<K: Kind>(
    tx: &mut Tx,
    me: Me,
    id: Uuid,
    new: &Prepared<K>,
    now: Timestamp,
) -> Result<bool> {
    me.expect(Right::Write)?;
    check_limit::<K>(tx, me.workspace).await?;
    let mut values = values(new, new.record.version(), now);
    values.extend([
        ("id", id.into()),
        ("workspace_id", me.workspace.into()),
        ("user_id", me.id.into()),
        ("created_at", now.into()),
    ]);
    let mut sql = Sql::insert(&format!("{}s", K::KIND), values);
    sql.push(" ON CONFLICT (id) DO NOTHING");
    let is_new = sql.query(tx).execute().await? == 1;
    if is_new {
        insert_tags(tx, id, &new.record).await?;
        let slug = Slug::from_title(title(&new.texts), new.record.word());
        slugs::assign(tx, me.workspace, K::KIND, id, &slug, now).await?;
        let entry = Entry {
            number: new.record.version(),
            title: title(&new.texts),
            text: &new.snapshot,
            is_named: false,
            changelog: "",
            changes: &[],
            by: me.id,
            at: now,
        };
        versions::append::<K>(tx, id, None, &entry).await?;
        check_storage::<K>(tx, me, id).await?;
        if new.record.is_public() {
            tell_shared::<K>(tx, id, now).await?;
        }
    }
    Ok(is_new)
}

/// Tells webhooks of a prompt that became public.
async fn tell_shared<K: Kind>(tx: &mut Tx, id: Uuid, now: Timestamp) -> Result<()> {
    if !matches!(K::OBJECT, Object::Prompt) {
        return Ok(());
    }
    let data = [("visibility".to_owned(), json!("public"))];
    outbox::tell(tx, id, Event::Shared, data, now).await
}

/// Inserts the tags of a record as rows.
async fn insert_tags<K: Kind>(tx: &mut Tx, id: Uuid, record: &K) -> db::Result<()> {
    let kind = K::KIND;
    let mut rows = NewRows::new(&format!("{kind}_tags ({kind}_id, tag)"));
    for tag in record.tags() {
        rows.push([id.into(), fold(tag).into()]);
    }
    rows.insert_missing(tx).await?;
    Ok(())
}

/// The title among the texts of a record, whose first column it is.
fn title(texts: &[String]) -> &str {
    texts.first().map_or("", String::as_str)
}

/// How a record is overwritten.
pub struct Write<'a> {
    /// The new number: the current one, if only the visibility changes.
    pub number: VersionNumber,
    /// How the text came about, if not by a save.
    pub note: &'a str,
    pub at: Timestamp,
}

/// Overwrites a record on behalf of `me`. A new text becomes the next entry of its history.
pub async fn write<K: Kind>(
    tx: &mut Tx,
    me: Me,
    before: &Stored<K>,
    new: &Prepared<K>,
    Write { number, note, at }: Write<'_>,
) -> Result<()> {
    // A save that waited longer for the lock began earlier than the one before it.
    let now = at.max(before.updated_at);
    let table = format!("{}s", K::KIND);
    let update = Sql::update(&table, values(new, number, now), before.id);
    update.query(tx).execute().await?;
    let tags = K::COLUMNS.iter().position(|column| column.name == "tags");
    if tags.is_none_or(|at| before.snapshot.texts.get(at) != new.texts.get(at)) {
        let kind = K::KIND;
        let sql = format!("DELETE FROM {kind}_tags WHERE {kind}_id = $1");
        tx.query(AssertSqlSafe(sql))
            .bind(before.id)
            .execute()
            .await?;
        insert_tags(tx, before.id, &new.record).await?;
    }
    if before.is_public && !new.record.is_public() && K::KIND == "prompt" {
        // What becomes private is not read by a link from before.
        end_link(tx, before.id).await?;
    }
    if number != before.version() {
        let old = before.record()?;
        let bytes = before.snapshot.bytes() + new.snapshot.len();
        let changes = heavy::apart(bytes, || old.changes_to(&new.record));
        let entry = Entry {
            number,
            title: title(&new.texts),
            text: &new.snapshot,
            is_named: false,
            changelog: note,
            changes: &compare::summary(&changes),
            by: me.id,
            at: now,
        };
        let previous = before.snapshot.packed()?;
        versions::append::<K>(tx, before.id, Some(&previous), &entry).await?;
        check_storage::<K>(tx, me, before.id).await?;
    }
    if new.record.is_public() && !before.is_public {
        tell_shared::<K>(tx, before.id, now).await?;
    }
    activity::record(tx, me.id, K::SAVED, before.id, now).await?;
    Ok(())
}

/// Saves a record if the edited version is still current.
pub async fn save<K: Kind>(
    db: &Db,
    me: Me,
    id: Uuid,
    save: &impl Save<K>,
    now: Timestamp,
) -> Result<K::Answer> {
    save.check()?;
    let slug = save.slug()?;
    // Prepared before the transaction takes the write lock: the record rarely changes in between.
    let seen = writable::<K>(db, me.id, id).await?;
    let prepared = prepare(save, &seen)?;
    retry_on_deadlock(|| save_once(db, me, save, slug.as_ref(), &seen, &prepared, now)).await
}

/// Applies a save to the stored record and validates the result.
fn prepare<K: Kind>(save: &impl Save<K>, before: &Stored<K>) -> Result<Prepared<K>> {
    let mut stored = before.record()?;
    heavy::apart(before.snapshot.bytes(), || {
        let mut record = save.over(stored.clone());
        let (title, tags) = record.names_mut();
        let (old_title, old_tags) = stored.names_mut();
        validate::keep_old_names((title, tags), (old_title, old_tags));
        Prepared::of(record.prepare_over(&stored)?)
    })
}

/// Saves `prepared`, which was made from `seen`; it is prepared again if the record has changed since.
async fn save_once<K: Kind>(
    db: &Db,
    me: Me,
    save: &impl Save<K>,
    slug: Option<&Slug>,
    seen: &Stored<K>,
    prepared: &Prepared<K>,
    now: Timestamp,
) -> Result<K::Answer> {
    let id = seen.id;
    let mut tx = db.begin().await?;
    let before = lock_writable::<K>(&mut tx, me.id, id).await?;
    let anew = if before.is_same(seen) {
        None
    } else {
        Some(prepare(save, &before)?)
    };
    let new = anew.as_ref().unwrap_or(prepared);
    let is_same_text = new.texts == before.snapshot.texts;
    // A save that changes nothing writes nothing, and neither does a retry whose first response was lost.
    if !is_same_text || new.record.is_public() != before.is_public {
        if let Some(base) = save.base_version() {
            expect_version(&mut tx, me.id, &before, base).await?;
        }
        new.record.check_over(&before.record()?)?;
        // A version number belongs to a text, not to its visibility.
        let number = if is_same_text {
            before.version()
        } else {
            numbers::next::<K>(&mut tx, id, before.version(), VersionType::Batch).await?
        };
        let write_as = Write {
            number,
            note: "",
            at: now,
        };
        write(&mut tx, me, &before, new, write_as).await?;
    }
    if let Some(slug) = slug {
        slugs::rename(&mut tx, K::KIND, id, slug, now).await?;
    }
    save.finish(&mut tx, id).await?;
    let saved = get_in::<K>(&mut tx, me.id, id).await?;
    tx.commit().await?;
    Ok(saved)
}

/// 409 if the client edited another version than the current one.
pub async fn expect_version<K: Kind>(
    tx: &mut Tx,
    me: Uuid,
    current: &Stored<K>,
    edited: VersionNumber,
) -> Result<()> {
    if current.version() == edited {
        return Ok(());
    }
    let answer = get_in::<K>(tx, me, current.id).await?;
    Err(ApiError::saved_meanwhile(
        current.version(),
        edited,
        &answer,
    ))
}

pub async fn delete<K: Kind>(db: &Db, me: Me, id: Uuid, now: Timestamp) -> Result<()> {
    let mut tx = db.begin().await?;
    delete_in::<K>(&mut tx, me.id, id, now).await?;
    tx.commit().await?;
    Ok(())
}

/// Moves a record that `me` may change into the trash.
pub async fn delete_in<K: Kind>(tx: &mut Tx, me: Uuid, id: Uuid, now: Timestamp) -> Result<()> {
    access::expect(tx, K::OBJECT, Place::InUse, Right::Write, me, id).await?;
    let sql = format!(
        "UPDATE {}s SET deleted_at = $2 WHERE id = $1 AND deleted_at IS NULL",
        K::KIND
    );
    let delete = tx.query(AssertSqlSafe(sql)).bind(id).bind(now);
    if delete.execute().await? == 0 {
        return Err(not_found::<K>());
    }
    if K::KIND == "prompt" {
        end_link(tx, id).await?;
    }
    Ok(())
}

/// Ends the secret link of a prompt for good.
async fn end_link(tx: &mut Tx, prompt: Uuid) -> Result<()> {
    let end = tx.query("DELETE FROM share_links WHERE prompt_id = $1");
    end.bind(prompt).execute().await?;
    Ok(())
}

/// The handle of the workspace of a record, unless it is the account's own.
async fn handle_elsewhere<K: Kind>(tx: &mut Tx, me: Me, id: Uuid) -> Result<Option<String>> {
    let kind = K::KIND;
    let sql = format!(
        "SELECT owner.handle FROM {kind}s r
             JOIN handles owner ON owner.workspace_id = r.workspace_id AND owner.is_current
         WHERE r.id = $1 AND r.workspace_id <> $2"
    );
    let query = tx.query(AssertSqlSafe(sql)).bind(id).bind(me.workspace);
    let found = query.optional::<(String,)>().await?;
    Ok(found.map(|(handle,)| handle))
}

/// Clones a record that the account may see.
pub async fn clone<K: Kind>(db: &Db, me: Me, id: Uuid, now: Timestamp) -> Result<K::Answer> {
    retry_on_deadlock(|| clone_once::<K>(db, me, id, now)).await
}

async fn clone_once<K: Kind>(db: &Db, me: Me, id: Uuid, now: Timestamp) -> Result<K::Answer> {
    let mut tx = db.begin().await?;
    let select = select_stored::<K>();
    let lock = tx.for_key_share();
    let sql = format!("{select} WHERE r.id = $2 AND {VISIBLE_RECORD}{lock}");
    let query = tx.query(AssertSqlSafe(sql)).bind(me.id).bind(id);
    let original = query.optional::<Stored<K>>().await?;
    let original = original.ok_or_else(not_found::<K>)?;
    let mut copy = original.record()?.copy();
    if !access::sees_in(&mut tx, K::OBJECT, me.id, id).await? {
        copy.redact();
    }
    if let Some(handle) = handle_elsewhere::<K>(&mut tx, me, id).await? {
        copy = copy.qualify(&handle);
    }
    let copy = Prepared::of_old(copy)?;
    let copy_id = new_id(now);
    insert(&mut tx, me, copy_id, &copy, now).await?;
    K::note_clone(&mut tx, me.id, id, copy_id, now).await?;
    let copy = get_in::<K>(&mut tx, me.id, copy_id).await?;
    tx.commit().await?;
    Ok(copy)
}
