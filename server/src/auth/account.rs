//! Leaving: everything of one's own as one file, and the end of the account.

use poem::http::{HeaderValue, header};
use poem::web::cookie::CookieJar;
use poem::{Body, IntoResponse, Response};
use poem_openapi::registry::{
    MetaMediaType, MetaResponse, MetaResponses, MetaSchema, MetaSchemaRef, Registry,
};
use poem_openapi::{ApiResponse, OpenApi};
use tokio::io::BufReader;
use uuid::Uuid;

use crate::app::{App, Tags};
use crate::auth::confirm_password;
use crate::auth::export::Sending;
use crate::auth::session::{self, Browser};
use crate::auth::two_factor::PasswordConfirmation;
use crate::billing;
use crate::clock::Timestamp;
use crate::community::trends;
use crate::db::{Db, Tx};
use crate::error::{ProviderError, Result, retry_on_deadlock};
use crate::payload::{NoContent, Serde};

/// Bytes of the zip that are read at once.
const READ_AHEAD: usize = 256 * 1024;

pub struct AccountApi(pub App);

#[OpenApi(prefix_path = "/auth/account", tag = "Tags::Auth")]
impl AccountApi {
    /// Export everything of one's own
    ///
    /// A zip: `data.json` with every record of the account, each prompt as .md and .json, and the picture as a file that
    /// `data.json` names. One at a time: 429 while it is being made or sent, which may take 15 minutes.
    #[oai(path = "/export", method = "get", operation_id = "export_account")]
    async fn export_account(&self, Browser(me): Browser) -> Result<ZipFile> {
        Ok(ZipFile(super::export::make(&self.0, me.id).await?))
    }

    /// Delete the account and everything it owns
    ///
    /// Asks for the password. Copies that others made of public prompts stay theirs. There is no way back.
    #[oai(path = "/delete", method = "post", operation_id = "delete_account")]
    async fn delete_account(
        &self,
        Browser(me): Browser,
        jar: &CookieJar,
        Serde(form): Serde<PasswordConfirmation>,
    ) -> Result<NoContent, ProviderError> {
        let app = &self.0;
        confirm_password(app, me.id, form.password, "password").await?;
        billing::end_now(app, me.id).await?;
        delete(&app.db, me.id).await?;
        session::forget(app, jar);
        Ok(NoContent)
    }
}

/// Rows go with the account by their foreign keys; what it counted on other people's things is taken back first.
pub async fn delete(db: &Db, user: Uuid) -> Result<()> {
    retry_on_deadlock(|| delete_once(db, user)).await
}

async fn delete_once(db: &Db, user: Uuid) -> Result<()> {
    let mut tx = db.begin().await?;
    // Likes leave the rankings and the charts of their days too. In one order, so that two such deletions do not wait for each
    // other in a circle.
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
    tx.query("DELETE FROM users WHERE id = $1")
        .bind(user)
        .execute()
        .await?;
    tx.commit().await?;
    Ok(())
}

/// Counts the likes of an account down, in few statements: it may have given many, and nobody else writes meanwhile.
async fn take_back(tx: &mut Tx, user: Uuid, likes: &[(Uuid, Timestamp)]) -> Result<()> {
    if likes.is_empty() {
        return Ok(());
    }
    // In the order in which everybody counts: the totals, the days, the rankings.
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
    // A like belongs to the day on which it was given.
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
    trends::add_up(tx, &days).await?;
    Ok(())
}

pub struct ZipFile(Sending);

impl IntoResponse for ZipFile {
    fn into_response(self) -> Response {
        let file = BufReader::with_capacity(READ_AHEAD, self.0);
        let mut response = Response::builder()
            .content_type("application/zip")
            .body(Body::from_async_read(file));
        let headers = response.headers_mut();
        headers.insert(
            header::CONTENT_DISPOSITION,
            HeaderValue::from_static("attachment; filename=\"promptcase-export.zip\""),
        );
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        response
    }
}

impl ApiResponse for ZipFile {
    fn meta() -> MetaResponses {
        let schema = MetaSchema::new_with_format("string", "binary");
        let content = vec![MetaMediaType {
            content_type: "application/zip",
            schema: MetaSchemaRef::Inline(Box::new(schema)),
        }];
        let response = MetaResponse {
            description: "The zip.",
            status: Some(200),
            status_range: None,
            content,
            headers: vec![],
        };
        MetaResponses {
            responses: vec![response],
        }
    }

    fn register(_: &mut Registry) {}
}
