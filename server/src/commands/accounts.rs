//! `user`: what an administrator does with accounts.

use std::io::Write as _;

use clap::Subcommand;
use promptcase_server::admin;
use promptcase_server::app::App;
use promptcase_server::clock::Clock;
use promptcase_server::config::Config;

use super::Outcome;
use super::instance::open_current;

#[derive(Subcommand)]
pub enum UserCommand {
    /// Set a new random password and print it. Ends all sessions and API tokens and turns two-factor authentication off.
    ResetPassword { email: String },
    /// Give an account credits. They are added to its ledger with the reason, which its owner sees, and do not
    /// expire. Granting twice gives twice.
    Grant {
        email: String,
        /// Number of credits, from 1 to 1000000.
        #[arg(value_parser = clap::value_parser!(u64).range(1..=admin::LARGEST_GIFT))]
        credits: u64,
        /// The reason, in a few words for the owner of the account, such as `Thank you for the bug report`.
        #[arg(long)]
        reason: String,
    },
    /// Delete an account and everything it owns.
    Delete { email: String },
}

pub async fn manage(config: Config, command: UserCommand) -> Outcome {
    let db = open_current(&config.database(), config.database_connections).await?;
    let app = App::new(config, db.clone(), Clock::System)?;
    let mut out = std::io::stdout();
    match command {
        UserCommand::ResetPassword { email } => {
            writeln!(out, "{}", admin::reset_password(&app, &email).await?)?;
        }
        UserCommand::Grant {
            email,
            credits,
            reason,
        } => {
            let has = admin::grant(&app, &email, credits, &reason).await?;
            let balance = has.balance.balance;
            writeln!(
                out,
                "Gave {credits} credits to {email}, who has {balance} now."
            )?;
        }
        UserCommand::Delete { email } => {
            admin::delete(&app, &email).await?;
            writeln!(out, "Deleted {email}.")?;
        }
    }
    db.close().await;
    Ok(())
}
