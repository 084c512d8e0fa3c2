//! SQL of analytics.

use prompt_core::community::Period;
use uuid::Uuid;

use crate::activity::ActivityKind;
use crate::analytics::model::{
    Analytics, DayFigures, EventType, PeriodTotals, RecentActivity, TopPrompt,
};
use crate::clock::Timestamp;
use crate::db::{Db, Sql};
use crate::http::error::Result;
use crate::profile;
use crate::prompts::{self, counts};
use crate::session::extractors::Me;

/// Prompts in the list of top prompts.
const TOP: usize = 10;

/// Entries in the list of recent activity.
const RECENT: usize = 10;

pub async fn get(db: &Db, me: Me, period: Period, now: Timestamp) -> Result<Analytics> {
    let today = now.day();
    let totals = profile::store::figures(db, me.id, me.workspace).await?;
    let days = by_day(db, me, today - period.days() + 1, today).await?;
    let mut in_period = PeriodTotals::default();
    for day in &days {
        in_period.prompts_created += day.prompts_created;
        in_period.views += day.views;
        in_period.likes += day.likes;
        in_period.forks += day.forks;
    }
    Ok(Analytics {
        period,
        total_prompts: totals.total_prompts,
        total_views: totals.total_views,
        total_likes: totals.total_likes,
        total_forks: totals.total_forks,
        total_collections: totals.total_collections,
        avg_rating: totals.avg_rating,
        in_period,
        top_prompts: top_prompts(db, me, today - period.days() + 1).await?,
        recent_activity: recent(&days),
        by_day: days,
    })
}

/// The events on the workspace's own prompts, one row per day.
async fn by_day(db: &Db, me: Me, first: i64, last: i64) -> Result<Vec<DayFigures>> {
    let received: Vec<(i64, i64, i64, i64)> = db
        .read(
            "SELECT d.day, CAST(SUM(d.views) AS BIGINT), CAST(SUM(d.likes) AS BIGINT), CAST(SUM(d.forks) AS BIGINT)
             FROM prompts p JOIN prompt_days d ON d.prompt_id = p.id
             WHERE p.workspace_id = $1 AND p.deleted_at IS NULL AND d.day >= $2 AND d.day <= $3 GROUP BY d.day",
        )
        .bind(me.workspace)
        .bind(first)
        .bind(last)
        .all()
        .await?;
    let mut sql = Sql::new(
        "SELECT a.day, COUNT(*) FROM activity a JOIN prompts p ON p.id = a.object_id WHERE a.user_id = ",
    );
    for part in [
        sql.bind(me.id),
        " AND a.day >= ".to_owned() + &sql.bind(first),
        " AND a.day <= ".to_owned() + &sql.bind(last),
    ] {
        sql.push(&part);
    }
    let kinds = [ActivityKind::PromptCreated, ActivityKind::PromptForked]
        .map(|act| sql.bind(act.as_str()))
        .join(", ");
    sql.push(&format!(" AND a.kind IN ({kinds}) AND p.prompt_type = 'prompt' AND p.deleted_at IS NULL GROUP BY a.day"));
    let created: Vec<(i64, i64)> = sql.read(db).all().await?;

    let count = |number: i64| u32::try_from(number).unwrap_or(0);
    let days = (first..=last).map(|day| {
        let (_, views, likes, forks) = received
            .iter()
            .find(|(at, ..)| *at == day)
            .copied()
            .unwrap_or_default();
        let made = created
            .iter()
            .find(|(at, _)| *at == day)
            .map_or(0, |(_, made)| *made);
        DayFigures {
            date: Timestamp::from_day(day).date(),
            prompts_created: count(made),
            views: count(views),
            likes: count(likes),
            forks: count(forks),
        }
    });
    Ok(days.collect())
}

async fn top_prompts(db: &Db, me: Me, first: i64) -> Result<Vec<TopPrompt>> {
    let sql = format!(
        "SELECT d.prompt_id, CAST(SUM(d.views) AS BIGINT), CAST(SUM(d.likes) AS BIGINT), CAST(SUM(d.forks) AS BIGINT)
         FROM prompts p JOIN prompt_days d ON d.prompt_id = p.id
         WHERE p.workspace_id = $1 AND p.deleted_at IS NULL AND d.day >= $2
         GROUP BY d.prompt_id HAVING SUM({weight}) > 0 ORDER BY SUM({weight}) DESC, d.prompt_id DESC LIMIT {TOP}",
        weight = counts::weight()
    );
    let rows: Vec<(Uuid, i64, i64, i64)> = db
        .read(sqlx::AssertSqlSafe(sql))
        .bind(me.workspace)
        .bind(first)
        .all()
        .await?;
    let ids: Vec<Uuid> = rows.iter().map(|(id, ..)| *id).collect();
    let mut prompts = prompts::list::by_ids(db, me.id, &ids).await?;
    let count = |number: i64| u32::try_from(number).unwrap_or(0);
    let top = rows.into_iter().filter_map(|(id, views, likes, forks)| {
        let prompt = prompts.remove(&id)?;
        Some(TopPrompt {
            prompt,
            views: count(views),
            likes: count(likes),
            forks: count(forks),
        })
    });
    Ok(top.collect())
}

fn recent(days: &[DayFigures]) -> Vec<RecentActivity> {
    let entries = days.iter().rev().flat_map(|day| {
        [
            (EventType::PromptCreated, day.prompts_created),
            (EventType::PromptViewed, day.views),
            (EventType::PromptLiked, day.likes),
            (EventType::PromptForked, day.forks),
        ]
        .map(|(event_type, count)| RecentActivity {
            event_type,
            date: day.date.clone(),
            count,
        })
    });
    entries
        .filter(|entry| entry.count > 0)
        .take(RECENT)
        .collect()
}
