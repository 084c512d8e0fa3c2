//! `user`: what an administrator does with accounts.

use std::io::Write;

use clap::Subcommand;
use prompt_core::plan::PlanType;
use promptcase_server::access::SYSTEM_ACCOUNT;
use promptcase_server::admin::accounts::{self, Account};
use promptcase_server::admin::hand_over::hand_over;
use promptcase_server::admin::{self, actions};
use promptcase_server::app::App;
use promptcase_server::audit::By;
use promptcase_server::auth::invitations;
use promptcase_server::clock::{Clock, Timestamp};
use promptcase_server::config::Config;
use promptcase_server::db::instance_lock::Use;
use uuid::Uuid;

use super::Outcome;
use super::instance::{lock, open_current};

#[derive(Subcommand)]
pub enum UserCommand {
    /// Set a new random password and print it. Ends all sessions and API tokens and turns two-factor authentication off.
    ResetPassword { email: String },
    /// Give an account credits. They are added to its ledger with the reason, which its owner sees, and do not
    /// expire. Granting twice gives twice.
    Grant {
        email: String,
        /// Number of credits, from 1 to 1000000.
        #[arg(value_parser = clap::value_parser!(u64).range(1..=actions::LARGEST_GIFT))]
        credits: u64,
        /// The reason, in a few words for the owner of the account, such as `Thank you for the bug report`.
        #[arg(long)]
        reason: String,
    },
    /// List the accounts, newest first, or those whose address or name contains a text.
    List {
        #[arg(default_value = "")]
        search: String,
        /// One JSON object a line.
        #[arg(long)]
        json: bool,
    },
    /// Add an account and print its password, also where registration is closed.
    Add {
        email: String,
        /// The name of the person.
        full_name: String,
    },
    /// Invite somebody to sign up, print the link, and mail it where mail is set up. The link works once.
    #[command(group(clap::ArgGroup::new("whom").required(true).args(["email", "link"])))]
    Invite {
        /// The address that alone may use it.
        email: Option<String>,
        /// For whoever has the link.
        #[arg(long)]
        link: bool,
        /// For how many days it is valid.
        #[arg(long, default_value_t = invitations::DAYS)]
        days: u32,
    },
    /// List the invitations that wait to be used, one JSON object a line.
    Invitations,
    /// Revoke an invitation, so that its link lets nobody sign up.
    RevokeInvitation {
        /// As `user invitations` tells it.
        id: Uuid,
    },
    /// End an account's sessions and let nobody act for it until it is enabled. Its data stays.
    Disable {
        email: String,
        /// Also make private what the account had made public or shared by link.
        #[arg(long)]
        unpublish: bool,
    },
    /// Let a disabled account sign in again.
    Enable { email: String },
    /// Show an account: its plan, size, sessions and when it was last used.
    Show { email: String },
    /// Give an account a plan in place of that of all accounts.
    Plan {
        email: String,
        /// free, pro or max; `default` for that of all accounts.
        plan: String,
    },
    /// Give the prompts, components and collections of an account to another one.
    HandOver { from: String, to: String },
    /// Mail an account a link to a new password.
    SendResetLink { email: String },
    /// Make an account an administrator of this instance.
    Promote { email: String },
    /// Make an administrator an ordinary account again. The last one stays.
    Demote { email: String },
    /// End every session of an account.
    EndSessions {
        email: String,
        /// End its API tokens, too.
        #[arg(long)]
        tokens: bool,
    },
    /// Give an account another address.
    ChangeEmail { email: String, new: String },
    /// Delete an account and everything it owns. Asks first, unless told not to.
    Delete {
        email: String,
        /// Do not ask.
        #[arg(long)]
        yes: bool,
    },
}

pub async fn manage(config: Config, command: UserCommand) -> Outcome {
    let db = open_current(&config.database(), config.database_connections).await?;
    let _lock = lock(&config.database(), Use::Shared).await?;
    let app = App::new(config, db.clone(), Clock::System)?;
    let mut out = std::io::stdout();
    if let UserCommand::List { search, json } = &command {
        print_accounts(&mut out, &all(&app, search).await?, *json)?;
    } else if let UserCommand::Add { email, full_name } = &command {
        let password = actions::add(&app, email, full_name, By::CommandLine).await?;
        writeln!(out, "{password}")?;
    } else {
        act(&app, &mut out, command).await?;
    }
    // What no mail server takes now stays in the queue, which the server reads.
    app.mailer.finish().await;
    db.close().await;
    Ok(())
}

/// Does something with one account.
async fn act(app: &App, out: &mut impl Write, command: UserCommand) -> Outcome {
    let by = By::CommandLine;
    let of = async |email: &str| admin::account_of(app, email).await;
    match command {
        UserCommand::List { .. } | UserCommand::Add { .. } => {}
        UserCommand::Invite { email, days, .. } => {
            let made = invitations::make(app, email.as_deref(), days, by).await?;
            writeln!(out, "{}", made.link)?;
            if made.is_mailed {
                // As with a reset link, the server reads the queue.
                writeln!(out, "It is being mailed, too.")?;
            }
        }
        UserCommand::Invitations => {
            for invitation in invitations::list(&app.db, app.now()).await? {
                writeln!(out, "{}", serde_json::to_string(&invitation)?)?;
            }
        }
        UserCommand::RevokeInvitation { id } => {
            invitations::revoke(app, id, by).await?;
            writeln!(out, "Revoked.")?;
        }
        UserCommand::ResetPassword { email } => {
            let password = actions::reset_password(app, of(&email).await?, by).await?;
            writeln!(out, "{password}")?;
        }
        UserCommand::Grant {
            email,
            credits,
            reason,
        } => {
            let has = actions::grant(app, of(&email).await?, credits, &reason, by).await?;
            let balance = has.balance.balance;
            writeln!(
                out,
                "Gave {credits} credits to {email}, who has {balance} now."
            )?;
        }
        UserCommand::Disable { email, unpublish } => {
            let hidden = actions::disable(app, of(&email).await?, unpublish, by).await?;
            writeln!(out, "Disabled {email}.")?;
            if unpublish {
                writeln!(out, "Made {hidden} of its records and links private.")?;
            }
        }
        UserCommand::Enable { email } => {
            actions::enable(app, of(&email).await?, by).await?;
            writeln!(out, "Enabled {email}.")?;
        }
        UserCommand::Promote { email } => {
            actions::set_administrator(app, of(&email).await?, true, by).await?;
            writeln!(out, "{email} is an administrator now.")?;
        }
        UserCommand::Demote { email } => {
            actions::set_administrator(app, of(&email).await?, false, by).await?;
            writeln!(out, "{email} is no longer an administrator.")?;
        }
        UserCommand::EndSessions { email, tokens } => {
            actions::end_sessions(app, of(&email).await?, tokens, by).await?;
            writeln!(out, "Ended the sessions of {email}.")?;
        }
        UserCommand::ChangeEmail { email, new } => {
            actions::change_email(app, of(&email).await?, &new, by).await?;
            writeln!(out, "{email} is {new} now.")?;
        }
        UserCommand::Show { email } => {
            let account = accounts::get(app, of(&email).await?).await?;
            writeln!(out, "{}", serde_json::to_string_pretty(&account)?)?;
        }
        UserCommand::Plan { email, plan } => {
            let given: Option<PlanType> = match plan.as_str() {
                "default" => None,
                word => Some(word.parse()?),
            };
            actions::set_plan(app, of(&email).await?, given, by).await?;
            writeln!(out, "The plan of {email} is {plan} now.")?;
        }
        UserCommand::HandOver { from, to } => {
            let (leaver, receiver) = (of(&from).await?, of(&to).await?);
            let done = hand_over(app, leaver, receiver, by).await?;
            writeln!(
                out,
                "Gave {} prompts, {} components and {} collections of {from} to {to}.",
                done.prompts, done.components, done.collections
            )?;
            for renamed in done.renamed {
                writeln!(out, "{} is {} now.", renamed.from, renamed.to)?;
            }
        }
        UserCommand::SendResetLink { email } => {
            let account = accounts::get(app, of(&email).await?).await?;
            actions::send_reset_link(app, account.id, &account.email, by).await?;
            writeln!(out, "A link is being mailed to {}.", account.email)?;
        }
        UserCommand::Delete { email, yes } => {
            if !yes && !is_confirmed(&email)? {
                return Err("nothing was deleted".into());
            }
            actions::delete(app, of(&email).await?, by).await?;
            writeln!(out, "Deleted {email}.")?;
        }
    }
    Ok(())
}

/// Every account whose address, name or handle contains a text.
async fn all(app: &App, search: &str) -> Result<Vec<Account>, super::Failure> {
    let mut all = Vec::new();
    let mut cursor: Option<String> = None;
    loop {
        let page =
            accounts::list(app, SYSTEM_ACCOUNT, search, None, cursor.as_deref(), 100).await?;
        all.extend(page.items);
        cursor = page.next_cursor;
        if cursor.is_none() {
            return Ok(all);
        }
    }
}

/// Asks on the terminal whether an account is to be deleted.
fn is_confirmed(email: &str) -> std::io::Result<bool> {
    write!(
        std::io::stderr(),
        "This deletes {email} and everything it owns. Type the address to go on: "
    )?;
    let mut answer = String::new();
    std::io::stdin().read_line(&mut answer)?;
    Ok(answer.trim().eq_ignore_ascii_case(email.trim()))
}

fn print_accounts(out: &mut impl Write, accounts: &[Account], json: bool) -> Outcome {
    if json {
        for account in accounts {
            writeln!(out, "{}", serde_json::to_string(account)?)?;
        }
        return Ok(());
    }
    let widest = accounts.iter().map(|account| account.email.chars().count());
    let width = widest.max().unwrap_or(0).max("address".len());
    writeln!(
        out,
        "{:width$}  created     last seen   prompts  name",
        "address"
    )?;
    for account in accounts {
        let seen = account.last_used_at.map(Timestamp::date);
        let disabled = account.disabled_at.map_or("", |_| " (disabled)");
        let administrator = if account.is_administrator {
            " (administrator)"
        } else {
            ""
        };
        writeln!(
            out,
            "{:width$}  {}  {:10}  {:7}  {}{administrator}{disabled}",
            account.email,
            account.created_at.date(),
            seen.as_deref().unwrap_or("-"),
            account.prompts,
            account.full_name,
        )?;
    }
    Ok(())
}
