//! Rows, bodies and answers of billing.

use prompt_core::plan::{BillingCycle, PlanType, SubscriptionStatus};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::clock::Timestamp;

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
