//! Customers, subscriptions, invoices and refunds in the database.

use prompt_core::credits::TransactionType;
use prompt_core::plan::{self, BillingCycle, PlanType, SubscriptionStatus};
use uuid::Uuid;

use crate::clock::Timestamp;
use crate::credits::store as ledger;
use crate::db::{self, Db, Tx, row};
use crate::http::error::Result;
use crate::plans::{millis, subscriptions};

/// Converts Stripe's timestamps, which are in seconds.
pub fn of_seconds(seconds: i64) -> Timestamp {
    Timestamp(seconds.saturating_mul(1_000_000))
}

/// The plan and cycle a subscription was bought as; `None` if it is not known yet.
pub async fn bought_as(
    db: &Db,
    workspace: Uuid,
    subscription: &str,
) -> Result<Option<(PlanType, BillingCycle)>> {
    let all = subscriptions(db, workspace).await?;
    let known = all.iter().find(|kept| kept.id == subscription);
    known
        .map(|kept| Ok((kept.judged()?.plan_type, kept.cycle()?)))
        .transpose()
}

/// The workspace's customer at Stripe, unless it was deleted there.
pub async fn customer(db: &Db, workspace: Uuid) -> db::Result<Option<String>> {
    let found = db
        .read(
            "SELECT customer_id FROM billing_customers WHERE workspace_id = $1 AND gone_at IS NULL",
        )
        .bind(workspace);
    Ok(found.optional::<(String,)>().await?.map(|(id,)| id))
}

/// How many customers of the workspace were deleted at Stripe.
pub async fn gone_customers(db: &Db, workspace: Uuid) -> db::Result<i64> {
    let count = db
        .read("SELECT COUNT(*) FROM billing_customers WHERE workspace_id = $1 AND gone_at IS NOT NULL")
        .bind(workspace);
    Ok(count.one::<(i64,)>().await?.0)
}

/// Marks a customer as deleted at Stripe. The row is retained: late events may still refer to it.
pub async fn forget_customer(db: &Db, customer: &str, now: Timestamp) -> db::Result<()> {
    db.write(
        "UPDATE billing_customers SET gone_at = $2 WHERE customer_id = $1 AND gone_at IS NULL",
    )
    .bind(customer.to_owned())
    .bind(now)
    .execute()
    .await?;
    Ok(())
}

/// The workspace of a customer; `None` for a customer of another instance.
pub async fn workspace_of(db: &Db, customer: &str) -> db::Result<Option<Uuid>> {
    let found = db
        .read("SELECT workspace_id FROM billing_customers WHERE customer_id = $1")
        .bind(customer.to_owned());
    Ok(found.optional::<(Uuid,)>().await?.map(|(id,)| id))
}

/// Stores a workspace's customer and returns the stored one. If two were created at once, the first wins.
pub async fn keep_customer(
    db: &Db,
    workspace: Uuid,
    customer: &str,
    now: Timestamp,
) -> Result<String> {
    db.write(
        "INSERT INTO billing_customers (workspace_id, customer_id, created_at) VALUES ($1, $2, $3)
         ON CONFLICT (workspace_id) WHERE gone_at IS NULL DO NOTHING",
    )
    .bind(workspace)
    .bind(customer.to_owned())
    .bind(now)
    .execute()
    .await?;
    let kept = db
        .write(
            "SELECT customer_id FROM billing_customers WHERE workspace_id = $1 AND gone_at IS NULL",
        )
        .bind(workspace);
    Ok(kept.one::<(String,)>().await?.0)
}

/// Serialises the events about one workspace, so that none misses what another is about to store.
pub async fn lock_customer(tx: &mut Tx, workspace: Uuid) -> db::Result<()> {
    let sql = format!(
        "SELECT 1 FROM billing_customers WHERE workspace_id = $1{}",
        tx.for_update()
    );
    tx.query(sqlx::AssertSqlSafe(sql))
        .bind(workspace)
        .all::<(i32,)>()
        .await?;
    Ok(())
}

/// Claims an event for processing; `false` if it was processed before.
pub async fn claim_event(tx: &mut Tx, id: &str, kind: &str, now: Timestamp) -> db::Result<bool> {
    let claimed = tx
        .query("INSERT INTO billing_events (id, type, received_at) VALUES ($1, $2, $3) ON CONFLICT (id) DO NOTHING")
        .bind(id.to_owned())
        .bind(kind.to_owned())
        .bind(now)
        .execute()
        .await?;
    Ok(claimed == 1)
}

/// The state of a subscription at a point in time.
pub struct SubscriptionUpdate {
    pub id: String,
    pub workspace: Uuid,
    pub plan: PlanType,
    pub cycle: BillingCycle,
    pub status: String,
    pub cancel_at_period_end: bool,
    pub current_period_end: Option<Timestamp>,
    pub began_at: Timestamp,
    pub seen_at: Timestamp,
}

/// Stores the state of a subscription, unless a newer one is stored.
pub async fn keep_subscription(tx: &mut Tx, seen: SubscriptionUpdate) -> db::Result<()> {
    let past_due_since =
        (seen.status == SubscriptionStatus::PastDue.as_str()).then_some(seen.seen_at);
    tx.query(
        "INSERT INTO billing_subscriptions AS kept (id, workspace_id, plan_type, billing_cycle, status,
             cancel_at_period_end, current_period_end, past_due_since, began_at, seen_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
         ON CONFLICT (id) DO UPDATE SET
             plan_type = excluded.plan_type,
             billing_cycle = excluded.billing_cycle,
             status = excluded.status,
             cancel_at_period_end = excluded.cancel_at_period_end,
             current_period_end = excluded.current_period_end,
             past_due_since = CASE WHEN excluded.status = kept.status THEN kept.past_due_since
                                   ELSE excluded.past_due_since END,
             seen_at = excluded.seen_at
         WHERE kept.seen_at <= excluded.seen_at AND kept.workspace_id = excluded.workspace_id",
    )
    .bind(seen.id)
    .bind(seen.workspace)
    .bind(seen.plan.as_str())
    .bind(seen.cycle.as_str())
    .bind(seen.status)
    .bind(seen.cancel_at_period_end)
    .bind(seen.current_period_end)
    .bind(past_due_since)
    .bind(seen.began_at)
    .bind(seen.seen_at)
    .execute()
    .await?;
    Ok(())
}

/// Ends a subscription that Stripe no longer knows.
pub async fn end_subscription(
    db: &Db,
    workspace: Uuid,
    id: &str,
    now: Timestamp,
) -> db::Result<()> {
    db.write(
        "UPDATE billing_subscriptions SET status = $3, seen_at = $4 WHERE id = $1 AND workspace_id = $2",
    )
    .bind(id.to_owned())
    .bind(workspace)
    .bind(SubscriptionStatus::Canceled.as_str())
    .bind(now)
    .execute()
    .await?;
    Ok(())
}

/// Takes back the credits for the unused part of a period, once per subscription.
pub async fn take_back_unused(
    db: &Db,
    workspace: Uuid,
    subscription: &str,
    credits: i64,
    now: Timestamp,
) -> db::Result<()> {
    let take = ledger::Grant {
        amount: credits,
        transaction_type: TransactionType::Refunded,
        description: "Second subscription ended".into(),
        reference: format!("surplus:{subscription}"),
    };
    let mut tx = db.begin().await?;
    ledger::take_back(&mut tx, workspace, take, now).await?;
    tx.commit().await
}

/// Moves the start of an overdue payment back, if an earlier time becomes known.
pub async fn note_past_due(tx: &mut Tx, id: &str, since: Timestamp) -> db::Result<()> {
    tx.query(
        "UPDATE billing_subscriptions SET past_due_since = $2
         WHERE id = $1 AND status = 'past_due' AND past_due_since > $2",
    )
    .bind(id.to_owned())
    .bind(since)
    .execute()
    .await?;
    Ok(())
}

/// A paid invoice.
pub struct Paid {
    pub id: String,
    pub workspace: Uuid,
    /// The plan and cycle that were bought; `None` for an invoice that grants nothing, such as one for the rest of
    /// a period.
    pub bought: Option<(PlanType, BillingCycle)>,
    pub charge: Option<String>,
    pub payment_intent: Option<String>,
    pub paid_at: Timestamp,
}

/// Stores a paid invoice and grants its credits, once. Refunds that were reported before it are settled.
pub async fn keep_invoice(tx: &mut Tx, paid: Paid, now: Timestamp) -> db::Result<()> {
    let credits = paid
        .bought
        .map_or(0, |(plan, cycle)| plan.credits_per_invoice(cycle));
    tx.query(
        "INSERT INTO billing_invoices AS kept (id, workspace_id, credits, charge_id, payment_intent, paid_at)
         VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (id) DO UPDATE SET charge_id = COALESCE(kept.charge_id, excluded.charge_id),
             payment_intent = COALESCE(kept.payment_intent, excluded.payment_intent)",
    )
    .bind(paid.id.clone())
    .bind(paid.workspace)
    .bind(i64::from(credits))
    .bind(paid.charge)
    .bind(paid.payment_intent)
    .bind(paid.paid_at)
    .execute()
    .await?;
    if let Some((plan, cycle)) = paid.bought {
        let grant = ledger::Grant {
            amount: i64::from(credits),
            transaction_type: TransactionType::Plan,
            description: format!("{} plan, {}", plan.label(), cycle.label().to_lowercase()),
            reference: format!("invoice:{}", paid.id),
        };
        ledger::grant(tx, paid.workspace, grant, now).await?;
    }
    settle_refunds(tx, "i.id = $1", &paid.id, now).await
}

/// The refunds of a charge.
#[derive(Clone, Debug)]
pub struct Refund {
    pub charge: String,
    pub payment_intent: Option<String>,
    pub invoice: Option<String>,
    pub amount: i64,
    pub amount_refunded: i64,
    pub refunded_at: Timestamp,
}

/// Stores a refund and takes the credits back, if the invoice is stored already.
pub async fn keep_refund(tx: &mut Tx, refund: Refund, now: Timestamp) -> db::Result<()> {
    let charge = refund.charge.clone();
    tx.query(
        "INSERT INTO billing_refunds AS kept
             (charge_id, payment_intent, invoice_id, amount, amount_refunded, refunded_at)
         VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (charge_id) DO UPDATE SET amount_refunded = excluded.amount_refunded,
             refunded_at = excluded.refunded_at
         WHERE kept.amount_refunded < excluded.amount_refunded",
    )
    .bind(refund.charge)
    .bind(refund.payment_intent)
    .bind(refund.invoice)
    .bind(refund.amount)
    .bind(refund.amount_refunded)
    .bind(refund.refunded_at)
    .execute()
    .await?;
    settle_refunds(tx, "r.charge_id = $1", &charge, now).await
}

row! {
    struct Due {
        id: String,
        workspace_id: Uuid,
        credits: i64,
        paid_at: Timestamp,
        credits_back: i64,
        amount: i64,
        amount_refunded: i64,
        refunded_at: Timestamp,
    }
}

/// Matches invoices and refunds, in whichever order they were reported. The credits to take back are saved on the
/// invoice, so a repeated refund event takes nothing more, even if some were spent already.
async fn settle_refunds(
    tx: &mut Tx,
    which: &'static str,
    id: &str,
    now: Timestamp,
) -> db::Result<()> {
    let sql = format!(
        "SELECT i.id, i.workspace_id, i.credits, i.paid_at, i.credits_back, r.amount, r.amount_refunded, r.refunded_at
         FROM billing_invoices i JOIN billing_refunds r
             ON r.charge_id = i.charge_id OR r.payment_intent = i.payment_intent OR r.invoice_id = i.id
         WHERE {which}{}",
        tx.for_update()
    );
    let due = tx
        .query(sqlx::AssertSqlSafe(sql))
        .bind(id.to_owned())
        .all::<Due>()
        .await?;
    for due in due {
        let back = plan::credits_back(
            due.credits.unsigned_abs(),
            due.amount.unsigned_abs(),
            due.amount_refunded.unsigned_abs(),
            millis(due.paid_at),
            millis(due.refunded_at),
        );
        let more = ledger::whole(back) - due.credits_back;
        if more <= 0 {
            continue;
        }
        tx.query("UPDATE billing_invoices SET credits_back = $2 WHERE id = $1")
            .bind(due.id.clone())
            .bind(ledger::whole(back))
            .execute()
            .await?;
        let take = ledger::Grant {
            amount: more,
            transaction_type: TransactionType::Refunded,
            description: ledger::REFUNDED_INVOICE.into(),
            reference: format!("refund:{}:{back}", due.id),
        };
        ledger::take_back(tx, due.workspace_id, take, now).await?;
    }
    Ok(())
}
