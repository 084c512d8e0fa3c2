//! Opening an instance: its data folder, its database, and the lock on both.

use std::path::PathBuf;

use promptcase_server::config::Config;
use promptcase_server::db::instance_lock::{InstanceLock, Use};
use promptcase_server::db::{Db, Engine, SchemaState};
use promptcase_server::{backup, private};
use url::Url;

use super::{Failure, Outcome};

/// Creates the data folder for its owner alone. An existing one may be open to others and is closed.
pub fn make_data_folder(config: &Config) -> Outcome {
    let folder = &config.data_dir;
    let made = private::new_folder(folder).and_then(|()| private::close_to_others(folder));
    made.map_err(|error| {
        let folder = folder.display();
        format!("the data folder {folder} cannot be made: {error}").into()
    })
}

/// Opens an instance to serve it: creates what is missing, and brings an older one up to date.
pub async fn open(config: &Config) -> Result<Db, Failure> {
    let cannot = |error: &dyn std::fmt::Display| format!("the database cannot be opened: {error}");
    let db = Db::connect(&config.database(), config.database_connections)
        .await
        .map_err(|error| cannot(&error))?;
    let state = db.schema_state().await.map_err(|error| cannot(&error))?;
    let pending = db
        .pending_migrations()
        .await
        .map_err(|error| cannot(&error))?;
    if state == SchemaState::OfAnotherVersion && pending > 0 {
        if let Some(copy) = copy_before_upgrade(config, &db).await? {
            tracing::info!(copy = %copy.display(), "the instance was copied before its upgrade");
        }
        tracing::info!(migrations = pending, "upgrading the instance");
    }
    db.migrate().await.map_err(|error| cannot(&error))?;
    Ok(db)
}

/// Copies an SQLite instance into the data folder, so that there is a way back to the version before. The copy is named
/// after the last migration that it has, and an existing one stays: an upgrade that failed halfway and is tried again
/// must not replace it. PostgreSQL's administrators have backups of their own.
async fn copy_before_upgrade(config: &Config, db: &Db) -> Result<Option<PathBuf>, Failure> {
    if db.engine() != Engine::Sqlite {
        return Ok(None);
    }
    let last = db.last_migration().await?.unwrap_or_default();
    let name = |ending: &str| {
        config
            .data_dir
            .join(format!("before-upgrade-{last:04}{ending}"))
    };
    let (copy, unfinished) = (name(".db"), name(".new.db"));
    if copy.exists() {
        return Ok(None);
    }
    let _ = std::fs::remove_file(&unfinished);
    let copied = backup::backup(db, &unfinished).await;
    copied.map_err(|error| {
        format!("the instance could not be copied before its upgrade, which did not begin: {error}")
    })?;
    std::fs::rename(&unfinished, &copy)?;
    Ok(Some(copy))
}

/// Locks an instance until the lock is dropped. The error says what is in the way.
pub async fn lock(url: &str, how: Use) -> Result<InstanceLock, Failure> {
    let taken = InstanceLock::take(url, how).await;
    let taken = taken.map_err(|error| format!("the instance cannot be locked: {error}"))?;
    taken.ok_or_else(|| {
        let place = without_password(url);
        match how {
            Use::Shared => format!(
                "the instance in {place} is being restored or moved: start when that is done"
            ),
            Use::Alone => format!("a server runs on the instance in {place}: stop it first"),
        }
        .into()
    })
}

/// Opens an existing instance without changing it. A mistyped URL must not create one, and another version must not
/// migrate it.
pub async fn open_existing(url: &str, connections: u32) -> Result<(Db, SchemaState), Failure> {
    let found = Db::existing(url, connections).await;
    let found = found.map_err(|error| format!("the database cannot be opened: {error}"))?;
    found.ok_or_else(|| format!("there is no instance in {}", without_password(url)).into())
}

/// As [`open_existing`], for the current version only.
pub async fn open_current(url: &str, connections: u32) -> Result<Db, Failure> {
    match open_existing(url, connections).await? {
        (db, SchemaState::Current) => Ok(db),
        _ => Err(other_version(url)),
    }
}

pub fn other_version(url: &str) -> Failure {
    format!(
        "the instance in {} is of another version of this program: use that version, or start this one's server once",
        without_password(url)
    )
    .into()
}

fn without_password(url: &str) -> String {
    if let Ok(mut parsed) = Url::parse(url)
        && parsed.has_host()
    {
        let _ = parsed.set_password(None);
        parsed.set_query(None);
        return parsed.into();
    }
    url.strip_prefix("sqlite:").unwrap_or(url).to_owned()
}
