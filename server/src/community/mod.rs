//! community: what people look at and think of each other's prompts.

pub mod figures;
mod recommend;
pub mod store;
pub mod trends;

use poem_openapi::OpenApi;
use poem_openapi::param::{Path, Query};
use prompt_core::community::Period;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::app::{App, Tags};
use crate::auth::session::{Me, Viewer};
use crate::community::figures::CommunityFigures;
use crate::community::recommend::RecommendedPrompt;
use crate::community::trends::TrendingPrompt;
use crate::error::Result;
use crate::page::{self, Page};
use crate::param::{Limit, Word};
use crate::payload::{Kept, NoContent, Serde};
use crate::prompts::{self, Owner, PromptFilter, PromptSort, PromptSummary, RecordKind};

/// Where one's like stands now.
#[derive(Serialize, Deserialize, JsonSchema)]
pub struct LikeState {
    pub liked: bool,
    #[schemars(with = "u32")]
    pub like_count: i64,
}

/// A ranking, the first first.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "{T}List")]
pub struct Ranking<T> {
    pub items: Vec<T>,
}

/// Prompts of a ranking when nobody says how many.
const TRENDING: Limit = Limit(20);
const RECOMMENDED: Limit = Limit(10);

pub struct CommunityApi(pub App);

#[OpenApi(tag = "Tags::Community")]
impl CommunityApi {
    /// List what is looked at now
    ///
    /// Public prompts and assets by their views (1), likes (4) and forks (8) of the period; a day counts half as much
    /// with every quarter of the period that lies behind it. Ties go to the newest.
    #[oai(
        path = "/community/trending",
        method = "get",
        operation_id = "list_trending"
    )]
    async fn list_trending(
        &self,
        viewer: Viewer,
        /// Days up to now: 1, 7 (when left out), 30 or 365.
        period: Query<Option<Word<Period>>>,
        /// 1 to 100, 20 when left out.
        limit: Query<Option<Limit>>,
    ) -> Result<Kept<Ranking<TrendingPrompt>>> {
        let app = &self.0;
        let period = period.0.map_or(Period::Week, |word| word.0);
        let limit = page::limit(limit.0.or(Some(TRENDING)))?;
        let items = trends::trending(&app.db, viewer.id(), period, limit, app.clock.now()).await?;
        Ok(Kept(Ranking { items }))
    }

    /// List what might please one
    ///
    /// Public prompts and assets of others that one has not liked or forked yet, by the tags, category and structure
    /// they share with what one wrote, liked or forked. Without any history, what is looked at now.
    #[oai(
        path = "/community/recommended",
        method = "get",
        operation_id = "list_recommended"
    )]
    async fn list_recommended(
        &self,
        me: Me,
        /// 1 to 100, 10 when left out.
        limit: Query<Option<Limit>>,
    ) -> Result<Kept<Ranking<RecommendedPrompt>>> {
        let app = &self.0;
        let limit = page::limit(limit.0.or(Some(RECOMMENDED)))?;
        let items = recommend::recommended(&app.db, me, limit, app.clock.now()).await?;
        Ok(Kept(Ranking { items }))
    }

    /// List the newest public prompts and assets
    #[oai(
        path = "/community/recent",
        method = "get",
        operation_id = "list_recent"
    )]
    async fn list_recent(
        &self,
        viewer: Viewer,
        /// `next_cursor` of the page before.
        cursor: Query<Option<String>>,
        /// 1 to 100, 20 when left out.
        limit: Query<Option<Limit>>,
    ) -> Result<Kept<Page<PromptSummary>>> {
        let newest = PromptFilter {
            kind: RecordKind::All,
            search: String::new(),
            category: None,
            structure_type: None,
            complexity: None,
            is_public: Some(true),
            prompt_type: None,
            owner: Owner::All,
            tags: Vec::new(),
            sort: PromptSort::CreatedAt,
            cursor: cursor.0,
            limit: page::limit(limit.0)?,
        };
        Ok(Kept(prompts::find(&self.0.db, viewer.id(), &newest).await?))
    }

    /// Read how much there is on this instance
    ///
    /// As far as everybody may see it; counted anew every minute.
    #[oai(
        path = "/community/figures",
        method = "get",
        operation_id = "get_community_figures"
    )]
    async fn get_community_figures(&self) -> Result<Kept<CommunityFigures>> {
        Ok(Kept(figures::get(&self.0).await?))
    }

    /// Like a prompt
    ///
    /// Liking twice is liking once.
    #[oai(
        path = "/prompts/:id/like",
        method = "put",
        operation_id = "like_prompt"
    )]
    async fn like_prompt(&self, me: Me, id: Path<Uuid>) -> Result<Serde<LikeState>> {
        Ok(Serde(store::like(&self.0, me, id.0, true).await?))
    }

    /// Take a like back
    #[oai(
        path = "/prompts/:id/like",
        method = "delete",
        operation_id = "unlike_prompt"
    )]
    async fn unlike_prompt(&self, me: Me, id: Path<Uuid>) -> Result<Serde<LikeState>> {
        Ok(Serde(store::like(&self.0, me, id.0, false).await?))
    }

    /// Count a view
    ///
    /// Counts once per viewer and day, never the owner's own, and never a visitor's.
    #[oai(
        path = "/prompts/:id/view",
        method = "post",
        operation_id = "view_prompt"
    )]
    async fn view_prompt(&self, viewer: Viewer, id: Path<Uuid>) -> Result<NoContent> {
        store::view(&self.0, viewer, id.0).await?;
        Ok(NoContent)
    }
}
