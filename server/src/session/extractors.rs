//! The sender of a request, as arguments of handlers.

use std::net::IpAddr;

use poem::http::StatusCode;
use poem::{Request, RequestBody};
use poem_openapi::registry::{MetaSecurityScheme, Registry};
use poem_openapi::{ApiExtractor, ApiExtractorType, ExtractParamOptions};
use uuid::Uuid;

use crate::access::{Right, Role, personal_workspace};
use crate::audit;
use crate::http::error::{ApiError, Result};
use crate::session::sessions::Sessions;
use crate::session::tokens::Scope;

/// The signed-in account; 401 without one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Me {
    pub id: Uuid,
    /// The workspace that the request is about: the personal one, or that of the API token.
    pub workspace: Uuid,
    /// The account's role in the workspace.
    pub role: Role,
    /// Nil for a program.
    pub session: Uuid,
    /// The scope of the API token; `None` for a browser.
    pub scope: Option<Scope>,
    /// The id of an API token that may only fetch some prompts.
    pub limited: Option<Uuid>,
    /// Where the request comes from, if it is known.
    pub from: Option<IpAddr>,
    /// The bytes that the texts of its workspace may take with their histories; 0: no limit.
    pub storage: u64,
}

impl Me {
    /// An account in its personal workspace, without a session.
    pub const fn personal(id: Uuid) -> Self {
        Self {
            id,
            workspace: personal_workspace(id),
            role: Role::Owner,
            session: Uuid::nil(),
            scope: None,
            limited: None,
            from: None,
            storage: 0,
        }
    }

    /// As the audit log names it.
    pub const fn by(self) -> audit::By {
        audit::By::Account {
            id: self.id,
            from: self.from,
        }
    }

    /// 403 unless the role in the workspace has a right.
    pub fn expect(self, right: Right) -> Result<()> {
        self.role.expect(right)
    }
}

/// A signed-in browser. Programs with a token cannot manage passwords, second factors or tokens.
pub struct Browser(pub Me);

/// A signed-in administrator of the instance. For everybody else the operation does not exist: 404.
pub struct Administrator(pub Me);

/// The sender of a request, signed in or not.
#[derive(Clone, Copy, Debug)]
pub struct Viewer(pub Option<Me>);

impl Viewer {
    /// The viewer's id; for a visitor the nil id, which no account has.
    pub fn id(self) -> Uuid {
        self.0.map_or(Uuid::nil(), |me| me.id)
    }

    /// The viewer's workspace; for a visitor the nil id, which no workspace has.
    pub fn workspace(self) -> Uuid {
        self.0.map_or(Uuid::nil(), |me| me.workspace)
    }
}

fn sessions(request: &Request) -> Result<&Sessions> {
    let sessions = request.extensions().get::<Sessions>();
    sessions.ok_or_else(|| ApiError::internal(&"the request carries no sessions"))
}

async fn find(request: &Request) -> Result<Option<Me>> {
    sessions(request)?.find(request).await
}

impl<'a> ApiExtractor<'a> for Me {
    const TYPES: &'static [ApiExtractorType] = &[ApiExtractorType::SecurityScheme];

    type ParamType = ();
    type ParamRawType = ();

    fn register(registry: &mut Registry) {
        registry.security_schemes.insert(
            "session",
            MetaSecurityScheme {
                ty: "apiKey",
                description: Some(
                    "The cookie of a signed-in browser. Over TLS its name is `__Host-session`.",
                ),
                name: Some("session"),
                key_in: Some("cookie"),
                scheme: None,
                bearer_format: None,
                flows: None,
                openid_connect_url: None,
            },
        );
        registry.security_schemes.insert(
            "token",
            MetaSecurityScheme {
                ty: "http",
                description: Some(
                    "A personal API token, for Pro and Max. With scope read it may only read.",
                ),
                name: None,
                key_in: None,
                scheme: Some("bearer"),
                bearer_format: None,
                flows: None,
                openid_connect_url: None,
            },
        );
    }

    fn security_schemes() -> Vec<&'static str> {
        vec!["session", "token"]
    }

    async fn from_request(
        request: &'a Request,
        _: &mut RequestBody,
        _: ExtractParamOptions<()>,
    ) -> poem::Result<Self> {
        Ok(find(request)
            .await?
            .ok_or_else(ApiError::not_authenticated)?)
    }
}

impl<'a> ApiExtractor<'a> for Viewer {
    const TYPES: &'static [ApiExtractorType] = &[ApiExtractorType::SecurityScheme];

    type ParamType = ();
    type ParamRawType = ();

    fn register(registry: &mut Registry) {
        Me::register(registry);
    }

    fn security_schemes() -> Vec<&'static str> {
        Me::security_schemes()
    }

    /// Written into the document as an empty security requirement: the operation is open to visitors too.
    fn has_security_fallback() -> bool {
        true
    }

    async fn from_request(
        request: &'a Request,
        _: &mut RequestBody,
        _: ExtractParamOptions<()>,
    ) -> poem::Result<Self> {
        Ok(Self(find(request).await?))
    }
}

impl<'a> ApiExtractor<'a> for Browser {
    const TYPES: &'static [ApiExtractorType] = &[ApiExtractorType::SecurityScheme];

    type ParamType = ();
    type ParamRawType = ();

    fn register(registry: &mut Registry) {
        Me::register(registry);
    }

    fn security_schemes() -> Vec<&'static str> {
        vec!["session"]
    }

    async fn from_request(
        request: &'a Request,
        body: &mut RequestBody,
        options: ExtractParamOptions<()>,
    ) -> poem::Result<Self> {
        let me = <Me as ApiExtractor>::from_request(request, body, options).await?;
        if me.session.is_nil() {
            let message = "Sign in with a browser to do this; an API token is not enough.";
            return Err(ApiError::new(StatusCode::FORBIDDEN, "session_required", message).into());
        }
        Ok(Self(me))
    }
}

impl<'a> ApiExtractor<'a> for Administrator {
    const TYPES: &'static [ApiExtractorType] = &[ApiExtractorType::SecurityScheme];

    type ParamType = ();
    type ParamRawType = ();

    fn register(registry: &mut Registry) {
        Me::register(registry);
    }

    fn security_schemes() -> Vec<&'static str> {
        Browser::security_schemes()
    }

    async fn from_request(
        request: &'a Request,
        body: &mut RequestBody,
        options: ExtractParamOptions<()>,
    ) -> poem::Result<Self> {
        let Browser(me) = <Browser as ApiExtractor>::from_request(request, body, options).await?;
        if sessions(request)?.is_administrator(me.id).await? {
            Ok(Self(me))
        } else {
            Err(ApiError::not_found("Page").into())
        }
    }
}
