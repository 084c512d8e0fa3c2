//! Labels in the database. Moving one is one transaction, which locks its prompt.

use poem::http::StatusCode;
use prompt_core::name::Label as Name;
use prompt_core::{Prompt, VersionNumber, validate};
use serde_json::json;
use sqlx::AssertSqlSafe;
use uuid::Uuid;

use crate::access::{self, Object, Place, Right};
use crate::audit::{self, Action};
use crate::clock::Timestamp;
use crate::db::{Db, Query, Tx, row};
use crate::http::error::{ApiError, Result};
use crate::http::pagination::{self, Page};
use crate::labels::model::{Label, LabelMove, LabelTarget, LabelUndo};
use crate::outbox::{self, Event};
use crate::records::columns::{parts, version};
use crate::records::store::lock_writable;
use crate::records::versions;
use crate::session::extractors::Me;
use crate::tests::gate;

row! {
    struct Row {
        name: String,
        version_major: i64,
        version_minor: i64,
        version_batch: i64,
        is_protected: bool,
        moved_at: Timestamp,
        moved_by: String,
        reason: String,
    }
}

impl From<Row> for Label {
    fn from(row: Row) -> Self {
        Self {
            name: row.name,
            version: version(row.version_major, row.version_minor, row.version_batch),
            is_protected: row.is_protected,
            moved_at: row.moved_at,
            moved_by: row.moved_by,
            reason: row.reason,
        }
    }
}

/// A label `l` of prompt `$1` with its last move. `$2` says whether the viewer is a member of the workspace.
const SELECT: &str = "SELECT l.name, l.version_major, l.version_minor, l.version_batch, l.is_protected, m.moved_at,
        CASE WHEN $2 THEN COALESCE(u.full_name, '') ELSE '' END AS moved_by,
        CASE WHEN $2 THEN m.reason ELSE '' END AS reason
    FROM labels l
    JOIN label_moves m ON m.prompt_id = l.prompt_id AND m.name = l.name
        AND m.seq = (SELECT MAX(n.seq) FROM label_moves n WHERE n.prompt_id = l.prompt_id AND n.name = l.name)
    LEFT JOIN users u ON u.id = m.moved_by
    WHERE l.prompt_id = $1";

/// The most labels of one prompt.
const LABELS: i64 = 50;

/// The labels of a prompt that the viewer may see, by name.
pub async fn list(db: &Db, viewer: Uuid, prompt: Uuid) -> Result<Vec<Label>> {
    let is_own = access::sees(db, Object::Prompt, viewer, prompt).await?;
    let sql = format!("{SELECT} ORDER BY l.name");
    let rows = db.read(AssertSqlSafe(sql)).bind(prompt).bind(is_own);
    let rows: Vec<Row> = rows.all().await?;
    Ok(rows.into_iter().map(Label::from).collect())
}

/// A label of a prompt that the viewer may see.
pub async fn get(db: &Db, viewer: Uuid, prompt: Uuid, name: &Name) -> Result<Label> {
    let is_own = access::sees(db, Object::Prompt, viewer, prompt).await?;
    one(db.read(select_one()), prompt, is_own, name).await
}

fn select_one() -> AssertSqlSafe<String> {
    AssertSqlSafe(format!("{SELECT} AND l.name = $3"))
}

async fn one(query: Query<'_>, prompt: Uuid, is_own: bool, name: &Name) -> Result<Label> {
    let found = query.bind(prompt).bind(is_own).bind(name.as_str());
    let found: Option<Row> = found.optional().await?;
    found.map(Label::from).ok_or_else(not_found)
}

fn not_found() -> ApiError {
    ApiError::not_found("Label")
}

row! {
    struct Move {
        seq: i64,
        from_major: Option<i64>,
        from_minor: Option<i64>,
        from_batch: Option<i64>,
        to_major: Option<i64>,
        to_minor: Option<i64>,
        to_batch: Option<i64>,
        reason: String,
        moved_by: Uuid,
        author_name: String,
        moved_at: Timestamp,
    }
}

fn number(parts: [Option<i64>; 3]) -> Option<VersionNumber> {
    let [major, minor, batch] = parts;
    Some(version(major?, minor?, batch?))
}

impl From<Move> for LabelMove {
    fn from(row: Move) -> Self {
        Self {
            seq: row.seq,
            from: number([row.from_major, row.from_minor, row.from_batch]),
            to: number([row.to_major, row.to_minor, row.to_batch]),
            reason: row.reason,
            moved_by: row.moved_by,
            author_name: row.author_name,
            moved_at: row.moved_at,
        }
    }
}

/// The moves of a label, newest first. Only members of the workspace read them.
pub async fn moves(
    db: &Db,
    viewer: Uuid,
    prompt: Uuid,
    name: &Name,
    cursor: Option<&str>,
    limit: usize,
) -> Result<Page<LabelMove>> {
    if !access::sees(db, Object::Prompt, viewer, prompt).await? {
        return Err(not_found());
    }
    let before: i64 = cursor.map_or(Ok(i64::MAX), pagination::decode_cursor)?;
    let sql = format!(
        "SELECT m.seq, m.from_major, m.from_minor, m.from_batch, m.to_major, m.to_minor, m.to_batch, m.reason, m.moved_by,
             COALESCE(u.full_name, '') AS author_name, m.moved_at
         FROM label_moves m LEFT JOIN users u ON u.id = m.moved_by
         WHERE m.prompt_id = $1 AND m.name = $2 AND m.seq < $3 ORDER BY m.seq DESC LIMIT {}",
        limit + 1
    );
    let query = db.read(AssertSqlSafe(sql)).bind(prompt);
    let rows: Vec<Move> = query.bind(name.as_str()).bind(before).all().await?;
    if rows.is_empty() && cursor.is_none() {
        return Err(not_found());
    }
    let page = Page::cut(rows, limit, |row| row.seq);
    page.try_map(|row| Ok(row.into()))
}

/// The state of a label inside a transaction that has locked its prompt.
struct Locked {
    version: Option<VersionNumber>,
    is_protected: bool,
}

async fn lock(tx: &mut Tx, me: Uuid, prompt: Uuid, name: &Name) -> Result<Locked> {
    lock_writable::<Prompt>(tx, me, prompt).await?;
    let found = tx
        .query(
            "SELECT version_major, version_minor, version_batch, is_protected FROM labels
             WHERE prompt_id = $1 AND name = $2",
        )
        .bind(prompt)
        .bind(name.as_str())
        .optional::<(i64, i64, i64, bool)>()
        .await?;
    Ok(Locked {
        version: found.map(|(major, minor, batch, _)| version(major, minor, batch)),
        is_protected: found.is_some_and(|(.., is_protected)| is_protected),
    })
}

/// 403 unless `me` may move a protected label, 422 unless the move is confirmed.
async fn check_protected(tx: &mut Tx, me: Uuid, prompt: Uuid, confirm: bool) -> Result<()> {
    administer(tx, me, prompt).await?;
    if confirm {
        return Ok(());
    }
    let message = "This label is protected. Confirm that you want to move it.";
    Err(ApiError::rule("confirm", "confirmation_required", message))
}

async fn administer(tx: &mut Tx, me: Uuid, prompt: Uuid) -> Result<()> {
    let right = Right::Administer;
    access::expect(tx, Object::Prompt, Place::InUse, right, me, prompt).await?;
    Ok(())
}

/// 422 if a protected label would move to a version whose tests are not green, 403 for who may not move it. Who does not
/// see the prompt, or does not confirm the move, is told so by [`set`].
pub async fn expect_green(
    db: &Db,
    me: Uuid,
    prompt: Uuid,
    name: &Name,
    target: &LabelTarget,
) -> Result<()> {
    let sees = access::sees(db, Object::Prompt, me, prompt).await;
    if !matches!(sees, Ok(true)) {
        return Ok(());
    }
    let query = db.read(select_one()).bind(prompt).bind(true);
    let found: Option<Row> = query.bind(name.as_str()).optional().await?;
    let now = found.map(Label::from);
    let was_protected = now.as_ref().is_some_and(|label| label.is_protected);
    let moves = now.is_none_or(|label| label.version != target.version);
    if was_protected && moves && !target.confirm {
        return Ok(());
    }
    let protects = target.is_protected == Some(true) && !was_protected;
    let is_kept = was_protected && target.is_protected != Some(false);
    if protects || (is_kept && moves) {
        administer(&mut db.begin().await?, me, prompt).await?;
        let there = versions::expect::<Prompt>(db, me, prompt, target.version).await;
        there.map_err(|error| match error.status {
            StatusCode::NOT_FOUND => no_such_version(target.version),
            _ => error,
        })?;
        gate::expect_green(db, me, prompt, target.version).await?;
    }
    Ok(())
}

/// Moves a label of a prompt that `me` may change to a version, or creates it.
pub async fn set(
    db: &Db,
    me: Me,
    prompt: Uuid,
    name: &Name,
    target: &LabelTarget,
    now: Timestamp,
) -> Result<Label> {
    let reason = validate::note("reason", "Reason", &target.reason)?;
    let mut tx = db.begin().await?;
    let locked = lock(&mut tx, me.id, prompt, name).await?;
    if locked.is_protected && locked.version != Some(target.version) {
        check_protected(&mut tx, me.id, prompt, target.confirm).await?;
    }
    let is_protected = target.is_protected.unwrap_or(locked.is_protected);
    if is_protected != locked.is_protected {
        administer(&mut tx, me.id, prompt).await?;
    }
    if locked.is_protected && !is_protected && !target.confirm {
        let message = "This label is protected. Confirm that you want to end its protection.";
        return Err(ApiError::rule("confirm", "confirmation_required", message));
    }
    if locked.version.is_none() {
        check_count(&mut tx, prompt).await?;
    }
    name_version(&mut tx, prompt, target.version, name, now).await?;
    place(&mut tx, prompt, name, target.version, is_protected).await?;
    let changes_protection = locked.version.is_some() && is_protected != locked.is_protected;
    if locked.version != Some(target.version) || changes_protection {
        let step = Step {
            from: locked.version,
            to: Some(target.version),
            reason: match (changes_protection, is_protected) {
                (true, true) if reason.is_empty() => "Protected",
                (true, false) if reason.is_empty() => "Protection ended",
                _ => &reason,
            },
            undoes: None,
        };
        record(&mut tx, me, prompt, name, step, now).await?;
    }
    let moved = one(tx.query(select_one()), prompt, true, name).await?;
    tx.commit().await?;
    Ok(moved)
}

/// Makes a labelled entry of the history a version, so that whoever may see the prompt may read it.
async fn name_version(
    tx: &mut Tx,
    prompt: Uuid,
    at: VersionNumber,
    name: &Name,
    now: Timestamp,
) -> Result<()> {
    let [major, minor, batch] = parts(at);
    let found = tx
        .query(
            "SELECT is_named FROM prompt_versions
             WHERE prompt_id = $1 AND version_major = $2 AND version_minor = $3 AND version_batch = $4",
        )
        .bind(prompt)
        .bind(major)
        .bind(minor)
        .bind(batch)
        .optional::<(bool,)>()
        .await?;
    let (is_named,) = found.ok_or_else(|| no_such_version(at))?;
    if is_named {
        return Ok(());
    }
    let changelog = format!("Labelled {name}");
    tx.query(
        "UPDATE prompt_versions SET is_named = TRUE, changelog = $5
         WHERE prompt_id = $1 AND version_major = $2 AND version_minor = $3 AND version_batch = $4",
    )
    .bind(prompt)
    .bind(major)
    .bind(minor)
    .bind(batch)
    .bind(changelog.as_str())
    .execute()
    .await?;
    versions::tell_version::<Prompt>(tx, prompt, at, &changelog, now).await
}

fn no_such_version(at: VersionNumber) -> ApiError {
    let message = format!("There is no version {at} of this prompt");
    ApiError::rule("version", "no_such_version", message)
}

async fn check_count(tx: &mut Tx, prompt: Uuid) -> Result<()> {
    let count = tx.query("SELECT COUNT(*) FROM labels WHERE prompt_id = $1");
    let (count,) = count.bind(prompt).one::<(i64,)>().await?;
    if count >= LABELS {
        let message = format!("A prompt may have at most {LABELS} labels");
        return Err(ApiError::rule("label", "too_many", message));
    }
    Ok(())
}

async fn place(
    tx: &mut Tx,
    prompt: Uuid,
    name: &Name,
    at: VersionNumber,
    is_protected: bool,
) -> Result<()> {
    let [major, minor, batch] = parts(at);
    tx.query(
        "INSERT INTO labels (prompt_id, name, version_major, version_minor, version_batch, is_protected)
         VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (prompt_id, name) DO UPDATE SET version_major = excluded.version_major,
             version_minor = excluded.version_minor, version_batch = excluded.version_batch,
             is_protected = excluded.is_protected",
    )
    .bind(prompt)
    .bind(name.as_str())
    .bind(major)
    .bind(minor)
    .bind(batch)
    .bind(is_protected)
    .execute()
    .await?;
    Ok(())
}

/// A move to record.
struct Step<'a> {
    from: Option<VersionNumber>,
    to: Option<VersionNumber>,
    reason: &'a str,
    /// The place of the move that it takes back.
    undoes: Option<i64>,
}

async fn record(
    tx: &mut Tx,
    me: Me,
    prompt: Uuid,
    name: &Name,
    step: Step<'_>,
    now: Timestamp,
) -> Result<()> {
    let part = |number: Option<VersionNumber>, at: usize| number.map(|number| parts(number)[at]);
    tx.query(
        "INSERT INTO label_moves (prompt_id, name, seq, from_major, from_minor, from_batch, to_major, to_minor, to_batch,
             reason, moved_by, moved_at, undoes)
         VALUES ($1, $2, (SELECT COALESCE(MAX(seq), 0) + 1 FROM label_moves WHERE prompt_id = $1 AND name = $2),
             $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)",
    )
    .bind(prompt)
    .bind(name.as_str())
    .bind(part(step.from, 0))
    .bind(part(step.from, 1))
    .bind(part(step.from, 2))
    .bind(part(step.to, 0))
    .bind(part(step.to, 1))
    .bind(part(step.to, 2))
    .bind(step.reason)
    .bind(me.id)
    .bind(now)
    .bind(step.undoes)
    .execute()
    .await?;
    if step.from == step.to {
        return Ok(());
    }
    let action = step.to.map_or(Action::LabelRemoved, |_| Action::LabelMoved);
    let entry = audit::Entry::thing(action, name.as_str())
        .with(json!({ "prompt_id": prompt, "from": step.from, "to": step.to }));
    audit::record(tx, me.by(), entry, now).await?;
    let data = [
        ("label".to_owned(), json!(name.as_str())),
        ("from".to_owned(), json!(step.from)),
        ("to".to_owned(), json!(step.to)),
        ("reason".to_owned(), json!(step.reason)),
    ];
    outbox::tell(tx, prompt, Event::LabelMoved, data, now).await
}

/// Removes a label. Its history stays, and undo brings it back.
pub async fn remove(db: &Db, me: Me, prompt: Uuid, name: &Name, now: Timestamp) -> Result<()> {
    let mut tx = db.begin().await?;
    let locked = lock(&mut tx, me.id, prompt, name).await?;
    if locked.version.is_none() {
        return Err(not_found());
    }
    take_away(&mut tx, prompt, name, &locked).await?;
    let step = Step {
        from: locked.version,
        to: None,
        reason: "",
        undoes: None,
    };
    record(&mut tx, me, prompt, name, step, now).await?;
    tx.commit().await?;
    Ok(())
}

/// Removes a label unless it is protected.
async fn take_away(tx: &mut Tx, prompt: Uuid, name: &Name, locked: &Locked) -> Result<()> {
    if locked.is_protected {
        let message = "This label is protected. End its protection before you remove it.";
        return Err(ApiError::rule("label", "label_protected", message));
    }
    tx.query("DELETE FROM labels WHERE prompt_id = $1 AND name = $2")
        .bind(prompt)
        .bind(name.as_str())
        .execute()
        .await?;
    Ok(())
}

/// Returns a label to where it was before the last move that was not undone. `None` if it did not exist then.
pub async fn undo(
    db: &Db,
    me: Me,
    prompt: Uuid,
    name: &Name,
    undo: &LabelUndo,
    now: Timestamp,
) -> Result<Option<Label>> {
    let reason = validate::note("reason", "Reason", &undo.reason)?;
    let mut tx = db.begin().await?;
    let locked = lock(&mut tx, me.id, prompt, name).await?;
    // Undoing a move leaves the moves before it, and a change of the protection is none.
    let last = tx
        .query(
            "SELECT m.seq, m.from_major, m.from_minor, m.from_batch FROM label_moves m
             WHERE m.prompt_id = $1 AND m.name = $2 AND m.undoes IS NULL
                 AND (COALESCE(m.from_major, -1), COALESCE(m.from_minor, -1), COALESCE(m.from_batch, -1))
                     <> (COALESCE(m.to_major, -1), COALESCE(m.to_minor, -1), COALESCE(m.to_batch, -1))
                 AND NOT EXISTS (SELECT 1 FROM label_moves u
                     WHERE u.prompt_id = m.prompt_id AND u.name = m.name AND u.undoes = m.seq)
             ORDER BY m.seq DESC LIMIT 1",
        )
        .bind(prompt)
        .bind(name.as_str())
        .optional::<(i64, Option<i64>, Option<i64>, Option<i64>)>()
        .await?;
    if let Some(seen) = undo.from
        && locked.version != Some(seen)
    {
        return Err(moved_meanwhile(name, locked.version));
    }
    let Some((seq, major, minor, batch)) = last else {
        return Err(not_found());
    };
    if locked.is_protected {
        check_protected(&mut tx, me.id, prompt, undo.confirm).await?;
    }
    let before = number([major, minor, batch]);
    match before {
        Some(version) => {
            if locked.version.is_none() {
                check_count(&mut tx, prompt).await?;
            }
            place(&mut tx, prompt, name, version, locked.is_protected).await?;
        }
        None => take_away(&mut tx, prompt, name, &locked).await?,
    }
    let step = Step {
        from: locked.version,
        to: before,
        reason: if reason.is_empty() { "Undone" } else { &reason },
        undoes: Some(seq),
    };
    record(&mut tx, me, prompt, name, step, now).await?;
    let moved = match before {
        Some(_) => Some(one(tx.query(select_one()), prompt, true, name).await?),
        None => None,
    };
    tx.commit().await?;
    Ok(moved)
}

fn moved_meanwhile(name: &Name, now: Option<VersionNumber>) -> ApiError {
    let stands = match now {
        Some(version) => format!("it points to {version} now"),
        None => "it is gone".to_owned(),
    };
    ApiError::conflict(format!(
        "Somebody moved {name} in the meantime: {stands}. Look at its moves, and undo again if that is wrong."
    ))
}
