//! Property test: the ledger stays consistent in any order of events.

use super::{Shop, begin, id, look, shop, spend, subscription_of};
use crate::support::Client;
use promptcase_server::credits::store as ledger;
use proptest::prelude::*;
use reqwest::Method;
use serde_json::Value;
use std::time::Duration;

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
    /// Delivers some of the pending Stripe events, selected by the bits, in reverse order.
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

/// Runs the steps, delivers the pending events twice, and checks the ledger after each.
async fn play(shop: &mut Shop, person: &Client, steps: &[Step]) {
    let mut waiting: Vec<Value> = Vec::new();
    let mut expected = 0;
    let mut bought: Option<i64> = None;
    for step in steps {
        match *step {
            Step::Buy { plan } => {
                let (plan, cycle, credits) = PLANS[plan];
                // A second purchase is possible until the first is known, and refused afterwards.
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
