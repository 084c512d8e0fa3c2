//! Handlers of billing.

use poem::http::StatusCode;
use poem_openapi::OpenApi;
use prompt_core::Message;

use crate::access::Right;
use crate::app::App;
use crate::billing::model::{Billing, Cancellation, Checkout, Portal, Purchase};
use crate::billing::subscriptions;
use crate::http::error::{ApiError, ProviderError, Result};
use crate::http::json::Json;
use crate::http::tags::Tags;
use crate::plans;
use crate::session::extractors::{Browser, Me};

pub struct BillingApi(pub App);

#[OpenApi(prefix_path = "/billing", tag = "Tags::Billing")]
impl BillingApi {
    /// Read your plan
    #[oai(path = "/", method = "get", operation_id = "get_billing")]
    async fn get_billing(&self, me: Me) -> Result<Json<Billing>> {
        Ok(Json(subscriptions::billing(&self.0, me.workspace).await?))
    }

    /// Start a checkout
    ///
    /// Returns the URL of the hosted payment page, which redirects to `/settings?tab=billing` with `success=true`
    /// or `canceled=true`.
    #[oai(path = "/checkout", method = "post", operation_id = "create_checkout")]
    async fn create_checkout(
        &self,
        Browser(me): Browser,
        Json(purchase): Json<Purchase>,
    ) -> Result<Json<Checkout>, ProviderError> {
        me.expect(Right::Own)?;
        let app = &self.0;
        let stripe = subscriptions::stripe(app)?;
        let price = subscriptions::price(app, &purchase)?;
        let now = plans::millis(app.clock.now());
        let running = subscriptions::running(app, me.workspace).await?;
        if running.iter().any(|kept| kept.is_charged(now)) {
            let message = "You already have a plan. Change it instead of buying another one.";
            return Err(ApiError::conflict(message).into());
        }
        let back = |how: &str| format!("{}/settings?tab=billing&{how}=true", app.config.origin());
        let customer = subscriptions::customer(app, stripe, me).await?;
        // A second tab must not pay for a second subscription.
        stripe.expire_checkouts(&customer).await?;
        let page = stripe
            .checkout(
                &customer,
                me.workspace,
                price,
                &back("success"),
                &back("canceled"),
            )
            .await?;
        if let (Some(session_id), Some(url)) = (page.id, page.url) {
            return Ok(Json(Checkout { session_id, url }));
        }
        Err(ApiError::said(StatusCode::BAD_GATEWAY, Message::NoCheckoutSession).into())
    }

    /// Open Stripe's page for invoices and payment methods
    #[oai(path = "/portal", method = "post", operation_id = "create_portal")]
    async fn create_portal(&self, Browser(me): Browser) -> Result<Json<Portal>, ProviderError> {
        me.expect(Right::Own)?;
        let app = &self.0;
        let stripe = subscriptions::stripe(app)?;
        let customer = subscriptions::customer(app, stripe, me).await?;
        let back = format!("{}/settings?tab=billing", app.config.origin());
        let page = stripe.portal(&customer, &back).await?;
        let url = page
            .url
            .ok_or_else(|| ApiError::internal(&"the portal has no address"))?;
        Ok(Json(Portal { url }))
    }

    /// Change the plan
    ///
    /// An upgrade starts at once and is charged less the unused part of the current period. A downgrade applies
    /// from the next invoice.
    #[oai(
        path = "/subscription",
        method = "put",
        operation_id = "change_subscription"
    )]
    async fn change_subscription(
        &self,
        Browser(me): Browser,
        Json(purchase): Json<Purchase>,
    ) -> Result<Json<Billing>, ProviderError> {
        me.expect(Right::Own)?;
        let app = &self.0;
        let stripe = subscriptions::stripe(app)?;
        let price = subscriptions::price(app, &purchase)?;
        let kept = subscriptions::current(app, me.workspace).await?;
        let present = (kept.judged()?.plan_type, kept.cycle()?);
        let wanted = (purchase.plan_type, purchase.billing_cycle);
        if present != wanted {
            let subscription = stripe
                .subscription(&kept.id)
                .await?
                .ok_or_else(subscriptions::no_subscription)?;
            let changed = stripe
                .change_price(&subscription, price, wanted > present)
                .await?;
            subscriptions::store_state(app, me.workspace, &changed).await?;
        }
        Ok(Json(subscriptions::billing(app, me.workspace).await?))
    }

    /// Cancel or resume the plan
    ///
    /// A cancelled plan stays in force until the end of the paid period.
    #[oai(
        path = "/subscription/cancellation",
        method = "put",
        operation_id = "cancel_subscription"
    )]
    async fn cancel_subscription(
        &self,
        Browser(me): Browser,
        Json(wanted): Json<Cancellation>,
    ) -> Result<Json<Billing>, ProviderError> {
        me.expect(Right::Own)?;
        let app = &self.0;
        let stripe = subscriptions::stripe(app)?;
        let kept = subscriptions::current(app, me.workspace).await?;
        let changed = stripe
            .end_with_period(&kept.id, wanted.cancel_at_period_end)
            .await?;
        subscriptions::store_state(app, me.workspace, &changed).await?;
        Ok(Json(subscriptions::billing(app, me.workspace).await?))
    }
}
