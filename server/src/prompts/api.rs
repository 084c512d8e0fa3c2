//! Handlers of prompts.

use poem_openapi::OpenApi;
use poem_openapi::param::{Header, Path, Query};
use prompt_core::{Category, Complexity, Prompt, PromptType, StructureType};
use uuid::Uuid;

use crate::app::App;
use crate::http::error::Result;
use crate::http::json::{Created, Json, NoContent, WithEtag};
use crate::http::pagination::{self, Limit, Page};
use crate::http::query::EnumParam;
use crate::http::tags::Tags;
use crate::prompts::list::{self, Owner, PromptFilter};
use crate::prompts::model::{PromptSave, PromptSort, PromptSummary, RecordKind, StoredPrompt};
use crate::records::store;
use crate::session::extractors::{Me, Viewer};

pub struct PromptsApi(pub App);

#[OpenApi(prefix_path = "/prompts", tag = "Tags::Prompts")]
impl PromptsApi {
    /// List prompts and assets
    ///
    /// One's own and public ones, unless `owner` says otherwise. A visitor gets an empty list.
    #[expect(clippy::too_many_arguments, reason = "one argument a query parameter")]
    #[oai(path = "/", method = "get", operation_id = "list_prompts")]
    async fn list_prompts(
        &self,
        viewer: Viewer,
        /// Prompts (the default), assets or both.
        kind: Query<Option<EnumParam<RecordKind>>>,
        /// Words that must all occur in the title, the description or the content.
        search: Query<Option<String>>,
        /// What they are about.
        category: Query<Option<EnumParam<Category>>>,
        /// How they are built.
        structure_type: Query<Option<EnumParam<StructureType>>>,
        /// How involved they are.
        complexity: Query<Option<EnumParam<Complexity>>>,
        /// Whether everybody can find them.
        is_public: Query<Option<bool>>,
        /// Prompts, or which kind of asset.
        prompt_type: Query<Option<EnumParam<PromptType>>>,
        /// `all` (the default: one's own and public ones), `me`, or the id of a user.
        owner: Query<Option<String>>,
        /// A tag; given again, one in common is enough.
        tags: Query<Option<Vec<String>>>,
        /// By what they are sorted.
        sort: Query<Option<EnumParam<PromptSort>>>,
        /// `next_cursor` of the page before.
        cursor: Query<Option<String>>,
        /// 1 to 100, 20 when left out.
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
            tags: tags.0.unwrap_or_default(),
            sort: sort.0.map_or(PromptSort::UpdatedAt, |word| word.0),
            cursor: cursor.0,
            limit: pagination::limit(limit.0)?,
        };
        Ok(WithEtag(list::list(&self.0.db, viewer, &filter).await?))
    }

    /// Create a prompt or asset
    ///
    /// Repeating the request with the same `Idempotency-Key` creates nothing twice and gives the same answer.
    #[oai(path = "/", method = "post", operation_id = "create_prompt")]
    async fn create_prompt(
        &self,
        me: Me,
        /// Any text that is new for each thing to create, such as a UUID.
        #[oai(name = "Idempotency-Key")]
        key: Header<Option<String>>,
        Json(draft): Json<Prompt>,
    ) -> Result<Created<StoredPrompt>> {
        Ok(Created(
            store::create(&self.0.db, me, draft, key.0, self.0.now()).await?,
        ))
    }

    /// Read a prompt or asset
    #[oai(path = "/:id", method = "get", operation_id = "get_prompt")]
    async fn get_prompt(&self, viewer: Viewer, id: Path<Uuid>) -> Result<WithEtag<StoredPrompt>> {
        Ok(WithEtag(
            store::get::<Prompt>(&self.0.db, viewer.id(), id.0).await?,
        ))
    }

    /// Save a prompt or asset
    ///
    /// `title` and `content` are replaced whole; any other field that is left out stays as it is stored. A save that changes
    /// something but who sees it raises the batch number; one that changes nothing changes nothing.
    #[oai(path = "/:id", method = "put", operation_id = "save_prompt")]
    async fn save_prompt(
        &self,
        me: Me,
        id: Path<Uuid>,
        Json(save): Json<PromptSave>,
    ) -> Result<Json<StoredPrompt>> {
        Ok(Json(
            store::save(&self.0.db, me, id.0, &save, self.0.now()).await?,
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
    /// Makes a private copy with '(Copy)' behind its title, and counts as a fork of the original.
    #[oai(path = "/:id/clone", method = "post", operation_id = "clone_prompt")]
    async fn clone_prompt(&self, me: Me, id: Path<Uuid>) -> Result<Created<StoredPrompt>> {
        Ok(Created(
            store::clone::<Prompt>(&self.0.db, me, id.0, self.0.now()).await?,
        ))
    }
}
