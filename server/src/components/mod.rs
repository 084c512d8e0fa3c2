//! components: the library of reusable pieces, their drafts, history and ratings.

mod list;
pub mod ratings;
pub mod samples;
mod sessions;
pub mod store;
pub mod versions;

use poem_openapi::OpenApi;
use poem_openapi::param::{Header, Path, Query};
use prompt_core::component::{Component, ComponentCategory, ComponentContent, ComponentType};
use prompt_core::{VersionNumber, VersionType};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};
use uuid::Uuid;

use crate::app::{App, Tags};
use crate::auth::session::{Me, Viewer};
use crate::clock::Timestamp;
use crate::components::list::ComponentFilter;
use crate::error::Result;
use crate::page::{self, Page};
use crate::param::{Limit, Word};
use crate::payload::{Created, Kept, NoContent, Omittable, Serde};
use crate::prompts::{Owner, RawJson};

/// A component as a card shows it: everything but its content.
#[derive(Clone, Debug, Serialize, JsonSchema, sqlx::FromRow)]
pub struct ComponentSummary {
    pub id: Uuid,
    pub user_id: Uuid,
    /// The owner's name.
    pub author_name: String,
    pub title: String,
    pub description: String,
    #[schemars(with = "ComponentType")]
    pub r#type: String,
    #[schemars(with = "ComponentCategory")]
    pub category: String,
    #[schemars(with = "Vec<String>")]
    #[sqlx(try_from = "String")]
    pub tags: RawJson,
    pub is_public: bool,
    #[schemars(with = "u32")]
    pub version_major: i64,
    #[schemars(with = "u32")]
    pub version_minor: i64,
    #[schemars(with = "u32")]
    pub version_batch: i64,
    /// By how many people on how many days it was used.
    #[schemars(with = "u32")]
    pub usage_count: i64,
    /// The mean of all ratings, 0 without any.
    pub rating: f64,
    #[schemars(with = "u32")]
    pub rating_count: i64,
    /// The viewer's own rating.
    #[schemars(with = "Option<u8>")]
    pub my_rating: Option<i64>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

/// A component, whole.
#[derive(Clone, Debug, Serialize, JsonSchema, sqlx::FromRow)]
pub struct StoredComponent {
    #[serde(flatten)]
    #[sqlx(flatten)]
    pub summary: ComponentSummary,
    #[schemars(with = "ComponentContent")]
    #[sqlx(try_from = "String")]
    pub content: RawJson,
}

/// How many components there are of each type.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct ComponentCounts {
    pub all: u32,
    pub module: u32,
    pub wrapper: u32,
    pub template: u32,
    pub asset: u32,
}

/// A save: the component as it should be, and the version that was edited. A field that is left out stays as it is stored.
#[derive(Clone, Deserialize, JsonSchema)]
pub struct ComponentSave {
    /// The version the client edited. If it is not the current one, the answer is 409.
    pub base_version: VersionNumber,
    /// The `id` of the draft that is saved by this: another one stays. With `null` every draft stays, and without it none.
    #[serde(default)]
    #[schemars(with = "Option<String>")]
    pub draft: Meant,
    /// Its name, 1 to 200 characters.
    #[schemars(example = &"Answer as a table")]
    pub title: String,
    /// What it is for.
    #[serde(default)]
    pub description: Omittable<String>,
    /// What it is.
    #[serde(default)]
    pub r#type: Omittable<ComponentType>,
    /// What it is about.
    #[serde(default)]
    pub category: Omittable<ComponentCategory>,
    /// At most 50 tags.
    #[serde(default)]
    pub tags: Omittable<Vec<String>>,
    /// Whether others can find it.
    #[serde(default)]
    pub is_public: Omittable<bool>,
    /// All that it holds.
    pub content: ComponentContent,
}

impl ComponentSave {
    /// The component as it should be, given what is stored.
    pub fn over(self, stored: Component) -> Component {
        Component {
            title: self.title,
            description: self.description.unwrap_or(stored.description),
            r#type: self.r#type.unwrap_or(stored.r#type),
            category: self.category.unwrap_or(stored.category),
            tags: self.tags.unwrap_or(stored.tags),
            is_public: self.is_public.unwrap_or(stored.is_public),
            content: self.content,
        }
    }
}

/// A draft in the component editor.
#[derive(Deserialize, JsonSchema)]
pub struct ComponentDraft {
    /// The version the draft began from.
    pub base_version: VersionNumber,
    /// The `id` of the draft that this one goes on with, or `null` where it is the first. What somebody keeps elsewhere is not
    /// replaced then; the answer is 409. Left out, whatever is kept is replaced.
    #[serde(default)]
    #[schemars(with = "Option<String>")]
    pub follows: Meant,
    /// What stands in the editor. It need not be fit to be saved yet.
    pub data: Component,
}

/// The draft in the component editor, if there is one.
#[derive(Serialize, JsonSchema)]
pub struct ComponentSession {
    pub draft: Option<SavedDraft>,
}

/// Which draft is meant by whoever changes something about it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Meant {
    /// Whichever is kept.
    #[default]
    Any,
    /// None that is kept.
    None,
    /// The one with this id.
    This(String),
}

impl<'de> Deserialize<'de> for Meant {
    fn deserialize<D: Deserializer<'de>>(value: D) -> Result<Self, D::Error> {
        let id = Option::deserialize(value)?;
        Ok(id.map_or(Self::None, Self::This))
    }
}

/// What a draft is called that was kept.
#[derive(Serialize, JsonSchema)]
pub struct KeptDraft {
    pub id: String,
}

/// A draft, and the version it began from.
#[derive(Serialize, JsonSchema)]
pub struct SavedDraft {
    /// Another one once it holds something else.
    pub id: String,
    pub base_version: VersionNumber,
    #[schemars(with = "Component")]
    pub data: RawJson,
    pub saved_at: Timestamp,
}

/// One line of a component's history.
#[derive(Clone, Debug, Serialize, JsonSchema, sqlx::FromRow)]
pub struct ComponentVersionSummary {
    pub id: Uuid,
    pub component_id: Uuid,
    #[schemars(with = "u32")]
    pub version_major: i64,
    #[schemars(with = "u32")]
    pub version_minor: i64,
    #[schemars(with = "u32")]
    pub version_batch: i64,
    pub title: String,
    pub changelog: String,
    pub created_by: Uuid,
    pub created_at: Timestamp,
    /// Whether the component stands at this number now.
    pub is_current: bool,
}

/// A snapshot of a component, whole.
#[derive(Clone, Debug, Serialize, JsonSchema, sqlx::FromRow)]
pub struct ComponentVersion {
    #[serde(flatten)]
    #[sqlx(flatten)]
    pub summary: ComponentVersionSummary,
    pub description: String,
    #[schemars(with = "ComponentType")]
    pub r#type: String,
    #[schemars(with = "ComponentCategory")]
    pub category: String,
    #[schemars(with = "Vec<String>")]
    #[sqlx(try_from = "String")]
    pub tags: RawJson,
    #[schemars(with = "ComponentContent")]
    #[sqlx(try_from = "String")]
    pub content: RawJson,
}

/// A new version of what the component holds now.
#[derive(Deserialize, JsonSchema)]
pub struct NewComponentVersion {
    /// Which part of the number grows.
    pub version_type: VersionType,
    /// What is new, in the author's words.
    #[serde(default)]
    pub changelog: String,
    /// The version the client looked at. If it is not the current one, the answer is 409.
    pub base_version: VersionNumber,
}

/// Going back to a snapshot of a component.
#[derive(Deserialize, JsonSchema)]
pub struct ComponentRestore {
    /// The version the client looked at. If it is not the current one, the answer is 409.
    pub base_version: VersionNumber,
}

/// What one thinks of a component.
#[derive(Deserialize, JsonSchema)]
pub struct NewRating {
    /// 1 to 5 stars.
    #[schemars(example = &5, range(min = 1, max = 5))]
    pub rating_value: u8,
    /// What one thinks of it, at most 2,000 characters.
    #[serde(default)]
    pub review_text: String,
}

/// Somebody's rating of a component.
#[derive(Clone, Debug, Serialize, JsonSchema, sqlx::FromRow)]
pub struct Rating {
    pub user_id: Uuid,
    pub author_name: String,
    #[schemars(with = "u8")]
    pub rating_value: i64,
    pub review_text: String,
    pub updated_at: Timestamp,
}

/// How a component is rated now.
#[derive(Clone, Debug, Serialize, JsonSchema, sqlx::FromRow)]
pub struct RatingState {
    /// The mean of all ratings, 0 without any.
    pub rating: f64,
    #[schemars(with = "u32")]
    pub rating_count: i64,
}

/// How often a component was used.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct UsageState {
    #[schemars(with = "u32")]
    pub usage_count: i64,
}

pub struct ComponentsApi(pub App);

#[OpenApi(prefix_path = "/components", tag = "Tags::Components")]
impl ComponentsApi {
    /// List components, last changed first
    ///
    /// One's own and public ones, unless `owner` says otherwise. A visitor gets an empty list.
    #[expect(clippy::too_many_arguments, reason = "one argument a query parameter")]
    #[oai(path = "/", method = "get", operation_id = "list_components")]
    async fn list_components(
        &self,
        viewer: Viewer,
        /// Words that must all occur in the title or the description.
        search: Query<Option<String>>,
        /// What they are.
        r#type: Query<Option<Word<ComponentType>>>,
        /// What they are about.
        category: Query<Option<Word<ComponentCategory>>>,
        /// Whether everybody can find them.
        is_public: Query<Option<bool>>,
        /// `all` (the default: one's own and public ones), `me`, or the id of a user.
        owner: Query<Option<String>>,
        /// A tag; given again, one in common is enough.
        tags: Query<Option<Vec<String>>>,
        /// `next_cursor` of the page before.
        cursor: Query<Option<String>>,
        /// 1 to 100, 20 when left out.
        limit: Query<Option<Limit>>,
    ) -> Result<Kept<Page<ComponentSummary>>> {
        let filter = ComponentFilter {
            search: search.0.unwrap_or_default(),
            r#type: r#type.0.map(|word| word.0),
            category: category.0.map(|word| word.0),
            is_public: is_public.0,
            owner: Owner::parse(owner.0.as_deref())?,
            tags: tags.0.unwrap_or_default(),
        };
        let limit = page::limit(limit.0)?;
        Ok(Kept(
            list::list(&self.0.db, viewer, &filter, cursor.0.as_deref(), limit).await?,
        ))
    }

    /// Count components by type
    ///
    /// The same filters as the list, but for the type. A visitor gets zeros.
    #[oai(path = "/counts", method = "get", operation_id = "count_components")]
    async fn count_components(
        &self,
        viewer: Viewer,
        /// Words that must all occur in the title or the description.
        search: Query<Option<String>>,
        /// What they are about.
        category: Query<Option<Word<ComponentCategory>>>,
        /// Whether everybody can find them.
        is_public: Query<Option<bool>>,
        /// `all` (the default: one's own and public ones), `me`, or the id of a user.
        owner: Query<Option<String>>,
        /// A tag; given again, one in common is enough.
        tags: Query<Option<Vec<String>>>,
    ) -> Result<Kept<ComponentCounts>> {
        let filter = ComponentFilter {
            search: search.0.unwrap_or_default(),
            r#type: None,
            category: category.0.map(|word| word.0),
            is_public: is_public.0,
            owner: Owner::parse(owner.0.as_deref())?,
            tags: tags.0.unwrap_or_default(),
        };
        Ok(Kept(list::counts(&self.0.db, viewer, &filter).await?))
    }

    /// Create a component
    ///
    /// Repeating the request with the same `Idempotency-Key` creates nothing twice and gives the same answer.
    #[oai(path = "/", method = "post", operation_id = "create_component")]
    async fn create_component(
        &self,
        me: Me,
        /// Any text that is new for each thing to create, such as a UUID.
        #[oai(name = "Idempotency-Key")]
        key: Header<Option<String>>,
        Serde(component): Serde<Component>,
    ) -> Result<Created<StoredComponent>> {
        Ok(Created(store::create(&self.0, me, component, key.0).await?))
    }

    /// Read a component
    #[oai(path = "/:id", method = "get", operation_id = "get_component")]
    async fn get_component(&self, viewer: Viewer, id: Path<Uuid>) -> Result<Kept<StoredComponent>> {
        Ok(Kept(store::get(&self.0.db, viewer.id(), id.0).await?))
    }

    /// Save a component
    ///
    /// `title` and `content` are replaced whole; any other field that is left out stays as it is stored. A save that changes
    /// something but who sees it raises the batch number and clears the draft.
    #[oai(path = "/:id", method = "put", operation_id = "save_component")]
    async fn save_component(
        &self,
        me: Me,
        id: Path<Uuid>,
        Serde(save): Serde<ComponentSave>,
    ) -> Result<Serde<StoredComponent>> {
        Ok(Serde(store::save(&self.0, me, id.0, save).await?))
    }

    /// Delete a component
    ///
    /// It rests in the trash for 30 days.
    #[oai(path = "/:id", method = "delete", operation_id = "delete_component")]
    async fn delete_component(&self, me: Me, id: Path<Uuid>) -> Result<NoContent> {
        store::delete(&self.0, me, id.0).await?;
        Ok(NoContent)
    }

    /// Clone a component
    ///
    /// Makes a private copy with '(Copy)' behind its title.
    #[oai(path = "/:id/clone", method = "post", operation_id = "clone_component")]
    async fn clone_component(&self, me: Me, id: Path<Uuid>) -> Result<Created<StoredComponent>> {
        Ok(Created(store::clone(&self.0, me, id.0).await?))
    }

    /// Count a use
    ///
    /// Counts once per person and day.
    #[oai(path = "/:id/use", method = "post", operation_id = "use_component")]
    async fn use_component(&self, me: Me, id: Path<Uuid>) -> Result<Serde<UsageState>> {
        Ok(Serde(ratings::count_use(&self.0, me, id.0).await?))
    }

    /// Rate a component
    ///
    /// One rating a person and component; rating again changes it. One's own components cannot be rated.
    #[oai(path = "/:id/rating", method = "put", operation_id = "rate_component")]
    async fn rate_component(
        &self,
        me: Me,
        id: Path<Uuid>,
        Serde(new): Serde<NewRating>,
    ) -> Result<Serde<RatingState>> {
        Ok(Serde(ratings::rate(&self.0, me, id.0, &new).await?))
    }

    /// Take one's rating back
    #[oai(
        path = "/:id/rating",
        method = "delete",
        operation_id = "unrate_component"
    )]
    async fn unrate_component(&self, me: Me, id: Path<Uuid>) -> Result<Serde<RatingState>> {
        Ok(Serde(ratings::unrate(&self.0, me, id.0).await?))
    }

    /// List the ratings of a component, newest first
    #[oai(
        path = "/:id/ratings",
        method = "get",
        operation_id = "list_component_ratings"
    )]
    async fn list_component_ratings(
        &self,
        viewer: Viewer,
        id: Path<Uuid>,
        /// `next_cursor` of the page before.
        cursor: Query<Option<String>>,
        /// 1 to 100, 20 when left out.
        limit: Query<Option<Limit>>,
    ) -> Result<Kept<Page<Rating>>> {
        let limit = page::limit(limit.0)?;
        Ok(Kept(
            ratings::list(&self.0.db, viewer.id(), id.0, cursor.0.as_deref(), limit).await?,
        ))
    }

    /// Read the draft in the component editor
    #[oai(
        path = "/:id/session",
        method = "get",
        operation_id = "get_component_session"
    )]
    async fn get_component_session(
        &self,
        me: Me,
        id: Path<Uuid>,
    ) -> Result<Kept<ComponentSession>> {
        Ok(Kept(sessions::get(&self.0.db, me, id.0).await?))
    }

    /// Keep a draft of the component editor
    ///
    /// Replaces the draft that it `follows`; saving the component clears it.
    #[oai(
        path = "/:id/session",
        method = "put",
        operation_id = "save_component_session"
    )]
    async fn save_component_session(
        &self,
        me: Me,
        id: Path<Uuid>,
        Serde(draft): Serde<ComponentDraft>,
    ) -> Result<Serde<KeptDraft>> {
        let id = sessions::save(&self.0, me, id.0, &draft).await?;
        Ok(Serde(KeptDraft { id }))
    }

    /// Drop the draft in the component editor
    #[oai(
        path = "/:id/session",
        method = "delete",
        operation_id = "delete_component_session"
    )]
    async fn delete_component_session(
        &self,
        me: Me,
        id: Path<Uuid>,
        /// The `id` of the draft that is meant: another one stays. Left out, whatever is kept is dropped.
        draft: Query<Option<String>>,
    ) -> Result<NoContent> {
        let meant = draft.0.map_or(Meant::Any, Meant::This);
        sessions::delete(&self.0, me, id.0, &meant).await?;
        Ok(NoContent)
    }

    /// List the versions of a component, newest first
    #[oai(
        path = "/:id/versions",
        method = "get",
        operation_id = "list_component_versions"
    )]
    async fn list_component_versions(
        &self,
        viewer: Viewer,
        id: Path<Uuid>,
        /// `next_cursor` of the page before.
        cursor: Query<Option<String>>,
        /// 1 to 100, 20 when left out.
        limit: Query<Option<Limit>>,
    ) -> Result<Kept<Page<ComponentVersionSummary>>> {
        let limit = page::limit(limit.0)?;
        Ok(Kept(
            versions::list(&self.0.db, viewer.id(), id.0, cursor.0.as_deref(), limit).await?,
        ))
    }

    /// Create a version of a component
    ///
    /// Raises the number by its major, minor or batch part and keeps a snapshot of the component as it is now.
    #[oai(
        path = "/:id/versions",
        method = "post",
        operation_id = "create_component_version"
    )]
    async fn create_component_version(
        &self,
        me: Me,
        id: Path<Uuid>,
        Serde(new): Serde<NewComponentVersion>,
    ) -> Result<Created<ComponentVersion>> {
        Ok(Created(versions::create(&self.0, me, id.0, &new).await?))
    }

    /// Read a version of a component
    #[oai(
        path = "/:id/versions/:version_id",
        method = "get",
        operation_id = "get_component_version"
    )]
    async fn get_component_version(
        &self,
        viewer: Viewer,
        id: Path<Uuid>,
        version_id: Path<Uuid>,
    ) -> Result<Kept<ComponentVersion>> {
        Ok(Kept(
            versions::get(&self.0.db, viewer.id(), id.0, version_id.0).await?,
        ))
    }

    /// Restore a version of a component
    ///
    /// Copies the snapshot into the component under a new batch number. What stood there before and is in no snapshot
    /// is kept as one, so nothing is lost. The version that is current changes nothing.
    #[oai(
        path = "/:id/versions/:version_id/restore",
        method = "post",
        operation_id = "restore_component_version"
    )]
    async fn restore_component_version(
        &self,
        me: Me,
        id: Path<Uuid>,
        version_id: Path<Uuid>,
        Serde(restore): Serde<ComponentRestore>,
    ) -> Result<Serde<StoredComponent>> {
        Ok(Serde(
            versions::restore(&self.0, me, id.0, version_id.0, restore.base_version).await?,
        ))
    }
}
