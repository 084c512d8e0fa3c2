//! Handlers of analytics.

use poem::http::StatusCode;
use poem_openapi::OpenApi;
use poem_openapi::param::Query;
use prompt_core::community::Period;
use prompt_core::plan::PlanType;

use crate::analytics::model::{AdvancedAnalytics, Analytics};
use crate::analytics::{advanced, store};
use crate::app::App;
use crate::http::error::{ApiError, Result};
use crate::http::json::Json;
use crate::http::query::EnumParam;
use crate::http::tags::Tags;
use crate::plans;
use crate::session::extractors::Me;

pub struct AnalyticsApi(pub App);

#[OpenApi(prefix_path = "/analytics", tag = "Tags::Analytics")]
impl AnalyticsApi {
    /// Read your analytics
    #[oai(path = "/", method = "get", operation_id = "get_analytics")]
    async fn get_analytics(
        &self,
        me: Me,
        /// Days up to today: 1, 7, 30 (the default) or 365.
        period: Query<Option<EnumParam<Period>>>,
    ) -> Result<Json<Analytics>> {
        let period = period.0.map_or(Period::Month, |word| word.0);
        Ok(Json(
            store::get(&self.0.db, me, period, self.0.clock.now()).await?,
        ))
    }

    /// Read how your prompts are fetched, run and tested
    ///
    /// Requires the Max plan. Counts of fetches arrive within some seconds.
    #[oai(
        path = "/advanced",
        method = "get",
        operation_id = "get_advanced_analytics"
    )]
    async fn get_advanced_analytics(
        &self,
        me: Me,
        /// Days up to today: 1, 7, 30 (the default) or 365.
        period: Query<Option<EnumParam<Period>>>,
        /// The time zone that days begin in, such as Europe/Berlin; UTC without it.
        time_zone: Query<Option<String>>,
    ) -> Result<Json<AdvancedAnalytics>> {
        let (app, now) = (&self.0, self.0.now());
        let default_plan = app.config.default_plan();
        if plans::plan(&app.db, me.workspace, default_plan, now).await? != PlanType::Max {
            let message =
                "Advanced analytics require the Max plan. Please upgrade your subscription.";
            return Err(ApiError::new(
                StatusCode::FORBIDDEN,
                "plan_required",
                message,
            ));
        }
        let period = period.0.map_or(Period::Month, |word| word.0);
        let time_zone = time_zone.0.as_deref().unwrap_or("UTC");
        let found = advanced::get(&app.db, me, period, time_zone, now).await?;
        Ok(Json(found))
    }
}
