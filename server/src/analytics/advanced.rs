//! SQL of the advanced analytics: how a workspace's prompts are fetched, run and tested.

use prompt_core::community::Period;
use prompt_core::runs;
use uuid::Uuid;

use crate::analytics::local_days::LocalDays;
use crate::analytics::model::{
    AdvancedAnalytics, ModelFigures, UseDay, UseFigures, VersionFigures,
};
use crate::clock::Timestamp;
use crate::db::{Db, row};
use crate::http::error::Result;
use crate::records::columns::version;
use crate::session::extractors::Me;

/// Microseconds of an hour.
const HOUR: i64 = 3_600_000_000;

row! {
    struct Fetched {
        prompt_id: Uuid,
        title: String,
        version_major: i64,
        version_minor: i64,
        version_batch: i64,
        label: String,
        requests: i64,
        last_at: Timestamp,
    }
}

pub async fn get(
    db: &Db,
    me: Me,
    period: Period,
    time_zone: &str,
    now: Timestamp,
) -> Result<AdvancedAnalytics> {
    let days = LocalDays::up_to(now, period.days(), time_zone)?;
    let first = days.first_hour()?;
    let mut by_day: Vec<UseDay> = days
        .dates()
        .map(|date| UseDay {
            date,
            figures: UseFigures::default(),
        })
        .collect();
    let mut in_period = UseFigures::default();
    for (hour, figures) in by_hour(db, me, first).await? {
        if let Some(day) = days.day_of(hour) {
            by_day[day].figures.add(&figures);
            in_period.add(&figures);
        }
    }
    Ok(AdvancedAnalytics {
        period,
        time_zone: time_zone.to_owned(),
        in_period,
        by_day,
        by_version: by_version(db, me, first).await?,
        by_model: by_model(db, me, first).await?,
    })
}

async fn by_hour(db: &Db, me: Me, first: i64) -> Result<Vec<(i64, UseFigures)>> {
    let fetched: Vec<(i64, i64)> = db
        .read_slowly(
            me.id,
            "SELECT u.hour, CAST(SUM(u.requests) AS BIGINT) FROM prompts p JOIN fetch_usage u ON u.prompt_id = p.id
             WHERE p.workspace_id = $1 AND p.deleted_at IS NULL AND u.hour >= $2 GROUP BY u.hour",
        )
        .bind(me.workspace)
        .bind(first)
        .all()
        .await?;
    let run: Vec<(i64, i64, i64, i64)> = db
        .read_slowly(
            me.id,
            "SELECT created_at / $4 AS hour, COUNT(*), CAST(SUM(CASE WHEN status = 'failed' THEN 1 ELSE 0 END) AS BIGINT),
                 CAST(SUM(CASE WHEN status = 'succeeded' THEN total_cost ELSE 0 END) AS BIGINT)
             FROM ai_usage
             WHERE workspace_id = $1 AND created_at >= $2 AND feature_type = $3 AND status IN ('succeeded', 'failed')
             GROUP BY 1",
        )
        .bind(me.workspace)
        .bind(first * HOUR)
        .bind(runs::FEATURE)
        .bind(HOUR)
        .all()
        .await?;
    let tested: Vec<(i64, i64, i64)> = db
        .read_slowly(
            me.id,
            "SELECT r.created_at / $3 AS hour, CAST(SUM(CASE WHEN r.test_passed THEN 1 ELSE 0 END) AS BIGINT),
                 CAST(SUM(CASE WHEN NOT r.test_passed THEN 1 ELSE 0 END) AS BIGINT)
             FROM prompt_runs r JOIN prompts p ON p.id = r.prompt_id
             WHERE r.workspace_id = $1 AND p.deleted_at IS NULL AND r.created_at >= $2 AND r.test_passed IS NOT NULL
             GROUP BY 1",
        )
        .bind(me.workspace)
        .bind(first * HOUR)
        .bind(HOUR)
        .all()
        .await?;
    let fetched = fetched.into_iter().map(|(hour, requests)| {
        let figures = UseFigures {
            requests,
            ..UseFigures::default()
        };
        (hour, figures)
    });
    let run = run.into_iter().map(|(hour, runs, failed_runs, cost)| {
        let figures = UseFigures {
            runs,
            failed_runs,
            cost,
            ..UseFigures::default()
        };
        (hour, figures)
    });
    let tested = tested
        .into_iter()
        .map(|(hour, tests_passed, tests_failed)| {
            let figures = UseFigures {
                tests_passed,
                tests_failed,
                ..UseFigures::default()
            };
            (hour, figures)
        });
    Ok(fetched.chain(run).chain(tested).collect())
}

async fn by_version(db: &Db, me: Me, first: i64) -> Result<Vec<VersionFigures>> {
    let rows: Vec<Fetched> = db
        .read_slowly(
            me.id,
            "SELECT p.id AS prompt_id, p.title, u.version_major, u.version_minor, u.version_batch, u.label,
                 CAST(SUM(u.requests) AS BIGINT) AS requests, MAX(u.last_at) AS last_at
             FROM prompts p JOIN fetch_usage u ON u.prompt_id = p.id
             WHERE p.workspace_id = $1 AND p.deleted_at IS NULL AND u.hour >= $2
             GROUP BY p.id, p.title, u.version_major, u.version_minor, u.version_batch, u.label
             ORDER BY 7 DESC, 8 DESC, 1, 3, 4, 5, 6 LIMIT 100",
        )
        .bind(me.workspace)
        .bind(first)
        .all()
        .await?;
    let rows = rows.into_iter().map(|row| VersionFigures {
        version: version(row.version_major, row.version_minor, row.version_batch),
        prompt_id: row.prompt_id,
        title: row.title,
        label: Some(row.label).filter(|label| !label.is_empty()),
        requests: row.requests,
        last_used_at: row.last_at,
    });
    Ok(rows.collect())
}

async fn by_model(db: &Db, me: Me, first: i64) -> Result<Vec<ModelFigures>> {
    let query = db.read_slowly(
        me.id,
        "SELECT provider, model, COUNT(*) AS runs,
             CAST(SUM(CASE WHEN status = 'failed' THEN 1 ELSE 0 END) AS BIGINT) AS failed_runs,
             CAST(SUM(CASE WHEN status = 'succeeded' THEN total_cost ELSE 0 END) AS BIGINT) AS cost,
             CAST(SUM(tokens_used) AS BIGINT) AS tokens,
             MIN(CASE WHEN status = 'succeeded' AND place * 2 >= times THEN duration_ms END) AS median_ms,
             MIN(CASE WHEN status = 'succeeded' AND place * 20 >= times * 19 THEN duration_ms END) AS p95_ms
         FROM (SELECT provider, model, status, total_cost, tokens_used, duration_ms,
                 ROW_NUMBER() OVER (PARTITION BY provider, model, status ORDER BY duration_ms) AS place,
                 COUNT(*) OVER (PARTITION BY provider, model, status) AS times
             FROM ai_usage
             WHERE workspace_id = $1 AND created_at >= $2 AND feature_type = $3 AND status IN ('succeeded', 'failed')
         ) used
         GROUP BY provider, model ORDER BY 3 DESC, 1, 2 LIMIT 50",
    );
    let query = query.bind(me.workspace).bind(first * HOUR);
    Ok(query.bind(runs::FEATURE).all().await?)
}
