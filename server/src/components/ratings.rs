//! Ratings of components, and how often components are used.

use poem::http::StatusCode;
use prompt_core::{component, validate};
use sqlx::AssertSqlSafe;
use uuid::Uuid;

use crate::access::{self, Object, VISIBLE_COMPONENT, is_member};
use crate::activity::{self, ActivityKind};
use crate::clock::Timestamp;
use crate::components::model::{NewRating, Rating, RatingState, UsageState};
use crate::db::{Db, Tx};
use crate::http::error::{ApiError, Result, retry_on_deadlock};
use crate::http::pagination::{self, Page};
use crate::session::extractors::Me;

pub async fn rate(
    db: &Db,
    me: Me,
    id: Uuid,
    new: &NewRating,
    now: Timestamp,
) -> Result<RatingState> {
    let stars = component::rating(new.rating_value)?;
    let review = validate::note("review_text", "Review", &new.review_text)?;
    retry_on_deadlock(|| rate_once(db, me, id, stars, &review, now)).await
}

async fn rate_once(
    db: &Db,
    me: Me,
    id: Uuid,
    stars: u8,
    review: &str,
    now: Timestamp,
) -> Result<RatingState> {
    let mut tx = db.begin().await?;
    let is_own = lock(&mut tx, me.id, id).await?;
    if is_own {
        let message = "You cannot rate your own component";
        return Err(ApiError::new(
            StatusCode::UNPROCESSABLE_ENTITY,
            "own_component",
            message,
        ));
    }
    tx.query(
        "INSERT INTO component_ratings (component_id, user_id, rating, review_text, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $5)
         ON CONFLICT (component_id, user_id) DO UPDATE SET rating = excluded.rating,
             review_text = excluded.review_text, updated_at = excluded.updated_at",
    )
    .bind(id)
    .bind(me.id)
    .bind(i64::from(stars))
    .bind(review)
    .bind(now)
    .execute()
    .await?;
    activity::record(&mut tx, me.id, ActivityKind::ComponentRated, id, now).await?;
    let state = recount(&mut tx, id).await?;
    tx.commit().await?;
    Ok(state)
}

pub async fn unrate(db: &Db, me: Me, id: Uuid) -> Result<RatingState> {
    retry_on_deadlock(|| unrate_once(db, me, id)).await
}

async fn unrate_once(db: &Db, me: Me, id: Uuid) -> Result<RatingState> {
    let mut tx = db.begin().await?;
    lock(&mut tx, me.id, id).await?;
    tx.query("DELETE FROM component_ratings WHERE component_id = $1 AND user_id = $2")
        .bind(id)
        .bind(me.id)
        .execute()
        .await?;
    let state = recount(&mut tx, id).await?;
    tx.commit().await?;
    Ok(state)
}

/// Locks a component the viewer may see, so that its ratings are counted one at a time. Returns whether the viewer is a
/// member of its workspace.
async fn lock(tx: &mut Tx, viewer: Uuid, id: Uuid) -> Result<bool> {
    let sql = format!(
        "SELECT {} FROM components c WHERE c.id = $2 AND {VISIBLE_COMPONENT}{}",
        is_member!("c"),
        tx.for_update()
    );
    let found = tx
        .query(AssertSqlSafe(sql))
        .bind(viewer)
        .bind(id)
        .optional::<(bool,)>()
        .await?;
    found
        .map(|(is_own,)| is_own)
        .ok_or_else(|| ApiError::not_found("Component"))
}

async fn recount(tx: &mut Tx, id: Uuid) -> Result<RatingState> {
    let state = tx
        .query(
            "INSERT INTO component_counts (component_id, rating_count, rating_sum)
             SELECT $1, COUNT(*), CAST(COALESCE(SUM(rating), 0) AS BIGINT) FROM component_ratings WHERE component_id = $1
             ON CONFLICT (component_id)
                 DO UPDATE SET rating_count = excluded.rating_count, rating_sum = excluded.rating_sum
             RETURNING COALESCE(CAST(rating_sum AS DOUBLE PRECISION) / NULLIF(rating_count, 0), 0.0) AS rating,
                 rating_count",
        )
        .bind(id)
        .one()
        .await?;
    Ok(state)
}

pub async fn list(
    db: &Db,
    viewer: Uuid,
    id: Uuid,
    cursor: Option<&str>,
    limit: usize,
) -> Result<Page<Rating>> {
    access::sees(db, Object::Component, viewer, id).await?;
    let (before, last) = pagination::newest_before(cursor)?;
    let sql = format!(
        "SELECT r.user_id, u.full_name AS author_name, r.rating AS rating_value, r.review_text, r.updated_at
         FROM component_ratings r JOIN users u ON u.id = r.user_id
         WHERE r.component_id = $1 AND (r.updated_at, r.user_id) < ($2, $3)
         ORDER BY r.updated_at DESC, r.user_id DESC LIMIT {}",
        limit + 1
    );
    let rows: Vec<Rating> = db
        .read(AssertSqlSafe(sql))
        .bind(id)
        .bind(before)
        .bind(last)
        .all()
        .await?;
    Ok(Page::cut(rows, limit, |row| {
        (row.updated_at.0, row.user_id)
    }))
}

pub async fn count_use(db: &Db, me: Me, id: Uuid, now: Timestamp) -> Result<UsageState> {
    retry_on_deadlock(|| count_use_once(db, me, id, now)).await
}

async fn count_use_once(db: &Db, me: Me, id: Uuid, now: Timestamp) -> Result<UsageState> {
    let mut tx = db.begin().await?;
    access::sees_in(&mut tx, Object::Component, me.id, id).await?;
    let is_first = tx
        .query(
            "INSERT INTO component_uses (component_id, day, user_id) VALUES ($1, $2, $3)
             ON CONFLICT (component_id, day, user_id) DO NOTHING",
        )
        .bind(id)
        .bind(now.day())
        .bind(me.id)
        .execute()
        .await?;
    let (usage_count,) = tx
        .query(
            "INSERT INTO component_counts (component_id, usage_count) VALUES ($1, $2)
             ON CONFLICT (component_id)
                 DO UPDATE SET usage_count = component_counts.usage_count + excluded.usage_count
             RETURNING usage_count",
        )
        .bind(id)
        .bind(i64::try_from(is_first).unwrap_or(0))
        .one::<(i64,)>()
        .await?;
    tx.commit().await?;
    Ok(UsageState { usage_count })
}
