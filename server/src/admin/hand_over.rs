//! Handing what an account made over to another one, as when a colleague leaves.

use poem::http::StatusCode;
use prompt_core::limits;
use prompt_core::name::Slug;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;
use sqlx::AssertSqlSafe;
use uuid::Uuid;

use crate::access::{Object, personal_workspace};
use crate::app::App;
use crate::audit::{self, Action, By};
use crate::auth::notices;
use crate::clock::Timestamp;
use crate::db::Tx;
use crate::http::error::{ApiError, Result, retry_on_deadlock};
use crate::names::slugs;

/// A record whose name was taken in its new place.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Renamed {
    pub id: Uuid,
    #[schemars(example = &"code-review")]
    pub from: String,
    #[schemars(example = &"code-review-2")]
    pub to: String,
}

/// What was handed over.
#[derive(Debug, Default, Serialize, JsonSchema)]
pub struct HandedOver {
    #[schemars(with = "u32")]
    pub prompts: usize,
    #[schemars(with = "u32")]
    pub components: usize,
    #[schemars(with = "u32")]
    pub collections: usize,
    /// Those that have another name now. The former name still leads to them as long as the former account exists.
    pub renamed: Vec<Renamed>,
}

/// Gives the prompts, components and collections of an account to another one, with those in the trash. They keep
/// their ids, histories, labels and links. The name of one that the other account has already gets a number.
pub async fn hand_over(app: &App, from: Uuid, to: Uuid, by: By) -> Result<HandedOver> {
    if from == to {
        let message = "Choose another account";
        return Err(ApiError::rule("to", "same_account", message));
    }
    // Otherwise the role would read every private prompt with one request.
    if by.account() == Some(to) {
        let message =
            "This is your own account. Another administrator, or the command line, can do this.";
        return Err(ApiError::new(StatusCode::CONFLICT, "own_account", message));
    }
    let (done, owners) = retry_on_deadlock(|| hand_over_once(app, from, to, by)).await?;
    let what = format!(
        "An administrator gave the prompts, components and collections of the Promptcase account {} to {}.",
        owners[0], owners[1]
    );
    for owner in &owners {
        notices::send_by_administrator(app, owner, "Prompts were handed over", &what);
    }
    Ok(done)
}

/// Returns what was handed over, and the addresses of both accounts.
async fn hand_over_once(
    app: &App,
    from: Uuid,
    to: Uuid,
    by: By,
) -> Result<(HandedOver, [String; 2])> {
    let now = app.now();
    let mut tx = app.db.begin().await?;
    let sql = format!(
        "SELECT id, email, disabled_at IS NOT NULL FROM users WHERE id IN ($1, $2) ORDER BY id{}",
        tx.for_update()
    );
    let both = tx.query(AssertSqlSafe(sql)).bind(from).bind(to);
    let both: Vec<(Uuid, String, bool)> = both.all().await?;
    let giver = both.iter().find(|(id, ..)| *id == from);
    let (_, former, _) = giver.ok_or_else(|| ApiError::not_found("Account"))?;
    let receiver = both.iter().find(|(id, ..)| *id == to);
    let (_, email, is_disabled) = receiver.ok_or_else(|| ApiError::not_found("Account"))?;
    if *is_disabled {
        let message = "The account that would get them is disabled";
        return Err(ApiError::new(
            StatusCode::CONFLICT,
            "account_disabled",
            message,
        ));
    }
    expect_room(&mut tx, from, to).await?;
    let mut done = HandedOver {
        prompts: move_records(&mut tx, Object::Prompt, from, to).await?,
        components: move_records(&mut tx, Object::Component, from, to).await?,
        collections: move_records(&mut tx, Object::Collection, from, to).await?,
        renamed: Vec::new(),
    };
    for object in [Object::Prompt, Object::Component, Object::Collection] {
        rename_records(&mut tx, object, from, to, now, &mut done.renamed).await?;
    }
    for sql in [
        "UPDATE collection_items SET added_by = $2 WHERE added_by = $1
             AND collection_id IN (SELECT c.id FROM collections c WHERE c.workspace_id = $4)",
        "UPDATE share_links SET user_id = $2 WHERE user_id = $1
             AND prompt_id IN (SELECT p.id FROM prompts p WHERE p.workspace_id = $4)",
        "UPDATE prompt_runs SET workspace_id = $4 WHERE workspace_id = $3
             AND prompt_id IN (SELECT p.id FROM prompts p WHERE p.workspace_id = $4) AND $1 <> $2",
    ] {
        tx.query(sql)
            .bind(from)
            .bind(to)
            .bind(personal_workspace(from))
            .bind(personal_workspace(to))
            .execute()
            .await?;
    }
    let entry = audit::Entry::account(Action::HandedOver, from).with(json!({
        "to": email,
        "prompts": done.prompts,
        "components": done.components,
        "collections": done.collections,
    }));
    audit::record(&mut tx, by, entry, now).await?;
    tx.commit().await?;
    Ok((done, [former.clone(), email.clone()]))
}

/// Refuses what would leave the receiver above the most prompts that an account may have.
async fn expect_room(tx: &mut Tx, from: Uuid, to: Uuid) -> Result<()> {
    let count = tx.query(
        "SELECT COUNT(*) FROM prompts WHERE workspace_id IN ($1, $2) AND deleted_at IS NULL",
    );
    let count = count
        .bind(personal_workspace(from))
        .bind(personal_workspace(to));
    let (count,) = count.one::<(i64,)>().await?;
    let max = limits::PROMPTS_PER_ACCOUNT;
    if usize::try_from(count).is_ok_and(|count| count > max) {
        let message =
            format!("Both accounts have {count} prompts together, and an account may have {max}");
        let status = StatusCode::UNPROCESSABLE_ENTITY;
        return Err(ApiError::new(status, "too_many", message));
    }
    Ok(())
}

async fn move_records(tx: &mut Tx, object: Object, from: Uuid, to: Uuid) -> Result<usize> {
    let table = object.table();
    let sql = format!(
        "UPDATE {table} SET workspace_id = $3, user_id = $4 WHERE workspace_id = $1 AND $1 <> $2"
    );
    let moved = tx
        .query(AssertSqlSafe(sql))
        .bind(personal_workspace(from))
        .bind(to)
        .bind(personal_workspace(to))
        .bind(to)
        .execute()
        .await?;
    Ok(usize::try_from(moved).unwrap_or(usize::MAX))
}

/// Gives the records that were moved names in their new workspace. Their former names stay with the former account.
async fn rename_records(
    tx: &mut Tx,
    object: Object,
    from: Uuid,
    to: Uuid,
    now: Timestamp,
    renamed: &mut Vec<Renamed>,
) -> Result<()> {
    let table = object.table();
    let kind = table.trim_end_matches('s');
    let sql = format!(
        "SELECT r.id, s.slug FROM {table} r JOIN slugs s ON s.{kind}_id = r.id AND s.is_current
         WHERE r.workspace_id = $1 AND s.workspace_id = $2 ORDER BY s.slug"
    );
    let named = tx.query(AssertSqlSafe(sql));
    let named = named
        .bind(personal_workspace(to))
        .bind(personal_workspace(from));
    let named: Vec<(Uuid, String)> = named.all().await?;
    let replace = format!("UPDATE slugs SET is_current = FALSE WHERE {kind}_id = $1");
    let back = format!(
        "UPDATE slugs SET is_current = TRUE WHERE workspace_id = $2 AND slug = $3 AND {kind}_id = $1"
    );
    let name = format!("SELECT slug FROM slugs WHERE {kind}_id = $1 AND is_current");
    for (id, slug) in named {
        let update = tx.query(AssertSqlSafe(replace.clone()));
        update.bind(id).execute().await?;
        // It may have been the other account's before.
        let update = tx.query(AssertSqlSafe(back.clone())).bind(id);
        let update = update.bind(personal_workspace(to)).bind(slug.as_str());
        if update.execute().await? == 1 {
            continue;
        }
        let wanted: Slug = slugs::parse(&slug)?;
        slugs::assign(tx, personal_workspace(to), kind, id, &wanted, now).await?;
        let given = tx.query(AssertSqlSafe(name.clone())).bind(id);
        let (given,) = given.one::<(String,)>().await?;
        if given != slug {
            renamed.push(Renamed {
                id,
                from: slug,
                to: given,
            });
        }
    }
    Ok(())
}
