//! The prompts that a person marked as favourites. Nobody else sees them.

use uuid::Uuid;

use crate::access::{self, Object};
use crate::clock::Timestamp;
use crate::db::Db;
use crate::http::error::Result;
use crate::session::extractors::Me;

/// Marks a prompt that the account may see as a favourite, or no longer.
pub async fn set(db: &Db, me: Me, prompt: Uuid, is_favourite: bool, now: Timestamp) -> Result<()> {
    let mut tx = db.begin().await?;
    access::sees_in(&mut tx, Object::Prompt, me.id, prompt).await?;
    if is_favourite {
        tx.query(
            "INSERT INTO prompt_favourites (prompt_id, user_id, created_at) VALUES ($1, $2, $3)
             ON CONFLICT (user_id, prompt_id) DO NOTHING",
        )
        .bind(prompt)
        .bind(me.id)
        .bind(now)
        .execute()
        .await?;
    } else {
        tx.query("DELETE FROM prompt_favourites WHERE prompt_id = $1 AND user_id = $2")
            .bind(prompt)
            .bind(me.id)
            .execute()
            .await?;
    }
    tx.commit().await?;
    Ok(())
}
