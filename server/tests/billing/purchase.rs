//! Buying, changing and cancelling a plan.

use super::{shop, stands, state, subscription_of};
use reqwest::Method;
use serde_json::json;
use std::time::Duration;

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
async fn plans_are_changed_cancelled_and_bought_again() {
    let mut shop = shop().await;
    let ada = shop.server.person("Ada").await;
    ada.put("/api/billing/subscription", json!({ "plan_type": "max" }))
        .await
        .fails(404, "not_found");
    shop.buy(&ada, "pro", "monthly").await;
    shop.deliver_news().await;

    // An upgrade applies at once, with a new invoice and all its credits.
    let changed = ada
        .put("/api/billing/subscription", json!({ "plan_type": "max" }))
        .await
        .ok();
    assert_eq!(changed["plan_type"], "max");
    shop.deliver_news().await;
    assert_eq!(state(&ada).await, stands("max", "active", 6_100));

    // A downgrade is charged from the next invoice on, so there is none now.
    ada.put("/api/billing/subscription", json!({ "plan_type": "pro" }))
        .await
        .ok();
    shop.deliver_news().await;
    assert_eq!(state(&ada).await, stands("pro", "active", 6_100));

    // Cancelled, resumed, cancelled again.
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

    // The end of the old subscription is delivered again after the new one began.
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
        // Delivered again later: the seven days do not restart.
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
