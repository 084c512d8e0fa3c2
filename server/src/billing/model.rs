//! Rows, bodies and answers of billing.

use prompt_core::plan::{BillingCycle, PlanType, SubscriptionStatus};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::clock::Timestamp;

/// The plan of an account and its subscription.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Billing {
    /// Whether plans are sold on this instance.
    pub is_configured: bool,
    /// The plan in force.
    pub plan_type: PlanType,
    pub can_use_ai: bool,
    /// The plan of the account without a paid one.
    pub default_plan: PlanType,
    pub subscription: Option<SubscriptionState>,
}

/// The subscription that decides the plan.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SubscriptionState {
    pub plan_type: PlanType,
    pub billing_cycle: BillingCycle,
    pub status: SubscriptionStatus,
    /// Whether it ends with the paid period.
    pub cancel_at_period_end: bool,
    /// When it renews, or ends.
    pub current_period_end: Option<Timestamp>,
    /// Since when a payment is overdue.
    pub past_due_since: Option<Timestamp>,
}

/// The plan to buy.
#[derive(Deserialize, JsonSchema)]
pub struct Purchase {
    #[schemars(example = &"pro")]
    pub plan_type: PlanType,
    #[serde(default)]
    pub billing_cycle: BillingCycle,
}

/// A checkout to continue at Stripe.
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

/// Whether to cancel or resume.
#[derive(Deserialize, JsonSchema)]
pub struct Cancellation {
    /// `true` cancels the subscription at the end of the paid period, `false` resumes it.
    #[schemars(example = &true)]
    pub cancel_at_period_end: bool,
}
