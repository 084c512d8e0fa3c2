//! The export of an account as one zip.
//!
//! It may take hundreds of megabytes, so it is written to an unnamed temporary file in the data folder, off the
//! threads that serve requests and one account at a time, and streamed from there. An account has at most one such
//! file, for a limited time: a client that reads slowly must not fill the disk.

use std::collections::{BTreeMap, HashSet};
use std::fs::File;
use std::io::{self, Seek, Write};
use std::path::Path;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use image::ImageFormat;
use poem::http::StatusCode;
use prompt_core::Prompt;
use prompt_core::export::{ExportFormat, ExportOptions, export};
use serde_json::{Map, Value, json};
use sqlx::AssertSqlSafe;
use tempfile::tempfile_in;
use tokio::io::{AsyncRead, ReadBuf};
use tokio::runtime::Handle;
use tokio::sync::{Semaphore, oneshot};
use tokio::task::{spawn, spawn_blocking, yield_now};
use tokio::time::{sleep, timeout};
use uuid::Uuid;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use crate::access::personal_workspace;
use crate::clock::Timestamp;
use crate::db::{Cell, Db, Sql, SqlValue};
use crate::http::error::{ApiError, Result};
use crate::private;
use crate::records::store::{Stored, select_stored};
use crate::snapshot;

/// Columns that are secret, or derived from other columns.
const LEFT_OUT: &[&str] = &[
    "password_hash",
    "token_hash",
    "code_hash",
    "request_hash",
    "secret",
    "search_text",
    "excerpt",
    "rid",
    "depth",
    "digest",
];
/// Columns that hold JSON as text.
const JSON_COLUMNS: &[&str] = &[
    "content",
    "tags",
    "asset_fields",
    "asset_metadata",
    "changes",
    "filter",
    "data",
    "variable_values",
    "settings",
    "tool_calls",
];
/// Rows in memory at once for tables with long texts: a component's draft may have four megabytes.
const CHUNK: usize = 4;
/// Rows in memory at once for other tables.
const SMALL_ROWS: usize = 500;
/// Columns whose values may be large.
const LARGE_COLUMNS: &[&str] = &["content", "data", "bytes", "snapshot", "output"];
/// How long an export waits for another account's export.
const EXPORT_QUEUE_TIMEOUT: Duration = Duration::from_secs(30);

/// How long sending an export may take.
const SENDING_TIME: Duration = Duration::from_mins(15);

/// The exports that are being created or sent.
#[derive(Clone)]
pub struct Exports {
    accounts: Arc<Mutex<HashSet<Uuid>>>,
    turn: Arc<Semaphore>,
}

impl Default for Exports {
    fn default() -> Self {
        Self {
            accounts: Arc::default(),
            turn: Arc::new(Semaphore::new(1)),
        }
    }
}

/// Marks that an account's export is being created or sent, until it is dropped.
pub struct Making {
    user: Uuid,
    accounts: Arc<Mutex<HashSet<Uuid>>>,
}

impl Exports {
    /// Marks an account; `None` if it is marked already.
    pub fn begin(&self, user: Uuid) -> Option<Making> {
        let is_new = lock(&self.accounts).insert(user);
        is_new.then(|| Making {
            user,
            accounts: Arc::clone(&self.accounts),
        })
    }
}

impl Drop for Making {
    fn drop(&mut self) {
        lock(&self.accounts).remove(&self.user);
    }
}

fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Creates the zip of an account, or of a team by its id, ready to be sent.
pub async fn make(db: &Db, data_dir: &Path, exports: &Exports, user: Uuid) -> Result<Sending> {
    let later = |status, message| ApiError::later(status, "busy", message, 30);
    let Some(making) = exports.begin(user) else {
        let message = "Your export is being made or sent already. Please wait until it is done.";
        return Err(later(StatusCode::TOO_MANY_REQUESTS, message));
    };
    let turn = timeout(
        EXPORT_QUEUE_TIMEOUT,
        Arc::clone(&exports.turn).acquire_owned(),
    )
    .await;
    let Ok(Ok(turn)) = turn else {
        let message = "The server is busy with other exports. Please try again shortly.";
        return Err(later(StatusCode::SERVICE_UNAVAILABLE, message));
    };
    let handle = Handle::current();
    let (db, data_dir) = (db.clone(), data_dir.to_owned());
    let (asked, gone) = oneshot::channel::<()>();
    let made = spawn_blocking(move || {
        let _turn = turn;
        handle.block_on(async {
            tokio::select! {
                made = pack(&db, user, &data_dir) => {
                    made.map(|file| Sending::begin(file, making, SENDING_TIME))
                }
                _ = gone => Err(ApiError::internal(&"nobody waits for the export any longer")),
            }
        })
    });
    let made = made.await.map_err(|error| ApiError::internal(&error))?;
    drop(asked);
    made
}

/// The file being sent. The file and its mark are released when it is sent or dropped, or its time is over.
pub struct Sending(Arc<Mutex<Option<(tokio::fs::File, Making)>>>);

impl Sending {
    fn begin(file: File, making: Making, time: Duration) -> Self {
        let sent = Arc::new(Mutex::new(Some((tokio::fs::File::from_std(file), making))));
        // A client that reads nothing never polls this reader, so a timer releases the file.
        let late = Arc::downgrade(&sent);
        spawn(async move {
            sleep(time).await;
            if let Some(late) = late.upgrade() {
                lock(&late).take();
            }
        });
        Self(sent)
    }
}

impl AsyncRead for Sending {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let mut sent = lock(&self.0);
        let Some((file, _)) = &mut *sent else {
            return Poll::Ready(Err(io::ErrorKind::TimedOut.into()));
        };
        let before = buffer.filled().len();
        let read = ready!(Pin::new(file).poll_read(context, buffer));
        if read.is_err() || buffer.filled().len() == before {
            sent.take();
        }
        Poll::Ready(read)
    }
}

async fn pack(db: &Db, user: Uuid, folder: &Path) -> Result<File> {
    private::new_folder(folder).map_err(|error| broken(&error))?;
    let mut zip = ZipWriter::new(tempfile_in(folder).map_err(|error| broken(&error))?);
    begin(&mut zip, "data.json")?;
    let files = write_records(db, user, &mut zip).await?;
    for (name, bytes) in files {
        begin(&mut zip, &name)?;
        zip.write_all(&bytes).map_err(|error| broken(&error))?;
    }

    let sql = format!(
        "{} WHERE r.workspace_id = $1 AND r.deleted_at IS NULL AND r.id > $2 ORDER BY r.id LIMIT {CHUNK}",
        select_stored::<Prompt>()
    );
    let mut last = Uuid::nil();
    loop {
        let chunk: Vec<Stored<Prompt>> = db
            .read(AssertSqlSafe(sql.clone()))
            .bind(personal_workspace(user))
            .bind(last)
            .all()
            .await?;
        let Some(newest) = chunk.last() else { break };
        last = newest.id;
        for stored in &chunk {
            let prompt = stored.record()?;
            for format in [ExportFormat::Markdown, ExportFormat::Json] {
                let file = export(&prompt, &ExportOptions::new(format));
                // Two prompts may have the same title; the id keeps their paths apart.
                let name = format!("prompts/{}/{}", stored.id, file.file_name);
                begin(&mut zip, &name)?;
                let text = file.text.as_bytes();
                zip.write_all(text).map_err(|error| broken(&error))?;
            }
        }
        yield_now().await;
    }
    let mut file = zip.finish().map_err(|error| broken(&error))?;
    file.rewind().map_err(|error| broken(&error))?;
    Ok(file)
}

fn broken(error: &dyn std::fmt::Display) -> ApiError {
    ApiError::internal(error)
}

fn begin(zip: &mut ZipWriter<File>, name: &str) -> Result<()> {
    let options = SimpleFileOptions::default();
    zip.start_file(name, options)
        .map_err(|error| broken(&error))
}

/// Writes every row that belongs to the account or its personal workspace, by table, and returns the values that become
/// files of their own. New tables are included without being listed here.
async fn write_records(
    db: &Db,
    user: Uuid,
    zip: &mut ZipWriter<File>,
) -> Result<Vec<(String, Vec<u8>)>> {
    let mut whose: BTreeMap<String, String> = BTreeMap::new();
    // The account and its personal workspace have one id: `$1`. What belongs to a workspace is exported with it, whoever
    // wrote it.
    for (table, column) in db.columns_named(&["user_id", "workspace_id"]).await? {
        if column == "workspace_id" || !whose.contains_key(&table) {
            whose.insert(table, format!("{column} = $1"));
        }
    }
    // So do the parts of a record. A history is exported whole: each entry is read from the one before.
    for (part, record) in [
        ("component_sessions", "component"),
        ("prompt_versions", "prompt"),
        ("component_versions", "component"),
        ("collection_items", "collection"),
        ("labels", "prompt"),
        ("label_moves", "prompt"),
    ] {
        let theirs =
            format!("{record}_id IN (SELECT r.id FROM {record}s r WHERE r.workspace_id = $1)");
        whose.insert(part.to_owned(), theirs);
    }
    for table in ["users", "workspaces"] {
        whose.insert(table.to_owned(), "id = $1".to_owned());
    }

    let mut files = Vec::new();
    write(
        zip,
        "{\n\"format\": \"promptcase-account\",\n\"version\": 1,\n\"records\": {",
    )?;
    let mut between_tables = "\n";
    for (table, condition) in &whose {
        write(zip, &format!("{between_tables}\"{table}\": ["))?;
        between_tables = ",\n";
        let mut between_rows = "\n";
        let (key, rows) = keys(db, table, condition, user).await?;
        let rows_at_once = rows_at_once(db, table).await?;
        let mut entry = Vec::new();
        for rows in rows.chunks(rows_at_once) {
            for mut row in rows_of(table, &key, rows).read(db).cells().await? {
                unpack(&mut row, &mut entry)?;
                write(zip, between_rows)?;
                between_rows = ",\n";
                serde_json::to_writer_pretty(&mut *zip, &record(table, row, &mut files))?;
            }
            yield_now().await;
        }
        write(zip, "]")?;
    }
    write(zip, "\n}\n}\n")?;
    Ok(files)
}

fn write(zip: &mut ZipWriter<File>, text: &str) -> Result<()> {
    zip.write_all(text.as_bytes())
        .map_err(|error| broken(&error))
}

/// The key columns of a table, and their values in the account's rows.
async fn keys(
    db: &Db,
    table: &str,
    condition: &str,
    user: Uuid,
) -> Result<(String, Vec<Vec<SqlValue>>)> {
    let key = db.key(table).await?.join(", ");
    let sql = format!("SELECT {key} FROM {table} WHERE {condition} ORDER BY {key}");
    let rows = db.read(AssertSqlSafe(sql)).bind(user).cells().await?;
    let value = |(_, cell)| match cell {
        Cell::Id(id) => Some(id.into()),
        Cell::Text(text) => Some(text.into()),
        Cell::Number(number) => Some(number.into()),
        Cell::Real(number) => Some(number.into()),
        Cell::Truth(truth) => Some(truth.into()),
        Cell::Bytes(bytes) => Some(SqlValue::Bytes(bytes)),
        Cell::Null => None,
    };
    let rows = rows.into_iter();
    let rows = rows.map(|row| row.into_iter().filter_map(value).collect());
    Ok((key, rows.collect()))
}

async fn rows_at_once(db: &Db, table: &str) -> Result<usize> {
    let columns = db.columns(table).await?;
    let mut names = columns.iter().map(|(name, _)| name.as_str());
    let may_be_large = names.any(|name| LARGE_COLUMNS.contains(&name));
    Ok(if may_be_large { CHUNK } else { SMALL_ROWS })
}

/// A statement that loads the rows with these keys.
fn rows_of(table: &str, key: &str, rows: &[Vec<SqlValue>]) -> Sql {
    let mut sql = Sql::new(&format!("SELECT * FROM {table} WHERE ({key}) IN (VALUES "));
    let rows: Vec<String> = rows
        .iter()
        .map(|row| {
            let places: Vec<String> = row.iter().map(|value| sql.bind(value.clone())).collect();
            format!("({})", places.join(", "))
        })
        .collect();
    sql.push(&rows.join(", "));
    sql.push(&format!(") ORDER BY {key}"));
    sql
}

/// Replaces the compact text of a history's entry by its columns. `entry` is the text of the entry before.
fn unpack(row: &mut Vec<(String, Cell)>, entry: &mut Vec<u8>) -> Result<()> {
    let of = |name: &str| row.iter().position(|(column, _)| column == name);
    let (Some(snapshot), Some(depth), Some(title)) = (of("snapshot"), of("depth"), of("title"))
    else {
        return Ok(());
    };
    if row[depth].1 == Cell::Number(0) {
        entry.clear();
    }
    let bytes = match &row[snapshot].1 {
        Cell::Bytes(bytes) => bytes.clone(),
        Cell::Id(id) => id.as_bytes().to_vec(),
        _ => Vec::new(),
    };
    *entry = snapshot::decompress(&bytes, entry).map_err(|error| broken(&error))?;
    for at in [snapshot, title] {
        row.remove(at);
    }
    let columns = snapshot::read(entry)?;
    row.extend(
        columns
            .into_iter()
            .map(|(name, text)| (name, Cell::Text(text))),
    );
    Ok(())
}

/// A row as JSON. Values that JSON cannot hold become files, which the row names.
fn record(table: &str, row: Vec<(String, Cell)>, files: &mut Vec<(String, Vec<u8>)>) -> Value {
    let extension = extension_of(&row);
    let mut record = Map::new();
    for (name, cell) in row {
        if LEFT_OUT.contains(&name.as_str()) {
            continue;
        }
        let value = match cell {
            Cell::Bytes(bytes) => {
                let file = format!("{table}/{}.{extension}", files.len() + 1);
                files.push((file.clone(), bytes));
                json!(file)
            }
            Cell::Number(micros) if name.ends_with("_at") => {
                json!(Timestamp(micros))
            }
            Cell::Text(text) if JSON_COLUMNS.contains(&name.as_str()) => {
                serde_json::from_str(&text).unwrap_or(Value::String(text))
            }
            Cell::Null => Value::Null,
            Cell::Number(number) => json!(number),
            Cell::Real(number) => json!(number),
            Cell::Truth(truth) => json!(truth),
            Cell::Text(text) => json!(text),
            Cell::Id(id) => json!(id),
        };
        record.insert(name, value);
    }
    Value::Object(record)
}

/// The file extension for the bytes in this row.
fn extension_of(row: &[(String, Cell)]) -> &'static str {
    row.iter()
        .find_map(|(name, cell)| match cell {
            Cell::Text(kind) if name == "media_type" => ImageFormat::from_mime_type(kind),
            _ => None,
        })
        .and_then(|format| format.extensions_str().first().copied())
        .unwrap_or("bin")
}

#[cfg(test)]
mod tests {
    use tokio::io::AsyncReadExt as _;

    use super::*;

    #[tokio::test]
    async fn a_file_is_given_up_once_it_was_sent_dropped_or_took_too_long() {
        let exports = Exports::default();
        let user = Uuid::from_u128(7);
        let file = || {
            let mut file = tempfile::tempfile().unwrap();
            file.write_all(b"a zip").unwrap();
            file.rewind().unwrap();
            file
        };
        let begin = |time| Sending::begin(file(), exports.begin(user).unwrap(), time);
        let mut text = String::new();

        let mut sent = begin(SENDING_TIME);
        assert!(exports.begin(user).is_none());
        sent.read_to_string(&mut text).await.unwrap();
        assert_eq!(text, "a zip");
        assert!(exports.begin(user).is_some());

        drop(begin(SENDING_TIME));
        assert!(exports.begin(user).is_some());

        let mut late = begin(Duration::ZERO);
        while exports.begin(user).is_none() {
            yield_now().await;
        }
        let error = late.read_to_string(&mut text).await.unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
    }

    #[tokio::test]
    async fn tables_without_an_id_are_read_a_few_rows_at_a_time_too() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("drafts.db");
        let db = Db::connect(&format!("sqlite:{}", file.display()), 1)
            .await
            .unwrap();
        let user = Uuid::from_u128(7);
        for sql in [
            "CREATE TABLE drafts (owner BLOB, name TEXT, at INTEGER, data TEXT, PRIMARY KEY (name, at)) WITHOUT ROWID",
            "INSERT INTO drafts WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10)
             SELECT x'00000000000000000000000000000007', 'draft', i, 'text ' || i FROM n",
        ] {
            db.write(sql).execute().await.unwrap();
        }
        let (key, keys) = keys(&db, "drafts", "owner = $1", user).await.unwrap();
        assert_eq!((key.as_str(), keys.len()), ("name, at", 10));
        let at_once = rows_at_once(&db, "drafts").await.unwrap();
        assert_eq!(at_once, CHUNK);
        let mut read = Vec::new();
        for some in keys.chunks(at_once) {
            let rows = rows_of("drafts", &key, some).read(&db).cells().await;
            let rows = rows.unwrap();
            assert!(rows.len() <= CHUNK);
            read.extend(rows.into_iter().map(|row| row[2].1.clone()));
        }
        let all: Vec<Cell> = (1..=10).map(Cell::Number).collect();
        assert_eq!(read, all);
    }
}
