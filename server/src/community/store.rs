//! Likes and views in the database, and the counts that follow from them.

use prompt_core::community::WEIGHTS;
use uuid::Uuid;

use crate::access;
use crate::activity::{self, Act};
use crate::app::App;
use crate::auth::session::{Me, Viewer};
use crate::clock::Timestamp;
use crate::community::{LikeState, trends};
use crate::db::{self, Tx};
use crate::error::{Result, retry_on_deadlock};

/// What can happen to a prompt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    View,
    Like,
    Fork,
}

impl Event {
    /// How much it counts in a ranking.
    pub fn weight(self) -> i64 {
        let [view, like, fork] = WEIGHTS;
        match self {
            Self::View => view,
            Self::Like => like,
            Self::Fork => fork,
        }
    }
}

/// Counts an event: in total, for its day, and in the rankings.
pub async fn count(
    tx: &mut Tx,
    prompt: Uuid,
    event: Event,
    by: i64,
    at: Timestamp,
) -> db::Result<()> {
    let (total, day) = match event {
        Event::View => (
            "INSERT INTO prompt_counts (prompt_id, view_count) VALUES ($1, $2)
             ON CONFLICT (prompt_id) DO UPDATE SET view_count = prompt_counts.view_count + excluded.view_count",
            "INSERT INTO prompt_days (prompt_id, day, views) VALUES ($1, $2, $3)
             ON CONFLICT (day, prompt_id) DO UPDATE SET views = prompt_days.views + excluded.views",
        ),
        Event::Like => (
            "INSERT INTO prompt_counts (prompt_id, like_count) VALUES ($1, $2)
             ON CONFLICT (prompt_id) DO UPDATE SET like_count = prompt_counts.like_count + excluded.like_count",
            "INSERT INTO prompt_days (prompt_id, day, likes) VALUES ($1, $2, $3)
             ON CONFLICT (day, prompt_id) DO UPDATE SET likes = prompt_days.likes + excluded.likes",
        ),
        Event::Fork => (
            "INSERT INTO prompt_counts (prompt_id, fork_count) VALUES ($1, $2)
             ON CONFLICT (prompt_id) DO UPDATE SET fork_count = prompt_counts.fork_count + excluded.fork_count",
            "INSERT INTO prompt_days (prompt_id, day, forks) VALUES ($1, $2, $3)
             ON CONFLICT (day, prompt_id) DO UPDATE SET forks = prompt_days.forks + excluded.forks",
        ),
    };
    tx.query(total).bind(prompt).bind(by).execute().await?;
    tx.query(day)
        .bind(prompt)
        .bind(at.day())
        .bind(by)
        .execute()
        .await?;
    trends::rerank(tx, prompt, event, by, at.day()).await?;
    Ok(())
}

pub async fn like(app: &App, me: Me, prompt: Uuid, liked: bool) -> Result<LikeState> {
    retry_on_deadlock(|| like_once(app, me, prompt, liked)).await
}

async fn like_once(app: &App, me: Me, prompt: Uuid, liked: bool) -> Result<LikeState> {
    let mut tx = app.db.begin().await?;
    access::visible_prompt_in(&mut tx, me.id, prompt).await?;
    let now = app.clock.now();
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
            count(&mut tx, prompt, Event::Like, 1, now).await?;
            activity::record(&mut tx, me.id, Act::PromptLiked, prompt, now).await?;
        }
    } else {
        // The day that is counted down is the day on which the like was given.
        let removed = tx
            .query("DELETE FROM prompt_likes WHERE prompt_id = $1 AND user_id = $2 RETURNING created_at")
            .bind(prompt)
            .bind(me.id)
            .optional::<(Timestamp,)>()
            .await?;
        if let Some((given,)) = removed {
            count(&mut tx, prompt, Event::Like, -1, given).await?;
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

pub async fn view(app: &App, viewer: Viewer, prompt: Uuid) -> Result<()> {
    let owner = access::visible_prompt(&app.db, viewer.id(), prompt).await?;
    let Some(me) = viewer.0.filter(|me| me.id != owner) else {
        return Ok(());
    };
    retry_on_deadlock(|| view_once(app, me, prompt)).await
}

async fn view_once(app: &App, me: Me, prompt: Uuid) -> Result<()> {
    let now = app.clock.now();
    let mut tx = app.db.begin().await?;
    access::visible_prompt_in(&mut tx, me.id, prompt).await?;
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
        count(&mut tx, prompt, Event::View, 1, now).await?;
    }
    tx.commit().await?;
    Ok(())
}
