//! `mail`: whether the settings of mail work.

use std::io::Write as _;

use clap::Subcommand;
use promptcase_server::config::Config;
use promptcase_server::mail::{A_DAY, Mail, Mailer};

use super::Outcome;

#[derive(Subcommand)]
pub enum MailCommand {
    /// Send a mail now and tell whether the mail server took it.
    Test {
        /// Where to send it.
        email: String,
    },
}

pub async fn send_test(config: Config, command: MailCommand) -> Outcome {
    let MailCommand::Test { email } = command;
    config.check()?;
    let way = if config.smtp_url.is_some() {
        "sent to".to_owned()
    } else {
        let folder = config.data_dir.join("mail");
        format!(
            "written into {}, because SMTP_URL is not set, for",
            folder.display()
        )
    };
    let mailer = Mailer::new(&config)?;
    let mail = Mail {
        to: email.clone(),
        subject: "Mail from Promptcase works".to_owned(),
        valid: A_DAY,
        body: format!(
            "This mail was sent to try the settings of {}.\n",
            config.origin()
        ),
    };
    let sent = mailer.deliver(&mail).await;
    sent.map_err(|error| format!("the mail was not sent: {error}"))?;
    writeln!(std::io::stdout(), "A mail was {way} {email}.")?;
    Ok(())
}
