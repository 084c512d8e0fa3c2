//! Stripe's webhook: signed events, which arrive in any order and more than once.
//!
//! An event only says that something happened. The stored state is the one Stripe returns when asked, so an old
//! event cannot overwrite a newer one. Invoices and refunds are stored under their own ids and matched in either
//! order; events about unknown customers return success and change nothing.

use std::time::Duration;

use hmac::{Hmac, Mac};
use poem::http::StatusCode;
use poem::web::Data;
use poem::{Body, IntoResponse as _, Request, Response, handler};
use prompt_core::plan::{BillingCycle, PlanType};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use sha2::Sha256;

use crate::app::App;
use crate::billing::store::{self, Paid, Refund};
use crate::billing::subscriptions;
use crate::clients::stripe::{Named, StripeClient, StripeSubscription, id_of};
use crate::clock::Timestamp;
use crate::config::stripe::StripeSettings;
use crate::http::error::{ApiError, Result};
use crate::secret::Secret;

/// The maximum age of a signature, and how far ahead of the clock it may be.
const TOLERANCE: Duration = Duration::from_mins(5);

#[derive(Deserialize)]
struct Event {
    id: String,
    r#type: String,
    created: i64,
    data: Object,
}

#[derive(Deserialize)]
struct Object {
    object: Value,
}

/// `POST /api/billing/webhook`. Not part of the public contract: only Stripe can sign its events.
#[handler]
pub async fn receive(app: Data<&App>, request: &Request, body: Body) -> Result<Response> {
    let app = app.0;
    let (Some(stripe), Some(secret)) = (&app.stripe, &app.config.stripe.stripe_webhook_secret)
    else {
        return Err(subscriptions::not_configured());
    };
    let body = body
        .into_vec()
        .await
        .map_err(|error| ApiError::unreadable(error.to_string()))?;
    let signature = request.header("stripe-signature").unwrap_or_default();
    if !is_signed(secret, signature, &body, app.clock.now()) {
        return Err(ApiError::new(
            StatusCode::BAD_REQUEST,
            "bad_signature",
            "The signature is missing, wrong or too old",
        ));
    }
    let event: Event =
        serde_json::from_slice(&body).map_err(|error| ApiError::unreadable(error.to_string()))?;
    apply(app, stripe, event).await?;
    Ok(StatusCode::OK.into_response())
}

/// Verifies `t=…,v1=…`: one of the signatures must be the HMAC of time and body, and the time must be recent.
fn is_signed(secret: &Secret, header: &str, body: &[u8], now: Timestamp) -> bool {
    let parts = || {
        header
            .split(',')
            .filter_map(|part| part.trim().split_once('='))
    };
    let Some(time) = parts().find(|(name, _)| *name == "t").map(|(_, time)| time) else {
        return false;
    };
    let Ok(seconds) = time.parse::<i64>() else {
        return false;
    };
    let signed_at = store::of_seconds(seconds);
    if signed_at < now.minus(TOLERANCE) || signed_at > now.plus(TOLERANCE) {
        return false;
    }
    parts()
        .filter(|(name, _)| *name == "v1")
        .any(|(_, signature)| {
            let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(secret.0.as_bytes()) else {
                return false;
            };
            mac.update(time.as_bytes());
            mac.update(b".");
            mac.update(body);
            // Compared in constant time.
            from_hex(signature).is_some_and(|signature| mac.verify_slice(&signature).is_ok())
        })
}

fn from_hex(text: &str) -> Option<Vec<u8>> {
    let pairs = text
        .as_bytes()
        .chunks(2)
        .map(|pair| std::str::from_utf8(pair).ok());
    pairs
        .map(|pair| {
            pair.filter(|pair| pair.len() == 2)
                .and_then(|pair| u8::from_str_radix(pair, 16).ok())
        })
        .collect()
}

async fn apply(app: &App, stripe: &StripeClient, event: Event) -> Result<()> {
    tracing::info!(id = event.id, kind = event.r#type, "stripe event");
    let object = &event.data.object;
    match event.r#type.as_str() {
        "checkout.session.completed" => {
            let session: Session = object_of(object)?;
            match session.subscription {
                Some(subscription) => {
                    apply_subscription(app, stripe, &event, &subscription, None).await
                }
                None => Ok(()),
            }
        }
        kind if kind.starts_with("customer.subscription.") => {
            let told: StripeSubscription = object_of(object)?;
            apply_subscription(app, stripe, &event, &told.id.clone(), Some(told)).await
        }
        "invoice.paid" | "invoice.payment_succeeded" => {
            apply_invoice(app, &event, object_of(object)?).await
        }
        "customer.deleted" => {
            let customer: Named = object_of(object)?;
            apply_customer_deleted(app, stripe, &customer.id).await
        }
        "charge.refunded" => apply_refund(app, &event, object_of(object)?).await,
        _ => Ok(()),
    }
}

fn object_of<T: DeserializeOwned>(object: &Value) -> Result<T> {
    T::deserialize(object).map_err(|error| {
        ApiError::unreadable(format!("The event's object cannot be read: {error}"))
    })
}

#[derive(Deserialize)]
struct Session {
    subscription: Option<String>,
}

async fn apply_subscription(
    app: &App,
    stripe: &StripeClient,
    event: &Event,
    id: &str,
    told: Option<StripeSubscription>,
) -> Result<()> {
    let asked_at = app.clock.now();
    let is_told_past_due = told.as_ref().is_some_and(|told| told.status == "past_due");
    let (subscription, seen_at) = match stripe.subscription(id).await? {
        Some(now) => (now, asked_at),
        // Stripe no longer knows the subscription, so the event is the only source.
        None => match told {
            Some(told) => (told, store::of_seconds(event.created)),
            None => return Ok(()),
        },
    };
    let Some(workspace) = store::workspace_of(&app.db, &subscription.customer).await? else {
        return Ok(());
    };
    let known = store::bought_as(&app.db, workspace, id).await?;
    let Some(update) =
        subscriptions::update_of(&app.config.stripe, workspace, &subscription, known, seen_at)
    else {
        return Ok(());
    };
    let mut tx = app.db.begin().await?;
    store::lock_customer(&mut tx, workspace).await?;
    if store::claim_event(&mut tx, &event.id, &event.r#type, asked_at).await? {
        store::keep_subscription(&mut tx, update).await?;
        let told_at = event.created;
        if is_told_past_due
            && subscription
                .period_start()
                .is_none_or(|start| told_at >= start)
        {
            store::note_past_due(&mut tx, id, store::of_seconds(told_at)).await?;
        }
    }
    tx.commit().await?;
    // Also for an event that was processed before: the payment provider may have failed the last time.
    if event.r#type == "checkout.session.completed" {
        stripe.expire_checkouts(&subscription.customer).await?;
    }
    subscriptions::end_surplus(app, stripe, workspace).await
}

/// Handles a customer deleted in Stripe's dashboard, and with it every subscription.
async fn apply_customer_deleted(app: &App, stripe: &StripeClient, customer: &str) -> Result<()> {
    let Some(workspace) = store::workspace_of(&app.db, customer).await? else {
        return Ok(());
    };
    store::forget_customer(&app.db, customer, app.clock.now()).await?;
    for kept in subscriptions::running(app, workspace).await? {
        subscriptions::refresh(app, stripe, workspace, &kept.id).await?;
    }
    Ok(())
}

#[derive(Deserialize)]
struct Invoice {
    id: String,
    #[serde(deserialize_with = "id_of")]
    customer: String,
    status: Option<String>,
    charge: Option<Value>,
    payment_intent: Option<Value>,
    subscription: Option<Value>,
    #[serde(default)]
    parent: Value,
    #[serde(default)]
    payments: List<Payment>,
    #[serde(default)]
    lines: List<Line>,
}

#[derive(Deserialize)]
struct List<T> {
    data: Vec<T>,
}

impl<T> Default for List<T> {
    fn default() -> Self {
        Self { data: Vec::new() }
    }
}

#[derive(Deserialize)]
struct Payment {
    #[serde(default)]
    payment: Value,
}

#[derive(Deserialize)]
struct Line {
    #[serde(default)]
    r#type: String,
    #[serde(default)]
    amount: i64,
    #[serde(default)]
    proration: bool,
    price: Option<Named>,
    plan: Option<Named>,
    #[serde(default)]
    pricing: Value,
    #[serde(default)]
    parent: Value,
}

impl Line {
    /// The price moved to another field between versions of Stripe's API.
    fn price(&self) -> Option<&str> {
        let named = self
            .price
            .as_ref()
            .or(self.plan.as_ref())
            .map(|price| price.id.as_str());
        named.or_else(|| {
            self.pricing
                .pointer("/price_details/price")
                .and_then(Value::as_str)
        })
    }

    /// Whether the line is for a subscription's period, rather than another item of the invoice.
    fn is_subscription(&self) -> bool {
        self.r#type == "subscription" || self.parent.get("subscription_item_details").is_some()
    }

    /// Whether the line settles part of a period rather than paying for a whole one.
    fn is_proration(&self) -> bool {
        let told = self
            .parent
            .pointer("/subscription_item_details/proration")
            .and_then(Value::as_bool);
        self.proration || told.unwrap_or(false)
    }
}

impl Invoice {
    /// The subscription it is for. The field moved between versions of Stripe's API.
    fn subscription(&self) -> Option<String> {
        id_in(self.subscription.as_ref())
            .or_else(|| id_in(self.parent.pointer("/subscription_details/subscription")))
    }

    /// The plan that was bought, by the prices of its lines. For a price that is not in the settings, the plan that
    /// the subscription is `known` as.
    fn bought(
        &self,
        settings: &StripeSettings,
        known: Option<(PlanType, BillingCycle)>,
    ) -> Option<(PlanType, BillingCycle)> {
        let whole = self
            .lines
            .data
            .iter()
            .filter(|line| !line.is_proration() && line.amount >= 0);
        whole
            .filter_map(|line| {
                let ours = line.price().and_then(|price| settings.plan(price));
                ours.or(known.filter(|_| line.is_subscription()))
            })
            .max_by_key(|(plan, _)| *plan)
    }

    fn payment(&self, kind: &str) -> Option<String> {
        self.payments
            .data
            .iter()
            .find_map(|payment| id_in(payment.payment.get(kind)))
    }
}

/// The id in a reference, which may be the id or the expanded object.
fn id_in(reference: Option<&Value>) -> Option<String> {
    let reference = reference?;
    reference
        .as_str()
        .or_else(|| reference.get("id")?.as_str())
        .map(str::to_owned)
}

async fn apply_invoice(app: &App, event: &Event, invoice: Invoice) -> Result<()> {
    // An invoice may have been paid and voided again before its event is processed.
    if invoice
        .status
        .as_deref()
        .is_some_and(|status| status != "paid")
    {
        return Ok(());
    }
    let Some(workspace) = store::workspace_of(&app.db, &invoice.customer).await? else {
        return Ok(());
    };
    let known = match invoice.subscription() {
        Some(subscription) => store::bought_as(&app.db, workspace, &subscription).await?,
        None => None,
    };
    let paid = Paid {
        workspace,
        bought: invoice.bought(&app.config.stripe, known),
        charge: id_in(invoice.charge.as_ref()).or_else(|| invoice.payment("charge")),
        payment_intent: id_in(invoice.payment_intent.as_ref())
            .or_else(|| invoice.payment("payment_intent")),
        paid_at: store::of_seconds(event.created),
        id: invoice.id,
    };
    let now = app.clock.now();
    let mut tx = app.db.begin().await?;
    store::lock_customer(&mut tx, workspace).await?;
    if store::claim_event(&mut tx, &event.id, &event.r#type, now).await? {
        store::keep_invoice(&mut tx, paid, now).await?;
    }
    tx.commit().await?;
    Ok(())
}

#[derive(Deserialize)]
struct Charge {
    id: String,
    customer: Option<Value>,
    amount: i64,
    #[serde(default)]
    amount_refunded: i64,
    invoice: Option<Value>,
    payment_intent: Option<Value>,
}

async fn apply_refund(app: &App, event: &Event, charge: Charge) -> Result<()> {
    let Some(customer) = id_in(charge.customer.as_ref()) else {
        return Ok(());
    };
    let Some(workspace) = store::workspace_of(&app.db, &customer).await? else {
        return Ok(());
    };
    let refund = Refund {
        payment_intent: id_in(charge.payment_intent.as_ref()),
        invoice: id_in(charge.invoice.as_ref()),
        amount: charge.amount,
        amount_refunded: charge.amount_refunded,
        refunded_at: store::of_seconds(event.created),
        charge: charge.id,
    };
    let now = app.clock.now();
    let mut tx = app.db.begin().await?;
    store::lock_customer(&mut tx, workspace).await?;
    if store::claim_event(&mut tx, &event.id, &event.r#type, now).await? {
        store::keep_refund(&mut tx, refund, now).await?;
    }
    tx.commit().await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signature_must_be_right_and_near() {
        let secret = Secret("whsec_test".into());
        let now = Timestamp(1_700_000_000_000_000);
        let sign = |seconds: i64, body: &[u8]| {
            let mut mac = Hmac::<Sha256>::new_from_slice(b"whsec_test").unwrap();
            mac.update(format!("{seconds}.").as_bytes());
            mac.update(body);
            let hex: Vec<String> = mac
                .finalize()
                .into_bytes()
                .iter()
                .map(|byte| format!("{byte:02x}"))
                .collect();
            format!("t={seconds},v1={}", hex.concat())
        };
        let at = 1_700_000_000;
        for (header, expected) in [
            (sign(at, b"{}"), true),
            (sign(at - 300, b"{}"), true),
            (sign(at - 301, b"{}"), false),
            (sign(at + 301, b"{}"), false),
            (sign(at, b"{ }"), false),
            (format!("v1=00,{}", sign(at, b"{}")), true),
            (sign(at, b"{}").replace("v1", "v0"), false),
            (format!("t={at},v1=xyz"), false),
            (format!("t={at},v1=é0"), false),
            (String::new(), false),
        ] {
            assert_eq!(
                is_signed(&secret, &header, b"{}", now),
                expected,
                "{header}"
            );
        }
    }
}
