//! onboarding: how far somebody got in the five steps that welcome a new user.

use poem_openapi::OpenApi;
use poem_openapi::param::Path;
use prompt_core::onboarding::{OnboardingData, OnboardingStep};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::app::{App, Tags};
use crate::auth::session::Me;
use crate::clock::Timestamp;
use crate::db::Db;
use crate::error::{ApiError, Result};
use crate::payload::Serde;

/// How far somebody got.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Onboarding {
    /// Whether it was finished or skipped.
    pub completed: bool,
    /// The step to go on with, 1 to 5.
    pub current_step: u32,
    /// What was filled in so far.
    pub data: OnboardingData,
}

/// A step that was filled in.
#[derive(Deserialize, JsonSchema)]
pub struct StepData {
    /// Everything filled in so far, this step's answers among it.
    #[serde(default)]
    pub data: OnboardingData,
}

pub struct OnboardingApi(pub App);

#[OpenApi(prefix_path = "/onboarding", tag = "Tags::Onboarding")]
impl OnboardingApi {
    /// Read how far one got
    #[oai(path = "/", method = "get", operation_id = "get_onboarding")]
    async fn get_onboarding(&self, me: Me) -> Result<Serde<Onboarding>> {
        Ok(Serde(get(&self.0.db, me).await?))
    }

    /// Save a step and go on to the next
    ///
    /// Saving the last step completes it.
    #[oai(
        path = "/steps/:step",
        method = "put",
        operation_id = "save_onboarding_step"
    )]
    async fn save_onboarding_step(
        &self,
        me: Me,
        /// 1 to 5.
        step: Path<u32>,
        Serde(filled): Serde<StepData>,
    ) -> Result<Serde<Onboarding>> {
        save(&self.0, me, step.0, &filled.data).await?;
        Ok(Serde(get(&self.0.db, me).await?))
    }

    /// Complete or skip the rest
    #[oai(
        path = "/complete",
        method = "post",
        operation_id = "complete_onboarding"
    )]
    async fn complete_onboarding(&self, me: Me) -> Result<Serde<Onboarding>> {
        complete(&self.0, me).await?;
        Ok(Serde(get(&self.0.db, me).await?))
    }
}

async fn get(db: &Db, me: Me) -> Result<Onboarding> {
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

async fn save(app: &App, me: Me, number: u32, data: &OnboardingData) -> Result<()> {
    let step = OnboardingStep::from_number(number);
    if step.number() != number {
        return Err(ApiError::not_found("Step"));
    }
    data.check()?;
    if !step.can_continue(data) {
        let message = format!("The step '{}' is not filled in yet", step.label());
        return Err(ApiError::rule("data", "incomplete_step", message));
    }
    let now = app.clock.now();
    let is_last = step == OnboardingStep::Complete;
    let next = OnboardingStep::from_number(number + 1).number();
    app.db
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

async fn complete(app: &App, me: Me) -> Result<()> {
    let now = app.clock.now();
    app.db
        .write(
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
