//! What is looked at now: a ranking a period, kept up to date by every view, like and fork.

use std::collections::HashMap;

use prompt_core::community::{Period, RankKey, WEIGHTS};
use schemars::JsonSchema;
use serde::Serialize;
use sqlx::AssertSqlSafe;
use uuid::Uuid;

use crate::clock::Timestamp;
use crate::community::store::Event;
use crate::db::{self, Db, NewRows, Sql, Tx};
use crate::error::Result;
use crate::prompts::{self, PromptSummary};

/// Prompts beyond the wanted ones whose scores are worked out exactly.
const SPARE: usize = 80;
/// Prompts that are placed anew with the same few statements.
const TOGETHER: usize = 500;

/// A prompt and how much it is looked at.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct TrendingPrompt {
    #[serde(flatten)]
    pub prompt: PromptSummary,
    /// What a view (1), a like (4) and a fork (8) of the period add up to, recent days counting more.
    pub trend_score: f64,
}

/// Moves a prompt in the rankings after an event was counted for a day.
pub async fn rerank(tx: &mut Tx, prompt: Uuid, event: Event, by: i64, day: i64) -> db::Result<()> {
    if by <= 0 {
        return add_up(tx, &[(prompt, day)]).await;
    }
    let keys: Vec<(i64, f64, i64)> = tx
        .query("SELECT period, rank_key, last_day FROM prompt_trends WHERE prompt_id = $1")
        .bind(prompt)
        .all()
        .await?;
    let mut sql =
        Sql::new("INSERT INTO prompt_trends (prompt_id, period, rank_key, last_day) VALUES ");
    let prompt = sql.bind(prompt);
    let mut rows = Vec::new();
    for period in Period::ALL.iter().copied() {
        let event = RankKey::of(by * event.weight(), day, period);
        let before = keys.iter().find(|(days, ..)| *days == period.days());
        let (key, last) = before.map_or((event, day), |&(_, key, last)| {
            (RankKey(key).and(event), last.max(day))
        });
        let (period, key, last) = (sql.bind(period.days()), sql.bind(key.0), sql.bind(last));
        rows.push(format!("({prompt}, {period}, {key}, {last})"));
    }
    sql.push(&rows.join(", "));
    sql.push(
        " ON CONFLICT (prompt_id, period) DO UPDATE SET rank_key = excluded.rank_key, last_day = excluded.last_day",
    );
    sql.query(tx).execute().await?;
    Ok(())
}

/// Places prompts anew after something was taken back from a day of theirs. It cannot be taken out of a logarithm exactly, so the
/// days are added up again.
pub async fn add_up(tx: &mut Tx, prompts: &[(Uuid, i64)]) -> db::Result<()> {
    for prompts in prompts.chunks(TOGETHER) {
        let ids: Vec<Uuid> = prompts.iter().map(|(id, _)| *id).collect();
        let mut days = days_of(tx, &ids).await?;
        let mut places = NewRows::new("prompt_trends (prompt_id, period, rank_key, last_day)");
        for &(prompt, day) in prompts {
            let first = Period::Year.first_day(day);
            let mut days = days.remove(&prompt).unwrap_or_default();
            days.retain(|(day, _)| *day >= first);
            let Some(&(last, _)) = days.first() else {
                continue;
            };
            for period in Period::ALL.iter().copied() {
                let events = days
                    .iter()
                    .map(|&(day, weight)| RankKey::of(weight, day, period));
                if let Some(key) = RankKey::sum(events) {
                    places.push([
                        prompt.into(),
                        period.days().into(),
                        key.0.into(),
                        last.into(),
                    ]);
                }
            }
        }
        let mut sql = Sql::new("DELETE FROM prompt_trends WHERE prompt_id IN (");
        let ids = sql.bind_all(&ids);
        sql.push(&format!("{ids})"));
        sql.query(tx).execute().await?;
        places.insert(tx).await?;
    }
    Ok(())
}

/// The days on which something happened to prompts, newest first, each with its weight.
async fn days_of(tx: &mut Tx, prompts: &[Uuid]) -> db::Result<HashMap<Uuid, Vec<(i64, i64)>>> {
    let weight = weight();
    let mut sql = Sql::new(&format!(
        "SELECT d.prompt_id, d.day, {weight} AS weight FROM prompt_days d WHERE d.prompt_id IN ("
    ));
    let places = sql.bind_all(prompts);
    sql.push(&format!("{places}) AND {weight} > 0 ORDER BY d.day DESC"));
    let rows: Vec<(Uuid, i64, i64)> = sql.query(tx).all().await?;
    let mut days: HashMap<Uuid, Vec<(i64, i64)>> = HashMap::new();
    for (prompt, day, weight) in rows {
        days.entry(prompt).or_default().push((day, weight));
    }
    Ok(days)
}

/// The weight of what happened on day `d`, as SQL.
pub fn weight() -> String {
    let [view, like, fork] = WEIGHTS;
    format!("(d.views * {view} + d.likes * {like} + d.forks * {fork})")
}

/// The most looked at public prompts of a period.
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
    // Ties go to the newest: ids sort by the time they were made.
    scores.sort_by(|(a, low), (b, high)| high.total_cmp(low).then(b.cmp(a)));
    scores.truncate(limit);
    let ids: Vec<Uuid> = scores.iter().map(|(id, _)| *id).collect();
    let mut prompts = prompts::by_ids(db, viewer, &ids).await?;
    let trending = scores.into_iter().filter_map(|(id, trend_score)| {
        let prompt = prompts.remove(&id)?;
        Some(TrendingPrompt {
            prompt,
            trend_score,
        })
    });
    Ok(trending.collect())
}

/// The public prompts that lead the ranking of a period. It still holds a remainder of what happened before the period,
/// so the order among close ones is settled by [`exact_scores`].
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
        weight()
    ));
    let first = sql.bind(period.first_day(today));
    let last = sql.bind(today);
    let ids = sql.bind_all(ids);
    sql.push(&format!(
        "{first} AND d.day <= {last} AND d.prompt_id IN ({ids}) ORDER BY d.prompt_id, d.day"
    ));
    let mut scores: Vec<(Uuid, f64)> = Vec::new();
    for (prompt, day, weight) in sql.read(db).all::<(Uuid, i64, i64)>().await? {
        // What was taken back leaves days behind on which nothing happened.
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

/// Removes what fell out of its period.
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
