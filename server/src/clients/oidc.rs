//! Calls to the OpenID Connect provider: discovery, the address that a browser is sent to, and the exchange of the code
//! that it comes back with.

use std::error::Error;
use std::fmt;
use std::pin::Pin;
use std::time::Duration;

use openidconnect::core::{
    CoreAuthenticationFlow, CoreClient, CoreProviderMetadata, CoreTokenResponse,
};
use openidconnect::{
    AccessTokenHash, AsyncHttpClient, AuthorizationCode, ClientId, ClientSecret, CsrfToken,
    HttpRequest, HttpResponse, IssuerUrl, Nonce, OAuth2TokenResponse as _, PkceCodeChallenge,
    PkceCodeVerifier, RedirectUrl, Scope, TokenResponse as _,
};
use poem::http::Response;
use reqwest::redirect::Policy;

use crate::config::Config;
use crate::http::error::{ApiError, Result as ApiResult};

/// Time limit of a request.
const TIME_LIMIT: Duration = Duration::from_secs(10);
/// The largest answer that is read.
const ANSWER_BYTES: usize = 1024 * 1024;

/// The path that the provider sends browsers back to.
pub const CALLBACK: &str = "/api/auth/oidc/callback";

/// The provider.
pub struct OidcClient {
    http: Http,
    issuer: String,
    id: String,
    secret: Option<String>,
    callback: String,
    /// Its name on buttons.
    pub name: String,
}

/// A sign-in that has begun.
pub struct Begun {
    /// The page of the provider.
    pub url: String,
    pub state: String,
    pub nonce: String,
    pub verifier: String,
}

/// Somebody's account at the provider.
#[derive(Clone, Debug)]
pub struct Identity {
    pub issuer: String,
    pub subject: String,
    pub email: Option<String>,
    /// Whether the provider has seen that the address is theirs.
    pub email_verified: bool,
    pub name: Option<String>,
}

/// Why a call failed.
#[derive(Debug)]
pub enum Failure {
    /// The provider is down, or answers what no provider does.
    Provider(String),
    /// It does not vouch for whoever came with the code.
    Refused(String),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Provider(cause) | Self::Refused(cause) => f.write_str(cause),
        }
    }
}

impl OidcClient {
    /// The client of the provider that is configured, if one is.
    pub fn new(config: &Config) -> ApiResult<Option<Self>> {
        let settings = &config.oidc;
        let (Some(issuer), Some(id)) = (&settings.oidc_issuer, &settings.oidc_client_id) else {
            return Ok(None);
        };
        let http = reqwest::Client::builder()
            // An answer must not lead to another server.
            .redirect(Policy::none())
            .timeout(TIME_LIMIT)
            .build()
            .map_err(|error| ApiError::internal(&error))?;
        Ok(Some(Self {
            http: Http(http),
            issuer: issuer.clone(),
            id: id.clone(),
            secret: settings
                .oidc_client_secret
                .as_ref()
                .map(|secret| secret.0.clone()),
            callback: format!("{}{CALLBACK}", config.origin()),
            name: settings.oidc_name.clone(),
        }))
    }

    /// The issuer, as it must name itself.
    pub fn issuer(&self) -> &str {
        &self.issuer
    }

    /// Begins a sign-in.
    pub async fn begin(&self) -> Result<Begun, Failure> {
        let provider = self.discover().await?;
        let client =
            CoreClient::from_provider_metadata(provider, ClientId::new(self.id.clone()), None)
                .set_redirect_uri(self.redirect()?);
        let (challenge, verifier) = PkceCodeChallenge::new_random_sha256();
        let (url, state, nonce) = client
            .authorize_url(
                CoreAuthenticationFlow::AuthorizationCode,
                CsrfToken::new_random,
                Nonce::new_random,
            )
            .add_scope(Scope::new("email".to_owned()))
            .add_scope(Scope::new("profile".to_owned()))
            .set_pkce_challenge(challenge)
            .url();
        Ok(Begun {
            url: url.to_string(),
            state: state.into_secret(),
            nonce: nonce.secret().clone(),
            verifier: verifier.into_secret(),
        })
    }

    /// Exchanges the code that a browser came back with. The id token must be signed by the issuer, for this client and
    /// with this nonce.
    pub async fn finish(
        &self,
        code: &str,
        nonce: &str,
        verifier: &str,
    ) -> Result<Identity, Failure> {
        // Discovered again, so that keys which were replaced meanwhile are known.
        let provider = self.discover().await?;
        let secret = self.secret.clone().map(ClientSecret::new);
        let client =
            CoreClient::from_provider_metadata(provider, ClientId::new(self.id.clone()), secret)
                .set_redirect_uri(self.redirect()?);
        let exchange = client
            .exchange_code(AuthorizationCode::new(code.to_owned()))
            .map_err(|error| provider_failed(&error))?
            .set_pkce_verifier(PkceCodeVerifier::new(verifier.to_owned()));
        let answer: CoreTokenResponse =
            exchange
                .request_async(&self.http)
                .await
                .map_err(|error| match error {
                    openidconnect::RequestTokenError::ServerResponse(_) => refused(&error),
                    _ => provider_failed(&error),
                })?;
        let token = answer
            .id_token()
            .ok_or_else(|| Failure::Provider("the provider sent no id token".to_owned()))?;
        let keys = client.id_token_verifier();
        let claims = token
            .claims(&keys, &Nonce::new(nonce.to_owned()))
            .map_err(|error| refused(&error))?;
        if let Some(expected) = claims.access_token_hash() {
            let algorithm = token.signing_alg().map_err(|error| refused(&error))?;
            let key = token.signing_key(&keys).map_err(|error| refused(&error))?;
            let actual = AccessTokenHash::from_token(answer.access_token(), algorithm, key);
            if actual.map_err(|error| refused(&error))? != *expected {
                let cause = "the access token is not the one of the id token";
                return Err(Failure::Refused(cause.to_owned()));
            }
        }
        let mut identity = Identity {
            issuer: claims.issuer().to_string(),
            subject: claims.subject().to_string(),
            email: claims.email().map(|email| email.to_string()),
            email_verified: claims.email_verified() == Some(true),
            name: claims
                .name()
                .and_then(|names| names.get(None))
                .map(|name| name.to_string()),
        };
        // Many providers tell the address only at this endpoint.
        if identity.email.is_none()
            && let Ok(request) = client.user_info(
                answer.access_token().to_owned(),
                Some(claims.subject().clone()),
            )
        {
            let info: openidconnect::core::CoreUserInfoClaims = request
                .request_async(&self.http)
                .await
                .map_err(|error| provider_failed(&error))?;
            identity.email = info.email().map(|email| email.to_string());
            identity.email_verified = info.email_verified() == Some(true);
            let name = info.name().and_then(|names| names.get(None));
            identity.name = identity.name.or_else(|| name.map(|name| name.to_string()));
        }
        Ok(identity)
    }

    fn redirect(&self) -> Result<RedirectUrl, Failure> {
        RedirectUrl::new(self.callback.clone()).map_err(|error| provider_failed(&error))
    }

    async fn discover(&self) -> Result<CoreProviderMetadata, Failure> {
        let issuer =
            IssuerUrl::new(self.issuer.clone()).map_err(|error| provider_failed(&error))?;
        // Refuses an answer that names another issuer.
        CoreProviderMetadata::discover_async(issuer, &self.http)
            .await
            .map_err(|error| provider_failed(&error))
    }
}

/// Sends the requests that `openidconnect` makes.
struct Http(reqwest::Client);

impl<'c> AsyncHttpClient<'c> for Http {
    type Error = CallError;
    type Future = Pin<Box<dyn Future<Output = Result<HttpResponse, CallError>> + Send + 'c>>;

    fn call(&'c self, request: HttpRequest) -> Self::Future {
        Box::pin(self.send(request))
    }
}

impl Http {
    async fn send(&self, request: HttpRequest) -> Result<HttpResponse, CallError> {
        let request = reqwest::Request::try_from(request)?;
        let mut response = self.0.execute(request).await?;
        let mut answer = Response::builder().status(response.status());
        if let Some(headers) = answer.headers_mut() {
            headers.clone_from(response.headers());
        }
        let mut body = Vec::new();
        while let Some(chunk) = response.chunk().await? {
            body.extend_from_slice(&chunk);
            if body.len() > ANSWER_BYTES {
                return Err(CallError::TooLarge);
            }
        }
        answer.body(body).map_err(|_| CallError::TooLarge)
    }
}

/// Why a request has no answer.
#[derive(Debug)]
pub enum CallError {
    Http(reqwest::Error),
    TooLarge,
}

impl From<reqwest::Error> for CallError {
    fn from(error: reqwest::Error) -> Self {
        Self::Http(error)
    }
}

impl fmt::Display for CallError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Http(error) => error.fmt(f),
            Self::TooLarge => f.write_str("the answer is too large"),
        }
    }
}

impl Error for CallError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Http(error) => Some(error),
            Self::TooLarge => None,
        }
    }
}

fn provider_failed(error: &dyn Error) -> Failure {
    Failure::Provider(with_causes(error))
}

fn refused(error: &dyn Error) -> Failure {
    Failure::Refused(with_causes(error))
}

/// An error and what caused it, for the log.
fn with_causes(error: &dyn Error) -> String {
    let mut text = error.to_string();
    let mut next = error.source();
    while let Some(cause) = next {
        text.push_str(": ");
        text.push_str(&cause.to_string());
        next = cause.source();
    }
    text
}
