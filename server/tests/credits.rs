//! The credit ledger: grants and charges happen once, and the sum always matches the balance.

use std::time::Duration;

use crate::support::{Client, TestServer};
use futures_util::future::join_all;
use prompt_core::credits::TransactionType;
use prompt_core::plan::PlanType;
use promptcase_server::app::App;
use promptcase_server::clock::new_id;
use promptcase_server::credits::store::{self, Grant, NewUse, Outcome, Reservation};
use promptcase_server::http::error::ApiError;
use promptcase_server::session::extractors::Me;
use proptest::prelude::*;
use serde_json::json;
use uuid::Uuid;

fn id(person: &Client) -> Uuid {
    person.id().parse().unwrap()
}

fn a_use(cost: i64) -> NewUse {
    NewUse {
        feature_type: "prompt_generation",
        provider: "openai".into(),
        model: "gpt-4o-mini".into(),
        own_key: false,
        prompt_length: 10,
        base_cost: 10,
        multiplier: "1".into(),
        total_cost: cost,
        idempotency_key: None,
    }
}

async fn begin(app: &App, user: Uuid, cost: i64) -> Result<Uuid, ApiError> {
    match store::begin_use(
        &app.db,
        Me::personal(user),
        a_use(cost),
        app.config.default_plan(),
        app.now(),
    )
    .await?
    {
        Reservation::New(id) | Reservation::Before(id) => Ok(id),
    }
}

async fn end(app: &App, id: Uuid, outcome: Outcome) -> bool {
    store::end_use_now(&app.db, id, outcome, app.clock.now())
        .await
        .unwrap()
}

const SUCCESS: Outcome = Outcome::Succeeded {
    prompt: None,
    tokens: 5,
};

async fn spend(app: &App, user: Uuid, cost: i64) -> bool {
    match begin(app, user, cost).await {
        Ok(id) => end(app, id, SUCCESS).await,
        Err(error) => {
            assert_eq!(error.status, 402);
            false
        }
    }
}

async fn grant(app: &App, user: Uuid, amount: i64, reference: &str) -> bool {
    let grant = Grant {
        amount,
        transaction_type: TransactionType::Plan,
        description: "Pro plan, monthly".into(),
        reference: reference.into(),
    };
    let mut tx = app.db.begin().await.unwrap();
    let granted = store::grant(&mut tx, user, grant, app.clock.now())
        .await
        .unwrap();
    tx.commit().await.unwrap();
    granted
}

/// Returns the balance after checking it against the ledger.
async fn balance(server: &TestServer, user: Uuid) -> (i64, i64) {
    let credits = store::balance(
        &server.app.db,
        user,
        server.app.config.default_plan(),
        server.app.now(),
    )
    .await
    .unwrap();
    let (sum,): (i64,) = server
        .app
        .db
        .read("SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM credit_transactions WHERE workspace_id = $1")
        .bind(user)
        .one()
        .await
        .unwrap();
    let balance = store::whole(credits.balance.balance);
    assert_eq!(balance, sum, "the balance is the sum of the ledger");
    let (earned, spent) = (credits.balance.total_earned, credits.balance.total_spent);
    assert_eq!(credits.balance.balance, earned - spent);
    (balance, store::whole(credits.reserved))
}

#[tokio::test]
async fn a_new_account_starts_with_a_hundred_credits() {
    let server = crate::support::server().await;
    let ada = server.person("Ada").await;
    let expected = json!({ "balance": 100, "total_earned": 100, "total_spent": 0, "reserved": 0, "is_low": false });
    assert_eq!(ada.get("/api/credits").await.ok(), expected);
    let history = ada.get("/api/credits/transactions").await.ok();
    assert_eq!(history["items"].as_array().unwrap().len(), 1);
    let line = &history["items"][0];
    assert_eq!(
        (&line["transaction_type"], &line["amount"]),
        (&json!("sign_up"), &json!(100))
    );
    server
        .visitor()
        .get("/api/credits")
        .await
        .fails(401, "not_authenticated");
}

#[tokio::test]
async fn an_account_is_opened_once_however_many_ask_first() {
    let server = crate::support::server().await;
    let ada = server.person("Ada").await;
    join_all((0..20).map(|_| async { ada.get("/api/credits").await.ok() })).await;
    assert_eq!(balance(&server, id(&ada)).await, (100, 0));
}

#[tokio::test]
async fn fifty_parallel_spends_of_one_from_ten_are_exactly_ten() {
    let server = crate::support::server().await;
    let ada = server.person("Ada").await;
    assert!(spend(&server.app, id(&ada), 90).await);
    let spent = join_all((0..50).map(|_| spend(&server.app, id(&ada), 1))).await;
    assert_eq!(spent.into_iter().filter(|spent| *spent).count(), 10);
    assert_eq!(balance(&server, id(&ada)).await, (0, 0));
    let history = ada.get("/api/credits/transactions").await.ok();
    assert_eq!(history["items"].as_array().unwrap().len(), 12);
}

#[tokio::test]
async fn two_servers_spend_no_credit_twice() {
    let one = crate::support::server().await;
    let two = one.twin().await;
    let ada = one.person("Ada").await;
    assert!(spend(&one.app, id(&ada), 90).await);
    let spent = join_all((0..50).map(|n| {
        let server = if n % 2 == 0 { &one } else { &two };
        spend(&server.app, id(&ada), 1)
    }))
    .await;
    assert_eq!(spent.into_iter().filter(|spent| *spent).count(), 10);
    assert_eq!(balance(&two, id(&ada)).await, (0, 0));
}

#[tokio::test]
async fn what_is_reserved_cannot_be_spent_and_comes_back() {
    let server = crate::support::server().await;
    let ada = server.person("Ada").await;
    let first = begin(&server.app, id(&ada), 60).await.unwrap();
    let refused = begin(&server.app, id(&ada), 41).await.unwrap_err();
    assert_eq!(
        refused.body.message,
        "Insufficient credits. This operation requires 41 credits."
    );
    assert_eq!(balance(&server, id(&ada)).await, (100, 60));
    for (required, sufficient) in [(40, true), (41, false)] {
        let check = ada
            .get(&format!("/api/credits/check?required_credits={required}"))
            .await
            .ok();
        assert_eq!(check["has_sufficient_credits"], sufficient, "{required}");
    }
    assert!(
        end(
            &server.app,
            first,
            Outcome::Failed("The provider failed".into())
        )
        .await
    );
    assert_eq!(balance(&server, id(&ada)).await, (100, 0));
    // Ending the same use again changes nothing.
    assert!(!end(&server.app, first, SUCCESS).await);
    assert_eq!(balance(&server, id(&ada)).await, (100, 0));
    let usage = &ada.get("/api/credits/usage").await.ok()["items"][0];
    assert_eq!(
        (&usage["status"], &usage["success"]),
        (&json!("failed"), &json!(false))
    );
    assert_eq!(usage["error_message"], "The provider failed");
}

#[tokio::test]
async fn a_reservation_of_a_dead_process_comes_back_after_ten_minutes() {
    let server = crate::support::server().await;
    let ada = server.person("Ada").await;
    let lost = begin(&server.app, id(&ada), 100).await.unwrap();
    server.pass(Duration::from_mins(10));
    assert!(begin(&server.app, id(&ada), 1).await.is_err());
    server.pass(Duration::from_secs(1));
    let released = store::release_stale(&server.app.db, server.clock.now(), None)
        .await
        .unwrap();
    assert_eq!(released, 1);
    assert_eq!(balance(&server, id(&ada)).await, (100, 0));
    // A late response is neither charged nor saved.
    assert!(!end(&server.app, lost, SUCCESS).await);
    assert_eq!(balance(&server, id(&ada)).await, (100, 0));
}

#[tokio::test]
async fn history_comes_in_pages_newest_first_and_only_ones_own() {
    let server = crate::support::server().await;
    let (ada, bob) = (server.person("Ada").await, server.person("Bob").await);
    for n in 1..=6 {
        server.pass(Duration::from_secs(1));
        assert!(grant(&server.app, id(&ada), n, &format!("invoice:{n}")).await);
    }
    assert!(
        !grant(&server.app, id(&ada), 6, "invoice:6").await,
        "an invoice grants once"
    );
    let mut amounts = Vec::new();
    let mut path = "/api/credits/transactions?limit=3".to_owned();
    loop {
        let page = ada.get(&path).await.ok();
        amounts.extend(
            page["items"]
                .as_array()
                .unwrap()
                .iter()
                .map(|line| line["amount"].as_i64().unwrap()),
        );
        let Some(cursor) = page["next_cursor"].as_str() else {
            break;
        };
        path = format!("/api/credits/transactions?limit=3&cursor={cursor}");
    }
    assert_eq!(amounts, [100, 6, 5, 4, 3, 2, 1]);
    assert_eq!(
        bob.get("/api/credits/transactions").await.ok()["items"]
            .as_array()
            .unwrap()
            .len(),
        1
    );
    ada.get("/api/credits/transactions?limit=0")
        .await
        .fails(422, "out_of_range");
    ada.get("/api/credits/transactions?cursor=x")
        .await
        .fails(400, "unreadable");
}

#[tokio::test]
async fn the_ledger_cannot_be_changed() {
    let server = crate::support::server().await;
    let ada = server.person("Ada").await;
    ada.get("/api/credits").await.ok();
    let db = &server.app.db;
    for sql in [
        "UPDATE credit_transactions SET amount = 5",
        "DELETE FROM credit_transactions",
    ] {
        let error = db.write(sql).execute().await.unwrap_err();
        assert!(error.to_string().contains("append-only"), "{error}");
    }
    for sql in [
        "UPDATE credit_accounts SET balance = -1",
        "UPDATE credit_accounts SET reserved = 101",
    ] {
        assert!(db.write(sql).execute().await.is_err(), "{sql}");
    }
    db.write("DELETE FROM workspaces WHERE id = $1")
        .bind(id(&ada))
        .execute()
        .await
        .unwrap();
    let (left,): (i64,) = db
        .read("SELECT COUNT(*) FROM credit_transactions")
        .one()
        .await
        .unwrap();
    assert_eq!(left, 0, "the ledger goes with its workspace");
}

#[tokio::test]
async fn a_plan_for_everybody_brings_its_credits_every_month() {
    let server = crate::support::server_with(|config| {
        config.default_plan = Some(PlanType::Pro);
    })
    .await;
    let ada = server.person("Ada").await;
    for _ in 0..2 {
        assert_eq!(ada.get("/api/credits").await.ok()["balance"], 1_100);
    }
    server.pass(Duration::from_hours(2 * 24));
    assert_eq!(
        ada.get("/api/credits").await.ok()["balance"],
        2_100,
        "31 January became February"
    );
}

#[tokio::test]
async fn a_team_starts_without_credits_under_every_default_plan() {
    for plan in [PlanType::Free, PlanType::Pro, PlanType::Max] {
        // Given a team with a member, which is given nothing
        let server = crate::support::server_with(|config| config.default_plan = Some(plan)).await;
        let (app, ada) = (&server.app, server.person("Ada").await);
        let team = new_id(app.now());
        let mut tx = app.db.begin().await.unwrap();
        tx.query("INSERT INTO workspaces (id, kind, created_at) VALUES ($1, 'team', $2)")
            .bind(team)
            .bind(app.now())
            .execute()
            .await
            .unwrap();
        tx.commit().await.unwrap();

        // Then it has no credits, however often and by whatever way it is asked
        let member = Me {
            workspace: team,
            ..Me::personal(id(&ada))
        };
        for _ in 0..2 {
            assert_eq!(balance(&server, team).await, (0, 0), "{plan}");
            let begun = store::begin_use(&app.db, member, a_use(1), plan, app.now()).await;
            assert_eq!(begun.err().map(|error| error.status.as_u16()), Some(402));
        }

        // When it is given some, it has these alone, and its member's own are there
        let mut tx = app.db.begin().await.unwrap();
        store::give(&mut tx, team, 7, "A gift", app.now())
            .await
            .unwrap();
        tx.commit().await.unwrap();
        assert_eq!(balance(&server, team).await, (7, 0), "{plan}");
        let own = match plan {
            PlanType::Free => 100,
            paid => 100 + i64::from(paid.credits()),
        };
        assert_eq!(balance(&server, id(&ada)).await, (own, 0), "{plan}");
    }
}

#[derive(Clone, Debug)]
enum Step {
    Grant { amount: i64, invoice: u8 },
    TakeBack { amount: i64, refund: u8 },
    Begin { cost: i64 },
    Succeed { which: usize },
    Fail { which: usize },
    Cancel { which: usize },
    Pass { minutes: u64 },
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        (1_i64..300, 0_u8..4).prop_map(|(amount, invoice)| Step::Grant { amount, invoice }),
        (1_i64..300, 0_u8..4).prop_map(|(amount, refund)| Step::TakeBack { amount, refund }),
        (0_i64..120).prop_map(|cost| Step::Begin { cost }),
        (0_usize..8).prop_map(|which| Step::Succeed { which }),
        (0_usize..8).prop_map(|which| Step::Fail { which }),
        (0_usize..8).prop_map(|which| Step::Cancel { which }),
        (1_u64..8).prop_map(|minutes| Step::Pass { minutes }),
    ];
    proptest::collection::vec(step, 1..40)
}

/// An in-memory model of the ledger.
#[derive(Default)]
struct Model {
    balance: i64,
    invoices: Vec<u8>,
    refunds: Vec<u8>,
    /// Id, cost, start minute, and whether it is still running.
    uses: Vec<(Uuid, i64, u64, bool)>,
    minute: u64,
    /// Refunds still owed from credits that were reserved.
    owed: i64,
}

impl Model {
    fn reserved(&self) -> i64 {
        self.uses
            .iter()
            .filter(|(.., runs)| *runs)
            .map(|(_, cost, ..)| cost)
            .sum()
    }

    fn expire(&mut self) {
        for at in 0..self.uses.len() {
            let (_, _, begun, runs) = self.uses[at];
            if runs && self.minute - begun > 10 {
                self.end(at, false);
            }
        }
    }

    /// Ends a running use. Released credits first pay refunds that could not be taken while they were reserved.
    fn end(&mut self, at: usize, is_charged: bool) {
        let (_, cost, _, runs) = &mut self.uses[at];
        *runs = false;
        let cost = *cost;
        let spent = if is_charged {
            cost
        } else {
            let taken = self.owed.min(cost);
            self.owed -= taken;
            taken
        };
        self.balance -= spent;
        self.owed = self.owed.min(self.reserved());
    }
}

async fn play(server: &TestServer, user: Uuid, steps: &[Step]) {
    let app = &server.app;
    let mut model = Model {
        balance: 100,
        ..Model::default()
    };
    store::balance(&app.db, user, app.config.default_plan(), app.now())
        .await
        .unwrap();
    for step in steps {
        match *step {
            Step::Grant { amount, invoice } => {
                let granted = grant(app, user, amount, &format!("invoice:{user}:{invoice}")).await;
                assert_eq!(granted, !model.invoices.contains(&invoice));
                if granted {
                    model.invoices.push(invoice);
                    model.balance += amount;
                }
            }
            Step::TakeBack { amount, refund } => {
                let take = Grant {
                    amount,
                    transaction_type: TransactionType::Refunded,
                    description: "Refunded invoice".into(),
                    reference: format!("refund:{user}:{refund}"),
                };
                let mut tx = app.db.begin().await.unwrap();
                let taken = store::take_back(&mut tx, user, take, app.clock.now())
                    .await
                    .unwrap();
                tx.commit().await.unwrap();
                let unspent = model.balance - model.reserved();
                let is_new = !model.refunds.contains(&refund);
                assert_eq!(taken, if is_new { amount.min(unspent) } else { 0 });
                if taken > 0 {
                    model.refunds.push(refund);
                }
                model.balance -= taken;
                if is_new {
                    model.owed = (model.owed + amount - taken).min(model.reserved());
                }
            }
            Step::Begin { cost } => {
                model.expire();
                let fits = model.balance - model.reserved() >= cost;
                match begin(app, user, cost).await {
                    Ok(id) => {
                        assert!(fits);
                        model.uses.push((id, cost, model.minute, true));
                    }
                    Err(error) => assert!(!fits && error.status == 402),
                }
            }
            Step::Succeed { which } | Step::Fail { which } | Step::Cancel { which } => {
                let Some(&(id, _, _, runs)) = model.uses.get(which) else {
                    continue;
                };
                let outcome = match step {
                    Step::Succeed { .. } => SUCCESS,
                    Step::Fail { .. } => Outcome::Failed("failed".into()),
                    _ => Outcome::Cancelled,
                };
                let is_charged = matches!(outcome, Outcome::Succeeded { .. });
                assert_eq!(end(app, id, outcome).await, runs);
                if runs {
                    model.end(which, is_charged);
                }
            }
            Step::Pass { minutes } => {
                server.pass(Duration::from_mins(minutes));
                model.minute += minutes;
                store::release_stale(&app.db, app.clock.now(), Some(user))
                    .await
                    .unwrap();
                model.expire();
            }
        }
        assert_eq!(
            balance(server, user).await,
            (model.balance, model.reserved()),
            "after {step:?}"
        );
    }
}

#[test]
fn whatever_happens_the_balance_is_the_sum_of_the_ledger() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let server = runtime.block_on(crate::support::server());
    let people = std::cell::Cell::new(0);
    let config = ProptestConfig {
        cases: 48,
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    proptest!(config, |(steps in steps())| {
        people.set(people.get() + 1);
        runtime.block_on(async {
            let person = server.person(&format!("person{}", people.get())).await;
            play(&server, id(&person), &steps).await;
        });
    });
}
