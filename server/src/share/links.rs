//! The secret address of a prompt that is shared with whoever has the link.

use prompt_core::Prompt;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;
use sqlx::AssertSqlSafe;
use uuid::Uuid;

use crate::access::{self, Object, Place, Right};
use crate::clock::Timestamp;
use crate::db::{Db, row};
use crate::http::error::Result;
use crate::outbox::{self, Event};
use crate::records::store::lock_writable;
use crate::session::tokens::new_token;

/// The secret address of a prompt, which is not listed anywhere.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ShareLink {
    /// The path of its page; null while there is no link.
    #[schemars(example = &"/s/Jx0f2kqzW1")]
    pub path: Option<String>,
}

row! {
    /// What a link leads to.
    pub struct Linked {
        pub prompt_id: Uuid,
        /// The account that made it.
        pub user_id: Uuid,
    }
}

impl ShareLink {
    fn of(token: Option<String>) -> Self {
        Self {
            path: token.map(|token| format!("/s/{token}")),
        }
    }
}

/// The link of a prompt, for those who may change it.
pub async fn get(db: &Db, me: Uuid, prompt: Uuid) -> Result<ShareLink> {
    let sql = format!(
        "SELECT l.token, l.user_id FROM prompts r LEFT JOIN share_links l ON l.prompt_id = r.id
         WHERE r.id = $2 AND r.deleted_at IS NULL AND {}",
        Right::Write.on("r")
    );
    let query = db.read(AssertSqlSafe(sql)).bind(me).bind(prompt);
    let found: Option<(Option<String>, Option<Uuid>)> = query.optional().await?;
    let Some((token, maker)) = found else {
        return access::refused_change(db, Object::Prompt, me, prompt).await;
    };
    // A link whose maker may no longer read the prompt leads nowhere.
    let is_alive = match maker {
        Some(maker) => access::sees(db, Object::Prompt, maker, prompt)
            .await
            .is_ok(),
        None => false,
    };
    Ok(ShareLink::of(token.filter(|_| is_alive)))
}

/// Makes a link, unless there is one that leads to the prompt.
pub async fn make(db: &Db, me: Uuid, prompt: Uuid, now: Timestamp) -> Result<ShareLink> {
    let mut tx = db.begin().await?;
    lock_writable::<Prompt>(&mut tx, me, prompt).await?;
    let made = tx.query("SELECT user_id FROM share_links WHERE prompt_id = $1");
    let made: Option<(Uuid,)> = made.bind(prompt).optional().await?;
    if let Some((maker,)) = made
        && access::sees_in(&mut tx, Object::Prompt, maker, prompt)
            .await
            .is_err()
    {
        let end = tx.query("DELETE FROM share_links WHERE prompt_id = $1");
        end.bind(prompt).execute().await?;
    }
    let is_new = tx
        .query(
        "INSERT INTO share_links (prompt_id, token, user_id, created_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (prompt_id) DO NOTHING",
    )
    .bind(prompt)
    .bind(new_token())
    .bind(me)
    .bind(now)
    .execute()
    .await?
        == 1;
    if is_new {
        let data = [("visibility".to_owned(), json!("link"))];
        outbox::tell(&mut tx, prompt, Event::Shared, data, now).await?;
    }
    let token = tx.query("SELECT token FROM share_links WHERE prompt_id = $1");
    let (token,) = token.bind(prompt).one().await?;
    tx.commit().await?;
    Ok(ShareLink::of(Some(token)))
}

/// Ends the link of a prompt for good: a later one has another address.
pub async fn end(db: &Db, me: Uuid, prompt: Uuid) -> Result<()> {
    let mut tx = db.begin().await?;
    access::expect(
        &mut tx,
        Object::Prompt,
        Place::InUse,
        Right::Write,
        me,
        prompt,
    )
    .await?;
    let delete = tx.query("DELETE FROM share_links WHERE prompt_id = $1");
    delete.bind(prompt).execute().await?;
    tx.commit().await?;
    Ok(())
}

/// What the link with this token leads to.
pub async fn find(db: &Db, token: &str) -> Result<Option<Linked>> {
    let query = db.read("SELECT prompt_id, user_id FROM share_links WHERE token = $1");
    Ok(query.bind(token).optional().await?)
}

/// Whether a prompt has a secret link.
pub async fn exists(db: &Db, prompt: Uuid) -> Result<bool> {
    let link = db.read("SELECT 1 FROM share_links WHERE prompt_id = $1");
    Ok(link.bind(prompt).optional::<(i32,)>().await?.is_some())
}
