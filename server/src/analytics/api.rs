//! Handlers of analytics.

use poem_openapi::OpenApi;
use poem_openapi::param::Query;
use prompt_core::community::Period;

use crate::analytics::model::Analytics;
use crate::analytics::store;
use crate::app::App;
use crate::http::error::Result;
use crate::http::json::Json;
use crate::http::query::EnumParam;
use crate::http::tags::Tags;
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
}
