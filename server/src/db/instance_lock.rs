//! A lock on a whole instance. Every server that runs on it shares the lock, and what needs the instance for itself
//! (restoring it, moving it) takes it alone or not at all.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{Connection as _, query_scalar};

use super::{Result, file_of};
use crate::private;

/// The first half of PostgreSQL's advisory lock, "prom" as a number. The other half stands for the schema.
const LOCK_KEY: i32 = 0x7072_6f6d;

/// How an instance is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    /// By any number of processes at once.
    Shared,
    /// By this process alone.
    Alone,
}

/// A lock that is held until it is dropped, or until the process ends in whatever way. On PostgreSQL it belongs to a
/// connection of its own, which may break: see [`Self::renew`].
#[derive(Debug)]
pub struct InstanceLock {
    holder: Holder,
    how: Use,
}

#[derive(Debug)]
enum Holder {
    File(#[expect(dead_code, reason = "held, never read")] File),
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
        Ok(holder.map(|holder| Self { holder, how }))
    }

    /// Takes the lock of the instance at this URL again if its connection broke; `false` if it is used in a way that
    /// excludes this one by now.
    pub async fn renew(&mut self, url: &str) -> Result<bool> {
        let Holder::Session(session) = &mut self.holder else {
            return Ok(true);
        };
        if session.ping().await.is_ok() {
            return Ok(true);
        }
        match lock_session(url, self.how).await? {
            Some(holder) => {
                self.holder = holder;
                Ok(true)
            }
            None => Ok(false),
        }
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
        Use::Shared => "SELECT pg_try_advisory_lock_shared($1, hashtext(current_schema()))",
        Use::Alone => "SELECT pg_try_advisory_lock($1, hashtext(current_schema()))",
    };
    let is_locked: bool = query_scalar(sql)
        .bind(LOCK_KEY)
        .fetch_one(&mut session)
        .await?;
    Ok(is_locked.then(|| Holder::Session(Box::new(session))))
}
