//! A lock on a whole instance. Every server that runs on it shares the lock, and what needs the instance for itself
//! (restoring it, moving it) takes it alone or not at all.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{Connection as _, query_scalar};

use super::{Result, file_of};
use crate::private;

/// The advisory lock of PostgreSQL that stands for an instance: "promptca" as a number.
const LOCK_KEY: i64 = 0x7072_6f6d_7074_6361;

/// How an instance is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    /// By any number of processes at once.
    Shared,
    /// By this process alone.
    Alone,
}

/// A lock that is held until it is dropped, or until the process ends in whatever way.
#[derive(Debug)]
pub struct InstanceLock(#[expect(dead_code, reason = "held, never read")] Holder);

#[derive(Debug)]
#[expect(dead_code, reason = "held, never read")]
enum Holder {
    File(File),
    Session(Box<PgConnection>),
    Nothing,
}

impl InstanceLock {
    /// Locks the instance at a URL without waiting. `None` if it is used in a way that excludes this one.
    pub async fn take(url: &str, how: Use) -> Result<Option<Self>> {
        let holder = match file_of(url) {
            Some(path) if path == Path::new(":memory:") => Some(Holder::Nothing),
            Some(path) => lock_file(path, how).map_err(sqlx::Error::Io)?,
            None => lock_session(url, how).await?,
        };
        Ok(holder.map(Self))
    }
}

fn lock_file(database: &Path, how: Use) -> std::io::Result<Option<Holder>> {
    let mut name = database.as_os_str().to_owned();
    name.push(".lock");
    let name = PathBuf::from(name);
    if let Some(folder) = name.parent() {
        private::new_folder(folder)?;
    }
    private::create_owner_only(&name)?;
    let file = File::options().read(true).write(true).open(&name)?;
    let locked = match how {
        Use::Shared => file.try_lock_shared(),
        Use::Alone => file.try_lock(),
    };
    match locked {
        Ok(()) => Ok(Some(Holder::File(file))),
        Err(std::fs::TryLockError::WouldBlock) => Ok(None),
        // Some network file systems have no locks. An instance there runs without one.
        Err(std::fs::TryLockError::Error(error))
            if error.kind() == std::io::ErrorKind::Unsupported =>
        {
            Ok(Some(Holder::Nothing))
        }
        Err(std::fs::TryLockError::Error(error)) => Err(error),
    }
}

async fn lock_session(url: &str, how: Use) -> Result<Option<Holder>> {
    let options = PgConnectOptions::from_str(url)?.application_name("promptcase lock");
    let mut session = PgConnection::connect_with(&options).await?;
    let sql = match how {
        Use::Shared => "SELECT pg_try_advisory_lock_shared($1)",
        Use::Alone => "SELECT pg_try_advisory_lock($1)",
    };
    let is_locked: bool = query_scalar(sql)
        .bind(LOCK_KEY)
        .fetch_one(&mut session)
        .await?;
    Ok(is_locked.then(|| Holder::Session(Box::new(session))))
}
