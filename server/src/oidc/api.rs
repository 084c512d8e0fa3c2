//! Handlers of sign-ins by a provider.

use poem::Request;
use poem_openapi::OpenApi;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::auth::identities;
use crate::auth::notices;
use crate::auth::passwords::confirm_password;
use crate::auth::two_factor::PasswordConfirmation;
use crate::http::error::Result;
use crate::http::json::{Json, NoContent};
use crate::http::tags::Tags;
use crate::oidc::start::{OidcPage, begin};
use crate::oidc::store::Aim;
use crate::session::extractors::Browser;
use crate::session::throttle;

/// Where to go on to after signing in.
#[derive(Deserialize, JsonSchema)]
pub struct OidcStart {
    /// A path of the app.
    #[serde(default)]
    #[schemars(example = &"/explorer")]
    pub from: Option<String>,
    /// The token of an invitation, from its link.
    #[serde(default)]
    pub invitation: Option<String>,
}

/// Whether the account can sign in by the provider.
#[derive(Serialize, Deserialize, JsonSchema)]
pub struct OidcLink {
    /// The provider's name; null if none is configured.
    #[schemars(example = &"Example Inc.")]
    pub name: Option<String>,
    /// The address at the provider; null if none is linked.
    #[schemars(example = &"ada@example.org")]
    pub linked_email: Option<String>,
}

pub struct OidcApi(pub App);

#[OpenApi(prefix_path = "/auth/oidc", tag = "Tags::Auth")]
impl OidcApi {
    /// Begin to sign in by the provider
    ///
    /// Sets a cookie; only the browser that has it can finish.
    #[oai(path = "/start", method = "post", operation_id = "start_oidc")]
    async fn start_oidc(
        &self,
        request: &Request,
        Json(form): Json<OidcStart>,
    ) -> Result<Json<OidcPage>> {
        let app = &self.0;
        let address = throttle::origin(&app.sessions.client_address(request));
        let _ = throttle::attempt(&app.db, throttle::OIDC_ADDRESS, &address, app.now()).await?;
        let aim = Aim {
            page: form.from.unwrap_or_default(),
            invitation: form.invitation,
            session: None,
        };
        begin(app, request.cookie(), aim).await
    }

    /// Read whether the account is linked to the provider
    #[oai(path = "/", method = "get", operation_id = "get_oidc_link")]
    async fn get_oidc_link(&self, Browser(me): Browser) -> Result<Json<OidcLink>> {
        let Some(provider) = &self.0.oidc else {
            return Ok(Json(OidcLink {
                name: None,
                linked_email: None,
            }));
        };
        Ok(Json(OidcLink {
            name: Some(provider.name.clone()),
            linked_email: identities::linked(&self.0.db, me.id, provider.issuer()).await?,
        }))
    }

    /// Begin to link the account to the provider
    #[oai(path = "/link", method = "post", operation_id = "link_oidc")]
    async fn link_oidc(
        &self,
        request: &Request,
        Browser(me): Browser,
        Json(form): Json<PasswordConfirmation>,
    ) -> Result<Json<OidcPage>> {
        confirm_password(&self.0, me.id, form.password, "password").await?;
        let aim = Aim {
            page: "/settings?tab=account".to_owned(),
            invitation: None,
            session: Some(me.session),
        };
        begin(&self.0, request.cookie(), aim).await
    }

    /// Unlink the account from the provider
    ///
    /// The password, which is needed, stays as the way to sign in.
    #[oai(path = "/unlink", method = "post", operation_id = "unlink_oidc")]
    async fn unlink_oidc(
        &self,
        request: &Request,
        Browser(me): Browser,
        Json(form): Json<PasswordConfirmation>,
    ) -> Result<NoContent> {
        let app = &self.0;
        confirm_password(app, me.id, form.password, "password").await?;
        let mut tx = app.db.begin().await?;
        identities::remove(&mut tx, me.id, me.by(), app.now()).await?;
        tx.commit().await?;
        app.sessions.renew(request, me).await?;
        let what = "Your Promptcase account is no longer linked to single sign-on.";
        notices::tell(app, me.id, "Single sign-on was unlinked", what).await;
        Ok(NoContent)
    }
}
