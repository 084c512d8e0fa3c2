//! Rows, bodies and answers of webhooks.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::clock::Timestamp;
use crate::db::row;
use crate::http::json::{Omittable, RawJson};
use crate::outbox::Event;

row! {
    /// An address that is told of events: without its secret.
    #[derive(Clone, Debug, Serialize, JsonSchema)]
    pub struct Webhook {
        pub id: Uuid,
        #[schemars(example = &"https://hooks.example.org/promptcase")]
        pub url: String,
        /// Its purpose.
        pub description: String,
        #[schemars(with = "Vec<Event>")]
        pub events: RawJson,
        /// Whether messages are sent. Meanwhile none are written.
        pub is_active: bool,
        pub created_at: Timestamp,
    }
}

/// A webhook to create.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct NewWebhook {
    /// An `https://` address that the internet can reach.
    #[schemars(example = &"https://hooks.example.org/promptcase", length(max = 2000))]
    pub url: String,
    /// What it is told of, at least one.
    #[schemars(length(min = 1, max = 10))]
    pub events: Vec<Event>,
    /// Its purpose.
    #[serde(default)]
    #[schemars(length(max = 200))]
    pub description: String,
}

/// A change of a webhook. A field that is left out stays unchanged.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
pub struct WebhookPatch {
    #[serde(default)]
    #[schemars(example = &"https://hooks.example.org/promptcase", length(max = 2000))]
    pub url: Omittable<String>,
    #[serde(default)]
    #[schemars(length(min = 1, max = 10))]
    pub events: Omittable<Vec<Event>>,
    #[serde(default)]
    #[schemars(example = &"Tells the chat", length(max = 200))]
    pub description: Omittable<String>,
    #[serde(default)]
    pub is_active: Omittable<bool>,
}

/// A new webhook. This is the only response that contains the secret.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CreatedWebhook {
    #[serde(flatten)]
    pub details: Webhook,
    /// What its messages are signed with.
    #[schemars(example = &"whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")]
    pub secret: String,
}

/// How a message fared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum MessageStatus {
    /// It is sent, or tried again at `next_at`.
    Pending,
    /// It was taken, by a status from 200 to 299.
    Delivered,
    /// It is not tried any more.
    Failed,
}

row! {
    /// A message to a webhook.
    #[derive(Clone, Debug, Serialize, JsonSchema)]
    pub struct WebhookMessage {
        /// Its `webhook-id`, the same at every attempt.
        pub id: Uuid,
        /// Its place among the messages to the webhook.
        #[serde(skip)]
        pub place: i64,
        /// The event, or `webhook.test`.
        pub event: String,
        #[schemars(with = "serde_json::Map<String, serde_json::Value>")]
        pub body: RawJson,
        #[schemars(with = "MessageStatus")]
        pub status: String,
        #[schemars(with = "u32")]
        pub attempts: i64,
        /// When it is tried next, while it is pending.
        pub next_at: Timestamp,
        /// The HTTP status of the last answer.
        #[schemars(with = "Option<u16>")]
        pub answer_status: Option<i64>,
        /// Why the last attempt failed; empty if it did not.
        pub answer: String,
        pub attempted_at: Option<Timestamp>,
        pub created_at: Timestamp,
    }
}
