//! What API tokens are used for: which requests, from where and when. Kept for [`DAYS`] days.

use schemars::JsonSchema;
use serde::Serialize;
use uuid::Uuid;

use crate::clock::Timestamp;
use crate::counter::{Count, Counted};
use crate::db::{self, Db, row};
use crate::http::error::Result;

/// How long uses are kept, in days.
const DAYS: i64 = 90;
/// Rows of a token and hour; further requests and addresses count as [`OTHER`].
const ROWS: usize = 100;
const OTHER: &str = "other";
/// Rows of an answer.
const ANSWER_ROWS: usize = 100;

/// A request with a token.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TokenUse {
    pub token: Uuid,
    /// Hours since 1970 in UTC.
    pub hour: i64,
    /// Method and route.
    pub request: String,
    pub address: String,
}

row! {
    /// What an API token was used for from an address in the last 90 days.
    #[derive(Clone, Debug, Serialize, JsonSchema)]
    pub struct TokenUses {
        /// Method and route; `other` for what exceeds 100 different ones in an hour.
        #[schemars(example = &"GET /api/prompts/…")]
        pub request: String,
        /// The address that it came from.
        #[schemars(example = &"192.0.2.7")]
        pub address: String,
        pub times: i64,
        pub first_used_at: Timestamp,
        pub last_used_at: Timestamp,
    }
}

impl Counted for TokenUse {
    const EVENTS: &'static str = "uses of API tokens";

    fn join<'a>(&mut self, waiting: impl Iterator<Item = &'a Self>) {
        let same = waiting.filter(|known| known.token == self.token);
        if same.take(ROWS).count() == ROWS {
            self.lump();
        }
    }

    async fn add(db: &Db, counts: &[(Self, Count)]) -> Result<()> {
        let mut tx = db.begin().await?;
        for (used, count) in counts {
            let rows = tx
                .query("SELECT COUNT(*) FROM token_uses WHERE token_id = $1 AND hour = $2")
                .bind(used.token)
                .bind(used.hour)
                .one::<(i64,)>()
                .await?;
            let mut used = used.clone();
            if usize::try_from(rows.0).is_ok_and(|rows| rows >= ROWS) {
                used.lump();
            }
            // A token may have been revoked meanwhile.
            tx.query(
                "INSERT INTO token_uses (token_id, hour, request, address, times, last_at)
                 SELECT t.id, $2, $3, $4, $5, $6 FROM api_tokens t WHERE t.id = $1
                 ON CONFLICT (token_id, hour, request, address)
                 DO UPDATE SET times = token_uses.times + excluded.times,
                     last_at = CASE WHEN excluded.last_at > token_uses.last_at THEN excluded.last_at
                         ELSE token_uses.last_at END",
            )
            .bind(used.token)
            .bind(used.hour)
            .bind(used.request.as_str())
            .bind(used.address.as_str())
            .bind(count.times)
            .bind(count.last)
            .execute()
            .await?;
        }
        tx.commit().await?;
        Ok(())
    }
}

impl TokenUse {
    fn lump(&mut self) {
        OTHER.clone_into(&mut self.request);
        OTHER.clone_into(&mut self.address);
    }
}

/// The uses of a token, the latest first. The caller has checked whose it is.
pub async fn of_token(db: &Db, token: Uuid) -> db::Result<Vec<TokenUses>> {
    let sql = format!(
        "SELECT request, address, CAST(SUM(times) AS BIGINT) AS times, MIN(hour) * 3600000000 AS first_used_at,
             MAX(last_at) AS last_used_at
         FROM token_uses WHERE token_id = $1 GROUP BY request, address ORDER BY 5 DESC, 1, 2 LIMIT {ANSWER_ROWS}"
    );
    db.read(sqlx::AssertSqlSafe(sql)).bind(token).all().await
}

/// Deletes what is no longer shown.
pub async fn forget_old(db: &Db, now: Timestamp) -> db::Result<u64> {
    let delete = db.write("DELETE FROM token_uses WHERE hour < $1");
    delete.bind(now.hour() - DAYS * 24).execute().await
}
