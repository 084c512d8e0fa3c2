//! Configuration of the OpenID Connect provider.

use clap::Args;
use url::Url;

use super::is_this_machine;
use crate::secret::Secret;

#[derive(Args, Clone, Debug, Default)]
pub struct OidcSettings {
    /// Issuer of an OpenID Connect provider by which people can sign in, such as `https://login.example.org/realms/main`.
    #[arg(long, env = "OIDC_ISSUER")]
    pub oidc_issuer: Option<String>,

    /// The client id that the provider gave this server.
    #[arg(long, env = "OIDC_CLIENT_ID")]
    pub oidc_client_id: Option<String>,

    /// The client secret. Left out: the client is a public one.
    #[arg(long, env = "OIDC_CLIENT_SECRET", hide_env_values = true)]
    pub oidc_client_secret: Option<Secret>,

    /// The provider's name on the button "Continue with …".
    #[arg(long, env = "OIDC_NAME", default_value = "single sign-on")]
    pub oidc_name: String,
}

impl OidcSettings {
    /// Validates the settings; the error is a sentence for the administrator.
    pub fn check(&self) -> Result<(), String> {
        let issuer = match (&self.oidc_issuer, &self.oidc_client_id) {
            (None, None) if self.oidc_client_secret.is_none() => return Ok(()),
            (Some(issuer), Some(_)) => issuer,
            _ => {
                return Err(
                    "OIDC_ISSUER and OIDC_CLIENT_ID belong together: set both, or leave both and OIDC_CLIENT_SECRET out"
                        .to_owned(),
                );
            }
        };
        let url = Url::parse(issuer)
            .map_err(|error| format!("OIDC_ISSUER is no address: {error} in {issuer:?}"))?;
        if url.scheme() == "https" || (url.scheme() == "http" && is_this_machine(&url)) {
            return Ok(());
        }
        Err(format!(
            "OIDC_ISSUER must start with https://, not {issuer:?}: whoever is in between could sign in as anybody"
        ))
    }
}
