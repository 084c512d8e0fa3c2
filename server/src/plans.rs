//! The plan of a workspace, checked before everything that a plan limits.

use prompt_core::plan::{self, BillingCycle, PlanType, Subscription, SubscriptionStatus};
use uuid::Uuid;

use crate::access::{members, personal_workspace};
use crate::clock::Timestamp;
use crate::db::{self, Db, row};
use crate::http::error::Result;

row! {
    /// A subscription of a workspace.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct SubscriptionRow {
        pub id: String,
        pub plan_type: String,
        pub billing_cycle: String,
        pub status: String,
        pub cancel_at_period_end: bool,
        pub current_period_end: Option<Timestamp>,
        pub past_due_since: Option<Timestamp>,
    }
}

impl SubscriptionRow {
    /// Whether it is paid, or a payment is being tried.
    pub fn is_running(&self) -> bool {
        matches!(
            status(&self.status),
            SubscriptionStatus::Active | SubscriptionStatus::Trialing | SubscriptionStatus::PastDue
        )
    }

    /// Whether it will be charged again: it runs, and its period has not ended without an event.
    pub fn is_charged(&self, now: i64) -> bool {
        self.is_running()
            && self.judged().is_ok_and(|subscription| {
                subscription.status == SubscriptionStatus::PastDue || subscription.is_good(now)
            })
    }

    /// The subscription as the core's type.
    pub fn judged(&self) -> Result<Subscription> {
        Ok(Subscription {
            plan_type: self.plan_type.parse()?,
            status: status(&self.status),
            past_due_since: self.past_due_since.map(millis),
            current_period_end: self.current_period_end.map(millis),
        })
    }

    pub fn cycle(&self) -> Result<BillingCycle> {
        Ok(self.billing_cycle.parse()?)
    }
}

/// Parses Stripe's status. An unknown status allows nothing.
pub fn status(word: &str) -> SubscriptionStatus {
    word.parse().unwrap_or(SubscriptionStatus::Incomplete)
}

pub fn millis(time: Timestamp) -> i64 {
    time.0.div_euclid(1000)
}

/// The plan of a workspace without a paid one: what an administrator gave it, otherwise that of all accounts.
pub async fn default_of(db: &Db, workspace: Uuid, default_plan: PlanType) -> Result<PlanType> {
    let given = db.read("SELECT plan FROM workspaces WHERE id = $1 AND plan IS NOT NULL");
    let given: Option<(String,)> = given.bind(workspace).optional().await?;
    Ok(given.map_or(Ok(default_plan), |(plan,)| plan.parse())?)
}

/// The plan in force for a workspace. A team has the best of its own and its owners' plans.
pub async fn plan(
    db: &Db,
    workspace: Uuid,
    default_plan: PlanType,
    now: Timestamp,
) -> Result<PlanType> {
    let mut best = own_plan(db, workspace, default_plan, now).await?;
    if best != PlanType::Max {
        for owner in members::owners_of_team(db, workspace).await? {
            let owner = personal_workspace(owner);
            best = best.max(own_plan(db, owner, default_plan, now).await?);
        }
    }
    Ok(best)
}

async fn own_plan(
    db: &Db,
    workspace: Uuid,
    default_plan: PlanType,
    now: Timestamp,
) -> Result<PlanType> {
    let default_plan = default_of(db, workspace, default_plan).await?;
    let judged = current(db, workspace)
        .await?
        .map(|row| row.judged())
        .transpose()?;
    Ok(plan::effective_plan(
        default_plan,
        judged.as_ref(),
        millis(now),
    ))
}

/// Whether AI may be used in the workspace now. In a team it may if one of its owners may use it.
pub async fn can_use_ai(
    db: &Db,
    workspace: Uuid,
    default_plan: PlanType,
    now: Timestamp,
) -> Result<bool> {
    if own_plan_has_ai(db, workspace, default_plan, now).await? {
        return Ok(true);
    }
    for owner in members::owners_of_team(db, workspace).await? {
        let owner = personal_workspace(owner);
        if own_plan_has_ai(db, owner, default_plan, now).await? {
            return Ok(true);
        }
    }
    Ok(false)
}

async fn own_plan_has_ai(
    db: &Db,
    workspace: Uuid,
    default_plan: PlanType,
    now: Timestamp,
) -> Result<bool> {
    // If its default plan allows AI, no subscription has to be loaded.
    let default_plan = default_of(db, workspace, default_plan).await?;
    if plan::can_use_ai(default_plan, None, millis(now)) {
        return Ok(true);
    }
    let judged = current(db, workspace)
        .await?
        .map(|row| row.judged())
        .transpose()?;
    Ok(plan::can_use_ai(default_plan, judged.as_ref(), millis(now)))
}

/// The subscription that decides the plan: the first of [`subscriptions`].
pub async fn current(db: &Db, workspace: Uuid) -> db::Result<Option<SubscriptionRow>> {
    Ok(subscriptions(db, workspace).await?.into_iter().next())
}

/// All subscriptions of a workspace, past ones included: running ones first, then the newest. Of two that began in
/// the same second the more expensive plan comes first.
pub async fn subscriptions(db: &Db, workspace: Uuid) -> db::Result<Vec<SubscriptionRow>> {
    let mut all: Vec<SubscriptionRow> = db
        .read(
            "SELECT id, plan_type, billing_cycle, status, cancel_at_period_end, current_period_end, past_due_since
             FROM billing_subscriptions WHERE workspace_id = $1
             ORDER BY began_at DESC, CASE plan_type WHEN 'max' THEN 0 ELSE 1 END, id DESC",
        )
        .bind(workspace)
        .all()
        .await?;
    all.sort_by_key(|row| !row.is_running());
    Ok(all)
}
