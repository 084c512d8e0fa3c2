//! Handlers of account: the export and deletion of the whole account.

use poem::http::{HeaderValue, header};
use poem::web::cookie::CookieJar;
use poem::{Body, IntoResponse, Response};
use poem_openapi::param::Path;
use poem_openapi::registry::{MetaResponses, MetaSchema, Registry};
use poem_openapi::{ApiResponse, OpenApi};
use tokio::io::BufReader;
use uuid::Uuid;

use crate::access::{Right, members, personal_workspace};
use crate::account::export::{self, Exports, Sending};
use crate::account::store;
use crate::app::App;
use crate::auth::passwords::confirm_password;
use crate::auth::two_factor::PasswordConfirmation;
use crate::billing;
use crate::http::error::{ProviderError, Result};
use crate::http::json::{Json, NoContent};
use crate::http::openapi;
use crate::http::tags::Tags;
use crate::session::extractors::Browser;

/// Bytes of the zip read per chunk.
const READ_AHEAD: usize = 256 * 1024;

pub struct AccountApi(pub App, pub Exports);

#[OpenApi(prefix_path = "/auth/account", tag = "Tags::Auth")]
impl AccountApi {
    /// Export your account
    ///
    /// Returns a zip with `data.json` (every record of the account), each prompt as .md and .json, and the profile
    /// picture as a file that `data.json` names. One export at a time: 429 while another is created or sent, for at
    /// most 15 minutes.
    #[oai(path = "/export", method = "get", operation_id = "export_account")]
    async fn export_account(&self, Browser(me): Browser) -> Result<ZipFile> {
        let app = &self.0;
        Ok(ZipFile(
            export::make(&app.db, &app.config.data_dir, &self.1, me.id).await?,
        ))
    }

    /// Delete your account and everything it owns
    ///
    /// Requires the password. Copies that other users made of public prompts are not deleted. This cannot be
    /// undone. The last administrator of the instance makes another account administrator first.
    #[oai(path = "/delete", method = "post", operation_id = "delete_account")]
    async fn delete_account(
        &self,
        Browser(me): Browser,
        jar: &CookieJar,
        Json(form): Json<PasswordConfirmation>,
    ) -> Result<NoContent, ProviderError> {
        let app = &self.0;
        confirm_password(app, me.id, form.password, "password").await?;
        store::expect_deletable(&app.db, me.id).await?;
        billing::subscriptions::end_now(app, personal_workspace(me.id)).await?;
        store::delete(&app.db, me.id, me.by(), app.now()).await?;
        app.sessions.forget(jar);
        Ok(NoContent)
    }
}

pub struct TeamExportApi(pub App, pub Exports);

#[OpenApi(prefix_path = "/workspaces", tag = "Tags::Workspaces")]
impl TeamExportApi {
    /// Export a team
    ///
    /// For owners. Returns a zip as the export of an account is, with everything that belongs to the team.
    #[oai(
        path = "/:id/export",
        method = "get",
        operation_id = "export_workspace"
    )]
    async fn export_workspace(&self, Browser(me): Browser, id: Path<Uuid>) -> Result<ZipFile> {
        let app = &self.0;
        let role = members::role(&app.db, id.0, me.id).await?;
        role.ok_or_else(members::not_found)?.expect(Right::Own)?;
        Ok(ZipFile(
            export::make(&app.db, &app.config.data_dir, &self.1, id.0).await?,
        ))
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
        openapi::file("The zip.", ["application/zip"], &schema, vec![])
    }

    fn register(_: &mut Registry) {}
}
