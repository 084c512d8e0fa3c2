//! Leaving: everything of one's own as one file, and the end of the account.

use poem::http::{HeaderValue, header};
use poem::web::cookie::CookieJar;
use poem::{Body, IntoResponse, Response};
use poem_openapi::registry::{
    MetaMediaType, MetaResponse, MetaResponses, MetaSchema, MetaSchemaRef, Registry,
};
use poem_openapi::{ApiResponse, OpenApi};
use tokio::io::BufReader;

use crate::account::export::{self, Exports, Sending};
use crate::account::store;
use crate::app::App;
use crate::auth::passwords::confirm_password;
use crate::auth::two_factor::PasswordConfirmation;
use crate::billing;
use crate::http::error::{ProviderError, Result};
use crate::http::json::{Json, NoContent};
use crate::http::tags::Tags;
use crate::session::extractors::Browser;

/// Bytes of the zip that are read at once.
const READ_AHEAD: usize = 256 * 1024;

pub struct AccountApi(pub App, pub Exports);

#[OpenApi(prefix_path = "/auth/account", tag = "Tags::Auth")]
impl AccountApi {
    /// Export everything of one's own
    ///
    /// A zip: `data.json` with every record of the account, each prompt as .md and .json, and the picture as a file that
    /// `data.json` names. One at a time: 429 while it is being made or sent, which may take 15 minutes.
    #[oai(path = "/export", method = "get", operation_id = "export_account")]
    async fn export_account(&self, Browser(me): Browser) -> Result<ZipFile> {
        let app = &self.0;
        Ok(ZipFile(
            export::make(&app.db, &app.config.data_dir, &self.1, me.id).await?,
        ))
    }

    /// Delete the account and everything it owns
    ///
    /// Asks for the password. Copies that others made of public prompts stay theirs. There is no way back.
    #[oai(path = "/delete", method = "post", operation_id = "delete_account")]
    async fn delete_account(
        &self,
        Browser(me): Browser,
        jar: &CookieJar,
        Json(form): Json<PasswordConfirmation>,
    ) -> Result<NoContent, ProviderError> {
        let app = &self.0;
        confirm_password(app, me.id, form.password, "password").await?;
        billing::subscriptions::end_now(app, me.id).await?;
        store::delete(&app.db, me.id).await?;
        app.sessions.forget(jar);
        Ok(NoContent)
    }
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
