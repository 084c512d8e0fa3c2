//! Webhook events: order, repetition, forgery and unknown customers.

use super::{id, shop, stands, state, subscription_of};
use crate::support::fakes::WEBHOOK_SECRET;
use reqwest::Method;
use serde_json::Value;

/// Every event type we handle, over one subscription's lifetime.
const KINDS: [&str; 6] = [
    "checkout.session.completed",
    "customer.subscription.created",
    "customer.subscription.updated",
    "invoice.payment_succeeded",
    "charge.refunded",
    "customer.subscription.deleted",
];

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
        // Three invoices, with half of the last one refunded.
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
    // Another shop on the same Stripe account sells to its own customer.
    let bob = shop.server.person("Bob").await;
    shop.buy(&bob, "max", "monthly").await;
    let forget = "DELETE FROM billing_customers WHERE workspace_id = $1";
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
