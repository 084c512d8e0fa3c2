//! The totals of this instance, over public content.

use std::time::Duration;

use schemars::JsonSchema;
use serde::Serialize;
use tokio::sync::Mutex;

use crate::access::SYSTEM_ACCOUNT;
use crate::clock::Timestamp;
use crate::db::{Db, row};
use crate::http::error::Result;

/// How long the totals are cached.
const FRESH: Duration = Duration::from_mins(1);

row! {
    /// The totals of this instance.
    #[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
    pub struct CommunityFigures {
        /// Accounts.
        #[schemars(with = "u32")]
        pub users: i64,
        /// Public prompts and assets.
        #[schemars(with = "u32")]
        pub prompts: i64,
        /// Views of public prompts.
        #[schemars(with = "u32")]
        pub views: i64,
        /// Public collections.
        #[schemars(with = "u32")]
        pub collections: i64,
    }
}

/// The cached totals and when they were counted. Each process has its own cache.
pub type Counted = Mutex<Option<(Timestamp, CommunityFigures)>>;

pub async fn get(db: &Db, counted: &Counted, now: Timestamp) -> Result<CommunityFigures> {
    let mut counted = counted.lock().await;
    if let Some((at, figures)) = *counted
        && now < at.plus(FRESH)
    {
        return Ok(figures);
    }
    let figures = db
        .read(
            "SELECT (SELECT COUNT(*) FROM users WHERE id <> $1) AS users,
                 (SELECT COUNT(*) FROM prompts WHERE is_public AND deleted_at IS NULL) AS prompts,
                 (SELECT CAST(COALESCE(SUM(n.view_count), 0) AS BIGINT)
                  FROM prompt_counts n JOIN prompts p ON p.id = n.prompt_id
                  WHERE n.view_count > 0 AND p.is_public AND p.deleted_at IS NULL) AS views,
                 (SELECT COUNT(*) FROM collections WHERE is_public AND deleted_at IS NULL) AS collections",
        )
        .bind(SYSTEM_ACCOUNT)
        .one()
        .await?;
    *counted = Some((now, figures));
    Ok(figures)
}
