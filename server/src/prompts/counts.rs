//! Views, likes and forks of prompts: totals, counts per day, and rankings.

use std::collections::HashMap;

use prompt_core::community::{Period, RankKey, WEIGHTS};
use uuid::Uuid;

use crate::clock::Timestamp;
use crate::db::{self, NewRows, Sql, Tx};

/// Prompts whose ranking the same statements recalculate.
const PROMPTS_PER_BATCH: usize = 500;

/// A counted event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    View,
    Like,
    Fork,
}

impl Event {
    /// Its weight in a ranking.
    pub fn weight(self) -> i64 {
        let [view, like, fork] = WEIGHTS;
        match self {
            Self::View => view,
            Self::Like => like,
            Self::Fork => fork,
        }
    }
}

/// Counts an event: in the totals, for its day, and in the rankings.
pub async fn count(
    tx: &mut Tx,
    prompt: Uuid,
    event: Event,
    by: i64,
    at: Timestamp,
) -> db::Result<()> {
    let (total, day) = match event {
        Event::View => (
            "INSERT INTO prompt_counts (prompt_id, view_count) VALUES ($1, $2)
             ON CONFLICT (prompt_id) DO UPDATE SET view_count = prompt_counts.view_count + excluded.view_count",
            "INSERT INTO prompt_days (prompt_id, day, views) VALUES ($1, $2, $3)
             ON CONFLICT (day, prompt_id) DO UPDATE SET views = prompt_days.views + excluded.views",
        ),
        Event::Like => (
            "INSERT INTO prompt_counts (prompt_id, like_count) VALUES ($1, $2)
             ON CONFLICT (prompt_id) DO UPDATE SET like_count = prompt_counts.like_count + excluded.like_count",
            "INSERT INTO prompt_days (prompt_id, day, likes) VALUES ($1, $2, $3)
             ON CONFLICT (day, prompt_id) DO UPDATE SET likes = prompt_days.likes + excluded.likes",
        ),
        Event::Fork => (
            "INSERT INTO prompt_counts (prompt_id, fork_count) VALUES ($1, $2)
             ON CONFLICT (prompt_id) DO UPDATE SET fork_count = prompt_counts.fork_count + excluded.fork_count",
            "INSERT INTO prompt_days (prompt_id, day, forks) VALUES ($1, $2, $3)
             ON CONFLICT (day, prompt_id) DO UPDATE SET forks = prompt_days.forks + excluded.forks",
        ),
    };
    tx.query(total).bind(prompt).bind(by).execute().await?;
    tx.query(day)
        .bind(prompt)
        .bind(at.day())
        .bind(by)
        .execute()
        .await?;
    rerank(tx, prompt, event, by, at.day()).await?;
    Ok(())
}

/// Updates a prompt's ranking keys after an event was counted for a day.
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

/// Recalculates the ranking keys of prompts after events were subtracted from a day. Keys are logarithms, from
/// which an event cannot be subtracted exactly, so the days are summed again.
pub async fn add_up(tx: &mut Tx, prompts: &[(Uuid, i64)]) -> db::Result<()> {
    for prompts in prompts.chunks(PROMPTS_PER_BATCH) {
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

/// The days with events of prompts, newest first, with their weights.
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

/// The weight of the events of day `d`, as SQL.
pub fn weight() -> String {
    let [view, like, fork] = WEIGHTS;
    format!("(d.views * {view} + d.likes * {like} + d.forks * {fork})")
}
