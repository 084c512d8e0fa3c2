//! Handlers of tests.

use poem_openapi::OpenApi;
use poem_openapi::param::{Path, Query};
use prompt_core::VersionNumber;
use uuid::Uuid;

use crate::app::App;
use crate::http::error::Result;
use crate::http::json::Json;
use crate::http::tags::Tags;
use crate::session::extractors::Me;
use crate::tests::model::TestReport;
use crate::tests::report;

pub struct TestsApi(pub App);

#[OpenApi(prefix_path = "/prompts", tag = "Tags::Tests")]
impl TestsApi {
    /// Read the results of the tests of a prompt
    ///
    /// Evaluates every check that needs no model, on the rendered text and on the latest answers. The tests are
    /// `content.tests` of the prompt. To run one on a model, run the prompt with `test_id`.
    #[oai(path = "/:id/tests", method = "get", operation_id = "get_test_report")]
    async fn get_test_report(
        &self,
        me: Me,
        id: Path<Uuid>,
        /// The version whose text and tests are checked; the current text without it.
        version: Query<Option<String>>,
    ) -> Result<Json<TestReport>> {
        let version: Option<VersionNumber> = version.0.map(|text| text.parse()).transpose()?;
        Ok(Json(report::of(&self.0.db, me.id, id.0, version).await?))
    }
}
