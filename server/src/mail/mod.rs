//! Mail: sent over SMTP if `SMTP_URL` is set, otherwise written as files into the data folder, which the log names.
//! A mail is in the [`queue`] until a mail server has taken it, and is tried again for as long as it is valid.

pub mod queue;

use std::fmt;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use lettre::message::Mailbox;
use lettre::message::header::{ContentType, MIME_VERSION_1_0};
use lettre::transport::file::AsyncFileTransport;
use lettre::transport::smtp::Error as SmtpError;
use lettre::{AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor};

use tokio::sync::Semaphore;
use uuid::Uuid;

use crate::clock::{Clock, Timestamp};
use crate::config::Config;
use crate::db::{self, Db};
use crate::private;

/// The number of mails by outcome: sent, given up.
const MAILS: &str = "mails_total";

/// The most mails that a command waits for.
const AT_ONCE: u32 = 10_000;

#[derive(Clone)]
pub struct Mailer {
    from: Mailbox,
    way: Way,
    /// One permit for each mail that is being sent in the background.
    sending: Arc<Semaphore>,
}

#[derive(Clone)]
enum Way {
    Smtp(AsyncSmtpTransport<Tokio1Executor>),
    Files {
        transport: AsyncFileTransport<Tokio1Executor>,
        folder: String,
    },
}

/// A mail of plain text.
#[derive(Clone, Debug)]
pub struct Mail {
    pub to: String,
    pub subject: String,
    pub body: String,
    /// How long it is worth sending: a link in it may work for an hour alone.
    pub valid: Duration,
}

/// How long a mail without a link is worth sending.
pub const A_DAY: Duration = Duration::from_hours(24);

/// Why a mail was not sent.
#[derive(Debug)]
pub struct Failure {
    message: String,
    /// Whether another attempt would fail in the same way.
    is_final: bool,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Failure {}

impl Failure {
    fn of(error: &impl fmt::Display, is_final: bool) -> Self {
        let message = error.to_string();
        Self { message, is_final }
    }
}

async fn keep(db: &Db, mail: &Mail, now: Timestamp) -> db::Result<Uuid> {
    let mut tx = db.begin().await?;
    let id = queue::keep(&mut tx, mail, now).await?;
    tx.commit().await?;
    Ok(id)
}

impl Mailer {
    /// The error is a sentence for the administrator.
    pub fn new(config: &Config) -> Result<Self, String> {
        let from = config
            .mail_from
            .parse()
            .map_err(|error| format!("MAIL_FROM is no address: {error}"))?;
        if let Some(to) = &config.reports_to {
            to.parse::<Mailbox>()
                .map_err(|error| format!("REPORTS_TO is no address: {error}"))?;
        }
        let way = if let Some(url) = &config.smtp_url {
            let transport = AsyncSmtpTransport::<Tokio1Executor>::from_url(url);
            Way::Smtp(
                transport
                    .map_err(|error| format!("SMTP_URL cannot be used: {error}"))?
                    .build(),
            )
        } else {
            let folder = config.data_dir.join("mail");
            Way::Files {
                transport: AsyncFileTransport::new(&folder),
                folder: folder.display().to_string(),
            }
        };
        let sending = Arc::new(Semaphore::new(AT_ONCE as usize));
        Ok(Self { from, way, sending })
    }

    /// Sends a mail in the background. Neither the response nor its timing reveals whether an address has an account.
    pub fn send(&self, db: &Db, clock: &Clock, mail: Mail) {
        let (mailer, db, clock) = (self.clone(), db.clone(), clock.clone());
        let permit = Arc::clone(&self.sending).try_acquire_owned();
        tokio::spawn(async move {
            let _permit = permit;
            // Queued before its first attempt, so that a server which is stopped meanwhile loses none.
            let id = match keep(&db, &mail, clock.now()).await {
                Ok(id) => id,
                Err(error) => {
                    count("given_up");
                    tracing::error!(%error, "a mail could not be queued");
                    return;
                }
            };
            mailer.attempt_first(&db, &clock, id, &mail).await;
        });
    }

    /// Sends a mail in the background that was queued in a transaction.
    pub fn send_kept(&self, db: &Db, clock: &Clock, id: Uuid, mail: Mail) {
        let (mailer, db, clock) = (self.clone(), db.clone(), clock.clone());
        let permit = Arc::clone(&self.sending).try_acquire_owned();
        tokio::spawn(async move {
            let _permit = permit;
            mailer.attempt_first(&db, &clock, id, &mail).await;
        });
    }

    /// Waits for the mails that are being sent in the background, as a command does before it ends.
    pub async fn finish(&self) {
        let _ = self.sending.acquire_many(AT_ONCE).await;
    }

    async fn attempt_first(&self, db: &Db, clock: &Clock, id: Uuid, mail: &Mail) {
        if let Err(error) = self.attempt(db, clock, id, mail, 1).await {
            tracing::warn!(%error, %id, "the queue does not know of an attempt, which is made again");
        }
    }

    /// Tries again what is due, and returns how many mails were sent.
    pub async fn send_due(&self, db: &Db, clock: &Clock) -> db::Result<usize> {
        for id in queue::remove_expired(db, clock.now()).await? {
            count("given_up");
            tracing::error!(%id, "a mail was not sent in time");
        }
        let mut sent = 0;
        for waiting in queue::due(db, clock.now()).await? {
            if !queue::take(db, &waiting, clock.now()).await? {
                continue;
            }
            let tries = waiting.attempts + 1;
            let is_sent = self
                .attempt(db, clock, waiting.id, &waiting.mail(), tries)
                .await?;
            sent += usize::from(is_sent);
        }
        Ok(sent)
    }

    /// Sends a mail of the queue. `tries` counts this attempt too.
    async fn attempt(
        &self,
        db: &Db,
        clock: &Clock,
        id: Uuid,
        mail: &Mail,
        tries: i64,
    ) -> db::Result<bool> {
        match self.deliver(mail).await {
            Ok(()) => {
                queue::remove(db, id).await?;
                count("sent");
                return Ok(true);
            }
            Err(failure) if failure.is_final => {
                queue::remove(db, id).await?;
                count("given_up");
                tracing::error!(error = %failure, %id, "a mail was refused");
            }
            Err(failure) => {
                queue::wait(db, id, tries, clock.now()).await?;
                tracing::warn!(error = %failure, %id, tries, "a mail could not be sent and is tried again");
            }
        }
        Ok(false)
    }

    /// Sends a mail now.
    pub async fn deliver(&self, mail: &Mail) -> Result<(), Failure> {
        let to: Mailbox = mail.to.parse().map_err(|error| Failure::of(&error, true))?;
        let message = Message::builder()
            .from(self.from.clone())
            .to(to)
            .subject(&mail.subject)
            .message_id(None)
            .header(MIME_VERSION_1_0)
            .header(ContentType::TEXT_PLAIN)
            .body(mail.body.clone())
            .map_err(|error| Failure::of(&error, true))?;
        match &self.way {
            Way::Smtp(transport) => {
                let sent = transport.send(message).await;
                sent.map_err(|error| Failure::of(&error, refuses_recipient(&error)))?;
            }
            Way::Files { transport, folder } => {
                let file = write(transport, folder, message).await?;
                tracing::info!(file, "a mail was written: SMTP_URL is not set");
            }
        }
        Ok(())
    }
}

/// Whether a mail server does not know the recipient. Other refusals (a wrong password, a policy) may be mended while
/// the mail waits.
fn refuses_recipient(error: &SmtpError) -> bool {
    let code = error.status().map(u16::from);
    matches!(code, Some(550 | 551 | 553))
}

async fn write(
    transport: &AsyncFileTransport<Tokio1Executor>,
    folder: &str,
    message: Message,
) -> Result<String, Failure> {
    let cannot = |error: std::io::Error| Failure::of(&error, false);
    let path = Path::new(folder);
    private::new_folder(path).map_err(cannot)?;
    private::close_to_others(path).map_err(cannot)?;
    let sent = transport.send(message).await;
    let id = sent.map_err(|error| Failure::of(&error, false))?;
    let file = format!("{folder}/{id}.eml");
    private::close_to_others(Path::new(&file)).map_err(cannot)?;
    Ok(file)
}

fn count(outcome: &'static str) {
    metrics::counter!(MAILS, "outcome" => outcome).increment(1);
}
