//! Payments against a third-party fake of Stripe, with events signed by Stripe's own library. Each event is
//! applied once, in any order and however often it is delivered.

use crate::support::fakes::{Fake, Signer, WEBHOOK_SECRET};
use crate::support::{Answer, Client, TestServer, fakes};
use promptcase_server::config::Config;
use promptcase_server::credits::store as ledger;
use promptcase_server::credits::store::{NewUse, Outcome, Reservation};
use promptcase_server::secret::Secret;
use promptcase_server::session::extractors::Me;
use reqwest::Method;
use serde_json::{Value, json};
use std::collections::HashSet;
use uuid::Uuid;

mod events;
mod ledger_property;
mod purchase;
mod refunds;
mod settings;
mod subscriptions;

/// A server, its payment provider, and the events fetched from it so far.
struct Shop {
    server: TestServer,
    stripe: Fake,
    signer: Signer,
    delivered: HashSet<String>,
}

fn with_stripe(config: &mut Config, stripe: &Fake) {
    let price = |name: &str| Some(format!("price_{name}"));
    config.stripe.stripe_secret_key = Some(Secret("sk_test_fake".into()));
    config.stripe.stripe_webhook_secret = Some(Secret(WEBHOOK_SECRET.into()));
    config.stripe.stripe_price_pro_monthly = price("pro_monthly");
    config.stripe.stripe_price_pro_yearly = price("pro_yearly");
    config.stripe.stripe_price_max_monthly = price("max_monthly");
    config.stripe.stripe_price_max_yearly = price("max_yearly");
    config.stripe.stripe_api_url = Some(stripe.url.clone());
}

async fn shop() -> Shop {
    let stripe = fakes::stripe().await;
    let server = crate::support::server_with(|config| with_stripe(config, &stripe)).await;
    Shop {
        server,
        stripe,
        signer: Signer::new(),
        delivered: HashSet::new(),
    }
}

impl Shop {
    /// Buys a plan as a user does: checkout, hosted page, pay button.
    async fn buy(&self, person: &Client, plan: &str, cycle: &str) {
        let order = json!({ "plan_type": plan, "billing_cycle": cycle });
        let checkout = person.post("/api/billing/checkout", order).await.ok();
        assert!(
            checkout["session_id"]
                .as_str()
                .unwrap()
                .starts_with("cs_test_")
        );
        let pay = format!("{}/pay", checkout["url"].as_str().unwrap());
        let client = reqwest::Client::builder()
            .redirect(reqwest::redirect::Policy::none())
            .build()
            .unwrap();
        let paid = client.post(pay).send().await.unwrap();
        assert_eq!(
            paid.headers()["location"],
            "http://localhost:8080/settings?tab=billing&success=true"
        );
    }

    /// The events since the last call, oldest first.
    async fn news(&mut self) -> Vec<Value> {
        let events = self.stripe.call(Method::GET, "/_test/events", &[]).await;
        let mut events = events.as_array().unwrap().clone();
        events.retain(|event| {
            self.delivered
                .insert(event["id"].as_str().unwrap().to_owned())
        });
        events
    }

    async fn deliver(&self, event: &Value) -> Answer {
        self.deliver_at(event, WEBHOOK_SECRET, self.server.clock.now().0 / 1_000_000)
            .await
    }

    async fn deliver_at(&self, event: &Value, secret: &str, seconds: i64) -> Answer {
        let payload = event.to_string();
        let signature = self.signer.sign(&payload, secret, seconds);
        let visitor = self.server.visitor();
        let request = visitor
            .request(Method::POST, "/api/billing/webhook")
            .header("stripe-signature", signature);
        visitor
            .send(
                request
                    .header("content-type", "application/json")
                    .body(payload),
            )
            .await
    }

    async fn deliver_news(&mut self) {
        for event in self.news().await {
            assert_eq!(self.deliver(&event).await.status, 200, "{}", event["type"]);
        }
    }
}

async fn subscription_of(shop: &Shop, person: &Client) -> (String, String) {
    let customer = promptcase_server::billing::store::customer(&shop.server.app.db, id(person))
        .await
        .unwrap()
        .unwrap();
    let list = shop
        .stripe
        .call(
            Method::GET,
            &format!("/v1/subscriptions?customer={customer}&status=all"),
            &[],
        )
        .await;
    let newest = list["data"]
        .as_array()
        .unwrap()
        .iter()
        .max_by_key(|sub| sub["created"].as_i64())
        .unwrap()
        .clone();
    (
        newest["id"].as_str().unwrap().to_owned(),
        newest["latest_invoice"].as_str().unwrap().to_owned(),
    )
}

fn id(person: &Client) -> Uuid {
    person.id().parse().unwrap()
}

async fn balance(person: &Client) -> i64 {
    person.get("/api/credits").await.ok()["balance"]
        .as_i64()
        .unwrap()
}

/// The current plan, the subscription's status, and the balance.
async fn state(person: &Client) -> (String, String, i64) {
    let billing = person.get("/api/billing").await.ok();
    let word = |value: &Value| value.as_str().unwrap_or("none").to_owned();
    (
        word(&billing["plan_type"]),
        word(&billing["subscription"]["status"]),
        balance(person).await,
    )
}

fn stands(plan: &str, status: &str, balance: i64) -> (String, String, i64) {
    (plan.to_owned(), status.to_owned(), balance)
}

async fn begin(server: &TestServer, user: Uuid, cost: i64) -> Option<Uuid> {
    let new = NewUse {
        feature_type: "prompt_generation",
        provider: "openai".into(),
        model: "gpt-4o-mini".into(),
        own_key: false,
        prompt_length: 1,
        base_cost: 10,
        multiplier: "1".into(),
        total_cost: cost,
        idempotency_key: None,
    };
    match ledger::begin_use(
        &server.app.db,
        Me::personal(user),
        new,
        server.app.config.default_plan(),
        server.app.now(),
    )
    .await
    {
        Ok(Reservation::New(id) | Reservation::Before(id)) => Some(id),
        Err(error) => {
            assert_eq!(error.status, 402);
            None
        }
    }
}

async fn spend(server: &TestServer, user: Uuid, cost: i64) -> bool {
    let Some(id) = begin(server, user, cost).await else {
        return false;
    };
    let outcome = Outcome::Succeeded {
        prompt: None,
        tokens: 1,
    };
    ledger::end_use_now(&server.app.db, id, outcome, server.clock.now())
        .await
        .unwrap()
}

/// Asserts that the balance is the sum of the ledger and that no invoice is granted twice. Returns the credits
/// granted by plans.
async fn look(shop: &Shop, person: &Client) -> i64 {
    let balance = balance(person).await;
    let lines: Vec<(i64, String, Option<String>)> = shop
        .server
        .app
        .db
        .read("SELECT amount, transaction_type, reference FROM credit_transactions WHERE workspace_id = $1")
        .bind(id(person))
        .all()
        .await
        .unwrap();
    assert_eq!(
        lines.iter().map(|(amount, ..)| amount).sum::<i64>(),
        balance
    );
    assert!(balance >= 0);
    let references: Vec<&String> = lines
        .iter()
        .filter_map(|(.., reference)| reference.as_ref())
        .collect();
    assert_eq!(
        references.iter().collect::<HashSet<_>>().len(),
        references.len()
    );
    lines
        .iter()
        .filter(|(_, kind, _)| kind == "plan")
        .map(|(amount, ..)| amount)
        .sum()
}
