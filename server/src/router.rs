//! Every route of the server. No other module imports handlers.

use std::sync::OnceLock;

use poem::endpoint::BoxEndpoint;
use poem::{EndpointExt, IntoEndpoint, Route, get, post};
use poem_openapi::{ContactObject, LicenseObject, OpenApiService};
use schemars::JsonSchema;
use serde_json::Value;

use crate::account::api::{AccountApi, TeamExportApi};
use crate::account::export::Exports;
use crate::admin::api::AdminApi;
use crate::admin::audit_api::AuditApi;
use crate::admin::invitations_api::InvitationsApi;
use crate::analytics::api::AnalyticsApi;
use crate::app::App;
use crate::auth::api::AuthApi;
use crate::auth::email::EmailApi;
use crate::auth::password_reset::ResetApi;
use crate::auth::signed_in_browsers::SessionsApi;
use crate::auth::tokens::TokensApi;
use crate::auth::two_factor::TwoFactorApi;
use crate::billing::api::BillingApi;
use crate::billing::webhook;
use crate::bulk::BulkApi;
use crate::collections::api::CollectionsApi;
use crate::community::api::CommunityApi;
use crate::community::figures::Counted;
use crate::components::api::ComponentsApi;
use crate::components::model::StoredComponent;
use crate::credits::api::CreditsApi;
use crate::fetch::api::FetchApi;
use crate::generation::api::GenerationApi;
use crate::http::middleware::{self, Site};
use crate::http::openapi::{self, Routes};
use crate::labels::api::LabelsApi;
use crate::mcp::api as mcp;
use crate::notifications::api::NotificationsApi;
use crate::oidc::api::OidcApi;
use crate::oidc::callback;
use crate::onboarding::api::OnboardingApi;
use crate::profile::api::ProfileApi;
use crate::prompts::api::PromptsApi;
use crate::prompts::asset_types::AssetTypesApi;
use crate::prompts::export::ExportApi;
use crate::prompts::model::StoredPrompt;
use crate::runs::api::RunsApi;
use crate::session::sessions::MCP_PATH;
use crate::share::api as share;
use crate::share::links_api::LinksApi;
use crate::tags::TagsApi;
use crate::tests::api::TestsApi;
use crate::trash::api::TrashApi;
use crate::versions::api::{ComponentVersionsApi, PromptVersionsApi};
use crate::webhooks::api::WebhooksApi;
use crate::workspaces::api::WorkspacesApi;
use crate::workspaces::invitations_api::TeamInvitationsApi;
use crate::{figures, health, sign_in_required, web};

type Released = (PromptVersionsApi, LabelsApi, TestsApi, RunsApi);

type Accounts = (
    AuthApi,
    EmailApi,
    ResetApi,
    TwoFactorApi,
    OidcApi,
    SessionsApi,
    TokensApi,
    AccountApi,
);

type Teams = (WorkspacesApi, TeamInvitationsApi, TeamExportApi);
type Administration = (AdminApi, AuditApi, InvitationsApi);

type Api = (
    FetchApi,
    PromptsApi,
    Released,
    (BulkApi, TagsApi),
    (ExportApi, AssetTypesApi, LinksApi),
    CollectionsApi,
    (ComponentsApi, ComponentVersionsApi),
    CommunityApi,
    GenerationApi,
    (AnalyticsApi, NotificationsApi),
    WebhooksApi,
    TrashApi,
    Accounts,
    (ProfileApi, Teams),
    OnboardingApi,
    (CreditsApi, BillingApi, Administration),
);

/// The records that a save can conflict with.
#[derive(JsonSchema)]
#[schemars(untagged)]
#[expect(dead_code, reason = "only described")]
enum Current {
    Prompt(Box<StoredPrompt>),
    Component(Box<StoredComponent>),
}

fn api(app: &App) -> OpenApiService<Api, ()> {
    let exports = Exports::default();
    // The document lists them in this order: what applications ask for comes first.
    let features = (
        FetchApi::new(app.clone()),
        PromptsApi(app.clone()),
        (
            PromptVersionsApi(app.clone()),
            LabelsApi(app.clone()),
            TestsApi(app.clone()),
            RunsApi(app.clone()),
        ),
        (BulkApi(app.clone()), TagsApi(app.clone())),
        (ExportApi(app.clone()), AssetTypesApi, LinksApi(app.clone())),
        CollectionsApi(app.clone()),
        (
            ComponentsApi(app.clone()),
            ComponentVersionsApi(app.clone()),
        ),
        CommunityApi(app.clone(), Counted::default()),
        GenerationApi(app.clone()),
        (AnalyticsApi(app.clone()), NotificationsApi(app.clone())),
        WebhooksApi::new(app.clone()),
        TrashApi(app.clone()),
        (
            AuthApi(app.clone()),
            EmailApi(app.clone()),
            ResetApi(app.clone()),
            TwoFactorApi(app.clone()),
            OidcApi(app.clone()),
            SessionsApi(app.clone()),
            TokensApi(app.clone()),
            AccountApi(app.clone(), exports.clone()),
        ),
        (
            ProfileApi(app.clone()),
            (
                WorkspacesApi(app.clone()),
                TeamInvitationsApi(app.clone()),
                TeamExportApi(app.clone(), exports.clone()),
            ),
        ),
        OnboardingApi(app.clone()),
        (
            CreditsApi(app.clone()),
            BillingApi(app.clone()),
            (
                AdminApi(app.clone()),
                AuditApi(app.clone()),
                InvitationsApi(app.clone()),
            ),
        ),
    );
    OpenApiService::new(features, "Promptcase", env!("CARGO_PKG_VERSION"))
        .description(
            "Write, structure, version, organise, share and export AI prompts.\n\n\
             Every failure has the same body: `{code, message, field?}`. Lists come in pages: pass `next_cursor` as \
             `cursor` until it is null. Creating requests honour `Idempotency-Key`. A request that names an account by \
             its id in `Expected-User` is refused with 412 while another one is signed in. A browser that names one of \
             its workspaces by its id in `Workspace` acts there, otherwise in the personal one.",
        )
        .contact(ContactObject::new().name("Promptcase"))
        .license(LicenseObject::new("Apache-2.0").url("https://www.apache.org/licenses/LICENSE-2.0"))
        .url_prefix("/api")
}

/// The OpenAPI document. It is the same for every instance, so a process builds it once.
pub fn contract(app: &App) -> &'static Value {
    static CONTRACT: OnceLock<Value> = OnceLock::new();
    CONTRACT.get_or_init(|| {
        openapi::add_schema::<Current>();
        openapi::document(&api(app))
    })
}

/// The whole server as one endpoint.
pub fn endpoint(app: &App) -> BoxEndpoint<'static> {
    let contract = contract(app);
    let swagger = {
        let app = app.clone();
        move || {
            let service = api(&app);
            (service.swagger_ui_html(), service.spec())
        }
    };
    let routes = Route::new()
        .at("/healthz", get(health::alive))
        .at("/readyz", get(health::ready))
        .at("/metrics", get(figures::endpoint(app)))
        .at("/api/openapi.json", get(web::json(contract)))
        .at("/api/docs", get(web::docs(swagger, contract)))
        .at("/api/billing/webhook", post(webhook::receive))
        .at("/api/auth/oidc/callback", get(callback::finish))
        .nest("/api", api(app))
        .at(MCP_PATH, mcp::endpoint(app))
        .at(
            "/.well-known/oauth-protected-resource",
            get(mcp::show_resource),
        )
        .at(
            "/.well-known/oauth-protected-resource/mcp",
            get(mcp::show_resource),
        )
        .nest_no_strip("/p", share::limited(app, share::pages()))
        .nest_no_strip("/s", share::limited(app, share::linked_pages()))
        .at("/report", share::limited(app, share::report()))
        .at("/oembed", share::limited(app, get(share::show_oembed)))
        .at(
            "/sitemap.xml",
            share::limited(app, get(share::show_sitemap)),
        )
        .at("/*path", get(web::page).head(web::page))
        .at("/", get(web::page).head(web::page));
    let routes = routes.into_endpoint().map_to_response().boxed();
    let routes = if app.config.require_sign_in {
        let app = app.clone();
        routes
            .around(move |next, request| {
                let app = app.clone();
                async move { sign_in_required::check(app, &*next, request).await }
            })
            .boxed()
    } else {
        routes
    };
    middleware::wrap(
        routes,
        Site {
            origin: app.config.origin().to_owned(),
            is_secure: app.config.is_secure(),
            is_behind_proxy: app.config.trusted_proxies > 0,
            routes: Routes::of(contract),
            client: {
                let sessions = app.sessions.clone();
                Box::new(move |request| sessions.client_address(request))
            },
        },
    )
    .data(app.clone())
    .data(app.sessions.clone())
    .boxed()
}
