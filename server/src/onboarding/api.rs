//! Handlers of onboarding.

use poem_openapi::OpenApi;
use poem_openapi::param::Path;

use crate::app::App;
use crate::http::error::Result;
use crate::http::json::Json;
use crate::http::tags::Tags;
use crate::onboarding::model::{Onboarding, StepData};
use crate::onboarding::store;
use crate::session::extractors::Me;

pub struct OnboardingApi(pub App);

#[OpenApi(prefix_path = "/onboarding", tag = "Tags::Onboarding")]
impl OnboardingApi {
    /// Read your progress
    #[oai(path = "/", method = "get", operation_id = "get_onboarding")]
    async fn get_onboarding(&self, me: Me) -> Result<Json<Onboarding>> {
        Ok(Json(store::get(&self.0.db, me).await?))
    }

    /// Save a step and continue with the next
    ///
    /// Saving the last step completes the onboarding.
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
        Json(filled): Json<StepData>,
    ) -> Result<Json<Onboarding>> {
        store::save(&self.0.db, me, step.0, &filled.data, self.0.now()).await?;
        Ok(Json(store::get(&self.0.db, me).await?))
    }

    /// Complete or skip the remaining steps
    #[oai(
        path = "/complete",
        method = "post",
        operation_id = "complete_onboarding"
    )]
    async fn complete_onboarding(&self, me: Me) -> Result<Json<Onboarding>> {
        store::complete(&self.0.db, me, self.0.now()).await?;
        Ok(Json(store::get(&self.0.db, me).await?))
    }
}
