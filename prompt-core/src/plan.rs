//! The plans, their prices and their features.

use serde::{Deserialize, Serialize};

use crate::string_enum::string_enum;

string_enum! {
    /// A plan.
    #[derive(Default)]
    pub enum PlanType as "plan" {
        /// Free of charge.
        #[default]
        Free = "free", "Free";
        /// With AI generation.
        Pro = "pro", "Pro";
        /// With all features.
        Max = "max", "Max";
    }
}

string_enum! {
    /// The billing interval.
    #[derive(Default)]
    pub enum BillingCycle as "billing cycle" {
        /// Every month.
        #[default]
        Monthly = "monthly", "Monthly";
        /// Once a year, at 80 percent of the price.
        Yearly = "yearly", "Yearly";
    }
}

string_enum! {
    /// The status of a subscription at the payment provider.
    pub enum SubscriptionStatus as "subscription status" {
        /// Paid.
        Active = "active", "Active";
        /// On trial.
        Trialing = "trialing", "Trialing";
        /// A payment failed and is being retried.
        PastDue = "past_due", "Past due";
        /// Ended.
        Canceled = "canceled", "Canceled";
        /// The first payment is pending.
        Incomplete = "incomplete", "Incomplete";
        /// The first payment was never made.
        IncompleteExpired = "incomplete_expired", "Expired";
        /// All payment attempts failed.
        Unpaid = "unpaid", "Unpaid";
        /// On hold.
        Paused = "paused", "Paused";
    }
}

/// A plan with its price and features.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Plan {
    /// The type of plan.
    pub plan_type: PlanType,
    /// Its name.
    pub name: &'static str,
    /// Dollars per month, billed monthly.
    pub price: u32,
    /// Dollars per month, billed yearly.
    pub yearly_price_per_month: u32,
    /// Dollars per year, billed yearly.
    pub yearly_price: u32,
    /// Credits per month; for the free plan, the starting credits.
    pub credits: u32,
    /// Credits per year.
    pub yearly_credits: u32,
    /// The features shown, one per line.
    pub features: Vec<&'static str>,
    /// Whether to show the 'Most Popular' badge.
    pub popular: bool,
}

impl PlanType {
    /// Dollars per month, billed monthly.
    pub const fn monthly_price(self) -> u32 {
        match self {
            Self::Free => 0,
            Self::Pro => 9,
            Self::Max => 29,
        }
    }

    /// Dollars per month, billed yearly: 80 percent, rounded to the dollar.
    pub const fn yearly_price_per_month(self) -> u32 {
        (self.monthly_price() * 8 + 5) / 10
    }

    /// Credits per month; for the free plan, the starting credits.
    pub const fn credits(self) -> u32 {
        match self {
            Self::Free => 100,
            Self::Pro => 1_000,
            Self::Max => 5_000,
        }
    }

    /// Credits granted by a paid invoice. The free plan has no invoices.
    pub const fn credits_per_invoice(self, cycle: BillingCycle) -> u32 {
        match (self, cycle) {
            (Self::Free, _) => 0,
            (_, BillingCycle::Monthly) => self.credits(),
            (_, BillingCycle::Yearly) => self.credits() * 12,
        }
    }

    /// Whether the plan includes AI generation and personal API tokens.
    pub const fn has_ai(self) -> bool {
        !matches!(self, Self::Free)
    }

    /// The plan with its price and features.
    pub fn offer(self) -> Plan {
        let features = match self {
            Self::Free => vec!["Basic structures", "100 starting credits"],
            Self::Pro => vec![
                "Everything in Free",
                "AI prompt generation",
                "Advanced structures",
                "All export formats",
                "Priority support",
                "API access",
                "1,000 credits per month",
            ],
            Self::Max => vec![
                "Everything in Pro",
                "Team collaboration",
                "Advanced analytics",
                "Custom integrations",
                "5,000 credits per month",
            ],
        };
        Plan {
            plan_type: self,
            name: self.label(),
            price: self.monthly_price(),
            yearly_price_per_month: self.yearly_price_per_month(),
            yearly_price: self.yearly_price_per_month() * 12,
            credits: self.credits(),
            yearly_credits: self.credits() * 12,
            features,
            popular: self == Self::Pro,
        }
    }
}

/// All plans in display order.
pub fn catalogue() -> Vec<Plan> {
    PlanType::ALL.iter().map(|plan| plan.offer()).collect()
}

/// A subscription as last reported by the payment provider.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Subscription {
    /// The paid plan.
    pub plan_type: PlanType,
    /// The status.
    pub status: SubscriptionStatus,
    /// The time since a payment is overdue, in milliseconds since 1970.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(type = "number | null"))]
    pub past_due_since: Option<i64>,
    /// The end of the paid period, in milliseconds since 1970.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(type = "number | null"))]
    pub current_period_end: Option<i64>,
}

/// The period after a payment in which a refund revokes the credits: the money-back guarantee.
const REFUND_MILLISECONDS: i64 = 30 * 24 * 60 * 60 * 1_000;

/// The credits that a refund revokes: the refunded share of the invoice's credits, rounded down. A
/// refund after the guarantee period is a courtesy and revokes none.
///
/// Amounts are in the smallest unit of the currency, times in milliseconds.
pub fn credits_back(credits: u64, paid: u64, refunded: u64, paid_at: i64, refunded_at: i64) -> u64 {
    if paid == 0 || refunded_at.saturating_sub(paid_at) > REFUND_MILLISECONDS {
        return 0;
    }
    let share = u128::from(credits) * u128::from(refunded.min(paid)) / u128::from(paid);
    u64::try_from(share).unwrap_or(credits)
}

/// The grace period in which AI still works after a failed payment, or after a period whose renewal was
/// never reported.
const GRACE_MILLISECONDS: i64 = 7 * 24 * 60 * 60 * 1_000;

impl Subscription {
    /// Whether the plan's features can be used: paid, on trial, or overdue for at most seven days. A
    /// period that ended longer ago counts as over regardless of the status, because its end was never
    /// reported.
    pub fn is_good(&self, now: i64) -> bool {
        let within_grace = |since: i64| now.saturating_sub(since) <= GRACE_MILLISECONDS;
        match self.status {
            SubscriptionStatus::Active | SubscriptionStatus::Trialing => {
                self.current_period_end.is_none_or(within_grace)
            }
            SubscriptionStatus::PastDue => self.past_due_since.is_some_and(within_grace),
            _ => false,
        }
    }
}

/// The effective plan: that of a valid subscription, but at least the instance's default plan.
pub fn effective_plan(
    default_plan: PlanType,
    subscription: Option<&Subscription>,
    now: i64,
) -> PlanType {
    subscription
        .filter(|subscription| subscription.is_good(now))
        .map_or(default_plan, |subscription| {
            subscription.plan_type.max(default_plan)
        })
}

/// Whether AI can be used at a time in milliseconds since 1970.
pub fn can_use_ai(default_plan: PlanType, subscription: Option<&Subscription>, now: i64) -> bool {
    effective_plan(default_plan, subscription, now).has_ai()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prices_and_credits_are_those_of_the_specification() {
        let figures: Vec<_> = catalogue()
            .iter()
            .map(|plan| {
                (
                    plan.price,
                    plan.yearly_price_per_month,
                    plan.yearly_price,
                    plan.credits,
                    plan.yearly_credits,
                    plan.popular,
                )
            })
            .collect();
        assert_eq!(
            figures,
            [
                (0, 0, 0, 100, 1_200, false),
                (9, 7, 84, 1_000, 12_000, true),
                (29, 23, 276, 5_000, 60_000, false),
            ]
        );
        assert_eq!(PlanType::Free.credits_per_invoice(BillingCycle::Yearly), 0);
        assert_eq!(
            PlanType::Max.credits_per_invoice(BillingCycle::Yearly),
            60_000
        );
    }

    #[test]
    fn a_refund_takes_back_its_share_within_thirty_days() {
        const DAY: i64 = 24 * 60 * 60 * 1_000;
        for (paid, refunded, after, back) in [
            (900, 900, 0, 1_000),
            (900, 450, 30 * DAY, 500),
            (900, 1, 0, 1),
            (900, 0, 0, 0),
            (900, 9_000, 0, 1_000),
            (0, 0, 0, 0),
            (900, 900, 30 * DAY + 1, 0),
            // The refund is dated before its payment.
            (900, 900, -DAY, 1_000),
        ] {
            assert_eq!(
                credits_back(1_000, paid, refunded, 0, after),
                back,
                "{refunded} of {paid}"
            );
        }
    }

    #[test]
    fn ai_needs_a_paid_plan_that_is_paid() {
        const DAY: i64 = 24 * 60 * 60 * 1_000;
        use SubscriptionStatus as S;
        for (plan, status, due, ends, now, allowed) in [
            (PlanType::Free, S::Active, None, None, 0, false),
            (PlanType::Pro, S::Active, None, None, 0, true),
            (PlanType::Pro, S::Active, None, Some(DAY), 8 * DAY, true),
            (
                PlanType::Pro,
                S::Active,
                None,
                Some(DAY),
                8 * DAY + 1,
                false,
            ),
            (PlanType::Max, S::Trialing, None, None, 0, true),
            (
                PlanType::Max,
                S::Trialing,
                None,
                Some(0),
                7 * DAY + 1,
                false,
            ),
            (PlanType::Pro, S::PastDue, Some(0), Some(0), 7 * DAY, true),
            (PlanType::Pro, S::PastDue, Some(0), None, 7 * DAY + 1, false),
            (PlanType::Pro, S::PastDue, None, None, 0, false),
            (PlanType::Max, S::Canceled, None, Some(DAY), 0, false),
            (PlanType::Max, S::Unpaid, Some(0), None, 0, false),
        ] {
            let subscription = Subscription {
                plan_type: plan,
                status,
                past_due_since: due,
                current_period_end: ends,
            };
            assert_eq!(
                can_use_ai(PlanType::Free, Some(&subscription), now),
                allowed,
                "{plan} {status}"
            );
        }
        assert!(!can_use_ai(PlanType::Free, None, 0));
        assert!(
            can_use_ai(PlanType::Pro, None, 0),
            "the self-hoster's setting"
        );
    }
}
