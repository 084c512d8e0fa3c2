//! Calls to Stripe.
//!
//! async-stripe builds the requests. Responses and webhooks are parsed by types of our own with the few fields
//! needed: async-stripe's are strict and would reject a response over a field that is not used.

use std::collections::HashMap;
use std::time::Duration;

use miniserde::json::Value as Loose;
use poem::http::StatusCode;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer};
use stripe::{Client, ClientBuilder, IdempotencyKey, RequestStrategy, StripeError, StripeRequest};
use stripe_billing::billing_portal_session::CreateBillingPortalSession;
use stripe_billing::subscription::{
    CancelSubscription, ListSubscription, RetrieveSubscription, UpdateSubscription,
    UpdateSubscriptionBillingCycleAnchor, UpdateSubscriptionBillingCycleAnchorType,
    UpdateSubscriptionItems, UpdateSubscriptionPaymentBehavior,
    UpdateSubscriptionProrationBehavior,
};
use stripe_checkout::checkout_session::{
    CreateCheckoutSession, CreateCheckoutSessionLineItems, ExpireCheckoutSession,
    ListCheckoutSession,
};
use stripe_core::customer::{CreateCustomer, RetrieveCustomer};
use stripe_shared::{CheckoutSessionMode, CheckoutSessionStatus};
use uuid::Uuid;

use crate::config::stripe::StripeSettings;
use crate::http::error::{ApiError, Result};

const TIME_LIMIT: Duration = Duration::from_secs(20);
/// Attempts on transient failures, all with the same idempotency key.
const ATTEMPTS: u32 = 3;
/// The most objects that Stripe lists per request.
const LISTED: i64 = 100;

/// The payment provider.
pub struct StripeClient {
    client: Client,
}

/// A subscription as Stripe returns it.
#[derive(Clone, Debug, Deserialize)]
pub struct StripeSubscription {
    pub id: String,
    #[serde(deserialize_with = "id_of")]
    pub customer: String,
    pub status: String,
    #[serde(default)]
    pub cancel_at_period_end: bool,
    #[serde(default)]
    pub cancel_at: Option<i64>,
    #[serde(default)]
    pub created: i64,
    #[serde(default)]
    pub start_date: i64,
    current_period_start: Option<i64>,
    current_period_end: Option<i64>,
    #[serde(default)]
    items: Items,
}

#[derive(Clone, Debug, Default, Deserialize)]
struct Items {
    #[serde(default)]
    data: Vec<Item>,
}

#[derive(Clone, Debug, Deserialize)]
struct Item {
    id: String,
    price: Option<Named>,
    plan: Option<Named>,
    current_period_start: Option<i64>,
    current_period_end: Option<i64>,
}

#[derive(Clone, Debug, Deserialize)]
pub struct Named {
    pub id: String,
}

impl StripeSubscription {
    fn item(&self) -> Option<&Item> {
        self.items.data.first()
    }

    pub fn item_id(&self) -> Option<&str> {
        self.item().map(|item| item.id.as_str())
    }

    pub fn price(&self) -> Option<&str> {
        let item = self.item()?;
        item.price
            .as_ref()
            .or(item.plan.as_ref())
            .map(|price| price.id.as_str())
    }

    /// How many of `whole` units are left at a time in seconds, by the unused share of the paid period.
    pub fn left_of(&self, whole: i64, now: i64) -> i64 {
        let (Some(start), Some(end)) = (self.period_start(), self.period_end()) else {
            return 0;
        };
        let length = i128::from(end.saturating_sub(start).max(1));
        let left = i128::from(end.saturating_sub(now)).clamp(0, length);
        i64::try_from(i128::from(whole) * left / length).unwrap_or(whole)
    }

    /// Before 2025 the period was a field of the subscription; since then it is one of its items'.
    pub fn period_start(&self) -> Option<i64> {
        self.current_period_start
            .or(self.item()?.current_period_start)
    }

    pub fn period_end(&self) -> Option<i64> {
        self.current_period_end.or(self.item()?.current_period_end)
    }

    pub fn began(&self) -> i64 {
        if self.created > 0 {
            self.created
        } else {
            self.start_date
        }
    }

    pub fn ends_with_period(&self) -> bool {
        self.cancel_at_period_end || self.cancel_at.is_some()
    }
}

/// A reference is the id or, expanded, the object.
pub fn id_of<'de, D: Deserializer<'de>>(deserializer: D) -> std::result::Result<String, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Reference {
        Id(String),
        Whole(Named),
    }
    Ok(match Reference::deserialize(deserializer)? {
        Reference::Id(id) | Reference::Whole(Named { id }) => id,
    })
}

/// A list of Stripe's.
#[derive(Debug, Deserialize)]
struct List<T> {
    data: Vec<T>,
}

/// A page hosted by Stripe to which the user is sent.
#[derive(Debug, Deserialize)]
pub struct Page {
    pub id: Option<String>,
    pub url: Option<String>,
}

impl StripeClient {
    /// `None` if no payments are configured.
    pub fn new(settings: &StripeSettings) -> Result<Option<Self>> {
        let Some(key) = settings
            .stripe_secret_key
            .as_ref()
            .filter(|key| !key.0.is_empty())
        else {
            return Ok(None);
        };
        let mut builder = ClientBuilder::new(key.0.clone())
            .timeout(TIME_LIMIT)
            .request_strategy(RequestStrategy::ExponentialBackoff(ATTEMPTS));
        if let Some(url) = &settings.stripe_api_url {
            builder = builder.url(format!("{}/", url.trim_end_matches('/')));
        }
        let client = builder
            .build()
            .map_err(|error| ApiError::internal(&error))?;
        Ok(Some(Self { client }))
    }

    /// Creates a customer for a workspace of which `gone` customers were deleted. A repeated call returns the same
    /// one.
    pub async fn create_customer(
        &self,
        workspace: Uuid,
        gone: i64,
        email: &str,
        name: &str,
    ) -> Result<String> {
        let metadata: HashMap<String, String> =
            [("workspace_id".to_owned(), workspace.to_string())].into();
        let request = CreateCustomer::new()
            .email(email)
            .name(name)
            .metadata(metadata);
        let mut request = request.build().customize::<Loose>();
        // Reusing the key of a deleted customer would return that one again.
        if let Ok(key) = IdempotencyKey::new(format!("customer-{workspace}-{gone}")) {
            request = request.request_strategy(RequestStrategy::Idempotent(key));
        }
        let customer: Named = read(request.send(&self.client).await)?;
        Ok(customer.id)
    }

    pub async fn checkout(
        &self,
        customer: &str,
        workspace: Uuid,
        price: &str,
        success_url: &str,
        cancel_url: &str,
    ) -> Result<Page> {
        let mut item = CreateCheckoutSessionLineItems::new();
        item.price = Some(price.to_owned());
        item.quantity = Some(1);
        let request = CreateCheckoutSession::new()
            .mode(CheckoutSessionMode::Subscription)
            .customer(customer)
            .client_reference_id(workspace.to_string())
            .line_items(vec![item])
            .success_url(success_url)
            .cancel_url(cancel_url);
        self.send(&request).await
    }

    /// Whether a customer exists and was not deleted. A customer unknown to Stripe is an error: the key belongs to
    /// another Stripe account.
    pub async fn has_customer(&self, id: &str) -> Result<bool> {
        #[derive(Deserialize)]
        struct Customer {
            #[serde(default)]
            deleted: bool,
        }
        let customer: Customer = self.send(&RetrieveCustomer::new(id)).await?;
        Ok(!customer.deleted)
    }

    /// Expires the open, unpaid checkouts of a customer.
    pub async fn expire_checkouts(&self, customer: &str) -> Result<()> {
        let open = ListCheckoutSession::new()
            .customer(customer)
            .status(CheckoutSessionStatus::Open)
            .limit(LISTED);
        let open: List<Named> = self.send(&open).await?;
        for page in open.data {
            let request = ExpireCheckoutSession::new(page.id.as_str());
            let answer = request
                .build()
                .customize::<Loose>()
                .send(&self.client)
                .await;
            // A checkout that was paid or expired meanwhile needs nothing; its event reports the subscription.
            if !matches!(answer, Err(StripeError::Stripe(_, 400 | 404))) {
                read::<Named>(answer)?;
            }
        }
        Ok(())
    }

    /// The ids of a customer's subscriptions that have not ended.
    pub async fn running_subscriptions(&self, customer: &str) -> Result<Vec<String>> {
        let request = ListSubscription::new().customer(customer).limit(LISTED);
        let all: List<StripeSubscription> = self.send(&request).await?;
        let is_over = |sub: &StripeSubscription| {
            matches!(sub.status.as_str(), "canceled" | "incomplete_expired")
        };
        let running = all.data.into_iter().filter(|sub| !is_over(sub));
        Ok(running.map(|sub| sub.id).collect())
    }

    /// Stripe's own page for invoices, payment methods and receipts.
    pub async fn portal(&self, customer: &str, return_url: &str) -> Result<Page> {
        self.send(
            &CreateBillingPortalSession::new()
                .customer(customer)
                .return_url(return_url),
        )
        .await
    }

    /// The current state of a subscription; `None` if Stripe does not know it.
    pub async fn subscription(&self, id: &str) -> Result<Option<StripeSubscription>> {
        let request = RetrieveSubscription::new(id).build().customize::<Loose>();
        match request.send(&self.client).await {
            Err(StripeError::Stripe(_, 404)) => Ok(None),
            answer => read(answer).map(Some),
        }
    }

    /// Switches to another price. An upgrade starts a new period, charged at once less the unused part of the old
    /// one; a downgrade applies from the next invoice.
    pub async fn change_price(
        &self,
        subscription: &StripeSubscription,
        price: &str,
        is_upgrade: bool,
    ) -> Result<StripeSubscription> {
        let mut item = UpdateSubscriptionItems::new();
        item.id = subscription.item_id().map(str::to_owned);
        item.price = Some(price.to_owned());
        item.quantity = Some(1);
        let mut request = UpdateSubscription::new(subscription.id.as_str())
            .items(vec![item])
            .cancel_at_period_end(false);
        request = if is_upgrade {
            request
                .billing_cycle_anchor(UpdateSubscriptionBillingCycleAnchor::new(
                    UpdateSubscriptionBillingCycleAnchorType::Now,
                ))
                .proration_behavior(UpdateSubscriptionProrationBehavior::AlwaysInvoice)
                .payment_behavior(UpdateSubscriptionPaymentBehavior::ErrorIfIncomplete)
        } else {
            request.proration_behavior(UpdateSubscriptionProrationBehavior::None)
        };
        self.send(&request).await
    }

    /// Cancels a subscription at the end of its period, or resumes it.
    pub async fn end_with_period(&self, id: &str, ends: bool) -> Result<StripeSubscription> {
        self.send(&UpdateSubscription::new(id).cancel_at_period_end(ends))
            .await
    }

    /// Cancels a subscription at once. One that has ended already stays so.
    pub async fn cancel(&self, id: &str) -> Result<()> {
        self.end(&CancelSubscription::new(id)).await
    }

    /// As [`Self::cancel`], crediting the unused part of the paid period to the customer's balance.
    pub async fn cancel_with_credit(&self, id: &str) -> Result<()> {
        let request = CancelSubscription::new(id).prorate(true).invoice_now(true);
        self.end(&request).await
    }

    async fn end(&self, request: &CancelSubscription) -> Result<()> {
        let answer = request
            .build()
            .customize::<Loose>()
            .send(&self.client)
            .await;
        match answer {
            Err(StripeError::Stripe(_, 404)) => Ok(()),
            answer => read::<Named>(answer).map(|_| ()),
        }
    }

    async fn send<T: DeserializeOwned>(&self, request: &impl StripeRequest) -> Result<T> {
        read(
            request
                .build()
                .customize::<Loose>()
                .send(&self.client)
                .await,
        )
    }
}

/// Parses the response, or turns the failure into a message for the paying user.
fn read<T: DeserializeOwned>(answer: std::result::Result<Loose, StripeError>) -> Result<T> {
    match answer {
        Ok(value) => serde_json::from_str(&miniserde::json::to_string(&value)).map_err(|error| {
            tracing::error!(%error, "Stripe's answer cannot be read");
            failed("The payment provider answered with something that could not be read. Please try again later.")
        }),
        Err(StripeError::Stripe(errors, status)) => {
            let code = errors.code.as_ref().map(ToString::to_string);
            tracing::warn!(status, code, kind = ?errors.type_, "Stripe refused");
            // A declined card is for the user to resolve; every other failure is ours.
            match errors.message.as_deref() {
                Some(message) if status == 402 => Err(failed(message)),
                _ => Err(failed("The payment provider refused the request. Please contact support.")),
            }
        }
        Err(error) => {
            tracing::warn!(%error, "Stripe cannot be reached");
            Err(failed("The payment provider could not be reached. Please try again in a minute."))
        }
    }
}

fn failed(message: &str) -> ApiError {
    ApiError::new(StatusCode::BAD_GATEWAY, "payment_failed", message)
}
