//! The six public components of every instance. They belong to the system account.

use prompt_core::component::Component;
use serde::Deserialize;
use uuid::Uuid;

use crate::access::{self, SYSTEM_ACCOUNT};
use crate::clock::Timestamp;
use crate::db::Db;
use crate::http::error::Result;
use crate::names::handles;
use crate::records::columns::Prepared;
use crate::records::store::insert;
use crate::session::extractors::Me;

const SYSTEM_NAME: &str = "Promptcase";
/// Reserved, so nobody else can choose it.
const SYSTEM_HANDLE: &str = "promptcase";

const SAMPLES: &str = include_str!("samples.json");

#[derive(Deserialize)]
struct Sample {
    id: Uuid,
    #[serde(flatten)]
    component: Component,
}

/// Inserts the account and the samples that are missing.
pub async fn ensure(db: &Db, now: Timestamp) -> Result<()> {
    let samples: Vec<Sample> = serde_json::from_str(SAMPLES)?;
    let mut tx = db.begin().await?;
    let added = tx
        .query(
        "INSERT INTO users (id, email, email_key, full_name, created_at) VALUES ($1, '', $2, $2, $3)
         ON CONFLICT DO NOTHING",
    )
    .bind(SYSTEM_ACCOUNT)
    .bind(SYSTEM_NAME)
    .bind(now)
    .execute()
    .await?;
    if added == 1 {
        access::create_personal_workspaces(&mut tx, &[SYSTEM_ACCOUNT], now).await?;
        let workspace = access::personal_workspace(SYSTEM_ACCOUNT);
        handles::insert(&mut tx, workspace, SYSTEM_HANDLE, now).await?;
    }
    for sample in samples {
        let component = Component {
            is_public: true,
            ..sample.component
        };
        insert(
            &mut tx,
            Me::personal(SYSTEM_ACCOUNT),
            sample.id,
            &Prepared::of(component)?,
            now,
        )
        .await?;
    }
    tx.commit().await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sample_could_have_been_written_by_hand() {
        let samples: Vec<Sample> = serde_json::from_str(SAMPLES).unwrap();
        assert_eq!(samples.len(), 6);
        for sample in samples {
            assert_eq!(
                sample.component.validate(),
                [],
                "{}",
                sample.component.title
            );
        }
    }
}
