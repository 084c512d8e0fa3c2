//! Handlers of prompts.

use poem_openapi::OpenApi;
use poem_openapi::param::{Header, Path, Query};
use prompt_core::{Category, Complexity, Prompt, PromptType, StructureType};
use uuid::Uuid;

use crate::access::{self, Object};
use crate::app::App;
use crate::http::error::Result;
use crate::http::json::{Created, Json, NoContent, WithEtag};
use crate::http::pagination::{self, Limit, Page};
use crate::http::query::EnumParam;
use crate::http::tags::Tags;
use crate::prompts::favourites;
use crate::prompts::list::{self, Owner, PromptFilter};
use crate::prompts::model::{
    FavouriteState, NewPrompt, PromptCount, PromptPatch, PromptSave, PromptSort, PromptSummary,
    RecordKind, StoredPrompt,
};
use crate::records::store;
use crate::session::extractors::{Me, Viewer};

/// Maximum number that a count counts up to.
const MOST_COUNTED: usize = 10_000;

pub struct PromptsApi(pub App);

#[OpenApi(prefix_path = "/prompts", tag = "Tags::Prompts")]
impl PromptsApi {
    /// List prompts and assets
    ///
    /// Lists your own and public ones unless `owner` is set. A visitor gets the public ones.
    #[expect(clippy::too_many_arguments, reason = "one argument a query parameter")]
    #[oai(path = "/", method = "get", operation_id = "list_prompts")]
    async fn list_prompts(
        &self,
        viewer: Viewer,
        /// Prompts (the default), assets or both.
        kind: Query<Option<EnumParam<RecordKind>>>,
        /// Words that must all occur in the title, description, tags or content.
        search: Query<Option<String>>,
        /// Only this category.
        category: Query<Option<EnumParam<Category>>>,
        /// Only this structure.
        structure_type: Query<Option<EnumParam<StructureType>>>,
        /// Only this complexity.
        complexity: Query<Option<EnumParam<Complexity>>>,
        /// Only public ones, or only private ones.
        is_public: Query<Option<bool>>,
        /// Only prompts, or only this kind of asset.
        prompt_type: Query<Option<EnumParam<PromptType>>>,
        /// `all` (the default: your own and public ones), `me`, or a user id.
        owner: Query<Option<String>>,
        /// Only your favourites.
        favourites: Query<Option<bool>>,
        /// A tag. If repeated, prompts with at least one of the tags match.
        tags: Query<Option<Vec<String>>>,
        /// The sort order.
        sort: Query<Option<EnumParam<PromptSort>>>,
        /// `next_cursor` of the previous page.
        cursor: Query<Option<String>>,
        /// 1 to 100, default 20.
        limit: Query<Option<Limit>>,
    ) -> Result<WithEtag<Page<PromptSummary>>> {
        let filter = PromptFilter {
            kind: kind.0.map_or(RecordKind::Prompt, |word| word.0),
            search: search.0.unwrap_or_default(),
            category: category.0.map(|word| word.0),
            structure_type: structure_type.0.map(|word| word.0),
            complexity: complexity.0.map(|word| word.0),
            is_public: is_public.0,
            prompt_type: prompt_type.0.map(|word| word.0),
            owner: Owner::parse(owner.0.as_deref())?,
            favourites: favourites.0.unwrap_or(false),
            tags: tags.0.unwrap_or_default(),
            sort: sort.0.map_or(PromptSort::UpdatedAt, |word| word.0),
            cursor: cursor.0,
            limit: pagination::limit(limit.0)?,
        };
        Ok(WithEtag(list::list(&self.0.db, viewer, &filter).await?))
    }

    /// Count prompts and assets
    ///
    /// Takes the same filters as the list. A visitor gets the number of public ones.
    #[expect(clippy::too_many_arguments, reason = "one argument a query parameter")]
    #[oai(path = "/count", method = "get", operation_id = "count_prompts")]
    async fn count_prompts(
        &self,
        viewer: Viewer,
        /// Prompts (the default), assets or both.
        kind: Query<Option<EnumParam<RecordKind>>>,
        /// Words that must all occur in the title, description, tags or content.
        search: Query<Option<String>>,
        /// Only this category.
        category: Query<Option<EnumParam<Category>>>,
        /// Only this structure.
        structure_type: Query<Option<EnumParam<StructureType>>>,
        /// Only this complexity.
        complexity: Query<Option<EnumParam<Complexity>>>,
        /// Only public ones, or only private ones.
        is_public: Query<Option<bool>>,
        /// Only prompts, or only this kind of asset.
        prompt_type: Query<Option<EnumParam<PromptType>>>,
        /// `all` (the default: your own and public ones), `me`, or a user id.
        owner: Query<Option<String>>,
        /// Only your favourites.
        favourites: Query<Option<bool>>,
        /// A tag. If repeated, prompts with at least one of the tags match.
        tags: Query<Option<Vec<String>>>,
    ) -> Result<WithEtag<PromptCount>> {
        let filter = PromptFilter {
            kind: kind.0.map_or(RecordKind::Prompt, |word| word.0),
            search: search.0.unwrap_or_default(),
            category: category.0.map(|word| word.0),
            structure_type: structure_type.0.map(|word| word.0),
            complexity: complexity.0.map(|word| word.0),
            is_public: is_public.0,
            prompt_type: prompt_type.0.map(|word| word.0),
            owner: Owner::parse(owner.0.as_deref())?,
            favourites: favourites.0.unwrap_or(false),
            tags: tags.0.unwrap_or_default(),
            limit: MOST_COUNTED,
            ..PromptFilter::default()
        };
        let (count, more) =
            list::count(&self.0.db, viewer.id(), viewer.workspace(), &filter).await?;
        Ok(WithEtag(PromptCount { count, more }))
    }

    /// Add a prompt or asset to your favourites
    #[oai(
        path = "/:id/favourite",
        method = "put",
        operation_id = "add_favourite"
    )]
    async fn add_favourite(&self, me: Me, id: Path<Uuid>) -> Result<Json<FavouriteState>> {
        favourites::set(&self.0.db, me, id.0, true, self.0.now()).await?;
        Ok(Json(FavouriteState { is_favourite: true }))
    }

    /// Remove a prompt or asset from your favourites
    #[oai(
        path = "/:id/favourite",
        method = "delete",
        operation_id = "remove_favourite"
    )]
    async fn remove_favourite(&self, me: Me, id: Path<Uuid>) -> Result<Json<FavouriteState>> {
        favourites::set(&self.0.db, me, id.0, false, self.0.now()).await?;
        Ok(Json(FavouriteState {
            is_favourite: false,
        }))
    }

    /// Create a prompt or asset
    ///
    /// A request repeated with the same `Idempotency-Key` creates nothing and returns the first result.
    #[oai(path = "/", method = "post", operation_id = "create_prompt")]
    async fn create_prompt(
        &self,
        me: Me,
        /// A unique text per created resource, such as a UUID.
        #[oai(name = "Idempotency-Key")]
        key: Header<Option<String>>,
        Json(draft): Json<NewPrompt>,
    ) -> Result<Created<StoredPrompt>> {
        Ok(Created(
            store::create(&self.0.db, me, draft.prompt(), key.0, self.0.now()).await?,
        ))
    }

    /// Read a prompt or asset
    ///
    /// The tests of a public prompt, and the file it was imported from, are for members of its workspace.
    #[oai(path = "/:id", method = "get", operation_id = "get_prompt")]
    async fn get_prompt(&self, viewer: Viewer, id: Path<Uuid>) -> Result<WithEtag<StoredPrompt>> {
        let db = &self.0.db;
        let mut found = store::get::<Prompt>(db, viewer.id(), id.0).await?;
        // One's own prompts, which are read most, need no further look.
        let is_own = found.summary.workspace_id == viewer.workspace()
            || access::sees(db, Object::Prompt, viewer.id(), id.0).await?;
        if !is_own {
            found.redact()?;
        }
        Ok(WithEtag(found))
    }

    /// Save a prompt or asset
    ///
    /// `title` and `content` are replaced as a whole; any other field that is left out stays unchanged. Every
    /// change except of visibility raises the patch number; a save without changes writes nothing.
    #[oai(path = "/:id", method = "put", operation_id = "save_prompt")]
    async fn save_prompt(
        &self,
        me: Me,
        id: Path<Uuid>,
        Json(save): Json<PromptSave>,
    ) -> Result<Json<StoredPrompt>> {
        Ok(Json(
            store::save(&self.0.db, me, id.0, &save.0, self.0.now()).await?,
        ))
    }

    /// Change some fields of a prompt or asset
    ///
    /// A field that is left out stays unchanged. With `base_version`, the response is 409 if that is not the current
    /// version.
    #[oai(path = "/:id", method = "patch", operation_id = "update_prompt")]
    async fn update_prompt(
        &self,
        me: Me,
        id: Path<Uuid>,
        Json(patch): Json<PromptPatch>,
    ) -> Result<Json<StoredPrompt>> {
        Ok(Json(
            store::save(&self.0.db, me, id.0, &patch, self.0.now()).await?,
        ))
    }

    /// Delete a prompt or asset
    #[oai(path = "/:id", method = "delete", operation_id = "delete_prompt")]
    async fn delete_prompt(&self, me: Me, id: Path<Uuid>) -> Result<NoContent> {
        store::delete::<Prompt>(&self.0.db, me, id.0, self.0.now()).await?;
        Ok(NoContent)
    }

    /// Clone a prompt or asset
    ///
    /// Creates a private copy with ' (Copy)' appended to its title, and counts as a fork of the original.
    #[oai(path = "/:id/clone", method = "post", operation_id = "clone_prompt")]
    async fn clone_prompt(&self, me: Me, id: Path<Uuid>) -> Result<Created<StoredPrompt>> {
        Ok(Created(
            store::clone::<Prompt>(&self.0.db, me, id.0, self.0.now()).await?,
        ))
    }
}
