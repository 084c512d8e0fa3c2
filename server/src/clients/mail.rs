//! Mail: sent over SMTP if `SMTP_URL` is set, otherwise written as files into the data folder, which the log names.

use std::path::Path;

use lettre::message::Mailbox;
use lettre::transport::file::AsyncFileTransport;
use lettre::{AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor};

use crate::config::Config;
use crate::private;

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

type Failure = Box<dyn std::error::Error + Send + Sync>;

impl Mailer {
    pub fn new(config: &Config) -> Result<Self, Failure> {
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

    /// Sends a mail in the background and logs the outcome. Neither the response nor its timing reveals whether an
    /// address has an account.
    pub fn send(&self, to: &str, subject: &str, text: String) {
        let message = to.parse::<Mailbox>().map_err(Failure::from).and_then(|to| {
            let message = Message::builder()
                .from(self.from.clone())
                .to(to)
                .subject(subject)
                .body(text);
            message.map_err(Failure::from)
        });
        let way = self.way.clone();
        tokio::spawn(async move {
            let sent = match message {
                Ok(message) => way.deliver(message).await,
                Err(error) => Err(error),
            };
            if let Err(error) = sent {
                tracing::error!(%error, "a mail could not be sent");
            }
        });
    }
}

impl Way {
    async fn deliver(&self, message: Message) -> Result<(), Failure> {
        match self {
            Self::Smtp(transport) => {
                transport.send(message).await?;
            }
            Self::Files { transport, folder } => {
                let path = Path::new(folder);
                private::new_folder(path)?;
                private::close_to_others(path)?;
                let id = transport.send(message).await?;
                let file = format!("{folder}/{id}.eml");
                private::close_to_others(Path::new(&file))?;
                tracing::info!(file, "a mail was written: SMTP_URL is not set");
            }
        }
        Ok(())
    }
}
