//! Handlers of community.

use poem_openapi::OpenApi;
use poem_openapi::param::{Path, Query};
use prompt_core::community::Period;
use uuid::Uuid;

use crate::app::App;
use crate::community::figures::{self, CommunityFigures, Counted};
use crate::community::model::{LikeState, Ranking};
use crate::community::recommend::{self, RecommendedPrompt};
use crate::community::store;
use crate::community::trends::{self, TrendingPrompt};
use crate::http::error::Result;
use crate::http::json::{Json, NoContent, WithEtag};
use crate::http::pagination::{self, Limit, Page};
use crate::http::query::EnumParam;
use crate::http::tags::Tags;
use crate::prompts;
use crate::prompts::list::PromptFilter;
use crate::prompts::model::{PromptSort, PromptSummary, RecordKind};
use crate::session::extractors::{Me, Viewer};

/// Default page size of a ranking.
const TRENDING_LIMIT: Limit = Limit(20);
const RECOMMENDED_LIMIT: Limit = Limit(10);

pub struct CommunityApi(pub App, pub Counted);

#[OpenApi(tag = "Tags::Community")]
impl CommunityApi {
    /// List trending prompts
    ///
    /// Ranks public prompts and assets by their views (1), likes (4) and forks (8) in the period. The weight of a
    /// day halves with every quarter of the period. Of two equal scores the newer prompt comes first.
    #[oai(
        path = "/community/trending",
        method = "get",
        operation_id = "list_trending"
    )]
    async fn list_trending(
        &self,
        viewer: Viewer,
        /// Days up to now: 1, 7 (the default), 30 or 365.
        period: Query<Option<EnumParam<Period>>>,
        /// 1 to 100, default 20.
        limit: Query<Option<Limit>>,
    ) -> Result<WithEtag<Ranking<TrendingPrompt>>> {
        let app = &self.0;
        let period = period.0.map_or(Period::Week, |word| word.0);
        let limit = pagination::limit(limit.0.or(Some(TRENDING_LIMIT)))?;
        let items = trends::trending(&app.db, viewer.id(), period, limit, app.clock.now()).await?;
        Ok(WithEtag(Ranking { items }))
    }

    /// List recommended prompts
    ///
    /// Public prompts and assets of other users that you have not liked or forked yet, ranked by the tags, category
    /// and structure they share with the ones you wrote, liked or forked. Without such history, the trending ones.
    #[oai(
        path = "/community/recommended",
        method = "get",
        operation_id = "list_recommended"
    )]
    async fn list_recommended(
        &self,
        me: Me,
        /// 1 to 100, default 10.
        limit: Query<Option<Limit>>,
    ) -> Result<WithEtag<Ranking<RecommendedPrompt>>> {
        let app = &self.0;
        let limit = pagination::limit(limit.0.or(Some(RECOMMENDED_LIMIT)))?;
        let items = recommend::recommended(&app.db, me, limit, app.clock.now()).await?;
        Ok(WithEtag(Ranking { items }))
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
        /// `next_cursor` of the previous page.
        cursor: Query<Option<String>>,
        /// 1 to 100, default 20.
        limit: Query<Option<Limit>>,
    ) -> Result<WithEtag<Page<PromptSummary>>> {
        let newest = PromptFilter {
            kind: RecordKind::All,
            is_public: Some(true),
            sort: PromptSort::CreatedAt,
            cursor: cursor.0,
            limit: pagination::limit(limit.0)?,
            ..PromptFilter::default()
        };
        Ok(WithEtag(
            prompts::list::find(&self.0.db, viewer.id(), viewer.workspace(), &newest).await?,
        ))
    }

    /// Read the totals of this instance
    ///
    /// Counts public content only. Cached for one minute.
    #[oai(
        path = "/community/figures",
        method = "get",
        operation_id = "get_community_figures"
    )]
    async fn get_community_figures(&self) -> Result<WithEtag<CommunityFigures>> {
        Ok(WithEtag(
            figures::get(&self.0.db, &self.1, self.0.now()).await?,
        ))
    }

    /// Like a prompt
    ///
    /// Liking twice counts once.
    #[oai(
        path = "/prompts/:id/like",
        method = "put",
        operation_id = "like_prompt"
    )]
    async fn like_prompt(&self, me: Me, id: Path<Uuid>) -> Result<Json<LikeState>> {
        Ok(Json(
            store::like(&self.0.db, me, id.0, true, self.0.now()).await?,
        ))
    }

    /// Remove your like
    #[oai(
        path = "/prompts/:id/like",
        method = "delete",
        operation_id = "unlike_prompt"
    )]
    async fn unlike_prompt(&self, me: Me, id: Path<Uuid>) -> Result<Json<LikeState>> {
        Ok(Json(
            store::like(&self.0.db, me, id.0, false, self.0.now()).await?,
        ))
    }

    /// Count a view
    ///
    /// Counts once per user and day. Views by the owner and by visitors are not counted.
    #[oai(
        path = "/prompts/:id/view",
        method = "post",
        operation_id = "view_prompt"
    )]
    async fn view_prompt(&self, viewer: Viewer, id: Path<Uuid>) -> Result<NoContent> {
        store::view(&self.0.db, viewer, id.0, self.0.now()).await?;
        Ok(NoContent)
    }
}
