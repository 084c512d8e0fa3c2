//! Everything put together: what a request can reach, and the state it finds there.

use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use poem::endpoint::BoxEndpoint;
use poem::{Endpoint, EndpointExt, IntoEndpoint, Request, Route, get, post};
use poem_openapi::{ContactObject, LicenseObject, OpenApiService};
use serde_json::Value;

use crate::analytics::AnalyticsApi;
use crate::auth::AuthApi;
use crate::auth::account::AccountApi;
use crate::auth::export::Exports;
use crate::auth::password::Passwords;
use crate::auth::reset::ResetApi;
use crate::auth::sessions::SessionsApi;
use crate::auth::tokens::TokensApi;
use crate::auth::two_factor::TwoFactorApi;
use crate::billing::BillingApi;
use crate::billing::gateway::Gateway;
use crate::clock::Clock;
use crate::collections::CollectionsApi;
use crate::community::CommunityApi;
use crate::community::figures::Counted;
use crate::components::ComponentsApi;
use crate::config::Config;
use crate::connections::Connections;
use crate::credits::CreditsApi;
use crate::db::Db;
use crate::error::{ApiError, Result};
use crate::generation::GenerationApi;
use crate::mail::Mailer;
use crate::onboarding::OnboardingApi;
use crate::openapi::Methods;
use crate::profile::ProfileApi;
use crate::prompts::PromptsApi;
use crate::prompts::asset_types::AssetTypesApi;
use crate::prompts::bulk::BulkApi;
use crate::prompts::export::ExportApi;
use crate::trash::TrashApi;
use crate::versions::VersionsApi;
use crate::{billing, components, edge, generation, health, metrics, openapi, web};

/// What every handler may use. Cheap to clone.
#[derive(Clone)]
pub struct App(Arc<State>);

pub struct State {
    pub config: Config,
    pub db: Db,
    pub clock: Clock,
    pub passwords: Passwords,
    pub mailer: Mailer,
    pub figures: Counted,
    pub exports: Exports,
    /// Who is still there.
    pub connections: Connections,
    /// For calls to AI providers.
    pub http: reqwest::Client,
    /// The payment provider, where one is configured.
    pub stripe: Option<Gateway>,
}

impl Deref for App {
    type Target = State;

    fn deref(&self) -> &State {
        &self.0
    }
}

impl App {
    pub fn new(config: Config, db: Db, clock: Clock) -> Result<Self> {
        let passwords = Passwords::new(config.unsafe_fast_passwords)?;
        let mailer = Mailer::new(&config).map_err(|error| ApiError::internal(&error))?;
        let http = generation::provider::client()?;
        let stripe = Gateway::new(&config.stripe)?;
        Ok(Self(Arc::new(State {
            config,
            db,
            clock,
            passwords,
            mailer,
            figures: Counted::default(),
            exports: Exports::default(),
            connections: Connections::default(),
            http,
            stripe,
        })))
    }

    /// Adds what an instance begins with, before the first request.
    pub async fn seed(&self) -> Result<()> {
        components::samples::ensure(&self.db, self.clock.now()).await
    }

    /// The state a request was given.
    pub fn of(request: &Request) -> Result<&Self> {
        request
            .extensions()
            .get::<Self>()
            .ok_or_else(|| ApiError::internal(&"the request carries no state"))
    }

    /// Where the request comes from: the peer, or what the trusted proxies say.
    pub fn client_address(&self, request: &Request) -> String {
        let peer = request
            .remote_addr()
            .as_socket_addr()
            .map(|address| address.ip().to_string());
        let trusted = self.config.trusted_proxies;
        let forwarded = request
            .headers()
            .get_all("x-forwarded-for")
            .iter()
            .filter_map(|value| value.to_str().ok());
        let hops: Vec<&str> = forwarded
            .flat_map(|value| value.split(','))
            .map(str::trim)
            .collect();
        let client = hops
            .len()
            .checked_sub(trusted)
            .filter(|_| trusted > 0)
            .map(|at| hops[at].to_owned());
        client.or(peer).unwrap_or_default()
    }
}

/// The rooms, as the contract groups them.
#[derive(poem_openapi::Tags)]
pub enum Tags {
    /// Accounts, signing in and out, passwords
    Auth,
    /// Who people are, their pictures, figures and activity
    Profile,
    /// Prompts and assets: writing, finding, saving, cloning
    Prompts,
    /// The history of a prompt: snapshots, comparison, restore
    Versions,
    /// The library of reusable pieces: drafts, versions, ratings
    Components,
    /// Nested folders of prompts and of other collections
    Collections,
    /// Likes and views, what is looked at now and what might please one
    Community,
    /// What came of one's own prompts
    Analytics,
    /// The five steps that welcome a new user
    Onboarding,
    /// What was deleted in the last thirty days
    Trash,
    /// Balance, ledger and the record of every use of AI
    Credits,
    /// Plans, subscriptions, payment
    Billing,
    /// Prompts written by AI
    Generation,
}

type Accounts = (
    AuthApi,
    ResetApi,
    TwoFactorApi,
    SessionsApi,
    TokensApi,
    AccountApi,
);

type Paid = (CreditsApi, BillingApi, GenerationApi);

type Api = (
    Accounts,
    ProfileApi,
    PromptsApi,
    BulkApi,
    ExportApi,
    AssetTypesApi,
    VersionsApi,
    ComponentsApi,
    CollectionsApi,
    CommunityApi,
    AnalyticsApi,
    OnboardingApi,
    TrashApi,
    Paid,
);

fn api(app: &App) -> OpenApiService<Api, ()> {
    let rooms = (
        (
            AuthApi(app.clone()),
            ResetApi(app.clone()),
            TwoFactorApi(app.clone()),
            SessionsApi(app.clone()),
            TokensApi(app.clone()),
            AccountApi(app.clone()),
        ),
        ProfileApi(app.clone()),
        PromptsApi(app.clone()),
        BulkApi(app.clone()),
        ExportApi(app.clone()),
        AssetTypesApi,
        VersionsApi(app.clone()),
        ComponentsApi(app.clone()),
        CollectionsApi(app.clone()),
        CommunityApi(app.clone()),
        AnalyticsApi(app.clone()),
        OnboardingApi(app.clone()),
        TrashApi(app.clone()),
        (
            CreditsApi(app.clone()),
            BillingApi(app.clone()),
            GenerationApi(app.clone()),
        ),
    );
    OpenApiService::new(rooms, "Promptcase", env!("CARGO_PKG_VERSION"))
        .description(
            "Write, structure, version, organise, share and export AI prompts.\n\n\
             Every failure has the same body: `{code, message, field?}`. Lists come in pages: pass `next_cursor` as \
             `cursor` until it is null. Creating requests honour `Idempotency-Key`. A request that names an account by \
             its id in `Expected-User` is refused with 412 while another one is signed in.",
        )
        .contact(ContactObject::new().name("Promptcase"))
        .license(LicenseObject::new("Apache-2.0").url("https://www.apache.org/licenses/LICENSE-2.0"))
        .url_prefix("/api")
}

/// The contract as a document. It is the same for every instance, and to write it down takes longer than all else at a
/// start: in one process, as in that of the tests, it is done once.
pub fn contract(app: &App) -> &'static Value {
    static CONTRACT: OnceLock<Value> = OnceLock::new();
    CONTRACT.get_or_init(|| openapi::document(&api(app)))
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
        .at("/metrics", get(metrics::serve))
        .at("/api/openapi.json", get(web::json(contract)))
        .at("/api/docs", get(web::docs(swagger, contract)))
        .at("/api/billing/webhook", post(billing::webhook::receive))
        .nest("/api", api(app))
        .at("/*path", get(web::page).head(web::page))
        .at("/", get(web::page).head(web::page));
    edge::wrap(
        routes.into_endpoint().map_to_response(),
        app.clone(),
        Methods::of(contract),
    )
    .boxed()
}

/// An endpoint that can be shared between tasks.
pub trait Shared: Endpoint<Output = poem::Response> + 'static {}
impl<E: Endpoint<Output = poem::Response> + 'static> Shared for E {}
