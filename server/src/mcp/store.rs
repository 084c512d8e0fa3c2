//! The prompts of others that an account uses.

use sqlx::AssertSqlSafe;
use uuid::Uuid;

use crate::access::VISIBLE_PROMPT;
use crate::db::Db;
use crate::http::error::Result;
use crate::session::extractors::Me;

/// The most prompts of others in a list.
const LIKED: usize = 100;

/// The prompts of other workspaces that the account likes, the newest like first.
pub async fn liked(db: &Db, me: Me) -> Result<Vec<Uuid>> {
    let sql = format!(
        "SELECT p.id FROM prompt_likes l JOIN prompts p ON p.id = l.prompt_id
         WHERE l.user_id = $1 AND p.workspace_id <> $2 AND p.prompt_type = 'prompt' AND {VISIBLE_PROMPT}
         ORDER BY l.created_at DESC, p.id LIMIT {LIKED}"
    );
    let query = db.read(AssertSqlSafe(sql)).bind(me.id).bind(me.workspace);
    let rows: Vec<(Uuid,)> = query.all().await?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}
