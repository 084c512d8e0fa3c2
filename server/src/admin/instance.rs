//! Figures about the instance.

use schemars::JsonSchema;
use serde::Serialize;

use crate::access::SYSTEM_ACCOUNT;
use crate::app::App;
use crate::clock::Timestamp;
use crate::db::{Engine, row};
use crate::http::error::Result;

row! {
    /// What is on the instance.
    #[derive(Debug, Serialize, JsonSchema)]
    pub struct Counts {
        #[schemars(with = "u32")]
        pub accounts: i64,
        #[schemars(with = "u32")]
        pub disabled_accounts: i64,
        #[schemars(with = "u32")]
        pub administrators: i64,
        /// With assets, without the trash.
        #[schemars(with = "u32")]
        pub prompts: i64,
        #[schemars(with = "u32")]
        pub components: i64,
        #[schemars(with = "u32")]
        pub collections: i64,
        /// The saved texts of prompts and components, versions with a name included.
        #[schemars(with = "u32")]
        pub saved_texts: i64,
        #[schemars(with = "u32")]
        pub open_reports: i64,
        /// Mails that no mail server has taken yet.
        #[schemars(with = "u32")]
        pub mails_waiting: i64,
        /// Messages to webhooks that have not been delivered yet.
        #[schemars(with = "u32")]
        pub webhook_messages_waiting: i64,
        /// When the oldest mail that waits is tried next.
        pub next_mail_at: Option<Timestamp>,
    }
}

/// The instance as an administrator sees it.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Instance {
    /// The version of the program.
    pub version: String,
    /// `sqlite` or `postgres`.
    pub database: String,
    /// The size of the database in bytes.
    #[schemars(with = "u64")]
    pub database_bytes: i64,
    pub counts: Counts,
}

/// Reads the figures.
pub async fn read(app: &App) -> Result<Instance> {
    let engine = app.db.engine();
    let size = match engine {
        Engine::Sqlite => {
            "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()"
        }
        Engine::Postgres => "SELECT pg_database_size(current_database())",
    };
    let (database_bytes,) = app.db.read(size).one::<(i64,)>().await?;
    let counts = app
        .db
        .read(
            "SELECT
                 (SELECT COUNT(*) FROM users WHERE id <> $1) AS accounts,
                 (SELECT COUNT(*) FROM users WHERE disabled_at IS NOT NULL) AS disabled_accounts,
                 (SELECT COUNT(*) FROM users WHERE is_administrator) AS administrators,
                 (SELECT COUNT(*) FROM prompts WHERE deleted_at IS NULL) AS prompts,
                 (SELECT COUNT(*) FROM components WHERE deleted_at IS NULL) AS components,
                 (SELECT COUNT(*) FROM collections WHERE deleted_at IS NULL) AS collections,
                 (SELECT COUNT(*) FROM prompt_versions) + (SELECT COUNT(*) FROM component_versions) AS saved_texts,
                 (SELECT COUNT(*) FROM reports WHERE closed_at IS NULL) AS open_reports,
                 (SELECT COUNT(*) FROM mail_queue) AS mails_waiting,
                 (SELECT COUNT(*) FROM webhook_messages WHERE status = 'pending') AS webhook_messages_waiting,
                 (SELECT MIN(next_at) FROM mail_queue) AS next_mail_at",
        )
        .bind(SYSTEM_ACCOUNT)
        .one()
        .await?;
    Ok(Instance {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        database: match engine {
            Engine::Sqlite => "sqlite",
            Engine::Postgres => "postgres",
        }
        .to_owned(),
        database_bytes,
        counts,
    })
}
