//! SQL of onboarding.

use prompt_core::onboarding::{OnboardingData, OnboardingStep};

use crate::clock::Timestamp;
use crate::db::Db;
use crate::http::error::{ApiError, Result};
use crate::onboarding::model::Onboarding;
use crate::session::extractors::Me;

pub async fn get(db: &Db, me: Me) -> Result<Onboarding> {
    let found = db
        .read("SELECT current_step, data, completed_at FROM onboarding_progress WHERE user_id = $1")
        .bind(me.id)
        .optional::<(i64, String, Option<Timestamp>)>()
        .await?;
    let Some((step, data, completed_at)) = found else {
        return Ok(Onboarding {
            completed: false,
            current_step: OnboardingStep::Welcome.number(),
            data: OnboardingData::default(),
        });
    };
    Ok(Onboarding {
        completed: completed_at.is_some(),
        current_step: OnboardingStep::from_number(u32::try_from(step).unwrap_or(u32::MAX)).number(),
        data: serde_json::from_str(&data)?,
    })
}

pub async fn save(
    db: &Db,
    me: Me,
    number: u32,
    data: &OnboardingData,
    now: Timestamp,
) -> Result<()> {
    let step = OnboardingStep::from_number(number);
    if step.number() != number {
        return Err(ApiError::not_found("Step"));
    }
    data.check()?;
    if !step.can_continue(data) {
        let message = format!("The step '{}' is not filled in yet", step.label());
        return Err(ApiError::rule("data", "incomplete_step", message));
    }
    let is_last = step == OnboardingStep::Complete;
    let next = OnboardingStep::from_number(number + 1).number();
    db
        .write(
            "INSERT INTO onboarding_progress (user_id, current_step, data, updated_at, completed_at)
             VALUES ($1, $2, $3, $4, $5)
             ON CONFLICT (user_id) DO UPDATE SET current_step = excluded.current_step, data = excluded.data,
                 updated_at = excluded.updated_at,
                 completed_at = COALESCE(onboarding_progress.completed_at, excluded.completed_at)",
        )
        .bind(me.id)
        .bind(i64::from(next))
        .bind(serde_json::to_string(data)?)
        .bind(now)
        .bind(is_last.then_some(now))
        .execute()
        .await?;
    Ok(())
}

pub async fn complete(db: &Db, me: Me, now: Timestamp) -> Result<()> {
    db.write(
        "INSERT INTO onboarding_progress (user_id, current_step, data, updated_at, completed_at)
             VALUES ($1, $2, $3, $4, $4)
             ON CONFLICT (user_id) DO UPDATE SET updated_at = excluded.updated_at,
                 completed_at = COALESCE(onboarding_progress.completed_at, excluded.completed_at)",
    )
    .bind(me.id)
    .bind(i64::from(OnboardingStep::Welcome.number()))
    .bind(serde_json::to_string(&OnboardingData::default())?)
    .bind(now)
    .execute()
    .await?;
    Ok(())
}
