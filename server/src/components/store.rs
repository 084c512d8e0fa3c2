//! Components as records: their columns, rules and answers.

use prompt_core::component::Component;
use prompt_core::name::Slug;
use prompt_core::record::Record as _;
use prompt_core::{VersionNumber, limits, text};
use uuid::Uuid;

use crate::access::{Object, VISIBLE_COMPONENT};
use crate::activity::{self, ActivityKind};
use crate::clock::Timestamp;
use crate::components::drafts;
use crate::components::model::{ComponentPatch, StoredComponent};
use crate::db::Tx;
use crate::http::error::Result;
use crate::names::slugs::{self, named};
use crate::records::columns::{self, Column, columns};
use crate::records::{Kind, Save};

/// The columns of a summary, for viewer `$1`.
pub fn summary() -> String {
    let details = columns::names::<Component>("c", |name| name != "content");
    format!(
        "c.id, c.workspace_id, c.user_id, {NAMED}, u.full_name AS author_name, {details}, c.is_public,
         c.version_major, c.version_minor, c.version_batch,
         COALESCE(n.usage_count, 0) AS usage_count,
         COALESCE(CAST(n.rating_sum AS DOUBLE PRECISION) / NULLIF(n.rating_count, 0), 0.0) AS rating,
         COALESCE(n.rating_count, 0) AS rating_count,
         (SELECT r.rating FROM component_ratings r WHERE r.component_id = c.id AND r.user_id = $1) AS my_rating,
         c.created_at, c.updated_at"
    )
}

const NAMED: &str = named!("component", "c");

/// The tables of a summary.
pub const FROM: &str = "components c JOIN users u ON u.id = c.user_id LEFT JOIN component_counts n ON n.component_id = c.id";

impl Kind for Component {
    type Answer = StoredComponent;

    const KIND: &'static str = "component";
    const OBJECT: Object = Object::Component;
    const COLUMNS: &'static [Column<Self>] = columns![Component:
        "title" => title as text,
        "description" => description as text,
        "type" => r#type as word,
        "category" => category as word,
        "tags" => tags as json,
        "content" => content as json,
    ];
    const MAX_PER_ACCOUNT: Option<usize> = Some(limits::COMPONENTS_PER_ACCOUNT);
    const CREATED: ActivityKind = ActivityKind::ComponentCreated;
    const SAVED: ActivityKind = ActivityKind::ComponentSaved;
    const VERSION_CREATED: ActivityKind = ActivityKind::ComponentSaved;

    fn select() -> String {
        let summary = summary();
        format!("SELECT {summary}, c.content FROM {FROM} WHERE c.id = $2 AND {VISIBLE_COMPONENT}")
    }

    fn is_public(&self) -> bool {
        self.is_public
    }

    fn tags(&self) -> &[String] {
        &self.tags
    }

    fn prepare_over(self, _: &Self) -> Result<Self> {
        Ok(self.prepare()?)
    }

    fn copy(&self) -> Self {
        Self {
            title: text::copy_title(&self.title),
            is_public: false,
            ..self.clone()
        }
    }

    async fn note_clone(
        tx: &mut Tx,
        user: Uuid,
        _: Uuid,
        copy: Uuid,
        now: Timestamp,
    ) -> Result<()> {
        Ok(activity::record(tx, user, Self::CREATED, copy, now).await?)
    }
}

impl Save<Component> for ComponentPatch {
    fn base_version(&self) -> Option<VersionNumber> {
        self.base_version.0
    }

    fn over(&self, stored: Component) -> Component {
        self.clone().over(stored)
    }

    fn slug(&self) -> Result<Option<Slug>> {
        self.slug.0.as_deref().map(slugs::parse).transpose()
    }

    /// Deletes the draft that this save stores.
    async fn finish(&self, tx: &mut Tx, id: Uuid) -> Result<()> {
        drafts::clear(tx, id, &self.draft).await
    }
}
