//! Customers and subscriptions at Stripe, and their state stored here.

use std::collections::HashSet;

use poem::http::StatusCode;
use prompt_core::plan::{BillingCycle, PlanType, Subscription, SubscriptionStatus};
use uuid::Uuid;

use crate::app::App;
use crate::auth;
use crate::billing::model::{Billing, Purchase, SubscriptionState};
use crate::billing::store::{self, SubscriptionUpdate};
use crate::clients::stripe::{StripeClient, StripeSubscription};
use crate::clock::Timestamp;
use crate::config::stripe::StripeSettings;
use crate::http::error::{ApiError, Result};
use crate::plans::{self, SubscriptionRow};
use crate::session::extractors::Me;

/// 503: this instance sells no plans.
pub fn not_configured() -> ApiError {
    let message = "Payments are not set up on this server. The administrator decides on the plan.";
    ApiError::new(
        StatusCode::SERVICE_UNAVAILABLE,
        "billing_not_configured",
        message,
    )
}

/// 503: deleting the account would leave a subscription that cannot be cancelled.
fn cannot_end() -> ApiError {
    let message = "This account has a running subscription, and it cannot be ended here: payments are switched off on this \
        server. Its administrator can end it at Stripe.";
    ApiError::new(
        StatusCode::SERVICE_UNAVAILABLE,
        "billing_not_configured",
        message,
    )
}

pub fn no_subscription() -> ApiError {
    ApiError::not_found("Subscription")
}

pub fn stripe(app: &App) -> Result<&StripeClient> {
    app.stripe.as_ref().ok_or_else(not_configured)
}

pub fn price<'a>(app: &'a App, purchase: &Purchase) -> Result<&'a str> {
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

/// The workspace's subscriptions that are paid or in payment; the one that decides the plan first.
pub async fn running(app: &App, workspace: Uuid) -> Result<Vec<SubscriptionRow>> {
    let mut all = plans::subscriptions(&app.db, workspace).await?;
    all.retain(SubscriptionRow::is_running);
    Ok(all)
}

/// The running subscription that decides the plan; 404 if there is none.
pub async fn current(app: &App, workspace: Uuid) -> Result<SubscriptionRow> {
    let mut running = running(app, workspace).await?.into_iter();
    running.next().ok_or_else(no_subscription)
}

pub async fn billing(app: &App, workspace: Uuid) -> Result<Billing> {
    let state = |kept: SubscriptionRow| -> Result<SubscriptionState> {
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
    let plan_type = plans::plan(&app.db, workspace, app.config.default_plan(), app.now()).await?;
    Ok(Billing {
        is_configured: app.stripe.is_some(),
        plan_type,
        can_use_ai: plan_type.has_ai(),
        default_plan: plans::default_of(&app.db, workspace, app.config.default_plan()).await?,
        subscription: plans::current(&app.db, workspace)
            .await?
            .map(state)
            .transpose()?,
    })
}

/// The workspace's customer at Stripe, if there is one that was not deleted there.
async fn known_customer(
    app: &App,
    stripe: &StripeClient,
    workspace: Uuid,
) -> Result<Option<String>> {
    let Some(customer) = store::customer(&app.db, workspace).await? else {
        return Ok(None);
    };
    if stripe.has_customer(&customer).await? {
        return Ok(Some(customer));
    }
    store::forget_customer(&app.db, &customer, app.clock.now()).await?;
    Ok(None)
}

/// The workspace's customer at Stripe, created for `me` if there is none.
pub async fn customer(app: &App, stripe: &StripeClient, me: Me) -> Result<String> {
    let workspace = me.workspace;
    if let Some(customer) = known_customer(app, stripe, workspace).await? {
        return Ok(customer);
    }
    let person = auth::store::user(&app.db, me.id)
        .await?
        .ok_or_else(ApiError::not_authenticated)?;
    let customer = stripe
        .create_customer(
            workspace,
            store::gone_customers(&app.db, workspace).await?,
            &person.email,
            &person.full_name,
        )
        .await?;
    store::keep_customer(&app.db, workspace, &customer, app.clock.now()).await
}

/// Ends every subscription and open checkout of a workspace at once, before it is deleted: afterwards no
/// request could cancel them. Fails if a subscription runs and Stripe cannot be reached.
pub async fn end_now(app: &App, workspace: Uuid) -> Result<()> {
    let running = running(app, workspace).await?;
    let now = plans::millis(app.clock.now());
    let is_charged = running.iter().any(|kept| kept.is_charged(now));
    let mut ids: HashSet<String> = running.into_iter().map(|kept| kept.id).collect();
    let Some(stripe) = &app.stripe else {
        return if is_charged {
            Err(cannot_end())
        } else {
            Ok(())
        };
    };
    if let Some(customer) = known_customer(app, stripe, workspace).await? {
        // Stripe may know of a purchase that has not been reported here yet.
        stripe.expire_checkouts(&customer).await?;
        ids.extend(stripe.running_subscriptions(&customer).await?);
    }
    for id in ids {
        stripe.cancel(&id).await?;
    }
    Ok(())
}

/// Ends every running subscription but the one that decides the plan, so that no workspace pays twice. The unused
/// part of the paid period becomes balance at Stripe, and the same share of its credits is taken back.
pub async fn end_surplus(app: &App, stripe: &StripeClient, workspace: Uuid) -> Result<()> {
    for surplus in running(app, workspace).await?.into_iter().skip(1) {
        tracing::warn!(subscription = surplus.id, %workspace, "a second running subscription is ended");
        let is_paid = plans::status(&surplus.status) == SubscriptionStatus::Active;
        if is_paid && let Some(paid) = stripe.subscription(&surplus.id).await? {
            let now = app.clock.now();
            let credits = surplus
                .judged()?
                .plan_type
                .credits_per_invoice(surplus.cycle()?);
            let left = paid.left_of(i64::from(credits), plans::millis(now) / 1000);
            stripe.cancel_with_credit(&surplus.id).await?;
            store::take_back_unused(&app.db, workspace, &surplus.id, left, now).await?;
        } else {
            stripe.cancel(&surplus.id).await?;
        }
        refresh(app, stripe, workspace, &surplus.id).await?;
    }
    Ok(())
}

/// Loads a subscription from Stripe and stores its state. A subscription that Stripe no longer knows has ended.
pub async fn refresh(app: &App, stripe: &StripeClient, workspace: Uuid, id: &str) -> Result<()> {
    match stripe.subscription(id).await? {
        Some(now) => store_state(app, workspace, &now).await,
        None => Ok(store::end_subscription(&app.db, workspace, id, app.clock.now()).await?),
    }
}

/// Stores the state of a subscription after this server changed it. Stripe's event about it will report the same.
pub async fn store_state(
    app: &App,
    workspace: Uuid,
    subscription: &StripeSubscription,
) -> Result<()> {
    let known = store::bought_as(&app.db, workspace, &subscription.id).await?;
    let now = app.clock.now();
    if let Some(seen) = update_of(&app.config.stripe, workspace, subscription, known, now) {
        let mut tx = app.db.begin().await?;
        store::keep_subscription(&mut tx, seen).await?;
        tx.commit().await?;
    }
    Ok(())
}

/// The state of a subscription to store. With a price that is not in the settings (a former one, or one made in
/// Stripe's dashboard) the plan it is `known` as stays; `None` if that is unknown too.
pub fn update_of(
    settings: &StripeSettings,
    workspace: Uuid,
    subscription: &StripeSubscription,
    known: Option<(PlanType, BillingCycle)>,
    seen_at: Timestamp,
) -> Option<SubscriptionUpdate> {
    let (plan, cycle) = subscription
        .price()
        .and_then(|price| settings.plan(price))
        .or(known)?;
    Some(SubscriptionUpdate {
        id: subscription.id.clone(),
        workspace,
        plan,
        cycle,
        status: subscription.status.clone(),
        cancel_at_period_end: subscription.ends_with_period(),
        current_period_end: subscription.period_end().map(store::of_seconds),
        began_at: store::of_seconds(subscription.began()),
        seen_at,
    })
}
