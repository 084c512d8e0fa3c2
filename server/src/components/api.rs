//! Handlers of components.

use poem_openapi::OpenApi;
use poem_openapi::param::{Header, Path, Query};
use prompt_core::component::{Component, ComponentCategory, ComponentType};
use uuid::Uuid;

use crate::app::App;
use crate::components::list::{self, ComponentFilter};
use crate::components::model::{
    ComponentCounts, ComponentDraft, ComponentPatch, ComponentSave, ComponentSession,
    ComponentSummary, DraftRef, KeptDraft, NewRating, Rating, RatingState, StoredComponent,
    UsageState,
};
use crate::components::{drafts, ratings};
use crate::http::error::Result;
use crate::http::json::{Created, Json, NoContent, WithEtag};
use crate::http::pagination::{self, Limit, Page};
use crate::http::query::EnumParam;
use crate::http::tags::Tags;
use crate::prompts::list::Owner;
use crate::records::store;
use crate::session::extractors::{Me, Viewer};

pub struct ComponentsApi(pub App);

#[OpenApi(prefix_path = "/components", tag = "Tags::Components")]
impl ComponentsApi {
    /// List components, last changed first
    ///
    /// Lists your own and public ones unless `owner` is set. A visitor gets an empty list.
    #[expect(clippy::too_many_arguments, reason = "one argument a query parameter")]
    #[oai(path = "/", method = "get", operation_id = "list_components")]
    async fn list_components(
        &self,
        viewer: Viewer,
        /// Words that must all occur in the title, description, tags or content.
        search: Query<Option<String>>,
        /// Only this type.
        r#type: Query<Option<EnumParam<ComponentType>>>,
        /// Only this category.
        category: Query<Option<EnumParam<ComponentCategory>>>,
        /// Only public ones, or only private ones.
        is_public: Query<Option<bool>>,
        /// `all` (the default: your own and public ones), `me`, or a user id.
        owner: Query<Option<String>>,
        /// A tag. If repeated, components with at least one of the tags match.
        tags: Query<Option<Vec<String>>>,
        /// `next_cursor` of the previous page.
        cursor: Query<Option<String>>,
        /// 1 to 100, default 20.
        limit: Query<Option<Limit>>,
    ) -> Result<WithEtag<Page<ComponentSummary>>> {
        let filter = ComponentFilter {
            search: search.0.unwrap_or_default(),
            r#type: r#type.0.map(|word| word.0),
            category: category.0.map(|word| word.0),
            is_public: is_public.0,
            owner: Owner::parse(owner.0.as_deref())?,
            tags: tags.0.unwrap_or_default(),
        };
        let limit = pagination::limit(limit.0)?;
        Ok(WithEtag(
            list::list(&self.0.db, viewer, &filter, cursor.0.as_deref(), limit).await?,
        ))
    }

    /// Count components by type
    ///
    /// Takes the same filters as the list except the type. A visitor gets zeros.
    #[oai(path = "/counts", method = "get", operation_id = "count_components")]
    async fn count_components(
        &self,
        viewer: Viewer,
        /// Words that must all occur in the title, description, tags or content.
        search: Query<Option<String>>,
        /// Only this category.
        category: Query<Option<EnumParam<ComponentCategory>>>,
        /// Only public ones, or only private ones.
        is_public: Query<Option<bool>>,
        /// `all` (the default: your own and public ones), `me`, or a user id.
        owner: Query<Option<String>>,
        /// A tag. If repeated, components with at least one of the tags match.
        tags: Query<Option<Vec<String>>>,
    ) -> Result<WithEtag<ComponentCounts>> {
        let filter = ComponentFilter {
            search: search.0.unwrap_or_default(),
            r#type: None,
            category: category.0.map(|word| word.0),
            is_public: is_public.0,
            owner: Owner::parse(owner.0.as_deref())?,
            tags: tags.0.unwrap_or_default(),
        };
        Ok(WithEtag(list::counts(&self.0.db, viewer, &filter).await?))
    }

    /// Create a component
    ///
    /// A request repeated with the same `Idempotency-Key` creates nothing and returns the first result.
    #[oai(path = "/", method = "post", operation_id = "create_component")]
    async fn create_component(
        &self,
        me: Me,
        /// A unique text per created resource, such as a UUID.
        #[oai(name = "Idempotency-Key")]
        key: Header<Option<String>>,
        Json(component): Json<Component>,
    ) -> Result<Created<StoredComponent>> {
        Ok(Created(
            store::create(&self.0.db, me, component, key.0, self.0.now()).await?,
        ))
    }

    /// Read a component
    #[oai(path = "/:id", method = "get", operation_id = "get_component")]
    async fn get_component(
        &self,
        viewer: Viewer,
        id: Path<Uuid>,
    ) -> Result<WithEtag<StoredComponent>> {
        Ok(WithEtag(
            store::get::<Component>(&self.0.db, viewer.id(), id.0).await?,
        ))
    }

    /// Save a component
    ///
    /// `title` and `content` are replaced as a whole; any other field that is left out stays unchanged. Every
    /// change except of visibility raises the patch number. A save deletes the draft that `draft` names.
    #[oai(path = "/:id", method = "put", operation_id = "save_component")]
    async fn save_component(
        &self,
        me: Me,
        id: Path<Uuid>,
        Json(save): Json<ComponentSave>,
    ) -> Result<Json<StoredComponent>> {
        Ok(Json(
            store::save(&self.0.db, me, id.0, &save.0, self.0.now()).await?,
        ))
    }

    /// Change some fields of a component
    ///
    /// A field that is left out stays unchanged. With `base_version`, the response is 409 if that is not the current
    /// version.
    #[oai(path = "/:id", method = "patch", operation_id = "update_component")]
    async fn update_component(
        &self,
        me: Me,
        id: Path<Uuid>,
        Json(patch): Json<ComponentPatch>,
    ) -> Result<Json<StoredComponent>> {
        Ok(Json(
            store::save(&self.0.db, me, id.0, &patch, self.0.now()).await?,
        ))
    }

    /// Delete a component
    ///
    /// Moves it into the trash for 30 days.
    #[oai(path = "/:id", method = "delete", operation_id = "delete_component")]
    async fn delete_component(&self, me: Me, id: Path<Uuid>) -> Result<NoContent> {
        store::delete::<Component>(&self.0.db, me, id.0, self.0.now()).await?;
        Ok(NoContent)
    }

    /// Clone a component
    ///
    /// Creates a private copy with ' (Copy)' appended to its title.
    #[oai(path = "/:id/clone", method = "post", operation_id = "clone_component")]
    async fn clone_component(&self, me: Me, id: Path<Uuid>) -> Result<Created<StoredComponent>> {
        Ok(Created(
            store::clone::<Component>(&self.0.db, me, id.0, self.0.now()).await?,
        ))
    }

    /// Count a use
    ///
    /// Counts once per user and day.
    #[oai(path = "/:id/use", method = "post", operation_id = "use_component")]
    async fn use_component(&self, me: Me, id: Path<Uuid>) -> Result<Json<UsageState>> {
        Ok(Json(
            ratings::count_use(&self.0.db, me, id.0, self.0.now()).await?,
        ))
    }

    /// Rate a component
    ///
    /// One rating per user and component; rating again replaces it. You cannot rate your own components.
    #[oai(path = "/:id/rating", method = "put", operation_id = "rate_component")]
    async fn rate_component(
        &self,
        me: Me,
        id: Path<Uuid>,
        Json(new): Json<NewRating>,
    ) -> Result<Json<RatingState>> {
        Ok(Json(
            ratings::rate(&self.0.db, me, id.0, &new, self.0.now()).await?,
        ))
    }

    /// Remove your rating
    #[oai(
        path = "/:id/rating",
        method = "delete",
        operation_id = "unrate_component"
    )]
    async fn unrate_component(&self, me: Me, id: Path<Uuid>) -> Result<Json<RatingState>> {
        Ok(Json(ratings::unrate(&self.0.db, me, id.0).await?))
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
        /// `next_cursor` of the previous page.
        cursor: Query<Option<String>>,
        /// 1 to 100, default 20.
        limit: Query<Option<Limit>>,
    ) -> Result<WithEtag<Page<Rating>>> {
        let limit = pagination::limit(limit.0)?;
        Ok(WithEtag(
            ratings::list(&self.0.db, viewer.id(), id.0, cursor.0.as_deref(), limit).await?,
        ))
    }

    /// Read the draft of a component
    #[oai(
        path = "/:id/session",
        method = "get",
        operation_id = "get_component_session"
    )]
    async fn get_component_session(
        &self,
        me: Me,
        id: Path<Uuid>,
    ) -> Result<WithEtag<ComponentSession>> {
        Ok(WithEtag(drafts::get(&self.0.db, me, id.0).await?))
    }

    /// Save a draft of a component
    ///
    /// Replaces the draft whose id is `follows`. Saving the component deletes the draft.
    #[oai(
        path = "/:id/session",
        method = "put",
        operation_id = "save_component_session"
    )]
    async fn save_component_session(
        &self,
        me: Me,
        id: Path<Uuid>,
        Json(draft): Json<ComponentDraft>,
    ) -> Result<Json<KeptDraft>> {
        let id = drafts::save(&self.0.db, me, id.0, &draft, self.0.now()).await?;
        Ok(Json(KeptDraft { id }))
    }

    /// Delete the draft of a component
    #[oai(
        path = "/:id/session",
        method = "delete",
        operation_id = "delete_component_session"
    )]
    async fn delete_component_session(
        &self,
        me: Me,
        id: Path<Uuid>,
        /// The `id` of the draft to delete; any other draft stays. If left out, any stored draft is deleted.
        draft: Query<Option<String>>,
    ) -> Result<NoContent> {
        let meant = draft.0.map_or(DraftRef::Any, DraftRef::This);
        drafts::delete(&self.0.db, me, id.0, &meant).await?;
        Ok(NoContent)
    }
}
