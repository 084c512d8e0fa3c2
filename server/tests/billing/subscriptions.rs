//! Second subscriptions, former prices, deleted customers and deleted accounts.

use super::{Shop, id, shop, stands, state, subscription_of};
use crate::support::Client;
use promptcase_server::config::Config;
use promptcase_server::config::stripe::StripeSettings;
use reqwest::Method;
use serde_json::{Value, json};
use std::time::Duration;

/// All Stripe subscriptions of a customer, as (the plan's price, status).
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

/// Subscribes outside the app, like a second paid checkout page or Stripe's dashboard.
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
    // The rest of the first period is credited to the customer's balance, and its credits are revoked.
    assert_eq!(state(&ada).await, stands("max", "active", 5_100));
}

#[tokio::test]
async fn deleting_an_account_ends_every_subscription() {
    let mut shop = shop().await;
    for deleted_by in ["owner", "administrator"] {
        let person = shop.server.person(deleted_by).await;
        shop.server.demote_all().await;
        shop.buy(&person, "pro", "monthly").await;
        shop.deliver_news().await;
        // The event for this one is not delivered yet.
        let customer = customer_of(&shop, &person).await;
        subscribe_again(&shop, &customer, "price_max_monthly").await;
        if deleted_by == "owner" {
            let form = json!({ "password": crate::support::PASSWORD });
            person.post("/api/auth/account/delete", form).await.done();
        } else {
            let email = format!("{deleted_by}@example.org");
            crate::support::delete_account(&shop.server.app, &email)
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
    shop.server.demote_all().await;
    shop.buy(&ada, "pro", "monthly").await;
    shop.deliver_news().await;
    let without_stripe = shop
        .server
        .twin_with(|config| config.stripe = StripeSettings::default());
    let error = crate::support::delete_account(&without_stripe.await.app, "ada@example.org")
        .await
        .unwrap_err();
    assert_eq!(error.body.code, "billing_not_configured");
    assert_eq!(state(&ada).await, stands("pro", "active", 1_100));
}

#[tokio::test]
async fn a_period_that_ended_long_ago_keeps_nobody_from_buying_or_leaving() {
    let mut shop = shop().await;
    let ada = shop.server.person("Ada").await;
    shop.server.demote_all().await;
    shop.buy(&ada, "pro", "monthly").await;
    shop.deliver_news().await;
    // The events for its renewals and its end were never delivered.
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
    crate::support::delete_account(&without_stripe.app, "ada@example.org")
        .await
        .unwrap();
}

#[tokio::test]
async fn subscribers_of_a_former_price_keep_renewing_and_can_end() {
    let mut shop = shop().await;
    let ada = shop.server.person("Ada").await;
    shop.buy(&ada, "pro", "monthly").await;
    shop.deliver_news().await;
    // The price is raised: Stripe creates a new price, and the settings name it.
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
    // The deletion of the customer is delivered before that of the subscription.
    let mut news = shop.news().await;
    news.reverse();
    for event in &news {
        assert_eq!(shop.deliver(event).await.status, 200);
    }
    assert_eq!(state(&ada).await, stands("free", "canceled", 1_100));
}
