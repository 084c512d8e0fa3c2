//! Likes and views in the database, and the counts derived from them.

use uuid::Uuid;

use crate::access::{self, Object};
use crate::activity::{self, ActivityKind};
use crate::clock::Timestamp;
use crate::community::model::LikeState;
use crate::db::Db;
use crate::http::error::{Result, retry_on_deadlock};
use crate::prompts::counts::{self, Event};
use crate::session::extractors::{Me, Viewer};

pub async fn like(db: &Db, me: Me, prompt: Uuid, liked: bool, now: Timestamp) -> Result<LikeState> {
    retry_on_deadlock(|| like_once(db, me, prompt, liked, now)).await
}

async fn like_once(
    db: &Db,
    me: Me,
    prompt: Uuid,
    liked: bool,
    now: Timestamp,
) -> Result<LikeState> {
    let mut tx = db.begin().await?;
    access::sees_in(&mut tx, Object::Prompt, me.id, prompt).await?;
    if liked {
        let added = tx
            .query(
                "INSERT INTO prompt_likes (prompt_id, user_id, created_at) VALUES ($1, $2, $3)
                 ON CONFLICT (user_id, prompt_id) DO NOTHING",
            )
            .bind(prompt)
            .bind(me.id)
            .bind(now)
            .execute()
            .await?;
        if added == 1 {
            counts::count(&mut tx, prompt, Event::Like, 1, now).await?;
            activity::record(&mut tx, me.id, ActivityKind::PromptLiked, prompt, now).await?;
        }
    } else {
        // The like is subtracted from the day on which it was given.
        let removed = tx
            .query("DELETE FROM prompt_likes WHERE prompt_id = $1 AND user_id = $2 RETURNING created_at")
            .bind(prompt)
            .bind(me.id)
            .optional::<(Timestamp,)>()
            .await?;
        if let Some((given,)) = removed {
            counts::count(&mut tx, prompt, Event::Like, -1, given).await?;
        }
    }
    let counted = tx
        .query("SELECT like_count FROM prompt_counts WHERE prompt_id = $1")
        .bind(prompt)
        .optional::<(i64,)>()
        .await?;
    tx.commit().await?;
    Ok(LikeState {
        liked,
        like_count: counted.map_or(0, |(count,)| count),
    })
}

pub async fn view(db: &Db, viewer: Viewer, prompt: Uuid, now: Timestamp) -> Result<()> {
    let is_own = access::sees(db, Object::Prompt, viewer.id(), prompt).await?;
    let Some(me) = viewer.0.filter(|_| !is_own) else {
        return Ok(());
    };
    retry_on_deadlock(|| view_once(db, me, prompt, now)).await
}

async fn view_once(db: &Db, me: Me, prompt: Uuid, now: Timestamp) -> Result<()> {
    let mut tx = db.begin().await?;
    access::sees_in(&mut tx, Object::Prompt, me.id, prompt).await?;
    let is_first = tx
        .query(
            "INSERT INTO prompt_views (prompt_id, day, user_id) VALUES ($1, $2, $3)
             ON CONFLICT (prompt_id, day, user_id) DO NOTHING",
        )
        .bind(prompt)
        .bind(now.day())
        .bind(me.id)
        .execute()
        .await?;
    if is_first == 1 {
        counts::count(&mut tx, prompt, Event::View, 1, now).await?;
    }
    tx.commit().await?;
    Ok(())
}
