//! Refunds and the credits they revoke.

use super::{balance, begin, id, look, shop, spend, subscription_of};
use crate::support::TestServer;
use prompt_core::credits::TransactionType;
use promptcase_server::credits::store as ledger;
use promptcase_server::credits::store::Outcome;
use reqwest::Method;
use serde_json::json;
use uuid::Uuid;

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
        // The same refund in another event is not applied again.
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
        // A settled refund is not taken from later credits.
        ledger_grant(&shop.server, id(&person), 50).await;
        let later = begin(&shop.server, id(&person), 50).await.unwrap();
        let (db, now) = (&shop.server.app.db, shop.server.clock.now());
        let failed = Outcome::Failed("no answer".into());
        ledger::end_use_now(db, later, failed, now).await.unwrap();
        assert_eq!(balance(&person).await, left + 50, "{name}");
    }
}
