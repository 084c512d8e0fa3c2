//! Reading accounts, as an administrator sees them.

use prompt_core::plan::PlanType;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::access::{SYSTEM_ACCOUNT, personal_workspace};
use crate::app::App;
use crate::clock::Timestamp;
use crate::db::{Db, Sql, row};
use crate::http::error::{ApiError, Result};
use crate::http::pagination::{self, Page};
use crate::plans;

/// Which accounts are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AccountState {
    Active,
    Disabled,
    Administrator,
}

row! {
    struct Row {
        id: Uuid,
        email: String,
        email_confirmed: bool,
        full_name: String,
        handle: Option<String>,
        created_at: Timestamp,
        session_at: Option<Timestamp>,
        token_at: Option<Timestamp>,
        disabled_at: Option<Timestamp>,
        is_administrator: bool,
        plan: Option<String>,
        prompts: i64,
        components: i64,
        collections: i64,
        public: i64,
        sessions: i64,
        tokens: i64,
        bytes: i64,
    }
}

/// An account as an administrator sees it.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Account {
    pub id: Uuid,
    #[schemars(example = &"ada@example.org")]
    pub email: String,
    pub email_confirmed: bool,
    #[schemars(example = &"Ada Lovelace")]
    pub full_name: String,
    #[schemars(example = &"ada")]
    pub handle: Option<String>,
    pub created_at: Timestamp,
    /// When a session or an API token was last used, accurate to 15 minutes.
    pub last_used_at: Option<Timestamp>,
    pub disabled_at: Option<Timestamp>,
    pub is_administrator: bool,
    /// The plan in force.
    pub plan: PlanType,
    /// The plan that an administrator gave the account, in place of that of all accounts.
    pub given_plan: Option<PlanType>,
    /// Its prompts and assets, without those in the trash.
    #[schemars(with = "u32")]
    pub prompts: i64,
    #[schemars(with = "u32")]
    pub components: i64,
    #[schemars(with = "u32")]
    pub collections: i64,
    /// How many of these are public.
    #[schemars(with = "u32")]
    pub public: i64,
    #[schemars(with = "u32")]
    pub sessions: i64,
    #[schemars(with = "u32")]
    pub tokens: i64,
    /// The size of its texts with their histories.
    #[schemars(with = "u64")]
    pub bytes: i64,
}

const SELECT: &str = "SELECT u.id, u.email, u.email_confirmed_at IS NOT NULL AS email_confirmed, u.full_name, h.handle,
        u.created_at,
        (SELECT MAX(s.last_seen_at) FROM sessions s WHERE s.user_id = u.id) AS session_at,
        (SELECT MAX(t.last_used_at) FROM api_tokens t WHERE t.user_id = u.id) AS token_at,
        u.disabled_at, u.is_administrator,
        (SELECT w.plan FROM workspaces w WHERE w.id = u.id) AS plan,
        (SELECT COUNT(*) FROM prompts p WHERE p.workspace_id = u.id AND p.deleted_at IS NULL) AS prompts,
        (SELECT COUNT(*) FROM components c WHERE c.workspace_id = u.id AND c.deleted_at IS NULL) AS components,
        (SELECT COUNT(*) FROM collections c WHERE c.workspace_id = u.id AND c.deleted_at IS NULL) AS collections,
        (SELECT COUNT(*) FROM prompts p WHERE p.workspace_id = u.id AND p.is_public AND p.deleted_at IS NULL)
            + (SELECT COUNT(*) FROM components c WHERE c.workspace_id = u.id AND c.is_public AND c.deleted_at IS NULL)
            + (SELECT COUNT(*) FROM collections c WHERE c.workspace_id = u.id AND c.is_public AND c.deleted_at IS NULL)
            AS public,
        (SELECT COUNT(*) FROM sessions s WHERE s.user_id = u.id) AS sessions,
        (SELECT COUNT(*) FROM api_tokens t WHERE t.user_id = u.id) AS tokens,
        CAST(
            (SELECT COALESCE(SUM(OCTET_LENGTH(p.content)), 0) FROM prompts p WHERE p.workspace_id = u.id)
            + (SELECT COALESCE(SUM(OCTET_LENGTH(c.content)), 0) FROM components c WHERE c.workspace_id = u.id)
            + (SELECT COALESCE(SUM(OCTET_LENGTH(v.snapshot)), 0) FROM prompt_versions v
                JOIN prompts p ON p.id = v.prompt_id WHERE p.workspace_id = u.id)
            + (SELECT COALESCE(SUM(OCTET_LENGTH(v.snapshot)), 0) FROM component_versions v
                JOIN components c ON c.id = v.component_id WHERE c.workspace_id = u.id)
            AS BIGINT) AS bytes
    FROM users u LEFT JOIN handles h ON h.workspace_id = u.id AND h.is_current";

/// The accounts whose address, name or handle contains a text, newest first.
pub async fn list(
    app: &App,
    reader: Uuid,
    search: &str,
    state: Option<AccountState>,
    cursor: Option<&str>,
    limit: usize,
) -> Result<Page<Account>> {
    let (at, id) = pagination::newest_before(cursor)?;
    // The page first, by an index: the figures of every account would be summed up before they are sorted.
    let mut sql = Sql::new(&format!(
        "{SELECT} WHERE u.id IN (SELECT u.id FROM users u LEFT JOIN handles h ON h.workspace_id = u.id AND h.is_current"
    ));
    let (at, id, system) = (sql.bind(at), sql.bind(id), sql.bind(SYSTEM_ACCOUNT));
    sql.push(&format!(
        " WHERE (u.created_at, u.id) < ({at}, {id}) AND u.id <> {system}"
    ));
    let search = search.trim();
    if !search.is_empty() {
        let engine = app.db.engine();
        let lower = search.to_lowercase();
        // SQLite lowers ASCII letters alone.
        let any = [
            sql.contains(engine, "u.email_key", &lower),
            sql.contains(engine, "LOWER(u.full_name)", &lower),
            sql.contains(engine, "u.full_name", search),
            sql.contains(
                engine,
                "COALESCE(h.handle, '')",
                lower.trim_start_matches('@'),
            ),
        ];
        sql.push(&format!(" AND ({})", any.join(" OR ")));
    }
    sql.push(match state {
        None => "",
        Some(AccountState::Active) => " AND u.disabled_at IS NULL",
        Some(AccountState::Disabled) => " AND u.disabled_at IS NOT NULL",
        Some(AccountState::Administrator) => " AND u.is_administrator",
    });
    sql.push(&format!(
        " ORDER BY u.created_at DESC, u.id DESC LIMIT {}) ORDER BY u.created_at DESC, u.id DESC",
        limit + 1
    ));
    let rows: Vec<Row> = sql.read_slowly(&app.db, reader).all().await?;
    let page = Page::cut(rows, limit, |row| (row.created_at.0, row.id));
    let mut items = Vec::new();
    for row in page.items {
        items.push(account(app, row).await?);
    }
    Ok(Page {
        items,
        next_cursor: page.next_cursor,
    })
}

/// 404 without the account.
pub async fn expect(db: &Db, user: Uuid) -> Result<()> {
    let found = db.read("SELECT 1 FROM users WHERE id = $1 AND id <> $2");
    let found = found.bind(user).bind(SYSTEM_ACCOUNT);
    let found = found.optional::<(i32,)>().await?;
    found
        .map(|_| ())
        .ok_or_else(|| ApiError::not_found("Account"))
}

/// One account; 404 without it.
pub async fn get(app: &App, user: Uuid) -> Result<Account> {
    let mut sql = Sql::new(SELECT);
    let (id, system) = (sql.bind(user), sql.bind(SYSTEM_ACCOUNT));
    sql.push(&format!(" WHERE u.id = {id} AND u.id <> {system}"));
    let found: Option<Row> = sql.read(&app.db).optional().await?;
    account(app, found.ok_or_else(|| ApiError::not_found("Account"))?).await
}

async fn account(app: &App, row: Row) -> Result<Account> {
    let default_plan = app.config.default_plan();
    let workspace = personal_workspace(row.id);
    Ok(Account {
        plan: plans::plan(&app.db, workspace, default_plan, app.now()).await?,
        id: row.id,
        email: row.email,
        email_confirmed: row.email_confirmed,
        full_name: row.full_name,
        handle: row.handle,
        created_at: row.created_at,
        last_used_at: row.session_at.max(row.token_at),
        disabled_at: row.disabled_at,
        is_administrator: row.is_administrator,
        given_plan: row.plan.as_deref().map(str::parse).transpose()?,
        prompts: row.prompts,
        components: row.components,
        collections: row.collections,
        public: row.public,
        sessions: row.sessions,
        tokens: row.tokens,
        bytes: row.bytes,
    })
}
