//! Names what was there before there were names: a handle for every account's workspace, a slug for every record. The
//! oldest get the shortest names.

use std::collections::{HashMap, HashSet};

use prompt_core::name::{Handle, Slug};
use sqlx::AssertSqlSafe;
use uuid::Uuid;

use super::ROWS_PER_PAGE;
use crate::db::{NewRows, Result, Tx};

/// The account of the sample components, and its handle, which nobody can choose.
const SYSTEM: (Uuid, &str) = (
    Uuid::from_u128(0x0190_a0a0_0000_7000_8000_0000_0000_0000),
    "promptcase",
);

/// The kinds of records, and the condition on those that are called assets.
const KINDS: [(&str, &str); 3] = [
    ("prompt", "r.prompt_type <> 'prompt'"),
    ("component", "FALSE"),
    ("collection", "FALSE"),
];

pub async fn name_records(tx: &mut Tx) -> Result<()> {
    name_workspaces(tx).await?;
    let mut taken = HashMap::new();
    for (kind, is_asset) in KINDS {
        name_kind(tx, kind, is_asset, &mut taken).await?;
    }
    Ok(())
}

/// The personal workspace of an account has the account's id.
async fn name_workspaces(tx: &mut Tx) -> Result<()> {
    let mut taken: HashSet<String> = HashSet::new();
    let mut last = Uuid::nil();
    loop {
        let sql = format!(
            "SELECT u.id, u.full_name, u.created_at FROM users u JOIN workspaces w ON w.id = u.id
             WHERE u.id > $1 ORDER BY u.id LIMIT {ROWS_PER_PAGE}"
        );
        let accounts: Vec<(Uuid, String, i64)> =
            tx.query(AssertSqlSafe(sql)).bind(last).all().await?;
        let Some(&(id, ..)) = accounts.last() else {
            return Ok(());
        };
        last = id;
        let mut rows = NewRows::new("handles (handle, workspace_id, is_current, created_at)");
        for (id, name, at) in accounts {
            let handle = if id == SYSTEM.0 {
                SYSTEM.1.to_owned()
            } else {
                let wanted = Handle::suggest(&name);
                let free = wanted.first_free(|handle| taken.contains(handle));
                free.to_string()
            };
            taken.insert(handle.clone());
            rows.push([handle.into(), id.into(), true.into(), at.into()]);
        }
        rows.insert(tx).await?;
    }
}

async fn name_kind(
    tx: &mut Tx,
    kind: &str,
    is_asset: &str,
    taken: &mut HashMap<Uuid, HashSet<String>>,
) -> Result<()> {
    let mut last = Uuid::nil();
    loop {
        let sql = format!(
            "SELECT r.id, r.workspace_id, r.title, {is_asset}, r.created_at FROM {kind}s r
             WHERE r.id > $1 ORDER BY r.id LIMIT {ROWS_PER_PAGE}"
        );
        let records: Vec<(Uuid, Uuid, String, bool, i64)> =
            tx.query(AssertSqlSafe(sql)).bind(last).all().await?;
        let Some(&(id, ..)) = records.last() else {
            return Ok(());
        };
        last = id;
        let mut rows = NewRows::new(&format!(
            "slugs (workspace_id, slug, {kind}_id, is_current, created_at)"
        ));
        for (id, workspace, title, is_asset, at) in records {
            let word = if is_asset { "asset" } else { kind };
            let wanted = Slug::from_title(&title, word);
            let taken = taken.entry(workspace).or_default();
            let slug = wanted.first_free(|slug| taken.contains(slug)).to_string();
            taken.insert(slug.clone());
            rows.push([
                workspace.into(),
                slug.into(),
                id.into(),
                true.into(),
                at.into(),
            ]);
        }
        rows.insert(tx).await?;
    }
}
