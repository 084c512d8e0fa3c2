//! Handlers of versions.

use poem_openapi::OpenApi;
use poem_openapi::param::{Path, Query};
use prompt_core::Prompt;
use prompt_core::compare::{Comparison, compare};
use uuid::Uuid;

use crate::app::App;
use crate::http::error::Result;
use crate::http::json::{Created, Json, WithEtag};
use crate::http::pagination::{self, Limit, Page};
use crate::http::tags::Tags;
use crate::prompts::model::StoredPrompt;
use crate::records::versions;
use crate::session::extractors::{Me, Viewer};
use crate::versions::model::{NewVersion, Restore, Side, StoredVersion, VersionSummary};
use crate::versions::store;

pub struct VersionsApi(pub App);

#[OpenApi(tag = "Tags::Versions")]
impl VersionsApi {
    /// List the versions of a prompt, newest first
    #[oai(
        path = "/prompts/:id/versions",
        method = "get",
        operation_id = "list_versions"
    )]
    async fn list_versions(
        &self,
        viewer: Viewer,
        id: Path<Uuid>,
        /// `next_cursor` of the previous page.
        cursor: Query<Option<String>>,
        /// 1 to 100, default 20.
        limit: Query<Option<Limit>>,
    ) -> Result<WithEtag<Page<VersionSummary>>> {
        let limit = pagination::limit(limit.0)?;
        Ok(WithEtag(
            versions::list::<Prompt, VersionSummary>(
                &self.0.db,
                viewer.id(),
                id.0,
                cursor.0.as_deref(),
                limit,
                |row| (row.created_at.0, row.id),
            )
            .await?,
        ))
    }

    /// Create a version
    ///
    /// Raises the major, minor or batch part of the number and stores a snapshot of the current prompt.
    #[oai(
        path = "/prompts/:id/versions",
        method = "post",
        operation_id = "create_version"
    )]
    async fn create_version(
        &self,
        me: Me,
        id: Path<Uuid>,
        Json(new): Json<NewVersion>,
    ) -> Result<Created<StoredVersion>> {
        Ok(Created(
            versions::create::<Prompt, _>(
                &self.0.db,
                me,
                id.0,
                versions::NewVersion {
                    part: new.version_type,
                    changelog: &new.changelog,
                    base: new.base_version,
                },
                self.0.now(),
            )
            .await?,
        ))
    }

    /// Read a version
    #[oai(
        path = "/prompts/:id/versions/:version_id",
        method = "get",
        operation_id = "get_version"
    )]
    async fn get_version(
        &self,
        viewer: Viewer,
        id: Path<Uuid>,
        version_id: Path<Uuid>,
    ) -> Result<WithEtag<StoredVersion>> {
        Ok(WithEtag(
            versions::get::<Prompt, _>(&self.0.db, viewer.id(), id.0, version_id.0).await?,
        ))
    }

    /// Compare two versions
    ///
    /// Items are matched by id: added, removed, modified and moved. Values are complete, for a side-by-side view.
    #[oai(
        path = "/prompts/:id/compare",
        method = "get",
        operation_id = "compare_versions"
    )]
    async fn compare_versions(
        &self,
        viewer: Viewer,
        id: Path<Uuid>,
        /// A version id, or `current` (the default).
        from: Query<Option<String>>,
        /// A version id, or `current` (the default).
        to: Query<Option<String>>,
    ) -> Result<WithEtag<Comparison>> {
        let side = async |name: &str, of: Option<String>| {
            let of = Side::parse(name, of.as_deref())?;
            store::side(&self.0.db, viewer.id(), id.0, of).await
        };
        let old = side("from", from.0).await?;
        let new = side("to", to.0).await?;
        Ok(WithEtag(compare(&old, &new)))
    }

    /// Restore a version
    ///
    /// Copies the snapshot into the prompt under a new batch number. The replaced state is stored as a snapshot
    /// unless one exists, so nothing is lost. Restoring the current version changes nothing.
    #[oai(
        path = "/prompts/:id/versions/:version_id/restore",
        method = "post",
        operation_id = "restore_version"
    )]
    async fn restore_version(
        &self,
        me: Me,
        id: Path<Uuid>,
        version_id: Path<Uuid>,
        Json(restore): Json<Restore>,
    ) -> Result<Json<StoredPrompt>> {
        Ok(Json(
            versions::restore::<Prompt>(
                &self.0.db,
                me,
                id.0,
                version_id.0,
                restore.base_version,
                self.0.now(),
            )
            .await?,
        ))
    }
}
