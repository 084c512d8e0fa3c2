//! Handlers of webhooks.

use std::sync::Arc;

use poem::http::StatusCode;
use poem_openapi::OpenApi;
use poem_openapi::param::{Path, Query};
use prompt_core::plan::PlanType;
use prompt_core::validate;
use url::Url;
use uuid::Uuid;

use crate::access::Right;
use crate::app::App;
use crate::auth::notices;
use crate::http::error::{ApiError, Result};
use crate::http::events;
use crate::http::json::{Created, Json, NoContent};
use crate::http::limit::Limiter;
use crate::http::pagination::{self, Limit, Page};
use crate::http::tags::Tags;
use crate::outbox::Event;
use crate::plans;
use crate::session::extractors::Me;
use crate::session::tokens::Scope;
use crate::webhooks::model::{CreatedWebhook, NewWebhook, Webhook, WebhookMessage, WebhookPatch};
use crate::webhooks::store::{self, Change, Details};
use crate::webhooks::{address, sender};

pub struct WebhooksApi(App, Arc<Limiter>);

/// Tests and replays of a webhook a minute. Each process counts for itself.
const TRIES: u32 = 20;

#[OpenApi(prefix_path = "/webhooks", tag = "Tags::Webhooks")]
impl WebhooksApi {
    /// List webhooks
    ///
    /// For owners and admins of the workspace. Secrets are not listed.
    #[oai(path = "/", method = "get", operation_id = "list_webhooks")]
    async fn list_webhooks(&self, me: Me) -> Result<Json<Page<Webhook>>> {
        me.expect(Right::Administer)?;
        let mut webhooks = store::list(&self.0.db, me.workspace).await?;
        if me.scope == Some(Scope::Read) {
            for webhook in &mut webhooks {
                webhook.url = address::origin(&webhook.url);
            }
        }
        Ok(Json(webhooks.into()))
    }

    /// Create a webhook
    ///
    /// Part of the Max plan. The response has the secret that messages are signed with; no other has it.
    #[oai(path = "/", method = "post", operation_id = "create_webhook")]
    async fn create_webhook(
        &self,
        me: Me,
        Json(new): Json<NewWebhook>,
    ) -> Result<Created<CreatedWebhook>> {
        self.allowed(me).await?;
        let url = self.address(&new.url)?;
        let events = events(&new.events)?;
        let description = description(&new.description)?;
        let details = Details {
            url: url.as_str(),
            description: &description,
            events: &events,
        };
        let secret = sender::new_secret();
        let (db, now) = (&self.0.db, self.0.now());
        let details = store::create(db, me.workspace, &details, &secret, now).await?;
        events::note("webhook_created");
        let what = format!(
            "A webhook that leads to {} was created for your Promptcase account. It hears of changes to prompts.",
            address::origin(&details.url)
        );
        notices::tell(&self.0, me.id, "A new webhook", &what).await;
        Ok(Created(CreatedWebhook { details, secret }))
    }

    /// Change a webhook
    ///
    /// While it is not active, messages are neither written nor sent.
    #[oai(path = "/:id", method = "patch", operation_id = "update_webhook")]
    async fn update_webhook(
        &self,
        me: Me,
        id: Path<Uuid>,
        Json(patch): Json<WebhookPatch>,
    ) -> Result<Json<Webhook>> {
        me.expect(Right::Administer)?;
        let url = match patch.url.0 {
            Some(url) => Some(self.address(&url)?),
            None => None,
        };
        let change = Change {
            url: url.map(String::from),
            description: patch
                .description
                .0
                .as_deref()
                .map(description)
                .transpose()?,
            events: patch.events.0.as_deref().map(events).transpose()?,
            is_active: patch.is_active.0,
        };
        Ok(Json(
            store::update(&self.0.db, me.workspace, id.0, change).await?,
        ))
    }

    /// Delete a webhook
    ///
    /// Messages that were not sent yet are deleted too.
    #[oai(path = "/:id", method = "delete", operation_id = "delete_webhook")]
    async fn delete_webhook(&self, me: Me, id: Path<Uuid>) -> Result<NoContent> {
        me.expect(Right::Administer)?;
        store::delete(&self.0.db, me.workspace, id.0).await?;
        Ok(NoContent)
    }

    /// Try a webhook
    ///
    /// Sends it a message `webhook.test`; the list of messages says how it fared.
    #[oai(path = "/:id/test", method = "post", operation_id = "test_webhook")]
    async fn test_webhook(&self, me: Me, id: Path<Uuid>) -> Result<Created<WebhookMessage>> {
        me.expect(Right::Administer)?;
        self.slow_down(me, id.0)?;
        let (db, now) = (&self.0.db, self.0.now());
        Ok(Created(store::test(db, me.workspace, id.0, now).await?))
    }

    /// List the messages to a webhook, newest first
    ///
    /// They are kept for thirty days.
    #[oai(
        path = "/:id/messages",
        method = "get",
        operation_id = "list_webhook_messages"
    )]
    async fn list_webhook_messages(
        &self,
        me: Me,
        id: Path<Uuid>,
        /// `next_cursor` of the previous page.
        cursor: Query<Option<String>>,
        /// 1 to 100, default 20.
        limit: Query<Option<Limit>>,
    ) -> Result<Json<Page<WebhookMessage>>> {
        me.expect(Right::Administer)?;
        let limit = pagination::limit(limit.0)?;
        let cursor = cursor.0.as_deref();
        let page = store::messages(&self.0.db, me.workspace, id.0, cursor, limit);
        Ok(Json(page.await?))
    }

    /// Send a message again
    ///
    /// Under the same id, so that a receiver that has it already can tell.
    #[oai(
        path = "/:id/messages/:message_id/replay",
        method = "post",
        operation_id = "replay_webhook_message"
    )]
    async fn replay_webhook_message(
        &self,
        me: Me,
        id: Path<Uuid>,
        message_id: Path<Uuid>,
    ) -> Result<Json<WebhookMessage>> {
        me.expect(Right::Administer)?;
        self.slow_down(me, id.0)?;
        let (db, now) = (&self.0.db, self.0.now());
        let again = store::replay(db, me.workspace, id.0, message_id.0, now);
        Ok(Json(again.await?))
    }
}

impl WebhooksApi {
    pub fn new(app: App) -> Self {
        Self(app, Arc::default())
    }

    /// 429 where a webhook is tried too often.
    fn slow_down(&self, me: Me, webhook: Uuid) -> Result<()> {
        let key = format!("{} {webhook}", me.workspace);
        let counted = self.1.count(key, TRIES, self.0.now());
        counted.map(drop).map_err(|mut error| {
            error.body.message =
                format!("A webhook is tried at most {TRIES} times a minute. Wait a moment.");
            error
        })
    }

    fn address(&self, text: &str) -> Result<Url> {
        let config = &self.0.config;
        address::parse(text, config.webhooks_allow_private, &config.webhook_hosts)
    }

    /// 403 unless the account may administer the workspace, and its plan is Max.
    async fn allowed(&self, me: Me) -> Result<()> {
        me.expect(Right::Administer)?;
        let (config, now) = (&self.0.config, self.0.now());
        let plan = plans::plan(&self.0.db, me.workspace, config.default_plan(), now).await?;
        if plan == PlanType::Max {
            return Ok(());
        }
        let message = "Webhooks require the Max plan. Please upgrade your subscription.";
        Err(ApiError::new(
            StatusCode::FORBIDDEN,
            "plan_required",
            message,
        ))
    }
}

/// Each event once, at least one.
fn events(given: &[Event]) -> Result<Vec<Event>> {
    let mut events: Vec<Event> = Vec::new();
    for event in given {
        if !events.contains(event) {
            events.push(*event);
        }
    }
    if events.is_empty() {
        let message = "Choose at least one event";
        return Err(ApiError::rule("events", "required", message));
    }
    Ok(events)
}

const DESCRIPTION_CHARS: usize = 200;

fn description(text: &str) -> Result<String> {
    let text = validate::note("description", "Description", text)?;
    if text.contains(['\n', '\r']) {
        let message = "Description must be one line";
        return Err(ApiError::rule("description", "not_valid", message));
    }
    if text.chars().count() > DESCRIPTION_CHARS {
        let message = format!("Description may have at most {DESCRIPTION_CHARS} characters");
        return Err(ApiError::rule("description", "too_long", message));
    }
    Ok(text)
}
