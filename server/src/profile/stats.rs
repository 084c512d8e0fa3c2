//! The figures of a profile and the achievements they earn.

use prompt_core::profile::{ProfileFigures, streak};
use sqlx::AssertSqlSafe;
use uuid::Uuid;

use crate::access::personal_workspace;
use crate::clock::Timestamp;
use crate::db::Db;
use crate::http::error::Result;
use crate::profile::model::ProfileStats;
use crate::profile::store;

pub async fn get(db: &Db, viewer: Uuid, user: Uuid, now: Timestamp) -> Result<ProfileStats> {
    let profile = store::get(db, viewer, user).await?;
    let days = store::work_days(db, viewer, user).await?;
    let figures = ProfileFigures {
        streak_days: streak(&days, now.day()),
        ..store::figures(db, viewer, personal_workspace(user)).await?
    };
    let sql = format!("SELECT MAX(a.at) FROM {}", store::VISIBLE_ACTIVITY);
    let (last_active,) = db
        .read(AssertSqlSafe(sql))
        .bind(viewer)
        .bind(user)
        .one::<(Option<Timestamp>,)>()
        .await?;
    Ok(ProfileStats {
        achievements: figures.achievements(),
        figures,
        join_date: profile.created_at,
        last_active: last_active.unwrap_or(profile.created_at),
    })
}
