//! Copies of a whole instance: a backup that is consistent while the server runs, restoring one, and moving to
//! another engine. A backup is always an SQLite file, whatever engine it was taken from.

use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};
use sqlx::AssertSqlSafe;
use tempfile::TempDir;

use crate::access::SYSTEM_ACCOUNT;
use crate::db::{Cell, Db, Engine, Query};
use crate::private;

pub type Failure = Box<dyn std::error::Error + Send + Sync>;

/// Rows copied per statement.
const CHUNK: usize = 50;

/// The table that is not copied: mails that wait hold links that work, and are sent by the original.
const LEFT_OUT: &str = "mail_queue";

/// The number of copied rows, by table.
pub type Report = Vec<(String, usize)>;

/// Writes a copy of a running instance to a file that must not exist yet.
pub async fn backup(from: &Db, file: &Path) -> Result<Report, Failure> {
    if file.exists() {
        return Err(format!("{} exists already", file.display()).into());
    }
    let unfinished = with_ending(file, ".unfinished");
    let _ = std::fs::remove_file(&unfinished);
    private::create_owner_only(&unfinished)?;
    let report = match from.engine() {
        Engine::Sqlite => {
            // VACUUM INTO reads one snapshot and does not block writers.
            let name = unfinished.display().to_string();
            from.apart("VACUUM INTO $1").bind(name).execute().await?;
            let copied = as_it_is(&unfinished).await?;
            if copied.tables().await?.iter().any(|table| table == LEFT_OUT) {
                let sql = format!("DELETE FROM {LEFT_OUT}");
                // The deleted text would stay in the file.
                if copied.write(AssertSqlSafe(sql)).execute().await? > 0 {
                    copied.apart("VACUUM").execute().await?;
                }
            }
            counts(&copied).await?
        }
        Engine::Postgres => copy(from, &open(&unfinished).await?).await?,
    };
    check(&unfinished).await?;
    std::fs::File::open(&unfinished)?.sync_all()?;
    std::fs::rename(&unfinished, file)?;
    Ok(report)
}

/// A backup that passed its checks, as a copy that this version understands.
pub struct Checked {
    db: Db,
    /// Holds the copy until dropped.
    _folder: TempDir,
}

/// Copies a backup into the folder and checks the copy. The backup itself stays unchanged: a backup of an older
/// version is migrated in the copy.
pub async fn checked(file: &Path, folder: &Path) -> Result<Checked, Failure> {
    if !file.is_file() {
        return Err(format!("{} is no file", file.display()).into());
    }
    let folder = tempfile::tempdir_in(folder)?;
    let copied = folder.path().join("backup.db");
    copy_file(file, &copied)?;
    // A raw copy of an instance has its latest changes in a write-ahead log beside it.
    let log = with_ending(file, "-wal");
    if log.is_file() {
        copy_file(&log, &with_ending(&copied, "-wal"))?;
    }
    let damaged = |error| format!("{} cannot be restored: {error}", file.display());
    check(&copied).await.map_err(damaged)?;
    let db = open(&copied).await?;
    Ok(Checked {
        db,
        _folder: folder,
    })
}

/// Fills an empty instance from a backup.
pub async fn restore(from: Checked, to: &Db) -> Result<Report, Failure> {
    let report = copy(&from.db, to).await;
    from.db.close().await;
    report
}

fn with_ending(file: &Path, ending: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}

fn copy_file(from: &Path, to: &Path) -> std::io::Result<()> {
    private::create_owner_only(to)?;
    std::io::copy(
        &mut std::fs::File::open(from)?,
        &mut std::fs::File::create(to)?,
    )?;
    Ok(())
}

async fn as_it_is(file: &Path) -> Result<Db, Failure> {
    Ok(Db::connect(&format!("sqlite:{}", file.display()), 1).await?)
}

async fn open(file: &Path) -> Result<Db, Failure> {
    let db = as_it_is(file).await?;
    db.migrate().await?;
    Ok(db)
}

/// SQLite's integrity check, by the engine in this program: an older one may report damage where there is none.
async fn check(file: &Path) -> Result<(), Failure> {
    let db = as_it_is(file).await?;
    let (found,) = db.read("PRAGMA integrity_check").one::<(String,)>().await?;
    db.close().await;
    for ending in ["-wal", "-shm"] {
        let _ = std::fs::remove_file(with_ending(file, ending));
    }
    if found == "ok" {
        Ok(())
    } else {
        Err(format!("it is damaged: {found}").into())
    }
}

async fn counts(db: &Db) -> Result<Report, Failure> {
    let mut report = Vec::new();
    for table in db.tables().await? {
        let sql = format!("SELECT COUNT(*) FROM {table}");
        let (count,) = db.read(AssertSqlSafe(sql)).one::<(i64,)>().await?;
        report.push((table, usize::try_from(count)?));
    }
    db.close().await;
    Ok(report)
}

/// Copies every row of one database into another of either engine, from one snapshot. Counts and checksums verify
/// that all rows arrived.
pub async fn copy(from: &Db, to: &Db) -> Result<Report, Failure> {
    let (accounts,) = to
        .read("SELECT COUNT(*) FROM users WHERE id <> $1")
        .bind(SYSTEM_ACCOUNT)
        .one::<(i64,)>()
        .await?;
    if accounts > 0 {
        return Err("the database to copy into is in use: it has accounts".into());
    }
    let mut tables = to.tables().await?;
    tables.retain(|table| table != LEFT_OUT);
    let known = from.tables().await?;
    let missing = |table: &&String| *table != LEFT_OUT && !tables.contains(table);
    if let Some(missing) = known.iter().find(missing) {
        return Err(format!(
            "there is no table {missing} to copy into: use the same version of the program"
        )
        .into());
    }

    let mut columns = Vec::new();
    for table in &tables {
        columns.push(to.columns(table).await?);
    }

    let mut source = from.snapshot().await?;
    let mut tx = to.begin().await?;
    // A fresh instance has a few rows of its own, which the copied ones replace.
    for table in tables.iter().rev() {
        tx.query(AssertSqlSafe(format!("DELETE FROM {table}")))
            .execute()
            .await?;
    }
    // Rows may refer to later rows of the same table, so references are checked once, at the end.
    let constraints = match to.engine() {
        Engine::Sqlite => {
            tx.query("PRAGMA defer_foreign_keys = ON").execute().await?;
            Vec::new()
        }
        Engine::Postgres => {
            tx.query("SELECT conrelid::regclass::text, conname::text FROM pg_constraint WHERE contype = 'f'")
                .all::<(String, String)>()
                .await?
        }
    };
    for (table, name) in &constraints {
        let sql =
            format!("ALTER TABLE {table} ALTER CONSTRAINT {name} DEFERRABLE INITIALLY DEFERRED");
        tx.query(AssertSqlSafe(sql)).execute().await?;
    }
    let mut report = Vec::new();
    for (table, columns) in tables.iter().zip(&columns) {
        let names: Vec<&str> = columns
            .iter()
            .map(|(name, _)| name.as_str())
            .filter(|name| *name != "rid")
            .collect();
        let read = format!("SELECT {} FROM {table}", names.join(", "));
        let rows = source.query(AssertSqlSafe(read.clone())).cells().await?;
        for chunk in rows.chunks(CHUNK) {
            let mut place = 0;
            let mut values = Vec::new();
            for _ in chunk {
                let places: Vec<String> = names
                    .iter()
                    .map(|_| {
                        place += 1;
                        format!("${place}")
                    })
                    .collect();
                values.push(format!("({})", places.join(", ")));
            }
            let sql = format!(
                "INSERT INTO {table} ({}) VALUES {}",
                names.join(", "),
                values.join(", ")
            );
            let mut insert = tx.query(AssertSqlSafe(sql));
            for (name, cell) in chunk.iter().flatten() {
                let kind = columns
                    .iter()
                    .find(|(column, _)| column == name)
                    .map_or("", |(_, kind)| kind.as_str());
                insert = bind(insert, kind, cell);
            }
            insert.execute().await?;
        }
        let arrived = tx.query(AssertSqlSafe(read)).cells().await?;
        if arrived.len() != rows.len() || digest(&arrived) != digest(&rows) {
            return Err(format!("{table} did not arrive as it was; nothing was kept").into());
        }
        report.push((table.clone(), rows.len()));
    }
    if !constraints.is_empty() {
        tx.query("SET CONSTRAINTS ALL IMMEDIATE").execute().await?;
    }
    for (table, name) in &constraints {
        let sql = format!("ALTER TABLE {table} ALTER CONSTRAINT {name} NOT DEFERRABLE");
        tx.query(AssertSqlSafe(sql)).execute().await?;
    }
    tx.commit().await?;
    Ok(report)
}

/// Binds a value with the column's type: the engines differ in booleans and NULLs.
fn bind<'c>(query: Query<'c>, kind: &str, cell: &Cell) -> Query<'c> {
    let kind = kind.to_ascii_lowercase();
    match cell {
        Cell::Number(number) if kind == "boolean" => query.bind(*number != 0),
        Cell::Number(number) => query.bind(*number),
        Cell::Truth(truth) => query.bind(*truth),
        Cell::Real(number) => query.bind(*number),
        Cell::Text(text) => query.bind(text.clone()),
        Cell::Id(id) if kind == "bytea" => query.bind(id.as_bytes().to_vec()),
        Cell::Id(id) => query.bind(*id),
        Cell::Bytes(bytes) => query.bind(bytes.clone()),
        Cell::Null => match kind.as_str() {
            "boolean" => query.bind(None::<bool>),
            "bigint" | "integer" => query.bind(None::<i64>),
            "real" | "double precision" => query.bind(None::<f64>),
            "uuid" | "blob" => query.bind(None::<uuid::Uuid>),
            "bytea" => query.bind(None::<Vec<u8>>),
            _ => query.bind(None::<String>),
        },
    }
}

/// A checksum of rows in any order, the same on both engines.
fn digest(rows: &[Vec<(String, Cell)>]) -> [u8; 32] {
    let mut sum = [0_u8; 32];
    for row in rows {
        let mut hash = Sha256::new();
        for (name, cell) in row {
            hash.update(name);
            match cell {
                Cell::Null => hash.update([0]),
                Cell::Truth(truth) => hash.update(i64::from(*truth).to_be_bytes()),
                Cell::Number(number) => hash.update(number.to_be_bytes()),
                Cell::Real(number) => hash.update(number.to_be_bytes()),
                Cell::Text(text) => hash.update(text),
                Cell::Id(id) => hash.update(id.as_bytes()),
                Cell::Bytes(bytes) => hash.update(bytes),
            }
            hash.update([0xff]);
        }
        for (total, byte) in sum.iter_mut().zip(hash.finalize()) {
            *total ^= byte;
        }
    }
    sum
}
