//! Trending prompts: a ranking for each period, updated by every view, like and fork.

use prompt_core::community::Period;
use schemars::JsonSchema;
use serde::Serialize;
use sqlx::AssertSqlSafe;
use uuid::Uuid;

use crate::clock::Timestamp;
use crate::db::{self, Db, Sql};
use crate::http::error::Result;
use crate::prompts::model::PromptSummary;
use crate::prompts::{self, counts};

/// Extra prompts whose exact scores are calculated, beyond the requested number.
const SPARE: usize = 80;

/// A trending prompt and its score.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct TrendingPrompt {
    #[serde(flatten)]
    pub prompt: PromptSummary,
    /// The weighted sum of views (1), likes (4) and forks (8) in the period; recent days weigh more.
    pub trend_score: f64,
}

/// The trending public prompts of a period.
pub async fn trending(
    db: &Db,
    viewer: Uuid,
    period: Period,
    limit: usize,
    now: Timestamp,
) -> Result<Vec<TrendingPrompt>> {
    let today = now.day();
    let candidates = leading(db, period, limit + SPARE, today).await?;
    let mut scores = exact_scores(db, &candidates, period, today).await?;
    // Of two equal scores the newer prompt comes first: ids sort by creation time.
    scores.sort_by(|(a, low), (b, high)| high.total_cmp(low).then(b.cmp(a)));
    scores.truncate(limit);
    let ids: Vec<Uuid> = scores.iter().map(|(id, _)| *id).collect();
    let mut prompts = prompts::list::by_ids(db, viewer, &ids).await?;
    let trending = scores.into_iter().filter_map(|(id, trend_score)| {
        let prompt = prompts.remove(&id)?;
        Some(TrendingPrompt {
            prompt,
            trend_score,
        })
    });
    Ok(trending.collect())
}

/// The public prompts that lead the ranking of a period. Their keys still include a remainder of earlier events, so
/// [`exact_scores`] decides the order of close ones.
pub async fn leading(db: &Db, period: Period, most: usize, today: i64) -> Result<Vec<Uuid>> {
    let sql = format!(
        "SELECT t.prompt_id FROM prompt_trends t JOIN prompts p ON p.id = t.prompt_id
         WHERE t.period = $1 AND t.last_day >= $2 AND p.is_public AND p.deleted_at IS NULL
         ORDER BY t.rank_key DESC, t.prompt_id DESC LIMIT {most}"
    );
    let rows: Vec<(Uuid,)> = db
        .read(AssertSqlSafe(sql))
        .bind(period.days())
        .bind(period.first_day(today))
        .all()
        .await?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

async fn exact_scores(
    db: &Db,
    ids: &[Uuid],
    period: Period,
    today: i64,
) -> Result<Vec<(Uuid, f64)>> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let mut sql = Sql::new(&format!(
        "SELECT d.prompt_id, d.day, {} AS weight FROM prompt_days d WHERE d.day >= ",
        counts::weight()
    ));
    let first = sql.bind(period.first_day(today));
    let last = sql.bind(today);
    let ids = sql.bind_all(ids);
    sql.push(&format!(
        "{first} AND d.day <= {last} AND d.prompt_id IN ({ids}) ORDER BY d.prompt_id, d.day"
    ));
    let mut scores: Vec<(Uuid, f64)> = Vec::new();
    for (prompt, day, weight) in sql.read(db).all::<(Uuid, i64, i64)>().await? {
        // A like that was removed leaves a day without events.
        if weight == 0 {
            continue;
        }
        #[expect(clippy::cast_precision_loss, reason = "weights are small numbers")]
        let score = weight as f64 * period.recency(today - day);
        match scores.last_mut() {
            Some((last, sum)) if *last == prompt => *sum += score,
            _ => scores.push((prompt, score)),
        }
    }
    Ok(scores)
}

/// Deletes ranking rows whose last event is older than the period.
pub async fn forget_old(db: &Db, now: Timestamp) -> db::Result<u64> {
    let mut forgotten = 0;
    for period in Period::ALL.iter().copied() {
        forgotten += db
            .write("DELETE FROM prompt_trends WHERE period = $1 AND last_day < $2")
            .bind(period.days())
            .bind(period.first_day(now.day()))
            .execute()
            .await?;
    }
    Ok(forgotten)
}
