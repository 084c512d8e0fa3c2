//! The credit ledger, reservations and AI usage.
//!
//! A workspace's balance equals the sum of its transactions at every moment: both change in one database
//! transaction, and only here. The cost of a running generation is reserved first, so that it cannot be spent
//! twice, and becomes a transaction on success. The reservation of a generation whose process died is released
//! after [`RESERVED_FOR`].

use std::time::Duration;

use poem::http::StatusCode;
use prompt_core::ErrorKind;
use prompt_core::credits::{Balance, STARTING_CREDITS, TransactionType};
use prompt_core::generation::improve;
use prompt_core::plan::PlanType;
use prompt_core::runs;
use uuid::Uuid;

use crate::access;
use crate::clock::{Timestamp, new_id};
use crate::credits::model::{CreditTransaction, Credits, UsageRecord};
use crate::db::{self, Db, Tx, row};
use crate::http::error::{ApiError, Result};
use crate::http::pagination::{self, Page};
use crate::idempotency;
use crate::plans;
use crate::session::extractors::Me;

/// The most answers that an account waits for on its own keys at a time.
const PENDING_ON_OWN_KEY: i64 = 20;
/// Reservations older than this belong to a process that has died.
pub const RESERVED_FOR: Duration = Duration::from_mins(10);

/// The ledger's description of credits that a refund took back.
pub const REFUNDED_INVOICE: &str = "Refunded invoice";

/// Credits to grant, or to take back.
pub struct Grant {
    pub amount: i64,
    pub transaction_type: TransactionType,
    pub description: String,
    /// Each reference is granted once, however often it is requested.
    pub reference: String,
}

/// The grants that every personal workspace gets: the initial credits and, if the default plan is a paid one, its
/// monthly credits. A team has the credits that it buys.
fn due(workspace: Uuid, now: Timestamp, plan: PlanType) -> Vec<Grant> {
    let mut due = vec![sign_up(workspace)];
    if plan != PlanType::Free {
        let month = now.to_string().chars().take(7).collect::<String>();
        due.push(Grant {
            amount: i64::from(plan.credits()),
            transaction_type: TransactionType::Plan,
            description: format!("{} plan, {}", plan.label(), in_words(&month)),
            reference: format!("default-plan:{month}:{workspace}"),
        });
    }
    due
}

/// A month such as `2026-11` as `November 2026`.
fn in_words(month: &str) -> String {
    const MONTHS: [&str; 12] = [
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    ];
    let (year, number) = month.split_once('-').unwrap_or((month, ""));
    let name = number.parse::<usize>().ok();
    match name.and_then(|number| MONTHS.get(number.wrapping_sub(1))) {
        Some(name) => format!("{name} {year}"),
        None => month.to_owned(),
    }
}

fn sign_up(workspace: Uuid) -> Grant {
    Grant {
        amount: whole(STARTING_CREDITS),
        transaction_type: TransactionType::SignUp,
        description: "Welcome credits".into(),
        reference: format!("sign-up:{workspace}"),
    }
}

/// Converts credits to the database's integer type.
pub fn whole(credits: u64) -> i64 {
    i64::try_from(credits).unwrap_or(i64::MAX)
}

/// 402, with the core's message.
fn insufficient(required: i64) -> ApiError {
    let kind = ErrorKind::InsufficientCredits {
        required: required.unsigned_abs(),
    };
    let mut error = ApiError::from(prompt_core::Error::from(kind));
    error.status = StatusCode::PAYMENT_REQUIRED;
    error
}

/// Loads the balance of a workspace, whose account is opened if needed.
pub async fn balance(
    db: &Db,
    workspace: Uuid,
    default_plan: PlanType,
    now: Timestamp,
) -> Result<Credits> {
    let default_plan = plans::default_of(db, workspace, default_plan).await?;
    let due = due(workspace, now, default_plan);
    if let Some(balance) = settled_balance(db, workspace, &due).await? {
        return Ok(balance);
    }
    let mut tx = db.begin().await?;
    open(&mut tx, workspace, due, now).await?;
    let account = tx.query(ACCOUNT).bind(workspace).one::<Account>().await?;
    tx.commit().await?;
    Ok(account.into())
}

row! {
    struct Account {
        balance: i64,
        reserved: i64,
        total_earned: i64,
        total_spent: i64,
    }
}

impl From<Account> for Credits {
    /// No figure can be negative: the table's CHECK constraints guarantee it.
    fn from(account: Account) -> Self {
        let balance = Balance {
            balance: account.balance.unsigned_abs(),
            total_earned: account.total_earned.unsigned_abs(),
            total_spent: account.total_spent.unsigned_abs(),
        };
        Self {
            balance,
            reserved: account.reserved.unsigned_abs(),
            is_low: balance.is_low(),
        }
    }
}

const ACCOUNT: &str = "SELECT balance, reserved, total_earned, total_spent FROM credit_accounts WHERE workspace_id = $1";

/// Loads the balance, unless a personal workspace misses a due grant.
async fn settled_balance(db: &Db, workspace: Uuid, due: &[Grant]) -> db::Result<Option<Credits>> {
    let reference = |at: usize| {
        due.get(at)
            .or(due.first())
            .map(|grant| grant.reference.clone())
    };
    db.read(
        "SELECT balance, reserved, total_earned, total_spent
         FROM credit_accounts JOIN workspaces ON workspaces.id = workspace_id
         WHERE workspace_id = $1
             AND (kind <> 'personal' OR (SELECT COUNT(*) FROM credit_transactions WHERE reference IN ($2, $3)) = $4)",
    )
    .bind(workspace)
    .bind(reference(0))
    .bind(reference(1))
    .bind(i64::try_from(due.len()).unwrap_or(0))
    .optional::<Account>()
    .await
    .map(|account| account.map(Into::into))
}

/// Opens the account of a workspace if needed. A personal workspace gets what is due.
async fn open(tx: &mut Tx, workspace: Uuid, due: Vec<Grant>, now: Timestamp) -> db::Result<()> {
    ensure_account(tx, workspace).await?;
    if access::is_personal(tx, workspace).await? {
        for grant in due {
            self::grant(tx, workspace, grant, now).await?;
        }
    }
    Ok(())
}

async fn ensure_account(tx: &mut Tx, workspace: Uuid) -> db::Result<u64> {
    tx.query(
        "INSERT INTO credit_accounts (workspace_id, balance, reserved, total_earned, total_spent) VALUES ($1, 0, 0, 0, 0)
         ON CONFLICT (workspace_id) DO NOTHING",
    )
    .bind(workspace)
    .execute()
    .await
}

/// Grants credits, once; returns `false` if the reference was granted before.
pub async fn grant(tx: &mut Tx, workspace: Uuid, grant: Grant, now: Timestamp) -> db::Result<bool> {
    if grant.amount <= 0 {
        return Ok(false);
    }
    ensure_account(tx, workspace).await?;
    let amount = grant.amount;
    if !append(tx, workspace, Entry::of(grant), now).await? {
        return Ok(false);
    }
    tx.query("UPDATE credit_accounts SET balance = balance + $2, total_earned = total_earned + $2 WHERE workspace_id = $1")
        .bind(workspace)
        .bind(amount)
        .execute()
        .await?;
    Ok(true)
}

/// Grants an administrator's gift and returns the new balance. Grants of the plan are left to the server: this
/// command may run without the server's configuration.
pub async fn give(
    tx: &mut Tx,
    workspace: Uuid,
    amount: u64,
    reason: &str,
    now: Timestamp,
) -> Result<Credits> {
    open(tx, workspace, vec![sign_up(workspace)], now).await?;
    let gift = Grant {
        amount: whole(amount),
        transaction_type: TransactionType::Granted,
        description: reason.to_owned(),
        reference: format!("gift:{}", new_id(now)),
    };
    grant(tx, workspace, gift, now).await?;
    let account = tx.query(ACCOUNT).bind(workspace).one::<Account>().await?;
    Ok(account.into())
}

/// Takes back granted credits that are unspent; returns how many were taken. The part that running uses have
/// reserved is owed, and taken when they end without a charge.
pub async fn take_back(
    tx: &mut Tx,
    workspace: Uuid,
    grant: Grant,
    now: Timestamp,
) -> db::Result<i64> {
    let held = held(tx, workspace).await?;
    let before = tx
        .query("SELECT 1 FROM credit_transactions WHERE reference = $1")
        .bind(grant.reference.clone())
        .optional::<(i32,)>()
        .await?;
    if before.is_some() {
        return Ok(0);
    }
    let unspent = grant.amount.min(held.balance - held.reserved).max(0);
    let owed = (held.owed + grant.amount - unspent).min(held.reserved);
    let taken = take(tx, workspace, unspent, grant, now).await?;
    tx.query("UPDATE credit_accounts SET owed = $2 WHERE workspace_id = $1")
        .bind(workspace)
        .bind(owed)
        .execute()
        .await?;
    Ok(taken)
}

row! {
    /// A workspace's figures, locked until the transaction ends.
    #[derive(Default)]
    struct Held {
        balance: i64,
        reserved: i64,
        /// The part of the reserved credits that a refund asked back.
        owed: i64,
    }
}

async fn held(tx: &mut Tx, workspace: Uuid) -> db::Result<Held> {
    let sql = format!(
        "SELECT balance, reserved, owed FROM credit_accounts WHERE workspace_id = $1{}",
        tx.for_update()
    );
    let account = tx
        .query(sqlx::AssertSqlSafe(sql))
        .bind(workspace)
        .optional::<Held>()
        .await?;
    Ok(account.unwrap_or_default())
}

/// Deducts credits, once per reference; returns how many.
async fn take(
    tx: &mut Tx,
    workspace: Uuid,
    amount: i64,
    grant: Grant,
    now: Timestamp,
) -> db::Result<i64> {
    if amount == 0 {
        return Ok(0);
    }
    let entry = Entry {
        amount: -amount,
        ..Entry::of(grant)
    };
    if !append(tx, workspace, entry, now).await? {
        return Ok(0);
    }
    tx.query("UPDATE credit_accounts SET balance = balance - $2, total_earned = total_earned - $2 WHERE workspace_id = $1")
        .bind(workspace)
        .bind(amount)
        .execute()
        .await?;
    Ok(amount)
}

/// A row of the ledger to add.
struct Entry {
    /// The account that spent.
    spender: Option<Uuid>,
    transaction_type: TransactionType,
    amount: i64,
    description: String,
    /// Each reference is added once.
    reference: Option<String>,
}

impl Entry {
    fn of(grant: Grant) -> Self {
        Self {
            spender: None,
            transaction_type: grant.transaction_type,
            amount: grant.amount,
            description: grant.description,
            reference: Some(grant.reference),
        }
    }
}

/// Adds a row to the ledger; returns `false` if its reference is there already.
async fn append(tx: &mut Tx, workspace: Uuid, entry: Entry, now: Timestamp) -> db::Result<bool> {
    let added = tx
        .query(
            "INSERT INTO credit_transactions
                 (id, workspace_id, user_id, transaction_type, amount, description, reference, created_at)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (reference) DO NOTHING",
        )
        .bind(new_id(now))
        .bind(workspace)
        .bind(entry.spender)
        .bind(entry.transaction_type.as_str())
        .bind(entry.amount)
        .bind(entry.description)
        .bind(entry.reference)
        .bind(now)
        .execute()
        .await?;
    Ok(added == 1)
}

/// A use of AI that is about to begin.
#[derive(Clone, Debug)]
pub struct NewUse {
    pub feature_type: &'static str,
    pub provider: String,
    pub model: String,
    pub own_key: bool,
    pub prompt_length: i64,
    pub base_cost: i64,
    pub multiplier: String,
    pub total_cost: i64,
    pub idempotency_key: Option<String>,
}

/// The outcome of a use.
pub enum Outcome {
    Succeeded {
        prompt: Option<Uuid>,
        tokens: i64,
    },
    /// The model answered, and nothing came of it: nothing is charged.
    Unchanged {
        tokens: i64,
    },
    Failed(String),
    Cancelled,
}

/// The result of beginning a use.
pub enum Reservation {
    New(Uuid),
    /// The idempotency key was used before, for this use.
    Before(Uuid),
}

/// Reserves the cost of a use and records the use, both or neither. 402 if the balance is too low.
pub async fn begin_use(
    db: &Db,
    me: Me,
    new: NewUse,
    default_plan: PlanType,
    now: Timestamp,
) -> Result<Reservation> {
    if let Some(key) = &new.idempotency_key {
        idempotency::check(key)?;
    }
    let workspace = me.workspace;
    release_stale(db, now, Some(workspace)).await?;
    let default_plan = plans::default_of(db, workspace, default_plan).await?;
    let mut tx = db.begin().await?;
    open(&mut tx, workspace, due(workspace, now, default_plan), now).await?;
    let reserved = tx
        .query("UPDATE credit_accounts SET reserved = reserved + $2 WHERE workspace_id = $1 AND balance - reserved >= $2")
        .bind(workspace)
        .bind(new.total_cost)
        .execute()
        .await?;
    // The workspace's row is locked now, so a concurrent request with the same key is found here.
    if let Some(key) = &new.idempotency_key {
        let before = tx
            .query("SELECT id FROM ai_usage WHERE user_id = $1 AND idempotency_key = $2")
            .bind(me.id)
            .bind(key.clone())
            .optional::<(Uuid,)>()
            .await?;
        if let Some((id,)) = before {
            tx.roll_back().await?;
            return Ok(Reservation::Before(id));
        }
    }
    if reserved == 0 {
        return Err(insufficient(new.total_cost));
    }
    if new.own_key {
        expect_few_pending(&mut tx, me.id).await?;
    }
    let id = new_id(now);
    tx.query(
        "INSERT INTO ai_usage (id, workspace_id, user_id, status, feature_type, provider, model, own_key,
             prompt_length, base_cost, multiplier, total_cost, idempotency_key, created_at)
         VALUES ($1, $2, $3, 'pending', $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)",
    )
    .bind(id)
    .bind(workspace)
    .bind(me.id)
    .bind(new.feature_type)
    .bind(new.provider)
    .bind(new.model)
    .bind(new.own_key)
    .bind(new.prompt_length)
    .bind(new.base_cost)
    .bind(new.multiplier)
    .bind(new.total_cost)
    .bind(new.idempotency_key)
    .bind(now)
    .execute()
    .await?;
    tx.commit().await?;
    Ok(Reservation::New(id))
}

/// 429 if an account waits for many answers on its own keys, which no credits limit.
async fn expect_few_pending(tx: &mut Tx, user: Uuid) -> Result<()> {
    let sql = "SELECT COUNT(*) FROM ai_usage WHERE user_id = $1 AND status = 'pending' AND own_key";
    let (pending,) = tx.query(sql).bind(user).one::<(i64,)>().await?;
    if pending >= PENDING_ON_OWN_KEY {
        let message = format!(
            "At most {PENDING_ON_OWN_KEY} runs at a time use your own keys. Wait until one has ended, or stop one."
        );
        let status = StatusCode::TOO_MANY_REQUESTS;
        return Err(ApiError::later(status, "too_many_runs", &message, 10));
    }
    Ok(())
}

row! {
    struct Pending {
        workspace_id: Uuid,
        user_id: Uuid,
        feature_type: String,
        model: String,
        total_cost: i64,
    }
}

/// Ends a pending use: charges its cost on success, otherwise releases the reservation. Returns `false` and changes
/// nothing if it had ended before: of a result, a cancellation and an expiry only the first counts.
pub async fn end_use(tx: &mut Tx, id: Uuid, outcome: Outcome, now: Timestamp) -> db::Result<bool> {
    let is_free = matches!(outcome, Outcome::Unchanged { .. });
    let (status, prompt, tokens, error) = match outcome {
        Outcome::Unchanged { tokens } => ("succeeded", None, tokens, None),
        Outcome::Succeeded { prompt, tokens } => ("succeeded", prompt, tokens, None),
        Outcome::Failed(message) => ("failed", None, 0, Some(message)),
        Outcome::Cancelled => ("cancelled", None, 0, Some("Cancelled".to_owned())),
    };
    let ended = tx
        .query(
            "UPDATE ai_usage SET status = $2, prompt_id = $3, tokens_used = $4, error_message = $5, finished_at = $6,
                 duration_ms = ($6 - created_at) / 1000
             WHERE id = $1 AND status = 'pending' RETURNING workspace_id, user_id, feature_type, model, total_cost",
        )
        .bind(id)
        .bind(status)
        .bind(prompt)
        .bind(tokens)
        .bind(error)
        .bind(now)
        .all::<Pending>()
        .await?;
    let Some(ended) = ended.into_iter().next() else {
        return Ok(false);
    };
    let charged = if status == "succeeded" && !is_free {
        ended.total_cost
    } else {
        0
    };
    if is_free {
        let free = tx.query("UPDATE ai_usage SET total_cost = 0 WHERE id = $1");
        free.bind(id).execute().await?;
    }
    let held = held(tx, ended.workspace_id).await?;
    let reserved = held.reserved - ended.total_cost;
    // Released credits pay what a refund asked back meanwhile; credits that were spent are waived.
    let taken = held.owed.min(ended.total_cost - charged);
    tx.query(
        "UPDATE credit_accounts SET reserved = $2, owed = $3, balance = balance - $4, total_spent = total_spent + $4
         WHERE workspace_id = $1",
    )
    .bind(ended.workspace_id)
    .bind(reserved)
    .bind((held.owed - taken).min(reserved))
    .bind(charged)
    .execute()
    .await?;
    let refund = Grant {
        amount: taken,
        transaction_type: TransactionType::Refunded,
        description: REFUNDED_INVOICE.into(),
        reference: format!("refund-after:{id}"),
    };
    take(tx, ended.workspace_id, taken, refund, now).await?;
    if charged > 0 {
        let spent = Entry {
            spender: Some(ended.user_id),
            transaction_type: TransactionType::Spent,
            amount: -charged,
            description: spent_on(&ended.feature_type, &ended.model),
            reference: None,
        };
        append(tx, ended.workspace_id, spent, now).await?;
    }
    Ok(true)
}

/// The ledger's description of a use.
fn spent_on(feature: &str, model: &str) -> String {
    let what = match feature {
        improve::FEATURE => "Prompt improvement",
        runs::FEATURE => "Prompt run",
        runs::JUDGE_FEATURE => "Judged answer",
        _ => "Prompt generation",
    };
    format!("{what} with {model}")
}

/// As [`end_use`], in a transaction of its own.
pub async fn end_use_now(db: &Db, id: Uuid, outcome: Outcome, now: Timestamp) -> db::Result<bool> {
    let mut tx = db.begin().await?;
    let ended = end_use(&mut tx, id, outcome, now).await?;
    tx.commit().await?;
    Ok(ended)
}

/// Releases the reservations of processes that have died, for one workspace or for all.
pub async fn release_stale(db: &Db, now: Timestamp, workspace: Option<Uuid>) -> db::Result<usize> {
    let stale = db
        .read(
            "SELECT id FROM ai_usage
             WHERE status = 'pending' AND created_at < $1 AND (workspace_id = $2 OR $3) ORDER BY created_at LIMIT 1000",
        )
        .bind(now.minus(RESERVED_FOR))
        .bind(workspace.unwrap_or(Uuid::nil()))
        .bind(workspace.is_none())
        .all::<(Uuid,)>()
        .await?;
    for (id,) in &stale {
        let outcome = Outcome::Failed("The server stopped before the answer arrived".into());
        end_use_now(db, *id, outcome, now).await?;
    }
    Ok(stale.len())
}

/// Lists the ledger of a workspace, newest first.
pub async fn transactions(
    db: &Db,
    workspace: Uuid,
    cursor: Option<&str>,
    limit: usize,
) -> Result<Page<CreditTransaction>> {
    let select = "SELECT id, transaction_type, amount, description, created_at,
             (SELECT u.full_name FROM users u WHERE u.id = credit_transactions.user_id) AS spent_by
         FROM credit_transactions";
    let rows = newest(db, select, workspace, cursor, limit).await?;
    Ok(Page::cut(rows, limit, |row: &CreditTransaction| {
        (row.created_at.0, row.id)
    }))
}

/// Lists the uses of AI in a workspace, newest first.
pub async fn usage(
    db: &Db,
    workspace: Uuid,
    cursor: Option<&str>,
    limit: usize,
) -> Result<Page<UsageRecord>> {
    let rows = newest(db, USAGE, workspace, cursor, limit).await?;
    Ok(Page::cut(rows, limit, |row: &UsageRecord| {
        (row.created_at.0, row.id)
    }))
}

/// The rows of a page, and one more.
async fn newest<T: db::FromRow>(
    db: &Db,
    select: &str,
    workspace: Uuid,
    cursor: Option<&str>,
    limit: usize,
) -> Result<Vec<T>> {
    let (time, id) = pagination::newest_before(cursor)?;
    let sql = format!(
        "{select} WHERE workspace_id = $1 AND (created_at, id) < ($2, $3)
         ORDER BY created_at DESC, id DESC LIMIT {}",
        limit + 1
    );
    let query = db.read(sqlx::AssertSqlSafe(sql)).bind(workspace);
    Ok(query.bind(time).bind(id).all().await?)
}

const USAGE: &str = "SELECT id, status, feature_type, provider, model, own_key, prompt_length, base_cost, multiplier,
        total_cost, prompt_id, status = 'succeeded' AS success, error_message, tokens_used, duration_ms, created_at
    FROM ai_usage";

/// Loads one use by an account.
pub async fn one_use(db: &Db, user: Uuid, id: Uuid) -> Result<UsageRecord> {
    let sql = sqlx::AssertSqlSafe(format!("{USAGE} WHERE user_id = $1 AND id = $2"));
    let found = db.read(sql).bind(user).bind(id).optional().await?;
    found.ok_or_else(|| ApiError::not_found("Generation"))
}

/// Whether a use is still running and was not asked to stop.
pub async fn is_pending(db: &Db, id: Uuid) -> db::Result<bool> {
    let found = db
        .read("SELECT 1 FROM ai_usage WHERE id = $1 AND status = 'pending' AND NOT stop_asked")
        .bind(id);
    Ok(found.optional::<(i32,)>().await?.is_some())
}

/// Asks a use by an account to stop with what the model has written. One that has ended stays as it is.
pub async fn ask_to_stop(db: &Db, user: Uuid, id: Uuid) -> db::Result<()> {
    let mut tx = db.begin().await?;
    tx.query(
        "UPDATE ai_usage SET stop_asked = $3 WHERE user_id = $1 AND id = $2 AND status = 'pending'",
    )
    .bind(user)
    .bind(id)
    .bind(true)
    .execute()
    .await?;
    tx.commit().await
}
