//! billing: plans, subscriptions and payment.
//!
//! Money moves at Stripe ([`mod@gateway`]); what it means here is learnt from signed events ([`webhook`]) and kept in
//! [`store`]. Which plan allows what, and what an invoice brings, are rules of the core.

pub mod gateway;
pub mod settings;
pub mod store;
pub mod webhook;

use std::collections::HashSet;

use poem::http::StatusCode;
use poem_openapi::OpenApi;
use prompt_core::Message;
use prompt_core::plan::{BillingCycle, PlanType, Subscription, SubscriptionStatus};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::app::{App, Tags};
use crate::auth;
use crate::auth::session::{Browser, Me};
use crate::billing::gateway::{Gateway, StripeSubscription};
use crate::clock::Timestamp;
use crate::error::{ApiError, ProviderError, Result};
use crate::payload::Serde;

/// What an account pays for and may do.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Billing {
    /// Whether anything can be bought here.
    pub is_configured: bool,
    /// The plan in force.
    pub plan_type: PlanType,
    pub can_use_ai: bool,
    /// The plan of every account that pays for none.
    pub default_plan: PlanType,
    pub subscription: Option<SubscriptionState>,
}

/// The subscription that counts.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SubscriptionState {
    pub plan_type: PlanType,
    pub billing_cycle: BillingCycle,
    pub status: SubscriptionStatus,
    /// Whether it ends with the period that is paid.
    pub cancel_at_period_end: bool,
    /// When it is renewed, or ends.
    pub current_period_end: Option<Timestamp>,
    /// Since when a payment is due.
    pub past_due_since: Option<Timestamp>,
}

/// What to buy.
#[derive(Deserialize, JsonSchema)]
pub struct Purchase {
    #[schemars(example = &"pro")]
    pub plan_type: PlanType,
    #[serde(default)]
    pub billing_cycle: BillingCycle,
}

/// Where to pay.
#[derive(Serialize, JsonSchema)]
pub struct Checkout {
    pub session_id: String,
    /// The hosted payment page.
    pub url: String,
}

/// Stripe's own page for invoices and payment methods.
#[derive(Serialize, JsonSchema)]
pub struct Portal {
    pub url: String,
}

/// Whether to go on.
#[derive(Deserialize, JsonSchema)]
pub struct Cancellation {
    /// `true` ends the subscription with the period that is paid, `false` goes on after all.
    #[schemars(example = &true)]
    pub cancel_at_period_end: bool,
}

pub struct BillingApi(pub App);

#[OpenApi(prefix_path = "/billing", tag = "Tags::Billing")]
impl BillingApi {
    /// Read one's plan
    #[oai(path = "/", method = "get", operation_id = "get_billing")]
    async fn get_billing(&self, me: Me) -> Result<Serde<Billing>> {
        Ok(Serde(billing(&self.0, me.id).await?))
    }

    /// Begin to buy a plan
    ///
    /// Gives the address of the hosted payment page, which comes back to `/settings?tab=billing` with `success=true` or
    /// `canceled=true`.
    #[oai(path = "/checkout", method = "post", operation_id = "create_checkout")]
    async fn create_checkout(
        &self,
        Browser(me): Browser,
        Serde(purchase): Serde<Purchase>,
    ) -> Result<Serde<Checkout>, ProviderError> {
        let app = &self.0;
        let gateway = gateway(app)?;
        let price = price(app, &purchase)?;
        let now = store::millis(app.clock.now());
        let running = running(app, me.id).await?;
        if running.iter().any(|kept| kept.is_charged(now)) {
            let message = "You already have a plan. Change it instead of buying another one.";
            return Err(ApiError::conflict(message).into());
        }
        let back = |how: &str| format!("{}/settings?tab=billing&{how}=true", app.config.origin());
        let customer = customer(app, gateway, me.id).await?;
        // A second tab must not pay for a second subscription.
        gateway.expire_checkouts(&customer).await?;
        let page = gateway
            .checkout(&customer, me.id, price, &back("success"), &back("canceled"))
            .await?;
        if let (Some(session_id), Some(url)) = (page.id, page.url) {
            return Ok(Serde(Checkout { session_id, url }));
        }
        let message = Message::NoCheckoutSession;
        Err(ApiError::new(StatusCode::BAD_GATEWAY, message.code(), message.text()).into())
    }

    /// Open the page for invoices and payment methods
    #[oai(path = "/portal", method = "post", operation_id = "create_portal")]
    async fn create_portal(&self, Browser(me): Browser) -> Result<Serde<Portal>, ProviderError> {
        let app = &self.0;
        let gateway = gateway(app)?;
        let customer = customer(app, gateway, me.id).await?;
        let back = format!("{}/settings?tab=billing", app.config.origin());
        let page = gateway.portal(&customer, &back).await?;
        let url = page
            .url
            .ok_or_else(|| ApiError::internal(&"the portal has no address"))?;
        Ok(Serde(Portal { url }))
    }

    /// Change the plan
    ///
    /// A dearer plan or cycle begins at once and is paid less what is left of the present one. A cheaper one is paid
    /// from the next invoice on.
    #[oai(
        path = "/subscription",
        method = "put",
        operation_id = "change_subscription"
    )]
    async fn change_subscription(
        &self,
        Browser(me): Browser,
        Serde(purchase): Serde<Purchase>,
    ) -> Result<Serde<Billing>, ProviderError> {
        let app = &self.0;
        let gateway = gateway(app)?;
        let price = price(app, &purchase)?;
        let kept = current(app, me.id).await?;
        let present = (kept.judged()?.plan_type, kept.cycle()?);
        let wanted = (purchase.plan_type, purchase.billing_cycle);
        if present != wanted {
            let subscription = gateway
                .subscription(&kept.id)
                .await?
                .ok_or_else(no_subscription)?;
            let changed = gateway
                .change_price(&subscription, price, wanted > present)
                .await?;
            keep(app, me.id, &changed).await?;
        }
        Ok(Serde(billing(app, me.id).await?))
    }

    /// Cancel the plan, or go on after all
    ///
    /// A cancelled plan stays until the period that is paid has ended.
    #[oai(
        path = "/subscription/cancellation",
        method = "put",
        operation_id = "cancel_subscription"
    )]
    async fn cancel_subscription(
        &self,
        Browser(me): Browser,
        Serde(wanted): Serde<Cancellation>,
    ) -> Result<Serde<Billing>, ProviderError> {
        let app = &self.0;
        let gateway = gateway(app)?;
        let kept = current(app, me.id).await?;
        let changed = gateway
            .end_with_period(&kept.id, wanted.cancel_at_period_end)
            .await?;
        keep(app, me.id, &changed).await?;
        Ok(Serde(billing(app, me.id).await?))
    }
}

/// 503: this instance sells nothing.
fn not_configured() -> ApiError {
    let message = "Payments are not set up on this server. The administrator decides on the plan.";
    ApiError::new(
        StatusCode::SERVICE_UNAVAILABLE,
        "billing_not_configured",
        message,
    )
}

/// 503: deleting the account would leave a subscription that nobody can cancel.
fn cannot_end() -> ApiError {
    let message = "This account has a running subscription, and it cannot be ended here: payments are switched off on this \
        server. Its administrator can end it at Stripe.";
    ApiError::new(
        StatusCode::SERVICE_UNAVAILABLE,
        "billing_not_configured",
        message,
    )
}

fn no_subscription() -> ApiError {
    ApiError::not_found("Subscription")
}

fn gateway(app: &App) -> Result<&Gateway> {
    app.stripe.as_ref().ok_or_else(not_configured)
}

fn price<'a>(app: &'a App, purchase: &Purchase) -> Result<&'a str> {
    let price = app
        .config
        .stripe
        .price(purchase.plan_type, purchase.billing_cycle);
    price.ok_or_else(|| {
        ApiError::rule(
            "plan_type",
            "not_for_sale",
            "Choose the Pro or the Max plan",
        )
    })
}

/// The subscriptions that are paid or tried to be paid; the one that counts first.
async fn running(app: &App, user: Uuid) -> Result<Vec<store::Kept>> {
    let mut all = store::subscriptions(&app.db, user).await?;
    all.retain(store::Kept::is_running);
    Ok(all)
}

/// The running subscription that counts; 404 when there is none.
async fn current(app: &App, user: Uuid) -> Result<store::Kept> {
    let mut running = running(app, user).await?.into_iter();
    running.next().ok_or_else(no_subscription)
}

async fn billing(app: &App, user: Uuid) -> Result<Billing> {
    let state = |kept: store::Kept| -> Result<SubscriptionState> {
        let Subscription {
            plan_type, status, ..
        } = kept.judged()?;
        Ok(SubscriptionState {
            plan_type,
            billing_cycle: kept.cycle()?,
            status,
            cancel_at_period_end: kept.cancel_at_period_end,
            current_period_end: kept.current_period_end,
            past_due_since: kept.past_due_since,
        })
    };
    let plan_type = store::plan(app, user).await?;
    Ok(Billing {
        is_configured: app.stripe.is_some(),
        plan_type,
        can_use_ai: plan_type.has_ai(),
        default_plan: app.config.default_plan(),
        subscription: store::current(&app.db, user)
            .await?
            .map(state)
            .transpose()?,
    })
}

/// The account's customer at Stripe, if there is one and it was not deleted there.
async fn known_customer(app: &App, gateway: &Gateway, user: Uuid) -> Result<Option<String>> {
    let Some(customer) = store::customer(&app.db, user).await? else {
        return Ok(None);
    };
    if gateway.has_customer(&customer).await? {
        return Ok(Some(customer));
    }
    store::forget_customer(&app.db, &customer, app.clock.now()).await?;
    Ok(None)
}

/// The account's customer at Stripe, made when there is none.
async fn customer(app: &App, gateway: &Gateway, user: Uuid) -> Result<String> {
    if let Some(customer) = known_customer(app, gateway, user).await? {
        return Ok(customer);
    }
    let person = auth::store::user(&app.db, user)
        .await?
        .ok_or_else(ApiError::not_authenticated)?;
    let customer = gateway
        .create_customer(
            user,
            store::gone_customers(&app.db, user).await?,
            &person.email,
            &person.full_name,
        )
        .await?;
    store::keep_customer(&app.db, user, &customer, app.clock.now()).await
}

/// Ends everything an account pays for or could begin to pay for, at once: it is about to be deleted, and nobody could
/// cancel it afterwards. Refused when a subscription runs and Stripe cannot be asked.
pub async fn end_now(app: &App, user: Uuid) -> Result<()> {
    let running = running(app, user).await?;
    let now = store::millis(app.clock.now());
    let is_charged = running.iter().any(|kept| kept.is_charged(now));
    let mut ids: HashSet<String> = running.into_iter().map(|kept| kept.id).collect();
    let Some(gateway) = &app.stripe else {
        return if is_charged {
            Err(cannot_end())
        } else {
            Ok(())
        };
    };
    if let Some(customer) = known_customer(app, gateway, user).await? {
        // What was bought a moment ago may be known to Stripe only.
        gateway.expire_checkouts(&customer).await?;
        ids.extend(gateway.running_subscriptions(&customer).await?);
    }
    for id in ids {
        gateway.cancel(&id).await?;
    }
    Ok(())
}

/// Ends every running subscription but the one that counts: nobody pays twice. What is left of a paid period goes to the
/// customer's balance at Stripe, and the same share of the credits it brought is taken back.
async fn end_surplus(app: &App, gateway: &Gateway, user: Uuid) -> Result<()> {
    for surplus in running(app, user).await?.into_iter().skip(1) {
        tracing::warn!(subscription = surplus.id, account = %user, "a second running subscription is ended");
        let is_paid = store::status(&surplus.status) == SubscriptionStatus::Active;
        if is_paid && let Some(paid) = gateway.subscription(&surplus.id).await? {
            let now = app.clock.now();
            let credits = surplus
                .judged()?
                .plan_type
                .credits_per_invoice(surplus.cycle()?);
            let left = paid.left_of(i64::from(credits), store::millis(now) / 1000);
            gateway.cancel_with_credit(&surplus.id).await?;
            store::take_back_unused(&app.db, user, &surplus.id, left, now).await?;
        } else {
            gateway.cancel(&surplus.id).await?;
        }
        refresh(app, gateway, user, &surplus.id).await?;
    }
    Ok(())
}

/// Asks how a subscription stands and keeps that. One that Stripe does not know any more is over.
async fn refresh(app: &App, gateway: &Gateway, user: Uuid, id: &str) -> Result<()> {
    match gateway.subscription(id).await? {
        Some(now) => keep(app, user, &now).await,
        None => Ok(store::end_subscription(&app.db, user, id, app.clock.now()).await?),
    }
}

/// Keeps how a subscription stands after we changed it. Stripe's event about it will say the same.
async fn keep(app: &App, user: Uuid, subscription: &StripeSubscription) -> Result<()> {
    let known = store::bought_as(&app.db, user, &subscription.id).await?;
    let now = app.clock.now();
    if let Some(seen) = webhook::seen(&app.config.stripe, user, subscription, known, now) {
        let mut tx = app.db.begin().await?;
        store::keep_subscription(&mut tx, seen).await?;
        tx.commit().await?;
    }
    Ok(())
}
