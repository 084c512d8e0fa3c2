//! Keeping what a prompt or component says as a version.

use prompt_core::VersionNumber;
use uuid::Uuid;

use crate::clock::{Timestamp, new_id};
use crate::db::Tx;
use crate::http::error::Result;
use crate::numbers::{self, Kind};
use crate::prompts::store::Stored;

/// A stored record of which versions are kept.
pub trait Versioned: Sync {
    const KIND: Kind;

    fn id(&self) -> Uuid;
    fn version(&self) -> VersionNumber;

    /// Keeps what the record says now under a number.
    fn insert(
        &self,
        tx: &mut Tx,
        number: VersionNumber,
        changelog: &str,
        by: Uuid,
        now: Timestamp,
    ) -> impl Future<Output = Result<Uuid>> + Send;
}

/// Keeps what a record says, under its own number, unless a version has that already.
pub async fn keep<T: Versioned>(
    tx: &mut Tx,
    stands: &T,
    changelog: &str,
    by: Uuid,
    now: Timestamp,
) -> Result<()> {
    let number = stands.version();
    if !numbers::is_kept(tx, T::KIND, stands.id(), number).await? {
        stands.insert(tx, number, changelog, by, now).await?;
    }
    Ok(())
}

impl Versioned for Stored {
    const KIND: Kind = Kind::Prompt;

    fn id(&self) -> Uuid {
        self.id
    }

    fn version(&self) -> VersionNumber {
        Self::version(self)
    }

    async fn insert(
        &self,
        tx: &mut Tx,
        number: VersionNumber,
        changelog: &str,
        by: Uuid,
        now: Timestamp,
    ) -> Result<Uuid> {
        insert(tx, self, number, changelog, by, now).await
    }
}

/// Keeps what the prompt says now under a number.
async fn insert(
    tx: &mut Tx,
    stands: &Stored,
    number: VersionNumber,
    changelog: &str,
    by: Uuid,
    now: Timestamp,
) -> Result<Uuid> {
    let id = new_id(now);
    let text = &stands.text;
    tx.query(
        "INSERT INTO prompt_versions
             (id, prompt_id, version_major, version_minor, version_batch, changelog, created_by, created_at, title,
              description, prompt_type, structure_type, category, type, language, complexity, tags, asset_fields,
              asset_metadata, content)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20)",
    )
    .bind(id)
    .bind(stands.id)
    .bind(i64::from(number.major))
    .bind(i64::from(number.minor))
    .bind(i64::from(number.batch))
    .bind(changelog)
    .bind(by)
    .bind(now)
    .bind(text.title.as_str())
    .bind(text.description.as_str())
    .bind(text.prompt_type.as_str())
    .bind(text.structure_type.as_str())
    .bind(text.category.as_str())
    .bind(text.r#type.as_str())
    .bind(text.language.as_str())
    .bind(text.complexity.as_str())
    .bind(text.tags.as_str())
    .bind(text.asset_fields.as_str())
    .bind(text.asset_metadata.as_str())
    .bind(text.content.as_str())
    .execute()
    .await?;
    Ok(id)
}
