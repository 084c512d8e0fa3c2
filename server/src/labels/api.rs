//! Handlers of labels.

use poem_openapi::OpenApi;
use poem_openapi::param::{Path, Query};
use prompt_core::name::Label as Name;
use uuid::Uuid;

use crate::app::App;
use crate::http::error::Result;
use crate::http::json::{Json, NoContent, WithEtag};
use crate::http::pagination::{self, Limit, Page};
use crate::http::tags::Tags;
use crate::labels::model::{Label, LabelMove, LabelTarget, LabelUndo, Labels};
use crate::labels::store;
use crate::session::extractors::{Me, Viewer};

pub struct LabelsApi(pub App);

#[OpenApi(prefix_path = "/prompts", tag = "Tags::Labels")]
impl LabelsApi {
    /// List the labels of a prompt
    #[oai(path = "/:id/labels", method = "get", operation_id = "list_labels")]
    async fn list_labels(&self, viewer: Viewer, id: Path<Uuid>) -> Result<WithEtag<Labels>> {
        let items = store::list(&self.0.db, viewer.id(), id.0).await?;
        Ok(WithEtag(Labels { items }))
    }

    /// Read a label
    #[oai(
        path = "/:id/labels/:label",
        method = "get",
        operation_id = "get_label"
    )]
    async fn get_label(
        &self,
        viewer: Viewer,
        id: Path<Uuid>,
        label: Path<String>,
    ) -> Result<WithEtag<Label>> {
        let name = parse(&label.0)?;
        Ok(WithEtag(
            store::get(&self.0.db, viewer.id(), id.0, &name).await?,
        ))
    }

    /// Move a label
    ///
    /// Creates it if it does not exist. A protected label moves only with `confirm`, by owners and admins of the
    /// workspace, and only to a version whose tests are green.
    #[oai(
        path = "/:id/labels/:label",
        method = "put",
        operation_id = "move_label"
    )]
    async fn move_label(
        &self,
        me: Me,
        id: Path<Uuid>,
        label: Path<String>,
        Json(target): Json<LabelTarget>,
    ) -> Result<Json<Label>> {
        let (db, now) = (&self.0.db, self.0.now());
        let name = parse(&label.0)?;
        store::expect_green(db, me.id, id.0, &name, &target).await?;
        Ok(Json(store::set(db, me, id.0, &name, &target, now).await?))
    }

    /// Remove a label
    ///
    /// Its history stays, and undo brings it back. A protected label is not removed.
    #[oai(
        path = "/:id/labels/:label",
        method = "delete",
        operation_id = "remove_label"
    )]
    async fn remove_label(&self, me: Me, id: Path<Uuid>, label: Path<String>) -> Result<NoContent> {
        let (db, now) = (&self.0.db, self.0.now());
        let name = parse(&label.0)?;
        store::remove(db, me, id.0, &name, now).await?;
        Ok(NoContent)
    }

    /// List the moves of a label, newest first
    ///
    /// For members of the prompt's workspace.
    #[oai(
        path = "/:id/labels/:label/moves",
        method = "get",
        operation_id = "list_label_moves"
    )]
    async fn list_label_moves(
        &self,
        viewer: Viewer,
        id: Path<Uuid>,
        label: Path<String>,
        /// `next_cursor` of the previous page.
        cursor: Query<Option<String>>,
        /// 1 to 100, default 20.
        limit: Query<Option<Limit>>,
    ) -> Result<WithEtag<Page<LabelMove>>> {
        let limit = pagination::limit(limit.0)?;
        let (db, viewer) = (&self.0.db, viewer.id());
        let name = parse(&label.0)?;
        let page = store::moves(db, viewer, id.0, &name, cursor.0.as_deref(), limit);
        Ok(WithEtag(page.await?))
    }

    /// Undo the last move of a label
    ///
    /// The label returns to where it was, which is recorded as a move too. Undoing again goes further back. The response
    /// has no items if the label did not exist before.
    #[oai(
        path = "/:id/labels/:label/undo",
        method = "post",
        operation_id = "undo_label"
    )]
    async fn undo_label(
        &self,
        me: Me,
        id: Path<Uuid>,
        label: Path<String>,
        Json(undo): Json<LabelUndo>,
    ) -> Result<Json<Labels>> {
        let (db, now) = (&self.0.db, self.0.now());
        let name = parse(&label.0)?;
        let moved = store::undo(db, me, id.0, &name, &undo, now).await?;
        Ok(Json(Labels {
            items: moved.into_iter().collect(),
        }))
    }
}

fn parse(label: &str) -> Result<Name> {
    Ok(label.parse()?)
}
