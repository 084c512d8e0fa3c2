//! Deleting an account from the database.

use uuid::Uuid;

use crate::access::{self, members, personal_workspace};
use crate::audit::{self, Action, By};
use crate::clock::Timestamp;
use crate::db::{Db, Tx};
use crate::http::error::{Result, retry_on_deadlock};
use crate::prompts::counts;

/// Deletes an account and its personal workspace; their rows follow by their foreign keys. What the account wrote in
/// other workspaces stays there. Its likes and ratings are first subtracted from other
/// users' counts.
pub async fn delete(db: &Db, user: Uuid, by: By, now: Timestamp) -> Result<()> {
    retry_on_deadlock(|| delete_once(db, user, by, now)).await
}

/// Fails if the account is the last administrator, or the only owner of a team, before its subscriptions end.
pub async fn expect_deletable(db: &Db, user: Uuid) -> Result<()> {
    let mut tx = db.begin().await?;
    access::expect_other_administrator(&mut tx, user).await?;
    members::expect_no_orphans(&mut tx, user).await
}

async fn delete_once(db: &Db, user: Uuid, by: By, now: Timestamp) -> Result<()> {
    let mut tx = db.begin().await?;
    access::expect_other_administrator(&mut tx, user).await?;
    members::expect_no_orphans(&mut tx, user).await?;
    let deleted = audit::Entry::account(Action::AccountDeleted, user);
    audit::record(&mut tx, by, deleted, now).await?;
    // Likes leave the rankings and the daily charts too. Rows are locked in a fixed order, so that two such
    // deletions do not deadlock.
    let sql = format!(
        "SELECT p.id, l.created_at FROM prompt_likes l JOIN prompts p ON p.id = l.prompt_id
         WHERE l.user_id = $1 ORDER BY p.id{}",
        tx.for_key_share()
    );
    let likes: Vec<(Uuid, Timestamp)> = tx.query(sqlx::AssertSqlSafe(sql)).bind(user).all().await?;
    take_back(&mut tx, user, &likes).await?;
    tx.query(
        "UPDATE collection_counts SET like_count = like_count - 1
         WHERE collection_id IN (SELECT l.collection_id FROM collection_likes l WHERE l.user_id = $1)",
    )
    .bind(user)
    .execute()
    .await?;
    tx.query(
        "UPDATE component_counts SET rating_count = rating_count - 1, rating_sum = rating_sum -
             (SELECT r.rating FROM component_ratings r
              WHERE r.component_id = component_counts.component_id AND r.user_id = $1)
         WHERE component_id IN (SELECT r.component_id FROM component_ratings r WHERE r.user_id = $1)",
    )
    .bind(user)
    .execute()
    .await?;
    tx.query("DELETE FROM mail_queue WHERE recipient = (SELECT email FROM users WHERE id = $1)")
        .bind(user)
        .execute()
        .await?;
    tx.query("DELETE FROM workspaces WHERE id = $1")
        .bind(personal_workspace(user))
        .execute()
        .await?;
    access::hand_over(&mut tx, user).await?;
    tx.query("DELETE FROM users WHERE id = $1")
        .bind(user)
        .execute()
        .await?;
    tx.commit().await?;
    Ok(())
}

/// Subtracts the likes of an account in few statements: there may be many, and other writers wait meanwhile.
async fn take_back(tx: &mut Tx, user: Uuid, likes: &[(Uuid, Timestamp)]) -> Result<()> {
    if likes.is_empty() {
        return Ok(());
    }
    // Locked in the order that all counting uses: totals, days, rankings.
    let sql = format!(
        "SELECT prompt_id FROM prompt_counts
         WHERE prompt_id IN (SELECT prompt_id FROM prompt_likes WHERE user_id = $1) ORDER BY prompt_id{}",
        tx.for_update()
    );
    tx.query(sqlx::AssertSqlSafe(sql))
        .bind(user)
        .execute()
        .await?;
    tx.query(
        "UPDATE prompt_counts SET like_count = like_count - 1
         WHERE prompt_id IN (SELECT prompt_id FROM prompt_likes WHERE user_id = $1)",
    )
    .bind(user)
    .execute()
    .await?;
    // A like counts for the day on which it was given.
    let day = Timestamp::DAY.as_micros();
    let sql = format!(
        "UPDATE prompt_days SET likes = likes - 1
         WHERE (day, prompt_id) IN (SELECT created_at / {day}, prompt_id FROM prompt_likes WHERE user_id = $1)"
    );
    tx.query(sqlx::AssertSqlSafe(sql))
        .bind(user)
        .execute()
        .await?;
    let days: Vec<(Uuid, i64)> = likes
        .iter()
        .map(|(prompt, given)| (*prompt, given.day()))
        .collect();
    counts::add_up(tx, &days).await?;
    Ok(())
}
