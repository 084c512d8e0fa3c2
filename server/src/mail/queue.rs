//! Mails that a mail server did not take. Any server process may try one again.

use std::time::Duration;

use uuid::Uuid;

use super::Mail;
use crate::clock::{Timestamp, new_id};
use crate::db::{self, Db, row};

/// The waits between attempts, a day in all. A mail that failed after the last one is given up.
const WAITS_MINUTES: [u64; 7] = [1, 5, 15, 60, 180, 360, 720];
/// Mails tried at a time.
const AT_ONCE: i64 = 50;

row! {
    /// A mail in the queue.
    pub struct Waiting {
        pub id: Uuid,
        recipient: String,
        subject: String,
        body: String,
        attempts: i64,
    }
}

impl Waiting {
    pub fn mail(&self) -> Mail {
        Mail {
            to: self.recipient.clone(),
            subject: self.subject.clone(),
            body: self.body.clone(),
        }
    }
}

/// Keeps a mail that was tried once.
pub async fn keep(db: &Db, mail: &Mail, now: Timestamp) -> db::Result<Uuid> {
    let id = new_id(now);
    db.write(
        "INSERT INTO mail_queue (id, recipient, subject, body, attempts, next_at, created_at)
         VALUES ($1, $2, $3, $4, 1, $5, $6)",
    )
    .bind(id)
    .bind(mail.to.clone())
    .bind(mail.subject.clone())
    .bind(mail.body.clone())
    .bind(now.plus(Duration::from_mins(WAITS_MINUTES[0])))
    .bind(now)
    .execute()
    .await?;
    Ok(id)
}

pub async fn due(db: &Db, now: Timestamp) -> db::Result<Vec<Waiting>> {
    db.read(
        "SELECT id, recipient, subject, body, attempts FROM mail_queue WHERE next_at <= $1
         ORDER BY next_at LIMIT $2",
    )
    .bind(now)
    .bind(AT_ONCE)
    .all()
    .await
}

/// Takes a mail for an attempt.
pub async fn take(db: &Db, mail: &Waiting, now: Timestamp) -> db::Result<Taken> {
    let wait = usize::try_from(mail.attempts).ok();
    let wait = wait.and_then(|attempts| WAITS_MINUTES.get(attempts));
    let next = now.plus(Duration::from_mins(*wait.unwrap_or(&1)));
    let taken = db
        .write("UPDATE mail_queue SET attempts = attempts + 1, next_at = $1 WHERE id = $2 AND attempts = $3")
        .bind(next)
        .bind(mail.id)
        .bind(mail.attempts)
        .execute()
        .await?;
    Ok(match (taken, wait) {
        (0, _) => Taken::ByAnother,
        (_, Some(_)) => Taken::Yes,
        (_, None) => Taken::ForTheLastTime,
    })
}

/// Whether a mail is this process's to send.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Taken {
    Yes,
    /// No attempt follows.
    ForTheLastTime,
    /// Another process has it, or has sent it.
    ByAnother,
}

pub async fn remove(db: &Db, id: Uuid) -> db::Result<()> {
    db.write("DELETE FROM mail_queue WHERE id = $1")
        .bind(id)
        .execute()
        .await?;
    Ok(())
}
