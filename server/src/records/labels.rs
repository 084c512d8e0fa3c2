//! Labels as names of versions.

use prompt_core::VersionNumber;
use prompt_core::name::Label;
use uuid::Uuid;

use crate::db::Db;
use crate::http::error::Result;
use crate::records::columns::version;

/// The version that a label of a prompt points to. The caller has checked that the viewer may see the prompt.
pub async fn version_at(db: &Db, prompt: Uuid, name: &Label) -> Result<Option<VersionNumber>> {
    let sql = "SELECT version_major, version_minor, version_batch FROM labels WHERE prompt_id = $1 AND name = $2";
    let found = db.read(sql).bind(prompt).bind(name.as_str());
    let found: Option<(i64, i64, i64)> = found.optional().await?;
    Ok(found.map(|(major, minor, batch)| version(major, minor, batch)))
}

/// The labels of a prompt, by name. The caller has checked that the viewer may see the prompt.
pub async fn of_prompt(db: &Db, prompt: Uuid) -> Result<Vec<String>> {
    let sql = "SELECT name FROM labels WHERE prompt_id = $1 ORDER BY name";
    let rows: Vec<(String,)> = db.read(sql).bind(prompt).all().await?;
    Ok(rows.into_iter().map(|(name,)| name).collect())
}
