//! Configuration of the payment provider.

use clap::Args;
use prompt_core::plan::{BillingCycle, PlanType};

use crate::secret::Secret;

#[derive(Args, Clone, Debug, Default)]
pub struct StripeSettings {
    /// Stripe's secret key. Left out: nothing can be bought here, and the billing tab says so.
    #[arg(long, env = "STRIPE_SECRET_KEY", hide_env_values = true)]
    pub stripe_secret_key: Option<Secret>,

    /// Secret of the webhook endpoint `PUBLIC_URL/api/billing/webhook`, from Stripe's dashboard.
    #[arg(long, env = "STRIPE_WEBHOOK_SECRET", hide_env_values = true)]
    pub stripe_webhook_secret: Option<Secret>,

    /// Price of the Pro plan, paid monthly: `price_…`.
    #[arg(long, env = "STRIPE_PRICE_PRO_MONTHLY")]
    pub stripe_price_pro_monthly: Option<String>,

    /// Price of the Pro plan, paid yearly.
    #[arg(long, env = "STRIPE_PRICE_PRO_YEARLY")]
    pub stripe_price_pro_yearly: Option<String>,

    /// Price of the Max plan, paid monthly.
    #[arg(long, env = "STRIPE_PRICE_MAX_MONTHLY")]
    pub stripe_price_max_monthly: Option<String>,

    /// Price of the Max plan, paid yearly.
    #[arg(long, env = "STRIPE_PRICE_MAX_YEARLY")]
    pub stripe_price_max_yearly: Option<String>,

    /// Another address of Stripe's API, for tests against a fake.
    #[arg(long, env = "STRIPE_API_URL", hide = true)]
    pub stripe_api_url: Option<String>,
}

impl StripeSettings {
    fn prices(&self) -> [(PlanType, BillingCycle, Option<&str>); 4] {
        [
            (
                PlanType::Pro,
                BillingCycle::Monthly,
                self.stripe_price_pro_monthly.as_deref(),
            ),
            (
                PlanType::Pro,
                BillingCycle::Yearly,
                self.stripe_price_pro_yearly.as_deref(),
            ),
            (
                PlanType::Max,
                BillingCycle::Monthly,
                self.stripe_price_max_monthly.as_deref(),
            ),
            (
                PlanType::Max,
                BillingCycle::Yearly,
                self.stripe_price_max_yearly.as_deref(),
            ),
        ]
    }

    /// The price id of a plan and cycle.
    pub fn price(&self, plan: PlanType, cycle: BillingCycle) -> Option<&str> {
        let mut prices = self.prices().into_iter();
        prices
            .find(|(of, paid, _)| *of == plan && *paid == cycle)
            .and_then(|(_, _, price)| price)
    }

    /// The plan and cycle of a price id; `None` for a price that is not configured.
    pub fn plan(&self, price: &str) -> Option<(PlanType, BillingCycle)> {
        let mut prices = self.prices().into_iter();
        prices
            .find(|(_, _, ours)| *ours == Some(price))
            .map(|(plan, cycle, _)| (plan, cycle))
    }

    /// Whether plans are sold on this instance.
    pub fn is_configured(&self) -> bool {
        self.stripe_secret_key
            .as_ref()
            .is_some_and(|key| !key.0.is_empty())
    }

    /// If there is a key, every other setting is required too: without it a payment might be taken and no plan
    /// granted.
    pub fn check(&self) -> Result<(), String> {
        if !self.is_configured() {
            let webhook = self
                .stripe_webhook_secret
                .as_ref()
                .map(|secret| secret.0.as_str());
            let mut others = self
                .prices()
                .map(|(_, _, price)| price)
                .into_iter()
                .chain([webhook]);
            if others.any(|set| set.is_some_and(|set| !set.is_empty())) {
                return Err("STRIPE_SECRET_KEY is not set but prices or STRIPE_WEBHOOK_SECRET are: the server would take \
                            itself for one that sells nothing and give every account the Max plan. Set the key, or \
                            leave all of them out"
                    .into());
            }
            return Ok(());
        }
        if self.stripe_webhook_secret.is_none() {
            return Err("STRIPE_SECRET_KEY is set but STRIPE_WEBHOOK_SECRET is not: payments would arrive and nobody \
                        would know. Create a webhook endpoint in Stripe's dashboard and set its secret"
                .into());
        }
        for (plan, cycle, price) in self.prices() {
            if price.is_none_or(str::is_empty) {
                let name = format!("STRIPE_PRICE_{plan}_{cycle}").to_uppercase();
                return Err(format!(
                    "STRIPE_SECRET_KEY is set but {name} is not: set the price's id, price_…"
                ));
            }
        }
        Ok(())
    }
}
