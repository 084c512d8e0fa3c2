//! Recommendations: prompts ranked by their similarity to the ones a user wrote, liked or forked.

use std::collections::BTreeSet;

use prompt_core::community::{Period, Taste};
use schemars::JsonSchema;
use serde::Serialize;
use uuid::Uuid;

use crate::access::VISIBLE_PROMPT;
use crate::clock::Timestamp;
use crate::community::trends::{leading, trending};
use crate::db::{Db, Sql, row};
use crate::http::error::Result;
use crate::prompts;
use crate::prompts::model::PromptSummary;
use crate::session::extractors::Me;

/// How many prompts of the user's history are considered, newest first.
const HISTORY: usize = 200;
/// How many of the user's most frequent tags are considered.
const TAGS: usize = 8;
/// Candidates taken per tag, from the ranking and from the newest prompts.
const CANDIDATES: usize = 50;

/// A recommended prompt and its score.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct RecommendedPrompt {
    #[serde(flatten)]
    pub prompt: PromptSummary,
    /// The shared tags, category and structure, each weighted by its frequency in the prompts you wrote, liked or
    /// forked.
    pub recommendation_score: f64,
}

row! {
    struct Traits {
        id: Uuid,
        tags: String,
        category: String,
        structure_type: String,
    }
}

impl Traits {
    fn tags(&self) -> Result<Vec<String>> {
        Ok(serde_json::from_str(&self.tags)?)
    }
}

pub async fn recommended(
    db: &Db,
    me: Me,
    limit: usize,
    now: Timestamp,
) -> Result<Vec<RecommendedPrompt>> {
    let taste = taste(db, me).await?;
    if taste.is_empty() {
        let trending = trending(db, me.id, Period::Month, limit, now).await?;
        // None of these is one's own: the workspace has no prompts.
        return Ok(trending
            .into_iter()
            .map(|trending| RecommendedPrompt {
                prompt: trending.prompt,
                recommendation_score: 0.0,
            })
            .collect());
    }
    let popular = leading(db, Period::Month, CANDIDATES, now.day()).await?;
    let mut scored = Vec::new();
    for candidate in candidates(db, me, &taste, &popular).await? {
        let category = candidate.category.parse()?;
        let score = taste.score(
            &candidate.tags()?,
            category,
            candidate.structure_type.parse()?,
        );
        let place = popular
            .iter()
            .position(|id| *id == candidate.id)
            .unwrap_or(usize::MAX);
        scored.push((candidate.id, score, place));
    }
    scored.sort_by(|(a, low, behind), (b, high, before)| {
        high.total_cmp(low).then(behind.cmp(before)).then(b.cmp(a))
    });
    scored.truncate(limit);
    let ids: Vec<Uuid> = scored.iter().map(|(id, ..)| *id).collect();
    let mut prompts = prompts::list::by_ids(db, me.id, &ids).await?;
    let recommended = scored
        .into_iter()
        .filter_map(|(id, recommendation_score, _)| {
            let prompt = prompts.remove(&id)?;
            Some(RecommendedPrompt {
                prompt,
                recommendation_score,
            })
        });
    Ok(recommended.collect())
}

/// The prompts of the user's workspace (forks included), and the ones the user liked.
async fn taste(db: &Db, me: Me) -> Result<Taste> {
    let mut sql = Sql::new("");
    let (user, workspace) = (sql.bind(me.id), sql.bind(me.workspace));
    sql.push(&format!(
        "SELECT * FROM (SELECT p.id, p.tags, p.category, p.structure_type FROM prompts p
             WHERE p.workspace_id = {workspace} AND p.deleted_at IS NULL ORDER BY p.updated_at DESC, p.id DESC LIMIT {HISTORY}) own
         UNION
         SELECT * FROM (SELECT p.id, p.tags, p.category, p.structure_type FROM prompt_likes l
             JOIN prompts p ON p.id = l.prompt_id
             WHERE l.user_id = {user} AND {VISIBLE_PROMPT}
             ORDER BY l.created_at DESC LIMIT {HISTORY}) liked"
    ));
    let mut taste = Taste::default();
    for known in sql.read(db).all::<Traits>().await? {
        taste.learn(
            &known.tags()?,
            known.category.parse()?,
            known.structure_type.parse()?,
        );
    }
    Ok(taste)
}

/// Public prompts of other users that share a tag, lead the ranking or are new, except liked and forked ones.
///
/// Two statements: with one, PostgreSQL overestimates the few hundred candidates and reads every prompt.
async fn candidates(db: &Db, me: Me, taste: &Taste, popular: &[Uuid]) -> Result<Vec<Traits>> {
    let mut ids: BTreeSet<Uuid> = candidate_ids(db, me, taste).await?;
    ids.extend(popular);
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let ids: Vec<Uuid> = ids.into_iter().collect();
    let mut sql = Sql::new("");
    let (user, workspace) = (sql.bind(me.id), sql.bind(me.workspace));
    let ids = sql.bind_all(&ids);
    sql.push(&format!(
        "SELECT p.id, p.tags, p.category, p.structure_type FROM prompts p
         WHERE p.id IN ({ids}) AND p.workspace_id <> {workspace} AND p.is_public AND p.deleted_at IS NULL
             AND NOT EXISTS (SELECT 1 FROM prompt_likes l WHERE l.prompt_id = p.id AND l.user_id = {user})
             AND p.id NOT IN (SELECT f.forked_from FROM prompts f
                 WHERE f.workspace_id = {workspace} AND f.forked_from IS NOT NULL AND f.deleted_at IS NULL)"
    ));
    Ok(sql.read(db).all::<Traits>().await?)
}

/// The newest prompts, and the newest of each tag.
async fn candidate_ids(db: &Db, me: Me, taste: &Taste) -> Result<BTreeSet<Uuid>> {
    let mut sql = Sql::new("");
    let workspace = sql.bind(me.workspace);
    let mut parts = vec![format!(
        "SELECT id FROM (SELECT p.id FROM prompts p WHERE p.is_public AND p.deleted_at IS NULL
         ORDER BY p.created_at DESC, p.id DESC LIMIT {CANDIDATES}) newest"
    )];
    for tag in taste.top_tags(TAGS) {
        let tag = sql.bind(tag);
        parts.push(format!(
            "SELECT id FROM (SELECT t.prompt_id AS id FROM prompt_tags t JOIN prompts p ON p.id = t.prompt_id
             WHERE t.tag = {tag} AND p.is_public AND p.deleted_at IS NULL AND p.workspace_id <> {workspace}
             ORDER BY t.prompt_id DESC LIMIT {CANDIDATES}) tagged"
        ));
    }
    sql.push(&parts.join(" UNION ALL "));
    let found = sql.read(db).all::<(Uuid,)>().await?;
    Ok(found.into_iter().map(|(id,)| id).collect())
}
