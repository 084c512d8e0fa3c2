//! Mail: sent over SMTP if `SMTP_URL` is set, otherwise written as files into the data folder, which the log names.
//! What a mail server does not take at once is kept in [`queue`] and tried again for a day.

mod queue;

use std::fmt;
use std::path::Path;

use lettre::message::Mailbox;
use lettre::message::header::{ContentType, MIME_VERSION_1_0};
use lettre::transport::file::AsyncFileTransport;
use lettre::{AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor};

use self::queue::Taken;
use crate::clock::Clock;
use crate::config::Config;
use crate::db::{self, Db};
use crate::private;

/// The number of mails by outcome: sent, kept to be tried again, given up.
const MAILS: &str = "mails_total";

#[derive(Clone)]
pub struct Mailer {
    from: Mailbox,
    way: Way,
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
}

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

impl Mailer {
    /// The error is a sentence for the administrator.
    pub fn new(config: &Config) -> Result<Self, String> {
        let from = config
            .mail_from
            .parse()
            .map_err(|error| format!("MAIL_FROM is no address: {error}"))?;
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
        Ok(Self { from, way })
    }

    /// Sends a mail in the background. Neither the response nor its timing reveals whether an address has an account.
    pub fn send(&self, db: &Db, clock: &Clock, mail: Mail) {
        let (mailer, db, clock) = (self.clone(), db.clone(), clock.clone());
        tokio::spawn(async move {
            let failure = match mailer.deliver(&mail).await {
                Ok(()) => return count("sent"),
                Err(failure) => failure,
            };
            if failure.is_final {
                count("given_up");
                tracing::error!(error = %failure, "a mail was refused");
                return;
            }
            let kept = queue::keep(&db, &mail, clock.now()).await;
            match kept {
                Ok(id) => {
                    count("kept");
                    tracing::warn!(error = %failure, %id, "a mail could not be sent and is tried again");
                }
                Err(error) => {
                    count("given_up");
                    tracing::error!(%error, cause = %failure, "a mail could not be sent");
                }
            }
        });
    }

    /// Tries again what is due, and returns how many mails were sent.
    pub async fn send_due(&self, db: &Db, clock: &Clock) -> db::Result<usize> {
        let mut sent = 0;
        for waiting in queue::due(db, clock.now()).await? {
            let id = waiting.id;
            let taken = queue::take(db, &waiting, clock.now()).await?;
            if taken == Taken::ByAnother {
                continue;
            }
            match self.deliver(&waiting.mail()).await {
                Ok(()) => {
                    queue::remove(db, id).await?;
                    count("sent");
                    sent += 1;
                }
                Err(failure) if failure.is_final || taken == Taken::ForTheLastTime => {
                    queue::remove(db, id).await?;
                    count("given_up");
                    tracing::error!(error = %failure, %id, "a mail was not sent");
                }
                Err(failure) => tracing::warn!(error = %failure, %id, "a mail still waits"),
            }
        }
        Ok(sent)
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
                sent.map_err(|error| Failure::of(&error, error.is_permanent()))?;
            }
            Way::Files { transport, folder } => {
                let file = write(transport, folder, message).await?;
                tracing::info!(file, "a mail was written: SMTP_URL is not set");
            }
        }
        Ok(())
    }
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
