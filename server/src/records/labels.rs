//! The names of labels.

use uuid::Uuid;

use crate::db::Db;
use crate::http::error::Result;

/// The labels of a prompt, by name. The caller has checked that the viewer may see the prompt.
pub async fn of_prompt(db: &Db, prompt: Uuid) -> Result<Vec<String>> {
    let sql = "SELECT name FROM labels WHERE prompt_id = $1 ORDER BY name";
    let rows: Vec<(String,)> = db.read(sql).bind(prompt).all().await?;
    Ok(rows.into_iter().map(|(name,)| name).collect())
}
