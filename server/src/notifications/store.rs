//! SQL of notifications.

use crate::clock::Timestamp;
use crate::db::Db;
use crate::http::error::Result;
use crate::notifications::model::{Notification, Notifications};
use crate::session::extractors::Me;

/// The latest of each kind, of which the latest in all are shown.
const LATEST: &str = "
    SELECT * FROM (SELECT 'like' AS kind, a.id AS actor_id, a.full_name AS actor_name, p.id AS object_id,
        p.title AS object_title, p.prompt_type AS object_type, CAST(0 AS BIGINT) AS stars, l.created_at AS at
        FROM prompts p JOIN prompt_likes l ON l.prompt_id = p.id JOIN users a ON a.id = l.user_id
        WHERE p.workspace_id = $2 AND p.deleted_at IS NULL AND l.user_id <> $1
        ORDER BY l.created_at DESC LIMIT 30) likes
    UNION ALL
    SELECT * FROM (SELECT 'clone' AS kind, a.id AS actor_id, a.full_name AS actor_name, p.id AS object_id,
        p.title AS object_title, p.prompt_type AS object_type, CAST(0 AS BIGINT) AS stars, f.created_at AS at
        FROM prompts p JOIN prompts f ON f.forked_from = p.id JOIN users a ON a.id = f.user_id
        WHERE p.workspace_id = $2 AND p.deleted_at IS NULL AND f.user_id <> $1
        ORDER BY f.created_at DESC LIMIT 30) clones
    UNION ALL
    SELECT * FROM (SELECT 'rating' AS kind, a.id AS actor_id, a.full_name AS actor_name, c.id AS object_id,
        c.title AS object_title, 'component' AS object_type, CAST(r.rating AS BIGINT) AS stars, r.updated_at AS at
        FROM components c JOIN component_ratings r ON r.component_id = c.id JOIN users a ON a.id = r.user_id
        WHERE c.workspace_id = $2 AND c.deleted_at IS NULL AND r.user_id <> $1
        ORDER BY r.updated_at DESC LIMIT 30) ratings
    ORDER BY at DESC LIMIT 30";

/// The latest likes, clones and ratings of the workspace's work by others.
pub async fn latest(db: &Db, me: Me) -> Result<Notifications> {
    let (seen,) = db
        .read("SELECT notifications_seen_at FROM users WHERE id = $1")
        .bind(me.id)
        .one::<(Timestamp,)>()
        .await?;
    let items: Vec<Notification> = db.read(LATEST).bind(me.id).bind(me.workspace).all().await?;
    let unseen = items.iter().filter(|item| item.at > seen).count();
    Ok(Notifications {
        items,
        unseen: u32::try_from(unseen).unwrap_or(u32::MAX),
    })
}

/// Marks everything up to now as seen.
pub async fn see(db: &Db, me: Me, now: Timestamp) -> Result<()> {
    db.write("UPDATE users SET notifications_seen_at = $2 WHERE id = $1")
        .bind(me.id)
        .bind(now)
        .execute()
        .await?;
    Ok(())
}
