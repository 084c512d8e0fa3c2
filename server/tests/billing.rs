//! Payment against a fake of Stripe that others wrote, with events that Stripe's own library signed: each event counts
//! once, in whatever order and however often it comes.

use std::collections::HashSet;
use std::time::Duration;

use crate::support::fakes::{self, Fake, Signer, WEBHOOK_SECRET};
use crate::support::{Answer, Client, TestServer};
use prompt_core::credits::TransactionType;
use prompt_core::plan::PlanType;
use promptcase_server::config::Config;
use promptcase_server::config::stripe::StripeSettings;
use promptcase_server::credits::store::{self as ledger, NewUse, Outcome, Reservation};
use promptcase_server::secret::Secret;
use proptest::prelude::*;
use reqwest::Method;
use serde_json::{Value, json};
use uuid::Uuid;

/// A server, the payment provider it talks to, and the events that were fetched from there already.
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
    /// Pays for a plan as a person does: the checkout, the hosted page, the button.
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

    /// The events since the last time, oldest first.
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

/// The plan in force, how the subscription stands, and the balance.
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

#[tokio::test]
async fn a_purchase_brings_the_plan_and_its_credits() {
    let mut shop = shop().await;
    for (name, plan, cycle, credits) in [
        ("Ada", "pro", "monthly", 1_000),
        ("Bob", "pro", "yearly", 12_000),
        ("Cleo", "max", "monthly", 5_000),
        ("Dan", "max", "yearly", 60_000),
    ] {
        let person = shop.server.person(name).await;
        assert_eq!(state(&person).await, stands("free", "none", 100));
        shop.buy(&person, plan, cycle).await;
        assert_eq!(
            state(&person).await,
            stands("free", "none", 100),
            "only Stripe's word counts"
        );
        shop.deliver_news().await;
        assert_eq!(
            state(&person).await,
            stands(plan, "active", 100 + credits),
            "{plan} {cycle}"
        );
        let billing = person.get("/api/billing").await.ok();
        assert_eq!(
            (&billing["is_configured"], &billing["can_use_ai"]),
            (&json!(true), &json!(true))
        );
        assert_eq!(billing["subscription"]["billing_cycle"], cycle);
        assert!(billing["subscription"]["current_period_end"].is_string());
        let again = person
            .post("/api/billing/checkout", json!({ "plan_type": "pro" }))
            .await;
        again.fails(409, "conflict");
    }
    let ada = shop.server.person("Eve").await;
    ada.post("/api/billing/checkout", json!({ "plan_type": "free" }))
        .await
        .fails(422, "not_for_sale");
    let portal = ada.post("/api/billing/portal", json!({})).await.ok();
    assert!(portal["url"].as_str().unwrap().contains("/portal/bps_"));
}

#[tokio::test]
async fn order_and_repetition_of_events_change_nothing() {
    let mut shop = shop().await;
    for name in ["Forward", "Backward", "Thrice", "Together"] {
        let person = shop.server.person(name).await;
        shop.buy(&person, "pro", "monthly").await;
        let (subscription, _) = subscription_of(&shop, &person).await;
        shop.stripe
            .call(Method::POST, &format!("/_test/renew/{subscription}"), &[])
            .await;
        let mut events = shop.news().await;
        match name {
            "Backward" => events.reverse(),
            "Thrice" => {
                let once = events.clone();
                events.extend(once.iter().rev().cloned());
                events.extend(once);
            }
            _ => {}
        }
        if name == "Together" {
            let doubled: Vec<&Value> = events.iter().chain(&events).collect();
            let answers = futures_util::future::join_all(
                doubled.into_iter().map(|event| shop.deliver(event)),
            )
            .await;
            assert!(answers.iter().all(|answer| answer.status == 200));
        } else {
            for event in &events {
                assert_eq!(shop.deliver(event).await.status, 200);
            }
        }
        assert_eq!(
            state(&person).await,
            stands("pro", "active", 2_100),
            "{name}"
        );
    }
}

/// Every kind of event that we act on, in one life of a subscription.
const KINDS: [&str; 6] = [
    "checkout.session.completed",
    "customer.subscription.created",
    "customer.subscription.updated",
    "invoice.payment_succeeded",
    "charge.refunded",
    "customer.subscription.deleted",
];

#[tokio::test]
async fn a_whole_life_told_three_times_or_backwards_ends_the_same() {
    let mut shop = shop().await;
    for name in ["Forward", "Backward", "Thrice"] {
        let person = shop.server.person(name).await;
        shop.buy(&person, "pro", "monthly").await;
        let (subscription, _) = subscription_of(&shop, &person).await;
        let post = Method::POST;
        for path in ["renew", "past_due", "renew"] {
            let path = format!("/_test/{path}/{subscription}");
            shop.stripe.call(post.clone(), &path, &[]).await;
        }
        let (_, invoice) = subscription_of(&shop, &person).await;
        let path = format!("/_test/refund/{invoice}");
        shop.stripe.call(post, &path, &[("amount", "450")]).await;
        let path = format!("/v1/subscriptions/{subscription}");
        shop.stripe.call(Method::DELETE, &path, &[]).await;

        let mut events = shop.news().await;
        for kind in KINDS {
            assert!(events.iter().any(|event| event["type"] == kind), "{kind}");
        }
        match name {
            "Backward" => events.reverse(),
            "Thrice" => {
                events = events
                    .iter()
                    .flat_map(|event| [event; 3])
                    .cloned()
                    .collect();
            }
            _ => {}
        }
        for event in &events {
            assert_eq!(shop.deliver(event).await.status, 200);
        }
        // Three invoices, and half of the last one taken back.
        let expected = stands("free", "canceled", 100 + 3_000 - 500);
        assert_eq!(state(&person).await, expected, "{name}");
    }
}

#[tokio::test]
async fn what_is_not_signed_now_by_stripe_is_refused() {
    let mut shop = shop().await;
    let ada = shop.server.person("Ada").await;
    shop.buy(&ada, "pro", "monthly").await;
    let events = shop.news().await;
    let now = shop.server.clock.now().0 / 1_000_000;
    for event in &events {
        for (secret, seconds) in [
            (WEBHOOK_SECRET, now - 301),
            (WEBHOOK_SECRET, now + 301),
            ("whsec_other", now),
        ] {
            shop.deliver_at(event, secret, seconds)
                .await
                .fails(400, "bad_signature");
        }
    }
    let visitor = shop.server.visitor();
    visitor
        .post("/api/billing/webhook", events[0].clone())
        .await
        .fails(400, "bad_signature");
    assert_eq!(state(&ada).await, stands("free", "none", 100));
}

#[tokio::test]
async fn events_about_foreign_customers_change_nothing() {
    let mut shop = shop().await;
    let ada = shop.server.person("Ada").await;
    shop.buy(&ada, "pro", "monthly").await;
    shop.deliver_news().await;
    // Another shop on the same Stripe account sells to somebody of its own.
    let bob = shop.server.person("Bob").await;
    shop.buy(&bob, "max", "monthly").await;
    let forget = "DELETE FROM billing_customers WHERE user_id = $1";
    shop.server
        .app
        .db
        .write(forget)
        .bind(id(&bob))
        .execute()
        .await
        .unwrap();
    shop.deliver_news().await;
    assert_eq!(state(&ada).await, stands("pro", "active", 1_100));
    assert_eq!(state(&bob).await, stands("free", "none", 100));
}

#[tokio::test]
async fn plans_are_changed_cancelled_and_bought_again() {
    let mut shop = shop().await;
    let ada = shop.server.person("Ada").await;
    ada.put("/api/billing/subscription", json!({ "plan_type": "max" }))
        .await
        .fails(404, "not_found");
    shop.buy(&ada, "pro", "monthly").await;
    shop.deliver_news().await;

    // Dearer: at once, and a new invoice with all its credits.
    let changed = ada
        .put("/api/billing/subscription", json!({ "plan_type": "max" }))
        .await
        .ok();
    assert_eq!(changed["plan_type"], "max");
    shop.deliver_news().await;
    assert_eq!(state(&ada).await, stands("max", "active", 6_100));

    // Cheaper: from the next invoice on, so no invoice now.
    ada.put("/api/billing/subscription", json!({ "plan_type": "pro" }))
        .await
        .ok();
    shop.deliver_news().await;
    assert_eq!(state(&ada).await, stands("pro", "active", 6_100));

    // Cancelled, gone on, cancelled again.
    for ends in [true, false, true] {
        let wanted = json!({ "cancel_at_period_end": ends });
        let billing = ada
            .put("/api/billing/subscription/cancellation", wanted)
            .await
            .ok();
        assert_eq!(billing["subscription"]["cancel_at_period_end"], ends);
        assert_eq!(billing["can_use_ai"], true);
    }
    let (old, _) = subscription_of(&shop, &ada).await;
    shop.stripe
        .call(Method::DELETE, &format!("/v1/subscriptions/{old}"), &[])
        .await;
    let news = shop.news().await;
    for event in &news {
        shop.deliver(event).await;
    }
    assert_eq!(
        state(&ada).await,
        stands("free", "canceled", 6_100),
        "unused credits stay"
    );

    // The end of the old subscription is told once more after a new one began.
    tokio::time::sleep(Duration::from_secs(1)).await;
    shop.buy(&ada, "pro", "yearly").await;
    shop.deliver_news().await;
    let mut late = news
        .into_iter()
        .find(|event| event["type"] == "customer.subscription.deleted")
        .unwrap();
    late["id"] = json!("evt_late");
    assert_eq!(shop.deliver(&late).await.status, 200);
    assert_eq!(state(&ada).await, stands("pro", "active", 18_100));
}

#[tokio::test]
async fn a_payment_that_is_due_leaves_seven_days() {
    let mut shop = shop().await;
    let ada = shop.server.person("Ada").await;
    shop.buy(&ada, "pro", "monthly").await;
    shop.deliver_news().await;
    let (subscription, _) = subscription_of(&shop, &ada).await;
    shop.stripe
        .call(
            Method::POST,
            &format!("/_test/past_due/{subscription}"),
            &[],
        )
        .await;
    shop.deliver_news().await;
    let day = Duration::from_hours(24);
    for (pass, plan) in [
        (Duration::ZERO, "pro"),
        (7 * day, "pro"),
        (Duration::from_secs(1), "free"),
    ] {
        shop.server.pass(pass);
        assert_eq!(state(&ada).await, stands(plan, "past_due", 1_100));
        // Told again, later: the seven days do not begin anew.
        shop.stripe
            .call(
                Method::POST,
                &format!("/_test/past_due/{subscription}"),
                &[],
            )
            .await;
        shop.deliver_news().await;
    }
    ada.post("/api/generations", json!({ "user_input": "a poem" }))
        .await
        .fails(403, "ai_not_allowed");
}

#[tokio::test]
async fn a_refund_takes_back_what_is_unspent() {
    let mut shop = shop().await;
    for (name, spent, refunded, left) in [
        ("Whole", 0, "900", 100),
        ("Half", 0, "450", 600),
        ("Spent", 700, "900", 0),
        ("Little", 1_050, "900", 0),
    ] {
        let person = shop.server.person(name).await;
        shop.buy(&person, "pro", "monthly").await;
        shop.deliver_news().await;
        assert!(spend(&shop.server, id(&person), spent).await);
        let (_, invoice) = subscription_of(&shop, &person).await;
        shop.stripe
            .call(
                Method::POST,
                &format!("/_test/refund/{invoice}"),
                &[("amount", refunded)],
            )
            .await;
        let news = shop.news().await;
        for _ in 0..3 {
            for event in &news {
                assert_eq!(shop.deliver(event).await.status, 200);
            }
        }
        assert_eq!(balance(&person).await, left, "{name}");
        // Told in another event: what was asked back once is not asked again.
        let mut again = news
            .into_iter()
            .find(|event| event["type"] == "charge.refunded")
            .unwrap();
        again["id"] = json!(format!("evt_again_{name}"));
        ledger_grant(&shop.server, id(&person), 50).await;
        shop.deliver(&again).await;
        assert_eq!(balance(&person).await, left + 50, "{name}");
    }
}

#[tokio::test]
async fn a_refund_may_be_told_before_its_invoice_and_after_thirty_days_is_a_courtesy() {
    let mut shop = shop().await;
    let ada = shop.server.person("Ada").await;
    shop.buy(&ada, "pro", "monthly").await;
    let (_, invoice) = subscription_of(&shop, &ada).await;
    shop.stripe
        .call(
            Method::POST,
            &format!("/_test/refund/{invoice}"),
            &[("amount", "900")],
        )
        .await;
    let mut news = shop.news().await;
    news.reverse();
    for event in &news {
        shop.deliver(event).await;
    }
    assert_eq!(balance(&ada).await, 100);

    let bob = shop.server.person("Bob").await;
    shop.buy(&bob, "pro", "monthly").await;
    shop.deliver_news().await;
    let (_, invoice) = subscription_of(&shop, &bob).await;
    shop.stripe
        .call(
            Method::POST,
            &format!("/_test/refund/{invoice}"),
            &[("amount", "900")],
        )
        .await;
    for mut event in shop.news().await {
        let created = event["created"].as_i64().unwrap();
        event["created"] = json!(created + 31 * 24 * 60 * 60);
        shop.deliver(&event).await;
    }
    assert_eq!(balance(&bob).await, 1_100);
}

#[tokio::test]
async fn a_server_that_sells_nothing_says_so_and_nothing_breaks() {
    let server =
        crate::support::server_with(|config| config.default_plan = Some(PlanType::Max)).await;
    let ada = server.person("Ada").await;
    let billing = ada.get("/api/billing").await.ok();
    assert_eq!(
        (&billing["is_configured"], &billing["plan_type"]),
        (&json!(false), &json!("max"))
    );
    assert_eq!(
        (&billing["can_use_ai"], &billing["subscription"]),
        (&json!(true), &Value::Null)
    );
    for path in [
        "/api/billing/checkout",
        "/api/billing/portal",
        "/api/billing/webhook",
    ] {
        ada.post(path, json!({ "plan_type": "pro" }))
            .await
            .fails(503, "billing_not_configured");
    }
    let change = ada
        .put("/api/billing/subscription", json!({ "plan_type": "pro" }))
        .await;
    change.fails(503, "billing_not_configured");
    server
        .visitor()
        .get("/api/billing")
        .await
        .fails(401, "not_authenticated");
}

#[tokio::test]
async fn a_server_that_sells_nothing_gives_everybody_everything() {
    let server = crate::support::server_with(|config| config.default_plan = None).await;
    let ada = server.person("Ada").await;
    let billing = ada.get("/api/billing").await.ok();
    assert_eq!(
        (
            &billing["plan_type"],
            &billing["default_plan"],
            &billing["can_use_ai"]
        ),
        (&json!("max"), &json!("max"), &json!(true))
    );
    let token = json!({ "name": "CI", "scope": "read" });
    ada.post("/api/auth/tokens", token).await.created();

    let fake = fakes::stripe().await;
    let shop = server.twin_with(|config| with_stripe(config, &fake)).await;
    assert_eq!(shop.app.config.default_plan(), PlanType::Free);
    assert_eq!(
        Config {
            default_plan: Some(PlanType::Pro),
            ..shop.app.config.clone()
        }
        .default_plan(),
        PlanType::Pro
    );
}

#[tokio::test]
async fn half_a_configuration_is_refused_at_the_start() {
    let fake = fakes::stripe().await;
    let server = crate::support::server_with(|config| with_stripe(config, &fake)).await;
    let mut config = server.app.config.clone();
    assert_eq!(config.check(), Ok(()));
    config.stripe.stripe_price_max_yearly = None;
    assert!(
        config
            .check()
            .unwrap_err()
            .contains("STRIPE_PRICE_MAX_YEARLY")
    );
    let mut without_key = server.app.config.clone();
    without_key.stripe.stripe_secret_key = None;
    assert!(
        without_key
            .check()
            .unwrap_err()
            .contains("STRIPE_SECRET_KEY is not set")
    );
    config.stripe.stripe_webhook_secret = None;
    assert!(
        config
            .check()
            .unwrap_err()
            .contains("STRIPE_WEBHOOK_SECRET")
    );
}

#[tokio::test]
async fn two_checkouts_at_once_share_one_customer() {
    let shop = shop().await;
    let ada = shop.server.person("Ada").await;
    let order = || ada.post("/api/billing/checkout", json!({ "plan_type": "pro" }));
    futures_util::future::join_all((0..4).map(|_| order()))
        .await
        .into_iter()
        .for_each(|answer| {
            answer.ok();
        });
    let (kept,): (i64,) = shop
        .server
        .app
        .db
        .read("SELECT COUNT(*) FROM billing_customers")
        .one()
        .await
        .unwrap();
    assert_eq!(kept, 1);
}

/// Every subscription of a person that Stripe has, as (plan's price, status).
async fn at_stripe(shop: &Shop, customer: &str) -> Vec<(String, String)> {
    let path = format!("/v1/subscriptions?customer={customer}&status=all");
    let list = shop.stripe.call(Method::GET, &path, &[]).await;
    let word = |value: &Value| value.as_str().unwrap().to_owned();
    let mut all: Vec<_> = list["data"]
        .as_array()
        .unwrap()
        .iter()
        .map(|sub| (word(&sub["plan"]["id"]), word(&sub["status"])))
        .collect();
    all.sort();
    all
}

async fn customer_of(shop: &Shop, person: &Client) -> String {
    promptcase_server::billing::store::customer(&shop.server.app.db, id(person))
        .await
        .unwrap()
        .expect("a customer")
}

/// Subscribes beside the app, as a second paid checkout page or Stripe's dashboard does.
async fn subscribe_again(shop: &Shop, customer: &str, price: &str) {
    let form = [("customer", customer), ("items[0][plan]", price)];
    shop.stripe
        .call(Method::POST, "/v1/subscriptions", &form)
        .await;
}

fn all_canceled(subscriptions: &[(String, String)]) -> bool {
    subscriptions.iter().all(|(_, status)| status == "canceled")
}

#[tokio::test]
async fn a_second_running_subscription_is_ended() {
    let mut shop = shop().await;
    let ada = shop.server.person("Ada").await;
    shop.buy(&ada, "pro", "monthly").await;
    let customer = customer_of(&shop, &ada).await;
    subscribe_again(&shop, &customer, "price_max_monthly").await;
    shop.deliver_news().await;
    shop.deliver_news().await;
    let running = |price: &str, status: &str| (price.to_owned(), status.to_owned());
    assert_eq!(
        at_stripe(&shop, &customer).await,
        [
            running("price_max_monthly", "active"),
            running("price_pro_monthly", "canceled")
        ]
    );
    // What is left of the first period goes back to the customer's balance, and its credits with it.
    assert_eq!(state(&ada).await, stands("max", "active", 5_100));
}

#[tokio::test]
async fn a_second_payment_page_closes_the_first() {
    let shop = shop().await;
    let ada = shop.server.person("Ada").await;
    let order = || ada.post("/api/billing/checkout", json!({ "plan_type": "pro" }));
    let first = order().await.ok()["url"].as_str().unwrap().to_owned();
    order().await.ok();
    let paid = reqwest::Client::new()
        .post(format!("{first}/pay"))
        .send()
        .await
        .unwrap();
    assert_eq!(paid.status(), 400);
}

#[tokio::test]
async fn deleting_an_account_ends_every_subscription() {
    let mut shop = shop().await;
    for deleted_by in ["owner", "administrator"] {
        let person = shop.server.person(deleted_by).await;
        shop.buy(&person, "pro", "monthly").await;
        shop.deliver_news().await;
        // This one was not told of yet.
        let customer = customer_of(&shop, &person).await;
        subscribe_again(&shop, &customer, "price_max_monthly").await;
        if deleted_by == "owner" {
            let form = json!({ "password": crate::support::PASSWORD });
            person.post("/api/auth/account/delete", form).await.done();
        } else {
            let email = format!("{deleted_by}@example.org");
            promptcase_server::admin::delete(&shop.server.app, &email)
                .await
                .unwrap();
        }
        let subscriptions = at_stripe(&shop, &customer).await;
        assert_eq!(subscriptions.len(), 2);
        assert!(all_canceled(&subscriptions), "{subscriptions:?}");
        shop.deliver_news().await;
    }
}

#[tokio::test]
async fn an_account_with_a_subscription_is_not_deleted_where_nothing_can_end_it() {
    let mut shop = shop().await;
    let ada = shop.server.person("Ada").await;
    shop.buy(&ada, "pro", "monthly").await;
    shop.deliver_news().await;
    let without_stripe = shop
        .server
        .twin_with(|config| config.stripe = StripeSettings::default());
    let error = promptcase_server::admin::delete(&without_stripe.await.app, "ada@example.org")
        .await
        .unwrap_err();
    assert_eq!(error.body.code, "billing_not_configured");
    assert_eq!(state(&ada).await, stands("pro", "active", 1_100));
}

#[tokio::test]
async fn a_period_that_ended_long_ago_keeps_nobody_from_buying_or_leaving() {
    let mut shop = shop().await;
    let ada = shop.server.person("Ada").await;
    shop.buy(&ada, "pro", "monthly").await;
    shop.deliver_news().await;
    // Its renewals and its end were never told.
    let ends = shop.server.clock.now().minus(Duration::from_hours(24 * 8));
    let (db, late) = (
        &shop.server.app.db,
        "UPDATE billing_subscriptions SET current_period_end = $1",
    );
    db.write(late).bind(ends).execute().await.unwrap();
    assert_eq!(state(&ada).await.0, "free");
    ada.post("/api/billing/checkout", json!({ "plan_type": "pro" }))
        .await
        .ok();
    let without_stripe = |config: &mut Config| config.stripe = StripeSettings::default();
    let without_stripe = shop.server.twin_with(without_stripe).await;
    promptcase_server::admin::delete(&without_stripe.app, "ada@example.org")
        .await
        .unwrap();
}

#[tokio::test]
async fn subscribers_of_a_former_price_keep_renewing_and_can_end() {
    let mut shop = shop().await;
    let ada = shop.server.person("Ada").await;
    shop.buy(&ada, "pro", "monthly").await;
    shop.deliver_news().await;
    // The price is raised: Stripe makes another one, and the settings name it.
    let raised =
        |config: &mut Config| config.stripe.stripe_price_pro_monthly = Some("price_pro_new".into());
    let raised = shop.server.twin_with(raised).await;
    let _first = std::mem::replace(&mut shop.server, raised);
    let (subscription, _) = subscription_of(&shop, &ada).await;
    let renew = format!("/_test/renew/{subscription}");
    shop.stripe.call(Method::POST, &renew, &[]).await;
    shop.deliver_news().await;
    assert_eq!(state(&ada).await, stands("pro", "active", 2_100));
    let end = format!("/v1/subscriptions/{subscription}");
    shop.stripe.call(Method::DELETE, &end, &[]).await;
    shop.deliver_news().await;
    assert_eq!(state(&ada).await, stands("free", "canceled", 2_100));
}

#[tokio::test]
async fn a_customer_that_was_deleted_at_stripe_can_buy_again() {
    let mut shop = shop().await;
    for (name, is_told) in [("Told", true), ("Untold", false)] {
        let person = shop.server.person(name).await;
        shop.buy(&person, "pro", "monthly").await;
        shop.deliver_news().await;
        let gone = customer_of(&shop, &person).await;
        let (subscription, _) = subscription_of(&shop, &person).await;
        let end = format!("/v1/subscriptions/{subscription}");
        shop.stripe.call(Method::DELETE, &end, &[]).await;
        shop.deliver_news().await;
        let delete = format!("/v1/customers/{gone}");
        shop.stripe.call(Method::DELETE, &delete, &[]).await;
        let news = shop.news().await;
        if is_told {
            for event in &news {
                assert_eq!(shop.deliver(event).await.status, 200);
            }
        }
        let portal = person.post("/api/billing/portal", json!({})).await;
        assert!(portal.ok()["url"].is_string(), "{name}");
        assert_ne!(customer_of(&shop, &person).await, gone);
        shop.buy(&person, "max", "monthly").await;
        shop.deliver_news().await;
        assert_eq!(
            state(&person).await,
            stands("max", "active", 6_100),
            "{name}"
        );
    }
}

#[tokio::test]
async fn a_subscription_ends_with_its_customer() {
    let mut shop = shop().await;
    let ada = shop.server.person("Ada").await;
    shop.buy(&ada, "pro", "monthly").await;
    shop.deliver_news().await;
    let delete = format!("/v1/customers/{}", customer_of(&shop, &ada).await);
    shop.stripe.call(Method::DELETE, &delete, &[]).await;
    // The customer's end is told first, that of the subscription after it.
    let mut news = shop.news().await;
    news.reverse();
    for event in &news {
        assert_eq!(shop.deliver(event).await.status, 200);
    }
    assert_eq!(state(&ada).await, stands("free", "canceled", 1_100));
}

#[tokio::test]
async fn reserved_credits_do_not_escape_a_refund() {
    let mut shop = shop().await;
    for (name, succeeds, left) in [("Fails", false, 100), ("Succeeds", true, 0)] {
        let person = shop.server.person(name).await;
        shop.buy(&person, "pro", "monthly").await;
        shop.deliver_news().await;
        let uses = [
            begin(&shop.server, id(&person), 600).await.unwrap(),
            begin(&shop.server, id(&person), 400).await.unwrap(),
        ];
        let (_, invoice) = subscription_of(&shop, &person).await;
        let refund = format!("/_test/refund/{invoice}");
        shop.stripe
            .call(Method::POST, &refund, &[("amount", "900")])
            .await;
        shop.deliver_news().await;
        assert_eq!(
            balance(&person).await,
            1_000,
            "{name}: what is reserved stays for now"
        );
        for used in uses {
            let outcome = if succeeds {
                Outcome::Succeeded {
                    prompt: None,
                    tokens: 1,
                }
            } else {
                Outcome::Failed("no answer".into())
            };
            let (db, now) = (&shop.server.app.db, shop.server.clock.now());
            assert!(ledger::end_use_now(db, used, outcome, now).await.unwrap());
        }
        assert_eq!(balance(&person).await, left, "{name}");
        look(&shop, &person).await;
        // What was settled once is not asked of credits that come later.
        ledger_grant(&shop.server, id(&person), 50).await;
        let later = begin(&shop.server, id(&person), 50).await.unwrap();
        let (db, now) = (&shop.server.app.db, shop.server.clock.now());
        let failed = Outcome::Failed("no answer".into());
        ledger::end_use_now(db, later, failed, now).await.unwrap();
        assert_eq!(balance(&person).await, left + 50, "{name}");
    }
}

async fn ledger_grant(server: &TestServer, user: Uuid, amount: i64) {
    let grant = ledger::Grant {
        amount,
        transaction_type: TransactionType::Plan,
        description: "A gift".into(),
        reference: format!("gift:{user}"),
    };
    let mut tx = server.app.db.begin().await.unwrap();
    ledger::grant(&mut tx, user, grant, server.clock.now())
        .await
        .unwrap();
    tx.commit().await.unwrap();
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
        user,
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

#[derive(Clone, Debug)]
enum Step {
    Buy {
        plan: usize,
    },
    Renew,
    Refund {
        cents: u32,
    },
    Cancel,
    /// A generation that succeeds.
    Spend {
        cost: i64,
    },
    /// A generation whose process dies.
    Crash {
        cost: i64,
    },
    /// Stripe's events arrive: some of those that wait, chosen by the bits, the last first.
    Deliver {
        bits: u32,
    },
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        2 => (0_usize..4).prop_map(|plan| Step::Buy { plan }),
        3 => Just(Step::Renew),
        2 => (1_u32..3_000).prop_map(|cents| Step::Refund { cents }),
        1 => Just(Step::Cancel),
        3 => (1_i64..1_500).prop_map(|cost| Step::Spend { cost }),
        2 => (1_i64..1_500).prop_map(|cost| Step::Crash { cost }),
        4 => any::<u32>().prop_map(|bits| Step::Deliver { bits }),
    ];
    proptest::collection::vec(step, 4..14)
}

const PLANS: [(&str, &str, i64); 4] = [
    ("pro", "monthly", 1_000),
    ("pro", "yearly", 12_000),
    ("max", "monthly", 5_000),
    ("max", "yearly", 60_000),
];

/// Plays the steps, then delivers what is left twice, and looks at the ledger after each.
async fn play(shop: &mut Shop, person: &Client, steps: &[Step]) {
    let mut waiting: Vec<Value> = Vec::new();
    let mut expected = 0;
    let mut bought: Option<i64> = None;
    for step in steps {
        match *step {
            Step::Buy { plan } => {
                let (plan, cycle, credits) = PLANS[plan];
                // A second purchase is refused once the first is known, and possible before.
                if bought.is_none() {
                    shop.buy(person, plan, cycle).await;
                    bought = Some(credits);
                    expected += credits;
                }
            }
            Step::Renew => {
                if let Some(credits) = bought {
                    let (subscription, _) = subscription_of(shop, person).await;
                    shop.stripe
                        .call(Method::POST, &format!("/_test/renew/{subscription}"), &[])
                        .await;
                    expected += credits;
                }
            }
            Step::Refund { cents } => {
                if bought.is_some() {
                    let (_, invoice) = subscription_of(shop, person).await;
                    let amount = cents.to_string();
                    let form = [("amount", amount.as_str())];
                    shop.stripe
                        .call(Method::POST, &format!("/_test/refund/{invoice}"), &form)
                        .await;
                }
            }
            Step::Cancel => {
                if bought.take().is_some() {
                    let (subscription, _) = subscription_of(shop, person).await;
                    shop.stripe
                        .call(
                            Method::DELETE,
                            &format!("/v1/subscriptions/{subscription}"),
                            &[],
                        )
                        .await;
                    waiting.extend(shop.news().await);
                    for event in waiting.drain(..) {
                        shop.deliver(&event).await;
                    }
                }
            }
            Step::Spend { cost } => {
                spend(&shop.server, id(person), cost).await;
            }
            Step::Crash { cost } => {
                begin(&shop.server, id(person), cost).await;
            }
            Step::Deliver { bits } => {
                waiting.extend(shop.news().await);
                for (at, event) in waiting.iter().enumerate().rev() {
                    if bits >> (at % 32) & 1 == 1 {
                        assert_eq!(shop.deliver(event).await.status, 200);
                    }
                }
            }
        }
        look(shop, person).await;
    }
    waiting.extend(shop.news().await);
    for event in waiting.iter().rev().chain(&waiting) {
        assert_eq!(shop.deliver(event).await.status, 200);
    }
    shop.server
        .pass(ledger::RESERVED_FOR + Duration::from_secs(1));
    ledger::release_stale(&shop.server.app.db, shop.server.clock.now(), None)
        .await
        .unwrap();
    assert_eq!(
        look(shop, person).await,
        expected,
        "every invoice was granted, and once"
    );
    assert_eq!(person.get("/api/credits").await.ok()["reserved"], 0);
}

/// Checks that the balance is the sum of the ledger and that no invoice is granted twice; gives what plans brought.
async fn look(shop: &Shop, person: &Client) -> i64 {
    let balance = balance(person).await;
    let lines: Vec<(i64, String, Option<String>)> = shop
        .server
        .app
        .db
        .read("SELECT amount, transaction_type, reference FROM credit_transactions WHERE user_id = $1")
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

#[test]
fn whatever_is_bought_refunded_spent_and_lost_the_ledger_agrees() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let shop = tokio::sync::Mutex::new(runtime.block_on(shop()));
    let people = std::cell::Cell::new(0);
    let config = ProptestConfig {
        cases: 12,
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    proptest!(config, |(steps in steps())| {
        people.set(people.get() + 1);
        runtime.block_on(async {
            let mut shop = shop.lock().await;
            let person = shop.server.person(&format!("person{}", people.get())).await;
            play(&mut shop, &person, &steps).await;
        });
    });
}
