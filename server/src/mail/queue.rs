//! Mails that no mail server has taken yet. Any server process may try one again.

use std::time::Duration;

use uuid::Uuid;

use super::Mail;
use crate::clock::{Timestamp, new_id};
use crate::db::{self, Db, Tx, row};

/// The waits between attempts; the last one repeats.
const WAITS_MINUTES: [u64; 6] = [1, 5, 15, 60, 180, 360];
/// How long a process has a mail for itself: longer than an attempt takes.
const RESERVED: Duration = Duration::from_mins(10);
/// Mails tried at a time.
const AT_ONCE: i64 = 50;

row! {
    /// A mail in the queue.
    pub struct Waiting {
        pub id: Uuid,
        recipient: String,
        subject: String,
        body: String,
        pub attempts: i64,
    }
}

impl Waiting {
    pub fn mail(&self) -> Mail {
        Mail {
            to: self.recipient.clone(),
            subject: self.subject.clone(),
            body: self.body.clone(),
            // It was valid when it was read, and its time is in the table.
            valid: Duration::ZERO,
        }
    }
}

/// Keeps a mail that is about to be tried for the first time.
pub async fn keep(tx: &mut Tx, mail: &Mail, now: Timestamp) -> db::Result<Uuid> {
    let id = new_id(now);
    tx.query(
        "INSERT INTO mail_queue (id, recipient, subject, body, attempts, next_at, expires_at)
         VALUES ($1, $2, $3, $4, 1, $5, $6)",
    )
    .bind(id)
    .bind(mail.to.clone())
    .bind(mail.subject.clone())
    .bind(mail.body.clone())
    .bind(now.plus(RESERVED))
    .bind(now.plus(mail.valid))
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

/// Takes a mail for an attempt; `false` if another process has it, or has sent it.
pub async fn take(db: &Db, mail: &Waiting, now: Timestamp) -> db::Result<bool> {
    let taken = db
        .write("UPDATE mail_queue SET attempts = attempts + 1, next_at = $1 WHERE id = $2 AND attempts = $3")
        .bind(now.plus(RESERVED))
        .bind(mail.id)
        .bind(mail.attempts)
        .execute()
        .await?;
    Ok(taken == 1)
}

/// Sets the time of the next attempt after this many.
pub async fn wait(db: &Db, id: Uuid, attempts: i64, now: Timestamp) -> db::Result<()> {
    let at = usize::try_from(attempts - 1).unwrap_or(0);
    let minutes = WAITS_MINUTES[at.min(WAITS_MINUTES.len() - 1)];
    db.write("UPDATE mail_queue SET next_at = $1 WHERE id = $2")
        .bind(now.plus(Duration::from_mins(minutes)))
        .bind(id)
        .execute()
        .await?;
    Ok(())
}

pub async fn remove(db: &Db, id: Uuid) -> db::Result<()> {
    db.write("DELETE FROM mail_queue WHERE id = $1")
        .bind(id)
        .execute()
        .await?;
    Ok(())
}

/// Removes what is no longer worth sending, and returns the ids.
pub async fn remove_expired(db: &Db, now: Timestamp) -> db::Result<Vec<Uuid>> {
    let expired = db.write("DELETE FROM mail_queue WHERE expires_at <= $1 RETURNING id");
    let ids: Vec<(Uuid,)> = expired.bind(now).all().await?;
    Ok(ids.into_iter().map(|(id,)| id).collect())
}
